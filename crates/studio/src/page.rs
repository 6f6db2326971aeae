//! The page: plain files, as they stand in the tree.

/// A file of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct File {
    /// Its name.
    pub name: &'static str,
    /// What it is.
    pub kind: &'static str,
    /// Its text.
    pub text: &'static str,
}

macro_rules! files {
    ($($name:literal: $kind:literal,)*) => {
        &[$(File { name: $name, kind: $kind, text: include_str!(concat!("../page/", $name)) }),*]
    };
}

/// All files. The scripts are in order of dependency: each imports only from those before it.
pub const FILES: &[File] = files! {
    "index.html": "text/html",
    "studio.css": "text/css",
    "worker.js": "text/javascript",
    "dom.js": "text/javascript",
    "home.js": "text/javascript",
    "tiles.js": "text/javascript",
    "places.js": "text/javascript",
    "board.js": "text/javascript",
    "state.js": "text/javascript",
    "dialogs.js": "text/javascript",
    "draw.js": "text/javascript",
    "solve.js": "text/javascript",
    "play.js": "text/javascript",
    "share.js": "text/javascript",
    "main.js": "text/javascript",
};

/// The file of that name.
pub fn find(name: &str) -> Option<&'static File> {
    FILES.iter().find(|file| file.name == name)
}

/// The part of an address that carries a puzzle: its text as UTF-8 in base 64, as addresses write it.
pub fn fragment(text: &str) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let mut written = "#t=".to_owned();
    for bytes in text.as_bytes().chunks(3) {
        let number =
            bytes.iter().fold(0, |number, &byte| number << 8 | usize::from(byte)) << (8 * (3 - bytes.len()));
        let digits = (0..=bytes.len()).map(|at| char::from(DIGITS[number >> (18 - 6 * at) & 63]));
        written.extend(digits);
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fragments() {
        assert_eq!(
            ["", "f", "fo", "foo", "fooé", "??>"].map(fragment),
            ["#t=", "#t=Zg", "#t=Zm8", "#t=Zm9v", "#t=Zm9vw6k", "#t=Pz8-"]
        );
    }

    /// Whatever the page loads is one of its files, and nothing is loaded from elsewhere.
    #[test]
    fn the_page_has_all_its_files() {
        for file in FILES.iter().filter(|file| file.name.ends_with(".js")) {
            for line in file.text.lines().filter(|line| line.starts_with("import ")) {
                let name = line.split('"').nth(1).and_then(|path| path.strip_prefix("./"));
                let name = name.unwrap_or_else(|| panic!("{}: {line}", file.name));
                let (own, other) = (place(file.name), place(name));
                assert!(other < own, "{} imports {name}, which comes later", file.name);
            }
            assert!(
                !file.text.contains("innerHTML"),
                "{}: texts become elements only by textContent",
                file.name
            );
        }
        assert!(!FILES[0].text.contains("http"), "the page needs nothing from elsewhere");
    }

    fn place(name: &str) -> usize {
        FILES.iter().position(|file| file.name == name).unwrap_or_else(|| panic!("no file {name}"))
    }
}
