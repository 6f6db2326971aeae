//! As much of HTTP as a page on the same machine needs: one request a connection, read whole, within limits.

use std::io::{self, Read, Write};

/// A request.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Message {
    pub(crate) method: String,
    pub(crate) path: String,
    /// Names in small letters.
    headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

/// What is wrong with a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wrong {
    /// It is no HTTP, or ends too early, or says something that is not understood here.
    Malformed,
    /// Its head or its body is too large.
    TooLarge,
}

/// The most that the head of a request may have.
const HEAD: usize = 16 << 10;
/// The most that a request may ask.
const BODY: usize = 1 << 20;

impl Message {
    /// Reads a request, and no more than is allowed.
    pub(crate) fn read(from: &mut dyn Read) -> Result<Self, Wrong> {
        let malformed = |_: io::Error| Wrong::Malformed;
        let mut head = Vec::new();
        let mut byte = [0; 1024];
        let end = loop {
            if let Some(end) = head.windows(4).position(|window| window == b"\r\n\r\n") {
                break end;
            }
            if head.len() > HEAD {
                return Err(Wrong::TooLarge);
            }
            match from.read(&mut byte).map_err(malformed)? {
                0 => return Err(Wrong::Malformed),
                number => head.extend_from_slice(&byte[..number]),
            }
        };
        let mut body = head.split_off(end + 4);
        let text = String::from_utf8(head).map_err(|_| Wrong::Malformed)?;
        let mut message = Self::of_head(&text).ok_or(Wrong::Malformed)?;
        if message.header("transfer-encoding").is_some() {
            return Err(Wrong::Malformed);
        }
        let length: usize = match message.header("content-length") {
            Some(length) => length.parse().map_err(|_| Wrong::Malformed)?,
            None => 0,
        };
        if length > BODY {
            return Err(Wrong::TooLarge);
        }
        if body.len() > length {
            return Err(Wrong::Malformed);
        }
        let missing = length - body.len();
        from.take(missing as u64).read_to_end(&mut body).map_err(malformed)?;
        if body.len() < length {
            return Err(Wrong::Malformed);
        }
        message.body = body;
        Ok(message)
    }

    fn of_head(text: &str) -> Option<Self> {
        let mut lines = text.split("\r\n");
        let first: Vec<&str> = lines.next()?.split(' ').collect();
        let [method, path, "HTTP/1.1" | "HTTP/1.0"] = first[..] else { return None };
        let mut headers = Vec::new();
        for line in lines.filter(|line| !line.is_empty()) {
            let (name, value) = line.split_once(':')?;
            headers.push((name.to_ascii_lowercase(), value.trim().to_owned()));
        }
        Some(Self { method: method.to_owned(), path: path.to_owned(), headers, body: Vec::new() })
    }

    /// The value of a header; none if it is there twice, which no browser does.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let mut values = self.headers.iter().filter(|(known, _)| known == name).map(|(_, value)| value);
        values.next().filter(|_| values.next().is_none()).map(String::as_str)
    }
}

/// What every answer says: nothing from elsewhere, nothing that runs but the page's own files, nothing kept or passed on.
const ALWAYS: &str = "\
Connection: close\r
Cache-Control: no-store\r
Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; img-src data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r
Cross-Origin-Opener-Policy: same-origin\r
Cross-Origin-Resource-Policy: same-origin\r
Referrer-Policy: no-referrer\r
X-Content-Type-Options: nosniff\r
";

/// Begins an answer whose end is the end of the connection.
pub(crate) fn begin(to: &mut dyn Write, status: &str, kind: &str) -> io::Result<()> {
    write!(to, "HTTP/1.1 {status}\r\nContent-Type: {kind}; charset=utf-8\r\n{ALWAYS}\r\n")
}

/// A whole answer.
pub(crate) fn answer(to: &mut dyn Write, status: &str, kind: &str, body: &str) -> io::Result<()> {
    let length = body.len();
    write!(
        to,
        "HTTP/1.1 {status}\r\nContent-Type: {kind}; charset=utf-8\r\nContent-Length: {length}\r\n{ALWAYS}\r\n{body}"
    )?;
    to.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Hands out a text bit by bit.
    struct Slow<'a>(&'a [u8], usize);

    impl Read for Slow<'_> {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            let number = self.1.min(self.0.len()).min(into.len());
            into[..number].copy_from_slice(&self.0[..number]);
            self.0 = &self.0[number..];
            Ok(number)
        }
    }

    fn read(text: &str, at_a_time: usize) -> Result<Message, Wrong> {
        Message::read(&mut Slow(text.as_bytes(), at_a_time))
    }

    #[test]
    fn requests_come_in_any_parts() {
        let text = "POST /x/ask HTTP/1.1\r\nHost: a:1\r\nX: y: z\r\ncontent-length: 5\r\n\r\nhello";
        let whole = read(text, 1000).unwrap();
        assert_eq!(
            (whole.method.as_str(), whole.path.as_str(), &whole.body[..]),
            ("POST", "/x/ask", &b"hello"[..])
        );
        assert_eq!(
            (whole.header("host"), whole.header("x"), whole.header("y")),
            (Some("a:1"), Some("y: z"), None)
        );
        for at_a_time in 1..20 {
            assert_eq!(read(text, at_a_time).as_ref(), Ok(&whole));
        }
    }

    #[test]
    fn what_is_no_request_is_refused() {
        let wrong = |text: &str| read(text, 1000).unwrap_err();
        for text in [
            "",
            "GET / HTTP/1.1\r\n",
            "GET /\r\n\r\n",
            "GET / HTTP/2\r\n\r\n",
            "GET / HTTP/1.1\r\nno header\r\n\r\n",
            "POST / HTTP/1.1\r\nContent-Length: 5\r\n\r\nfour",
            "POST / HTTP/1.1\r\nContent-Length: 3\r\n\r\nfour",
            "POST / HTTP/1.1\r\nContent-Length: -3\r\n\r\n",
            "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        ] {
            assert_eq!(wrong(text), Wrong::Malformed, "{text}");
        }
        assert_eq!(wrong(&format!("GET /{} HTTP/1.1\r\n\r\n", "x".repeat(20_000))), Wrong::TooLarge);
        assert_eq!(wrong("POST / HTTP/1.1\r\nContent-Length: 1048577\r\n\r\n"), Wrong::TooLarge);
        assert_eq!(wrong(&"x".repeat(100_000)), Wrong::TooLarge);
    }

    /// Who sends a header twice means to confuse somebody.
    #[test]
    fn headers_count_once() {
        let twice = read("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 1000).unwrap();
        assert_eq!(twice.header("host"), None);
    }
}
