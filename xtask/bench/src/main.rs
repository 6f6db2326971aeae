//! polydlx beside other exact cover crates: all solutions of the same options, one thread, no symmetry reduction
//! but in the first column, which is what `polydlx count` does.
//!
//! `cargo xtask bench` prints a Markdown table of processor times relative to crate `dlx`, of polydlx's peak memory, and
//! what a second thread is worth. Every count is checked, and a wrong one fails the run.

mod auto;
mod engine;
mod giants;
mod left;
mod library;
mod prices;
mod puzzle;
mod sample;

use clap::Parser;
use engine::Engine;
use puzzle::Puzzle;
use sample::Sample;
use std::process::ExitCode;

/// Compare polydlx with other exact cover crates
#[derive(Parser)]
#[command(name = "bench")]
struct Args {
    /// Leave out the puzzles that take minutes
    #[arg(long)]
    quick: bool,
    /// Measure instead what a node, a shape and a state cost
    #[arg(long)]
    prices: bool,
    /// Compare instead searching, sweeping and the choice between them on every puzzle of the library, or on those whose name has this word
    #[arg(long, value_name = "WORD", num_args = 0..)]
    auto: Option<Vec<String>>,
    /// Look instead for one solution of each of some puzzles that are too large for all
    #[arg(long)]
    giants: bool,
    /// Compare instead the time that was said to be left with what came true, on the slow puzzles of the library, or on those whose name has this word
    #[arg(long, value_name = "WORD", num_args = 0..)]
    left: Option<Vec<String>>,
    /// With --auto, --left and --giants: how many seconds to wait for an answer
    #[arg(long, value_name = "SECONDS", default_value = "64")]
    patience: u64,
    /// The puzzles; all if none is named
    puzzles: Vec<Puzzle>,
    /// Measure one puzzle and this engine in this process, and print the bare figures
    #[arg(long, hide = true, requires = "puzzles")]
    one: Option<Engine>,
}

/// The engine that the others are compared with; its speed is that of Knuth's dlx1.
const BASE: Engine = Engine::Dlx;

fn main() -> ExitCode {
    let args = Args::parse();
    if args.prices {
        prices::prices();
        return ExitCode::SUCCESS;
    }
    if args.giants {
        giants::giants(args.patience);
        return ExitCode::SUCCESS;
    }
    if let Some(words) = &args.left {
        left::left(words, args.patience);
        return ExitCode::SUCCESS;
    }
    if let Some(words) = &args.auto {
        return if auto::auto(words, args.patience) { ExitCode::SUCCESS } else { ExitCode::FAILURE };
    }
    if let (Some(engine), &[puzzle]) = (args.one, &*args.puzzles) {
        println!("{}", Sample::here(puzzle, engine));
        return ExitCode::SUCCESS;
    }
    let mut puzzles = if args.puzzles.is_empty() { Puzzle::ALL.to_vec() } else { args.puzzles };
    puzzles.retain(|puzzle| !(args.quick && puzzle.is_long()));

    let titles: Vec<_> = Engine::ALL.iter().map(ToString::to_string).collect();
    println!("| puzzle | solutions | {} | `bits`, `links`: MB |", titles.join(" | "));
    println!("|---|--:|{}--:|", "--:|".repeat(titles.len()));
    for &puzzle in &puzzles {
        println!("{}", row(puzzle));
    }
    if puzzles.contains(&Puzzle::Pentominoes6x10) {
        let wall = |engine| Sample::best(Puzzle::Pentominoes6x10, engine, |sample| sample.wall).wall;
        let ratio = wall(Engine::Bits) / wall(Engine::BitsOnTwo);
        println!("\n{}: two threads are {ratio:.2} times as fast as one.", Puzzle::Pentominoes6x10);
    }
    ExitCode::SUCCESS
}

fn row(puzzle: Puzzle) -> String {
    let time = |sample: &Sample| sample.cpu;
    let samples = Engine::ALL.map(|engine| {
        // Nobody waits an hour for crates that are slower than the base on every shorter puzzle.
        let slow = puzzle.is_long() && !engine.is_ours() && engine != BASE;
        let skip = slow || (engine == Engine::Frontier && puzzle.is_thick());
        (engine, (!skip).then(|| Sample::best(puzzle, engine, time)))
    });
    let find =
        |wanted| samples.iter().find(|(engine, _)| *engine == wanted).and_then(|(_, sample)| sample.as_ref());
    let base = find(BASE).map_or(f64::NAN, time);
    let ratios: Vec<_> = samples
        .iter()
        .map(|(_, sample)| sample.as_ref().map_or("–".into(), |it| ratio(it.cpu / base)))
        .collect();
    let searches = |engine: &Engine| engine.is_ours() && !engine.is_shortcut();
    let peak =
        samples.iter().filter(|(engine, _)| searches(engine)).filter_map(|(_, sample)| sample.as_ref());
    let peak = peak.map(|sample| sample.peak_kb).max().unwrap_or(0) as f64 / 1024.0;
    format!("| {puzzle} | {} | {} | {peak:.1} |", puzzle.solutions(), ratios.join(" | "))
}

/// Two digits that mean something.
fn ratio(ratio: f64) -> String {
    if ratio < 0.1 { format!("{ratio:.3}") } else { format!("{ratio:.2}") }
}
