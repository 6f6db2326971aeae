//! The studio as one file: the page, with the engine inside as a WebAssembly module.

use std::path::Path;
use std::process::{Command, Stdio};
use std::{fs, io};

const TARGET: &str = "wasm32-unknown-unknown";

/// What to do where the compiler cannot make such modules.
const NO_TARGET: &str = "\
this compiler cannot make WebAssembly modules yet. Either

    rustup target add wasm32-unknown-unknown

or, on Debian without rustup's server: install rustc-web, rust-web-src and cargo-web; then, with that rustc and cargo,

    RUSTC_BOOTSTRAP=1 cargo build -Zbuild-std=std,panic_abort --target wasm32-unknown-unknown --profile wasm \\
        --package polydlx-wasm
    cargo xtask studio --engine target/wasm32-unknown-unknown/wasm/polydlx_wasm.wasm";

/// Builds the engine, unless one is given, and writes the file.
pub(crate) fn studio(root: &Path, engine: Option<&Path>, file: &Path) -> io::Result<bool> {
    let built = root.join(format!("target/{TARGET}/wasm/polydlx_wasm.wasm"));
    let engine = match engine {
        Some(engine) => engine,
        None if !has_target()? => return Err(io::Error::other(NO_TARGET)),
        None if !build(root)? => return Ok(false),
        None => &built,
    };
    let engine = fs::read(engine)?;
    let text = page(&root.join("crates/studio/page"), &engine)?;
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(file, &text)?;
    eprintln!(
        "{}: {} kB, of which the engine is {} kB",
        file.display(),
        text.len() / 1000,
        engine.len() / 1000
    );
    Ok(true)
}

fn has_target() -> io::Result<bool> {
    let asked = Command::new("rustc").args(["--print", "target-libdir", "--target", TARGET]).output()?;
    let folder = String::from_utf8_lossy(&asked.stdout);
    Ok(asked.status.success() && fs::read_dir(folder.trim()).is_ok_and(|mut files| files.next().is_some()))
}

fn build(root: &Path) -> io::Result<bool> {
    let build = ["build", "--package", "polydlx-wasm", "--profile", "wasm", "--target", TARGET];
    let mut cargo = Command::new("cargo");
    cargo.args(build).current_dir(root).env("RUSTFLAGS", "-C target-feature=+simd128").stdin(Stdio::null());
    Ok(cargo.status()?.success())
}

/// The page as one text.
fn page(folder: &Path, engine: &[u8]) -> io::Result<String> {
    let read = |name: &str| fs::read_to_string(folder.join(name));
    let mut names = Vec::new();
    order(folder, "main.js", &mut names)?;
    let mut script = String::new();
    for name in &names {
        for line in read(name)?.lines().filter(|line| !line.starts_with("import ")) {
            script += line.strip_prefix("export ").unwrap_or(line);
            script.push('\n');
        }
    }
    let (style, worker) = (read("studio.css")?, read("worker.js")?);
    let engine = base64(&miniz_oxide::deflate::compress_to_vec(engine, 9));
    for text in [&script, &worker, &style] {
        assert!(!text.contains("</s"), "nothing ends a script or a style before its end");
    }
    let policy = format!(
        "default-src 'none'; script-src 'sha256-{}' 'wasm-unsafe-eval' blob:; worker-src blob:; style-src 'sha256-{}'; \
         img-src data: blob:; base-uri 'none'; form-action 'none'",
        base64(&sha256(script.as_bytes())),
        base64(&sha256(style.as_bytes())),
    );
    let changes = [
        (
            "<meta charset=\"utf-8\">",
            format!(
                "<meta charset=\"utf-8\">\n<meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">"
            ),
        ),
        ("<link rel=\"stylesheet\" href=\"studio.css\">", format!("<style>{style}</style>")),
        (
            "<script type=\"module\" src=\"main.js\"></script>",
            format!(
                "<script type=\"text/plain\" id=\"worker\">{worker}</script>\n\
                 <script type=\"text/plain\" id=\"engine\">{engine}</script>\n\
                 <script type=\"module\">{script}</script>"
            ),
        ),
    ];
    let mut text = read("index.html")?;
    for (old, new) in changes {
        let (before, after) = text.split_once(old).ok_or_else(|| io::Error::other(format!("no {old}")))?;
        text = format!("{before}{new}{after}");
    }
    Ok(text)
}

/// The modules that a module imports, and then itself.
fn order(folder: &Path, name: &str, names: &mut Vec<String>) -> io::Result<()> {
    if names.iter().any(|known| known == name) {
        return Ok(());
    }
    let text = fs::read_to_string(folder.join(name))?;
    for line in text.lines().filter(|line| line.starts_with("import ")) {
        let imported = line.split('"').nth(1).and_then(|path| path.strip_prefix("./"));
        order(folder, imported.ok_or_else(|| io::Error::other(format!("{name}: {line}")))?, names)?;
    }
    names.push(name.to_owned());
    Ok(())
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for three in bytes.chunks(3) {
        let number = (0..3).fold(0, |number, at| number << 8 | usize::from(*three.get(at).unwrap_or(&0)));
        for at in 0..4 {
            let digit = char::from(DIGITS[number >> (18 - 6 * at) & 63]);
            text.push(if at <= three.len() { digit } else { '=' });
        }
    }
    text
}

/// FIPS 180-4. Browsers run a script only if this is right.
fn sha256(bytes: &[u8]) -> Vec<u8> {
    // The first bits of the fractional parts of roots of primes, which are easier to compute than to copy.
    let primes = (2u32..).filter(|n| (2..*n).take_while(|d| d * d <= *n).all(|d| n % d != 0));
    let root = |prime: u32, power: u32| {
        let (mut low, mut high) = (0u128, 1u128 << 40);
        while high - low > 1 {
            let middle = (low + high) / 2;
            let fits = middle.pow(power) <= u128::from(prime) << (32 * power);
            if fits { low = middle } else { high = middle }
        }
        low as u32
    };
    let constants: Vec<u32> = primes.clone().take(64).map(|prime| root(prime, 3)).collect();
    let mut state: Vec<u32> = primes.take(8).map(|prime| root(prime, 2)).collect();
    let mut padded = bytes.to_vec();
    padded.push(0x80);
    padded.resize(padded.len().next_multiple_of(64) + if padded.len() % 64 > 56 { 64 } else { 0 } - 8, 0);
    padded.extend((8 * bytes.len() as u64).to_be_bytes());
    for block in padded.chunks(64) {
        let mut words: Vec<u32> = block
            .chunks(4)
            .map(|four| four.iter().fold(0, |word, &byte| word << 8 | u32::from(byte)))
            .collect();
        for at in 16..64 {
            let (x, y) = (words[at - 15], words[at - 2]);
            let small = x.rotate_right(7) ^ x.rotate_right(18) ^ x >> 3;
            let large = y.rotate_right(17) ^ y.rotate_right(19) ^ y >> 10;
            words.push(words[at - 16].wrapping_add(small).wrapping_add(words[at - 7]).wrapping_add(large));
        }
        let mut s = state.clone();
        for (word, constant) in words.iter().zip(&constants) {
            let large = s[4].rotate_right(6) ^ s[4].rotate_right(11) ^ s[4].rotate_right(25);
            let chosen = s[4] & s[5] ^ !s[4] & s[6];
            let first =
                s[7].wrapping_add(large).wrapping_add(chosen).wrapping_add(*constant).wrapping_add(*word);
            let small = s[0].rotate_right(2) ^ s[0].rotate_right(13) ^ s[0].rotate_right(22);
            let most = s[0] & s[1] ^ s[0] & s[2] ^ s[1] & s[2];
            s.rotate_right(1);
            s[4] = s[4].wrapping_add(first);
            s[0] = first.wrapping_add(small).wrapping_add(most);
        }
        state.iter_mut().zip(s).for_each(|(sum, new)| *sum = sum.wrapping_add(new));
    }
    state.into_iter().flat_map(u32::to_be_bytes).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digests() {
        let hex =
            |text: &str| sha256(text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect::<String>();
        assert_eq!(hex(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
        assert_eq!(hex("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        let long = hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq");
        assert_eq!(long, "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
        // One for each way to fill the last block.
        let lengths: Vec<usize> = (50..70).map(|length| sha256(&vec![b'a'; length]).len()).collect();
        assert_eq!(lengths, [32; 20]);
    }

    #[test]
    fn digits() {
        assert_eq!(
            ["", "f", "fo", "foo", "foob"].map(|text| base64(text.as_bytes())),
            ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg=="]
        );
    }

    /// The page is one text that loads nothing.
    #[test]
    fn one_file() {
        let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../crates/studio/page"));
        let text = page(folder, b"engine").unwrap();
        assert!(
            !text.contains("src=\"main.js\"") && !text.contains("\nimport ") && !text.contains("\nexport ")
        );
        assert!(text.contains("id=\"engine\"") && text.contains("script-src 'sha256-"));
    }
}
