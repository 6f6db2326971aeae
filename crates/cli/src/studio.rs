//! `polydlx studio`

mod http;
mod memory;
mod serve;

use crate::args::bytes;
use crate::failure::Failure;
use crate::search::HALF_OF_WHAT_IS_FREE;
use crate::{Answer, Outcome, input, output};
use polydlx::diagnostic::Diagnostic;
use polydlx_studio::page;
use serve::{Server, token};
use std::net::{Ipv4Addr, TcpListener};
use std::process::{Command, Stdio};
use std::thread::available_parallelism;

/// Draw, solve, play and share puzzles on a page in your browser
///
/// A page is opened that talks to this program, and to nothing else: it listens to this machine only, and answers
/// only who knows the address that is printed. Ctrl-C ends it.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  polydlx studio
  polydlx studio soma-3x3x3
  polydlx studio my.spec --memory 2G
  polydlx studio --no-open --port 8080

Exit status: 2 error, 3 it was interrupted; it does not end otherwise.")]
pub(crate) struct StudioArgs {
    /// A spec file, `-` for standard input, or the name of a puzzle of the library, to begin with
    #[arg(value_name = "SPEC")]
    pub(crate) input: Option<String>,

    /// Listen here [default: wherever there is room]
    #[arg(long, value_name = "PORT", default_value = "0", hide_default_value = true)]
    pub(crate) port: u16,

    /// Only print the address
    #[arg(long)]
    pub(crate) no_open: bool,

    /// How many threads search [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,

    /// How much memory all requests together may use, as in 500M or 8G [default: half of what is free]
    #[arg(long, value_name = "BYTES", value_parser = bytes)]
    pub(crate) memory: Option<usize>,
}

pub(crate) fn run(args: &StudioArgs) -> Outcome {
    let fragment = args.input.as_deref().map(fragment).transpose()?.unwrap_or_default();
    let no_room = |error: std::io::Error| {
        let message = format!("there is no listening at port {}: {error}", args.port);
        let remedy = "leave out --port, or name another one";
        Failure::mistake(Diagnostic::error("no-port", message).remedy(remedy))
    };
    // Nobody but this machine can reach this.
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, args.port)).map_err(no_room)?;
    let port = listener.local_addr().map_err(no_room)?.port();
    let threads = args.threads.map_or_else(|| available_parallelism().map_or(1, usize::from), usize::from);
    let memory = args.memory.unwrap_or_else(|| *HALF_OF_WHAT_IS_FREE);
    let server = Server::new(port, token(), threads, memory, input::shelf());
    let address = format!("{}{fragment}", server.address());
    output::to(None, |out| writeln!(out, "The studio is at {address}\nCtrl-C ends it."))?;
    if !args.no_open && !open(&address) {
        eprintln!("No browser could be started: open the address in one.");
    }
    server.run(&listener);
    Ok(Answer::Yes)
}

/// The part of the address that carries a puzzle. It may have mistakes: the page shows them.
fn fragment(input: &str) -> Result<String, Failure> {
    let source = input::source(input)?;
    if source.name.ends_with(".dlx") {
        let message = "a DLX file has no geometry, so it cannot be drawn on a page";
        let remedy = "open the spec that it was made of";
        return Err(Failure::mistake(Diagnostic::error("no-geometry", message).remedy(remedy)));
    }
    Ok(page::fragment(&source.text))
}

/// Opens an address in the browser; false if there is no way to do it.
fn open(address: &str) -> bool {
    let commands: &[&[&str]] = if cfg!(target_os = "windows") {
        &[&["rundll32", "url.dll,FileProtocolHandler"]]
    } else if cfg!(target_os = "macos") {
        &[&["open"]]
    } else {
        &[&["xdg-open"], &["wslview"], &["x-www-browser"]]
    };
    commands.iter().any(|command| {
        let quiet = || Stdio::null();
        let mut start = Command::new(command[0]);
        start.args(&command[1..]).arg(address).stdin(quiet()).stdout(quiet()).stderr(quiet());
        start.spawn().is_ok()
    })
}
