//! The server: the page, and answers to what it asks.

use super::http::{self, Message, Wrong};
use super::memory::{Memory, Share};
use polydlx::cover::Monitor;
use polydlx::shelf::Shelf;
use polydlx_studio::{Home, Request, page, progress, refusal};
use std::collections::BTreeMap;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// A server of one studio.
pub(crate) struct Server {
    port: u16,
    /// What only the address that was opened has.
    token: String,
    threads: usize,
    memory: Memory,
    shelf: Shelf,
    /// What is going on, by the name that its page gave it.
    running: Mutex<BTreeMap<String, Running>>,
    /// How many requests there were.
    requests: AtomicUsize,
    connections: AtomicUsize,
}

/// A request that is being answered.
struct Running {
    monitor: Monitor,
    /// Its number, if it needs memory.
    number: Option<usize>,
}

/// How many connections there may be at once.
const CONNECTIONS: usize = 64;
/// How often somebody looks whether anything has changed.
const TICK: Duration = Duration::from_millis(20);
/// How often the page hears how far its search has come.
const PROGRESS: Duration = Duration::from_millis(100);
/// How long a page may take to say what it wants, or to hear it.
const PATIENCE: Duration = Duration::from_secs(30);

/// A word that nobody can guess: the keys of hash maps come from the system's source of random numbers.
pub(crate) fn token() -> String {
    let word = || RandomState::new().hash_one("studio");
    let (first, second) = (RandomState::new(), RandomState::new());
    format!("{:016x}{:016x}", first.hash_one(word()), second.hash_one(word()))
}

impl Server {
    pub(crate) fn new(port: u16, token: String, threads: usize, memory: usize, shelf: Shelf) -> Self {
        let (requests, connections) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let (memory, running) = (Memory::new(memory), Mutex::default());
        Self { port, token, threads, memory, shelf, running, requests, connections }
    }

    /// Where the page is.
    pub(crate) fn address(&self) -> String {
        format!("http://127.0.0.1:{}/{}/", self.port, self.token)
    }

    /// Serves for ever.
    pub(crate) fn run(&self, listener: &TcpListener) {
        thread::scope(|scope| {
            for stream in listener.incoming().filter_map(Result::ok) {
                if self.connections.fetch_add(1, Ordering::Relaxed) >= CONNECTIONS {
                    self.connections.fetch_sub(1, Ordering::Relaxed);
                    continue;
                }
                scope.spawn(move || {
                    // If the page has gone, nobody is there to be told.
                    let _ = self.serve(stream);
                    self.connections.fetch_sub(1, Ordering::Relaxed);
                });
            }
        });
    }

    fn serve(&self, mut stream: TcpStream) -> io::Result<()> {
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.set_write_timeout(Some(PATIENCE))?;
        stream.set_nodelay(true)?;
        let refuse =
            |stream: &mut TcpStream, status: &str| http::answer(stream, status, "text/plain", status);
        let message = match Message::read(&mut stream) {
            Ok(message) => message,
            Err(Wrong::Malformed) => return refuse(&mut stream, "400 Bad Request"),
            Err(Wrong::TooLarge) => return refuse(&mut stream, "413 Content Too Large"),
        };
        // Another name for this machine may belong to somebody else's page.
        if !message.header("host").is_some_and(|host| self.is_own(host)) {
            return refuse(&mut stream, "421 Misdirected Request");
        }
        let path = message.path.split(['?', '#']).next().unwrap_or_default();
        let path: Vec<&str> = path.split('/').skip(1).collect();
        if !path.first().is_some_and(|token| is_same(token, &self.token)) {
            return refuse(&mut stream, "403 Forbidden");
        }
        match (message.method.as_str(), &path[1..]) {
            ("GET", [name]) => match page::find(if name.is_empty() { "index.html" } else { name }) {
                Some(file) => http::answer(&mut stream, "200 OK", file.kind, file.text),
                None => refuse(&mut stream, "404 Not Found"),
            },
            ("POST", ["ask" | "stop", _]) if !self.is_from_page(&message) => {
                refuse(&mut stream, "403 Forbidden")
            }
            ("POST", ["ask", name]) => self.ask(stream, &message.body, name),
            ("POST", ["stop", name]) => {
                if let Some(running) = self.running().get(*name) {
                    running.monitor.stop();
                }
                http::answer(&mut stream, "200 OK", "text/plain", "")
            }
            ("GET" | "POST", _) => refuse(&mut stream, "404 Not Found"),
            _ => refuse(&mut stream, "405 Method Not Allowed"),
        }
    }

    /// Whether a name is one of this server.
    fn is_own(&self, host: &str) -> bool {
        ["127.0.0.1", "localhost"].iter().any(|name| host == format!("{name}:{}", self.port))
    }

    /// Whether a request comes from a page of this server: browsers say so, and let no other page say it.
    fn is_from_page(&self, message: &Message) -> bool {
        let origin = message.header("origin").and_then(|origin| origin.strip_prefix("http://"));
        origin.is_some_and(|host| self.is_own(host))
            && message.header("content-type") == Some("application/json")
    }

    fn running(&self) -> MutexGuard<'_, BTreeMap<String, Running>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a request has to end so that there is memory enough: it is the last of those that need any.
    fn must_yield(&self, number: Option<usize>, share: &Share<'_>) -> bool {
        let last = || self.running().values().filter_map(|running| running.number).max();
        number.is_some() && share.is_exceeded() && last() == number
    }

    /// Answers a request event by event, each a line. It ends early if the page goes away.
    fn ask(&self, mut stream: TcpStream, body: &[u8], name: &str) -> io::Result<()> {
        http::begin(&mut stream, "200 OK", "application/x-ndjson")?;
        let request = match Request::read(&String::from_utf8_lossy(body)) {
            Ok(request) => request,
            Err(event) => return writeln!(stream, "{event}"),
        };
        let share = if request.is_large() { self.memory.share() } else { self.memory.none() };
        let home = Home { threads: self.threads, memory: share.bytes, pace: 1.0, sets: &self.shelf };
        let monitor = Monitor::new();
        let number = request.is_large().then(|| self.requests.fetch_add(1, Ordering::Relaxed));
        self.running().insert(name.to_owned(), Running { monitor: monitor.clone(), number });
        stream.set_read_timeout(Some(Duration::from_millis(1)))?;
        let (sender, events) = sync_channel::<String>(64);
        thread::scope(|scope| {
            let (request, monitor) = (&request, &monitor);
            scope.spawn(move || {
                request.answer(&home, monitor, &mut |event| {
                    let _ = sender.send(event);
                });
            });
            let begin = Instant::now();
            let (mut told, mut looked) = (begin, begin);
            let (mut gone, mut full) = (false, false);
            loop {
                let event = events.recv_timeout(TICK);
                gone |= is_closed(&stream);
                if looked.elapsed() >= TICK {
                    looked = Instant::now();
                    if !full && self.must_yield(number, &share) {
                        full = true;
                        monitor.stop();
                    }
                }
                if gone || request.seconds().is_some_and(|limit| begin.elapsed().as_secs_f64() > limit) {
                    monitor.stop();
                }
                if request.is_search() && told.elapsed() >= PROGRESS {
                    told = Instant::now();
                    gone |= writeln!(stream, "{}", progress(monitor)).is_err();
                }
                match event {
                    Ok(event) => gone |= writeln!(stream, "{event}").is_err(),
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => break,
                }
            }
            if full {
                // This is the last word, whatever was said before.
                let _ = writeln!(stream, "{}", refusal(&self.memory.sentence()));
            }
        });
        self.running().remove(name);
        stream.flush()
    }
}

/// Whether the other end is closed.
fn is_closed(stream: &TcpStream) -> bool {
    match stream.peek(&mut [0]) {
        Ok(number) => number == 0,
        Err(error) => !matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut),
    }
}

/// Compares in a time that tells nothing.
fn is_same(one: &str, other: &str) -> bool {
    let differences = one.bytes().zip(other.bytes()).fold(0, |all, (a, b)| all | (a ^ b));
    one.len() == other.len() && differences == 0
}
