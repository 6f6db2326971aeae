//! The server of the studio: whom it answers, and what it does while it does.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A studio that ends with the test.
struct Studio {
    child: Child,
    port: u16,
    token: String,
}

impl Drop for Studio {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Studio {
    fn start(args: &[&str]) -> (Self, String) {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("polydlx"));
        command.args(["studio", "--no-open"]).args(args).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("The studio is at ").unwrap().to_owned();
        let rest = address.strip_prefix("http://127.0.0.1:").expect("this machine only");
        let (port, rest) = rest.split_once('/').unwrap();
        let (token, _) = rest.split_once('/').unwrap();
        (Self { child, port: port.parse().unwrap(), token: token.to_owned() }, address)
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(SocketAddr::from(([127, 0, 0, 1], self.port))).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        stream
    }

    /// Sends a text, and reads all that comes back.
    fn send(&self, text: &str) -> String {
        let mut stream = self.connect();
        let _ = stream.write_all(text.as_bytes());
        let mut answer = Vec::new();
        // Who is refused early may find the connection gone.
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8(answer).unwrap()
    }

    fn get(&self, path: &str, host: &str) -> String {
        self.send(&format!("GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n"))
    }

    fn host(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    /// A request as the page makes it.
    fn post(&self, path: &str, body: &str) -> String {
        let (host, token) = (self.host(), &self.token);
        format!(
            "POST /{token}/{path} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\n\r\n{body}",
            body.len()
        )
    }

    fn ask(&self, request: &Value) -> Vec<Value> {
        let answer = self.send(&self.post("ask/test", &request.to_string()));
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        assert!(head.starts_with("HTTP/1.1 200 OK"), "{head}");
        let events = body.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        events.filter(|event| event["event"] != "progress").collect()
    }
}

fn status(answer: &str) -> &str {
    answer.get(9..12).unwrap_or_else(|| panic!("no answer: {answer:?}"))
}

const FOREVER: &str = "|! lattice square\n|! use heptominoes\n|! pieces optional\n[0-9a-k][0-9a-k]\n";

#[test]
fn the_page_and_its_requests() {
    let (studio, address) = Studio::start(&["soma-3x3x3"]);
    assert!(address.contains("/#t="), "the puzzle is in the address: {address}");
    let page = studio.get(&format!("/{}/", studio.token), &studio.host());
    assert_eq!(status(&page), "200");
    assert!(page.contains("<title>polydlx studio</title>"));
    for header in [
        "Content-Security-Policy: default-src 'none'; script-src 'self';",
        "X-Content-Type-Options: nosniff",
        "Referrer-Policy: no-referrer",
        "Cache-Control: no-store",
    ] {
        assert!(page.contains(header), "{header}");
    }
    assert!(!page.contains("Access-Control-Allow"), "no other page may ask");
    let script = studio.get(&format!("/{}/main.js", studio.token), &studio.host());
    assert!(script.contains("Content-Type: text/javascript"));
    let text = "|! lattice square\n|! use pentominoes\n[0-5][0-9]\n";
    let events = studio.ask(&json!({"ask": "count", "text": text, "which": "symmetry"}));
    assert_eq!(events.last().unwrap()["count"], "2339");
}

/// What cannot be drawn, or cannot be listened to, is refused with a sentence.
#[test]
fn refusals() {
    let (_, said, status) = super::run(&["studio", "--no-open", "langford-7"], "");
    assert!(status == 2 && said.contains("has no geometry"), "{said}");
    let (studio, _) = Studio::start(&[]);
    let (_, said, status) = super::run(&["studio", "--no-open", "--port", &studio.port.to_string()], "");
    assert!(status == 2 && said.contains("no listening at port"), "{said}");
}

/// Who does not know the token, or comes from elsewhere, hears nothing.
#[test]
fn others_are_refused() {
    let (studio, _) = Studio::start(&[]);
    let (host, token) = (studio.host(), studio.token.as_str());
    assert_eq!(token.len(), 32);
    let (other, _) = Studio::start(&[]);
    assert_ne!(token, other.token);
    // Without the token, or with another one.
    let wrong = other.token.as_str();
    for path in [
        "/",
        "/index.html",
        "/ask/x",
        &format!("/{wrong}/"),
        &format!("/{}/", &token[1..]),
        &format!("//{token}/"),
    ] {
        assert_eq!(status(&studio.get(path, &host)), "403", "{path}");
    }
    // By another name: a page of that name would be of the same origin.
    for name in [
        "evil.example",
        "evil.example:80",
        &format!("evil.example:{}", studio.port),
        "127.0.0.1",
        "localhost:1",
        "",
    ] {
        assert_eq!(status(&studio.get(&format!("/{token}/"), name)), "421", "{name}");
    }
    assert_eq!(status(&studio.send(&format!("GET /{token}/ HTTP/1.1\r\n\r\n"))), "421");
    let local = format!("localhost:{}", studio.port);
    assert_eq!(status(&studio.get(&format!("/{token}/"), &local)), "200");
    // From another page, even if it knew the token.
    let body = r#"{"ask":"hello"}"#;
    let post = |origin: &str, kind: &str| {
        let text = studio.post("ask/x", body);
        let text = text.replace(&format!("Origin: http://{host}\r\n"), origin);
        status(&studio.send(&text.replace("application/json", kind))).to_owned()
    };
    assert_eq!(post(&format!("Origin: http://{host}\r\n"), "application/json"), "200");
    for origin in
        ["", "Origin: null\r\n", "Origin: http://evil.example\r\n", &format!("Origin: https://{host}\r\n")]
    {
        assert_eq!(post(origin, "application/json"), "403", "{origin}");
    }
    // What a form could send.
    assert_eq!(post(&format!("Origin: http://{host}\r\n"), "text/plain"), "403");
    // There are no files but those of the page.
    for path in ["..", "../..", "%2e%2e", "etc/passwd", "Cargo.toml", "ask", "main.js/x"] {
        assert_eq!(status(&studio.get(&format!("/{token}/{path}"), &host)), "404", "{path}");
    }
    let options = format!("OPTIONS /{token}/ask/x HTTP/1.1\r\nHost: {host}\r\n\r\n");
    assert_eq!(status(&studio.send(&options)), "405");
}

#[test]
fn requests_have_limits() {
    let (studio, _) = Studio::start(&[]);
    let large = studio.post("ask/x", "x").replace("Content-Length: 1", "Content-Length: 1048577");
    assert_eq!(status(&studio.send(&large)), "413");
    assert_eq!(status(&studio.send("nonsense\r\n\r\n")), "400");
    let events = studio.ask(&json!("nonsense"));
    assert_eq!(events[0]["event"], "refusal");
    // It still answers.
    assert_eq!(studio.ask(&json!({"ask": "hello"}))[0]["event"], "hello");
}

/// Reads events until one is there that is wanted.
fn wait_for(lines: &mut impl Iterator<Item = std::io::Result<String>>, kind: &str) -> Value {
    for line in lines {
        if let Ok(event) = serde_json::from_str::<Value>(&line.unwrap())
            && event["event"] == kind
        {
            return event;
        }
    }
    panic!("no {kind}");
}

/// A search tells how far it has come, and ends at once when it is told to, with what is known then.
#[test]
fn searches_are_watched_and_stopped() {
    let (studio, _) = Studio::start(&["--threads", "2"]);
    let mut stream = studio.connect();
    let request = json!({"ask": "count", "text": FOREVER, "which": "all"}).to_string();
    stream.write_all(studio.post("ask/long", &request).as_bytes()).unwrap();
    let mut lines = BufReader::new(stream).lines();
    assert!(wait_for(&mut lines, "progress")["phase"].is_string());
    // Another page is served meanwhile.
    assert_eq!(studio.ask(&json!({"ask": "hello"}))[0]["event"], "hello");
    let begin = Instant::now();
    assert_eq!(status(&studio.send(&studio.post("stop/long", "{}"))), "200");
    let answer = wait_for(&mut lines, "answer");
    assert_eq!(answer["complete"], false);
    // Far less if the machine has nothing else to do.
    assert!(begin.elapsed() < Duration::from_secs(2), "{:?}", begin.elapsed());
    // A limit of time does the same.
    let limited = studio.ask(&json!({"ask": "count", "text": FOREVER, "which": "all", "seconds": 0.3}));
    assert_eq!(limited.last().unwrap()["complete"], false);
}

/// If the page is closed, its search ends.
#[cfg(target_os = "linux")]
#[test]
fn nobody_searches_for_a_page_that_is_gone() {
    let (studio, _) = Studio::start(&["--threads", "2"]);
    let busy = || {
        let text = std::fs::read_to_string(format!("/proc/{}/stat", studio.child.id())).unwrap();
        let fields: Vec<&str> = text.rsplit_once(')').unwrap().1.split_whitespace().collect();
        fields[11].parse::<u64>().unwrap() + fields[12].parse::<u64>().unwrap()
    };
    let mut stream = studio.connect();
    let request = json!({"ask": "count", "text": FOREVER, "which": "all"}).to_string();
    stream.write_all(studio.post("ask/gone", &request).as_bytes()).unwrap();
    let mut lines = BufReader::new(stream.try_clone().unwrap()).lines();
    wait_for(&mut lines, "progress");
    stream.shutdown(std::net::Shutdown::Both).unwrap();
    drop((stream, lines));
    let begin = Instant::now();
    loop {
        let before = busy();
        std::thread::sleep(Duration::from_millis(300));
        if busy() - before <= 1 {
            break;
        }
        assert!(begin.elapsed() < Duration::from_secs(20), "it goes on");
    }
}

/// All requests together take no more memory than they may. What would need more is refused; what is seen to need more
/// only while it runs is stopped, and says why.
#[cfg(target_os = "linux")]
#[test]
fn memory_has_a_bound() {
    const MOST: usize = 100;
    let (studio, _) = Studio::start(&["--threads", "1", "--memory", &format!("{MOST}M")]);
    let megabytes = |what: &str| {
        let text = std::fs::read_to_string(format!("/proc/{}/status", studio.child.id())).unwrap();
        let line = text.lines().find_map(|line| line.strip_prefix(what)).unwrap().to_owned();
        line.trim().split(' ').next().unwrap().parse::<usize>().unwrap() >> 10
    };
    assert_eq!(studio.ask(&json!({"ask": "hello"}))[0]["event"], "hello");
    let before = megabytes("VmRSS:");
    let refused = studio.ask(&json!({"ask": "count", "text": FOREVER, "which": "all"}));
    assert!(refused[0]["sentence"].as_str().unwrap().contains("too large"), "{refused:?}");
    // There are 12988816 solutions, and to keep all of them takes gigabytes. Two of them at once share what there is.
    let text = "|! lattice square\n[0-7][0-7]\n32|D 00 01\n";
    let request = json!({"ask": "best", "text": text, "which": "all", "by": "tatami", "limit": 100_000_000});
    let ends = std::thread::scope(|scope| {
        let ask = |name: &'static str| {
            let (studio, request) = (&studio, &request);
            scope.spawn(move || studio.send(&studio.post(&format!("ask/{name}"), &request.to_string())))
        };
        [ask("one"), ask("two")].map(|thread| thread.join().unwrap())
    });
    for answer in ends {
        let last: Value = serde_json::from_str(answer.lines().last().unwrap()).unwrap();
        assert_eq!(last["event"], "refusal", "{last}");
        assert!(last["sentence"].as_str().unwrap().contains("more memory"), "{last}");
    }
    // On a very busy machine they may end a little later.
    let peak = megabytes("VmHWM:");
    assert!(peak <= before + MOST + 20, "{peak} MB after {before} MB");
    // It still answers, with what was given back.
    let text = "|! lattice square\n|! use pentominoes\n[0-2][0-j]\n";
    let events = studio.ask(&json!({"ask": "count", "text": text, "which": "all"}));
    assert_eq!(events.last().unwrap()["count"], "8");
}
