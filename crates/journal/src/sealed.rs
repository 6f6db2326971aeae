//! Texts that are whole or nothing: an end mark with the number of lines and a hash of all bytes before it.
//!
//! The last line is `{"end":N,"sha256":"…"}`, so `head -n -1 FILE | sha256sum` tells the same hash.

use polydlx_cover::Sha256;
use serde::Deserialize;
use std::fmt;
use std::io::{self, BufRead, Write};

/// Writes lines, and the end mark after them.
#[derive(Debug)]
pub struct Sealing<W> {
    out: W,
    hash: Sha256,
    lines: u64,
}

impl<W: Write> Sealing<W> {
    /// Writes to `out`.
    pub fn new(out: W) -> Self {
        Self { out, hash: Sha256::default(), lines: 0 }
    }

    /// A line, without its end.
    pub fn line(&mut self, line: &str) -> io::Result<()> {
        debug_assert!(!line.contains('\n'), "one line at a time");
        self.hash.update(line.as_bytes());
        self.hash.update(b"\n");
        self.lines += 1;
        self.out.write_all(line.as_bytes())?;
        self.out.write_all(b"\n")
    }

    /// The end mark. Gives back what was written to, and the hash.
    pub fn finish(mut self) -> io::Result<(W, String)> {
        let hash = hex(&self.hash.clone().finish());
        writeln!(self.out, "{}", end_mark(self.lines, &hash))?;
        Ok((self.out, hash))
    }
}

fn end_mark(lines: u64, hash: &str) -> String {
    format!(r#"{{"end":{lines},"sha256":"{hash}"}}"#)
}

/// A text with its end mark.
pub fn seal<'a>(lines: impl IntoIterator<Item = &'a str>) -> String {
    let mut sealing = Sealing::new(Vec::new());
    for line in lines {
        sealing.line(line).expect("memory takes everything");
    }
    let (bytes, _) = sealing.finish().expect("memory takes everything");
    String::from_utf8(bytes).expect("lines are text")
}

/// Why a text is not what was written.
#[derive(Debug)]
pub enum Broken {
    /// It cannot be read.
    Io(io::Error),
    /// It ends before its end mark.
    Torn,
    /// It is not what its hash says.
    Damaged,
    /// Something follows the end mark.
    Trailing,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => write!(f, "it cannot be read: {error}"),
            Self::Torn => f.write_str("it is torn: there is no end mark"),
            Self::Damaged => f.write_str("it is damaged: its contents are not those that its end mark tells"),
            Self::Trailing => f.write_str("something stands after its end mark"),
        }
    }
}

impl std::error::Error for Broken {}

impl From<io::Error> for Broken {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct End {
    end: u64,
    sha256: String,
}

/// Reads a sealed text line by line, so that it need not be in memory; what `visit` was told counts only if this ends well.
pub fn read(mut text: impl BufRead, mut visit: impl FnMut(&str)) -> Result<(), Broken> {
    let mut hash = Sha256::default();
    let mut lines = 0;
    let mut line = Vec::new();
    loop {
        line.clear();
        if text.read_until(b'\n', &mut line)? == 0 {
            return Err(Broken::Torn);
        }
        let Some(own) = line.strip_suffix(b"\n") else { return Err(Broken::Torn) };
        let own = std::str::from_utf8(own).map_err(|_| Broken::Damaged)?;
        if own.starts_with(r#"{"end":"#) {
            let end: End = serde_json::from_str(own).map_err(|_| Broken::Damaged)?;
            // Also the mark itself must be what it was.
            if end.end != lines || end.sha256 != hex(&hash.finish()) || own != end_mark(end.end, &end.sha256)
            {
                return Err(Broken::Damaged);
            }
            line.clear();
            return if text.read_until(b'\n', &mut line)? == 0 { Ok(()) } else { Err(Broken::Trailing) };
        }
        hash.update(&line);
        lines += 1;
        visit(own);
    }
}

/// The same of a text in memory.
pub fn lines(text: &str) -> Result<Vec<String>, Broken> {
    let mut lines = Vec::new();
    read(text.as_bytes(), |line| lines.push(line.to_owned()))?;
    Ok(lines)
}

/// Bytes in hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_text_comes_back() {
        let text = seal(["a", "", "{\"b\":1}"]);
        assert_eq!(lines(&text).unwrap(), ["a", "", "{\"b\":1}"]);
        assert_eq!(lines(&seal([])).unwrap(), [""; 0]);
    }

    proptest! {
        #[test]
        fn whatever_happens_to_it_is_noticed(at in 0usize..400, bit in 0u8..8) {
            let text = seal(["{\"unit\":1,\"sum\":\"12\"}", "{\"unit\":2,\"sum\":\"0\"}"]).into_bytes();
            let mut flipped = text.clone();
            let at = at % text.len();
            flipped[at] ^= 1 << bit;
            prop_assert!(read(&flipped[..], |_| ()).is_err(), "a bit at {at}");
            prop_assert!(read(&text[..at], |_| ()).is_err(), "torn at {at}");
            let mut doubled = text.clone();
            doubled.extend_from_slice(&text[at..]);
            prop_assert!(read(&doubled[..], |_| ()).is_err(), "doubled from {at}");
        }
    }
}
