//! What can be said on the command line.

use clap::builder::PossibleValuesParser;
use clap::builder::TypedValueParser as _;
use clap::{Parser, Subcommand, ValueEnum};
use polydlx::draw::{ColorBy, Corner, Palette, View};
use polydlx::lattice::{Lattice, Sided};
use polydlx::spec::Color;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Polyform puzzles on squares, triangles, hexagons, cubes and spheres.
///
/// A puzzle is a box of cells and a set of pieces, written in Knuth's compact notation.
/// polydlx turns it into an exact cover problem, and finds or counts the solutions.
#[derive(Debug, Parser)]
#[command(
    name = "polydlx",
    version,
    long_version = crate::version::LONG.as_str(),
    arg_required_else_help = true,
    after_help = "\
Examples:
  polydlx solve pentominoes-6x10 -n 1       one solution of a puzzle of the library
  polydlx count soma-3x3x3                  how many there are
  polydlx draw tetrahexes -o chart.svg      a picture of a piece set
  polydlx options my.spec -o my.dlx         the exact cover problem, for other solvers
  polydlx info my.spec                      what a puzzle is made of
  polydlx pieces --lattice hex --size 5     all pentahexes
  polydlx design sets my.spec               sets of pieces that fill a box in just one way
  polydlx list                              the piece sets and puzzles that come with polydlx

Exit status: 0 found or true, 1 none or false, 2 error, 3 stopped early.

Environment: POLYDLX_PATH is a list of folders with piece sets and puzzles of your own, which are found by name before
those of the library; NO_COLOR turns colours off."
)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,

    /// Say which way was taken, and why
    #[arg(short, long, global = true)]
    pub(crate) verbose: bool,

    /// Say nothing but the results
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    pub(crate) quiet: bool,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Solve(SolveArgs),
    Count(CountArgs),
    Sample(SampleArgs),
    Zdd(ZddArgs),
    Draw(DrawArgs),
    Options(OptionsArgs),
    Info(InfoArgs),
    Verify(VerifyArgs),
    Pieces(PiecesArgs),
    Design(DesignArgs),
    Check(CheckArgs),
    List(ListArgs),
    Show(ShowArgs),
    Completions(CompletionsArgs),
    Man(ManArgs),
}

/// What to read.
#[derive(Debug, clap::Args)]
pub(crate) struct InputArgs {
    /// A spec file, `-` for standard input, or the name of a puzzle of the library
    #[arg(value_name = "SPEC")]
    pub(crate) input: String,

    /// What cells are, if the file does not say it
    #[arg(long, value_name = "LATTICE", value_parser = lattices())]
    pub(crate) lattice: Option<Lattice>,
}

/// What to search.
#[derive(Debug, clap::Args)]
pub(crate) struct ProblemArgs {
    /// A spec (.spec), a DLX file (.dlx), `-` for standard input, or the name of a puzzle of the library
    pub(crate) input: String,

    /// What cells are, if the spec does not say it
    #[arg(long, value_name = "LATTICE", value_parser = lattices())]
    pub(crate) lattice: Option<Lattice>,

    /// What the input is [default: dlx for files that end in .dlx, else spec]
    #[arg(long, value_name = "FORMAT")]
    pub(crate) from: Option<From>,
}

/// Which solutions count as the same.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Symmetry")]
pub(crate) struct SymmetryArgs {
    /// One solution of each class: those that a symmetry of the puzzle, or a rotation, takes to each other
    #[arg(long, value_name = "WHAT")]
    pub(crate) up_to: Option<UpTo>,

    /// Only solutions that these symmetries leave as they are: names, with commas between them, as in
    /// `rotation by 180°`; `polydlx info --symmetries` lists them
    #[arg(long, value_name = "NAMES", value_delimiter = ',', conflicts_with = "up_to")]
    pub(crate) invariant_under: Vec<String>,
}

/// What classes are made by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum UpTo {
    /// All symmetries of the puzzle
    Symmetry,
    /// Only those that rotations do
    Rotation,
}

/// What an input can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum From {
    /// Box and pieces
    Spec,
    /// Items and options
    Dlx,
}

/// How to search.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Search")]
pub(crate) struct SearchArgs {
    /// What the search tree is represented by
    #[arg(long, default_value = "auto")]
    pub(crate) engine: EngineName,

    /// How many threads search [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,

    /// How much memory engine frontier may use for its states, as in 500M or 8G [default: half of what is free]
    #[arg(long, value_name = "BYTES", value_parser = bytes)]
    pub(crate) memory: Option<usize>,

    /// Which item to branch on
    #[arg(long, default_value = "mrv")]
    pub(crate) branch: BranchName,

    /// Stop after this time, as in 90, 90s, 15m, 8h or 2d; the answer is then partial. Getting ready counts, but is not
    /// interrupted
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub(crate) time_limit: Option<Duration>,

    /// Print nodes, updates (engine links) and the profile of the search tree on standard error
    #[arg(long)]
    pub(crate) stats: bool,

    /// Print progress as lines, also where standard error is no terminal
    #[arg(long)]
    pub(crate) progress: bool,

    /// Say which way was taken, and why
    #[arg(short, long)]
    pub(crate) verbose: bool,

    /// Say nothing but the results
    #[arg(short, long, conflicts_with = "verbose")]
    pub(crate) quiet: bool,
}

impl SearchArgs {
    /// How much of the time limit is left.
    pub(crate) fn time_left(&self, begun: Instant) -> Option<Duration> {
        self.time_limit.map(|limit| limit.saturating_sub(begun.elapsed()))
    }
}

/// The engines by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum EngineName {
    /// The fastest one that can do it
    Auto,
    /// Knuth's dancing links
    Links,
    /// The same search tree on bit masks
    Bits,
    /// No search tree: partial packings that leave the same cells and pieces are merged, and only counted
    Frontier,
}

/// The ways to choose an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum BranchName {
    /// The one with the fewest options, the leftmost of the best
    Mrv,
    /// The leftmost one
    First,
}

/// Find the solutions of a puzzle
///
/// Solutions appear as they are found, in an order that does not depend on the number of threads.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  polydlx solve pentominoes-6x10 -n 1
  polydlx solve soma-3x3x3 --up-to symmetry
  polydlx solve my.spec --format jsonl > solutions.jsonl
  polydlx solve pentominoes-6x10 --up-to symmetry --format none --draw all-%03d.svg --per-page 60
  polydlx solve queens.dlx --threads 1 --stats

Formats: picture is for people, with lines and colours; text shows the packing with one symbol a \
cell, solids layer by layer; jsonl has one object a line, first the puzzle, then the solutions; dlx is \
what Knuth's solvers print. `polydlx check` and `polydlx draw` read the last three.

Pictures: --draw makes one picture of one solution, a sheet of several, and pages if the name has %d; \
the end of the name (.svg, .png, .pdf) says what is made. Below each solution stand its number and its \
symmetries. Solutions are printed all the same, unless --format is none.

Exit status: 0 found, 1 there is no solution, 2 error, 3 stopped early.")]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) problem: ProblemArgs,

    /// Stop after this many solutions; of samples, how many to draw
    #[arg(short = 'n', long = "number", value_name = "N")]
    pub(crate) number: Option<u64>,

    /// How solutions are written [default: picture on a terminal, else text; dlx for DLX files]
    #[arg(long)]
    pub(crate) format: Option<Format>,

    /// Write solutions in any order: a little faster with several threads
    #[arg(long)]
    pub(crate) unordered: bool,

    #[command(flatten)]
    pub(crate) symmetry: SymmetryArgs,

    #[command(flatten)]
    pub(crate) search: SearchArgs,

    /// Draw the solutions, too: into this file, or into several if its name has %d for the number of the page
    #[arg(long, visible_alias = "svg", value_name = "FILE", help_heading = "Pictures")]
    pub(crate) draw: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) picture: PictureArgs,
}

/// How pictures look.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Pictures")]
pub(crate) struct PictureArgs {
    /// How many solutions stand on a page [default: 24 if the name of the file has %d, else all]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) per_page: Option<u32>,

    /// How many pictures stand side by side [default: 1, or 6 if there are many]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) columns: Option<u16>,

    /// Which colours there are
    #[arg(long, default_value = "default", value_parser = PossibleValuesParser::new(Palette::ALL.map(Palette::name)).map(|name| Palette::from_name(&name).expect("a possible value")))]
    pub(crate) palette: Palette,

    /// What the colour of a piece depends on: its name; its neighbours, so that few colours suffice (graph);
    /// or all that touch it, if only at a corner (strong) [default: piece, or graph if a piece may be used several times]
    #[arg(long, value_parser = PossibleValuesParser::new(ColorBy::ALL.map(ColorBy::name)).map(|name| ColorBy::from_name(&name).expect("a possible value")))]
    pub(crate) color_by: Option<ColorBy>,

    /// How solids are shown
    #[arg(long, default_value = "auto", value_parser = PossibleValuesParser::new(View::ALL.map(View::name)).map(|name| View::from_name(&name).expect("a possible value")))]
    pub(crate) view: View,

    /// The corner of solids that is nearest to the eye; a capital is the greater end of its axis
    #[arg(long, default_value = "xyZ", value_parser = PossibleValuesParser::new(Corner::ALL.map(Corner::name)).map(|name| Corner::from_name(&name).expect("a possible value")))]
    pub(crate) corner: Corner,

    /// The colour of a piece, as in X=#c0ffee or X=teal; may be said for several pieces
    #[arg(long, value_name = "PIECE=COLOR", value_parser = piece_color)]
    pub(crate) color: Vec<(String, Color)>,

    /// The size of a cell in pixels
    #[arg(long, value_name = "PIXELS", default_value = "40", value_parser = clap::value_parser!(u16).range(4..=1000))]
    pub(crate) cell: u16,

    /// The size of a cell on paper, as in 10mm, 1cm or 0.5in: the picture has true scale
    #[arg(long, value_name = "LENGTH", value_parser = cell_length, conflicts_with = "cell")]
    pub(crate) unit: Option<f64>,

    /// How many pixels a bitmap is wide [default: as many as --cell asks for]
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(crate) width: Option<u32>,

    /// Leave out the names of pieces
    #[arg(long)]
    pub(crate) no_labels: bool,

    /// Leave out the lines between cells of a piece
    #[arg(long)]
    pub(crate) no_grid: bool,

    /// Whether pictures on a terminal have colours; auto also heeds NO_COLOR and TERM
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub(crate) ansi: When,
}

/// When to do something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum When {
    /// If it makes sense
    Auto,
    Always,
    Never,
}

/// The forms of solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// A picture for people, with lines and colours
    Picture,
    /// A picture made of letters
    Text,
    /// One JSON object a line
    Jsonl,
    /// Options, as Knuth's solvers print them
    Dlx,
    /// Not at all, if they are only to be drawn or counted
    None,
}

/// Count the solutions of a puzzle
///
/// Prints just the number. Nothing is stored. If the search is stopped early, prints "at least" before it.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  polydlx count pentominoes-6x10 --up-to symmetry
  polydlx count cuts-4x4 --invariant-under 'rotation by 180°'
  polydlx count soma-3x3x3 --engine links --threads 1 --stats
  polydlx count my.dlx --time-limit 8h

Exit status: 0 there are solutions, 1 there are none, 2 error, 3 stopped early.")]
pub(crate) struct CountArgs {
    #[command(flatten)]
    pub(crate) problem: ProblemArgs,

    #[command(flatten)]
    pub(crate) symmetry: SymmetryArgs,

    /// Print how many classes have which symmetry
    #[arg(long, requires = "up_to", help_heading = "Symmetry")]
    pub(crate) by_stabilizer: bool,

    /// Count once more by Burnside's lemma, and compare
    #[arg(long, requires = "up_to", help_heading = "Symmetry")]
    pub(crate) verify: bool,

    #[command(flatten)]
    pub(crate) search: SearchArgs,
}

/// Draw solutions at random, each as likely as any other
///
/// The solutions come from a diagram of all of them, made by engine frontier; if memory does not suffice for that, they
/// are drawn while all solutions are enumerated. One solution may be drawn more than once.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  polydlx sample pentominoes-6x10 -n 5 --seed 1
  polydlx sample dominoes-16x16 --draw random.svg --color-by graph --no-labels

Exit status: 0 drawn, 1 there is no solution, 2 error, 3 stopped early.")]
pub(crate) struct SampleArgs {
    /// The same seed draws the same solutions
    #[arg(long, value_name = "N", default_value = "1")]
    pub(crate) seed: u64,

    #[command(flatten)]
    pub(crate) solve: SolveArgs,
}

/// Write all solutions as a zero-suppressed decision diagram
///
/// The diagram has one line a node, children before parents, as Knuth's dlx6 prints it: `2a: (~17?9:1f)` is node 2a,
/// which goes on to node 9 if option 17 is not chosen and to node 1f if it is. Nodes are numbered in radix 16, 0 and 1 are
/// the sinks, and options are numbered from 1 as `polydlx options` lists them. The last line, with option 0, is the root.
/// A file that ends in .zdd is read instead, and the number of its solutions is printed.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  polydlx zdd pentominoes-6x10 -o 6x10.zdd
  polydlx zdd 6x10.zdd

Exit status: 0 done, 1 there are no solutions, 2 error, 3 stopped early.")]
pub(crate) struct ZddArgs {
    #[command(flatten)]
    pub(crate) problem: ProblemArgs,

    /// Where to write the diagram [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) search: SearchArgs,
}

/// Solve puzzles and compare with the numbers that they expect
///
/// Counts the solutions of each spec or DLX file, compares with its `|! expect` lines, and prints a table of what agreed.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  polydlx verify pentominoes-6x10 soma-3x3x3
  polydlx verify queens-8 langford-7
  polydlx verify puzzles/*.spec --time-limit 1m

Exit status: 0 all numbers agree, 1 one does not, 2 error, 3 some searches were stopped early and all others agree.")]
pub(crate) struct VerifyArgs {
    /// Specs (.spec), DLX files (.dlx), or names of puzzles of the library
    #[arg(value_name = "INPUT", required = true)]
    pub(crate) inputs: Vec<String>,

    #[command(flatten)]
    pub(crate) search: SearchArgs,
}

/// Draw a puzzle, a piece set or solutions
///
/// Without solutions: the box with the pieces that are placed in it, or a chart of the set.
/// With them: a picture of each, on a sheet if there are several. They are read in any format that `polydlx solve` writes
/// for programs.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  polydlx draw tetraspheres -o chart.svg --palette safe
  polydlx draw pentominoes                                            on the terminal
  polydlx solve pentominoes-6x10 -n 1 | polydlx draw pentominoes-6x10 - -o 6x10.png --width 1200
  polydlx solve soma-3x3x3 -n 24 | polydlx draw soma-3x3x3 - -o soma.svg --view solid
  polydlx solve soma-3x3x3 -n 1 | polydlx draw soma-3x3x3 - -o steps.svg --view assembly
  polydlx draw soma-3x3x3 solutions.txt -o soma-%d.pdf --per-page 12 --columns 3 --unit 8mm
  polydlx draw pentominoes --placements R -o r.svg --color R=teal
  polydlx draw pentominoes-6x10 -o cut.svg --style cut --unit 10mm --kerf 0.15mm

What is made is said by the end of the file's name: .svg; .png, a bitmap; .pdf, a page on which a cell \
has the size --unit. With %d (or %03d) in the name there are several files, each with as many solutions \
as --per-page says. Below each solution of a sheet stand its number and its symmetries.

Views: solids are shown in layers, as they stand on the table (solid), both ways, with pieces \
pulled apart (exploded), or step by step (assembly), if possible so that each piece can be put \
down straight from above.

Cutting: without kerf, the pieces of a solution share their cuts and lie in a frame. With it, or \
without a solution, pieces and tray are laid out apart; outlines are half a kerf outside, so that \
pieces get their true size. Cells are 10mm wide unless `--unit` says otherwise.")]
pub(crate) struct DrawArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// Solutions to draw, `-` for standard input
    pub(crate) solutions: Option<String>,

    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// What to make [default: what the name of the file says; on standard output svg, on a terminal picture]
    #[arg(long)]
    pub(crate) format: Option<PictureFormat>,

    /// Show the base placements of this piece instead
    #[arg(long, value_name = "PIECE", conflicts_with_all = ["solutions", "style"])]
    pub(crate) placements: Option<String>,

    /// What the picture is for
    #[arg(long, default_value = "picture")]
    pub(crate) style: DrawStyle,

    /// The width of what the beam burns away, as in 0.15mm; pieces are then cut apart from each other
    #[arg(long, value_name = "LENGTH", value_parser = length)]
    pub(crate) kerf: Option<f64>,

    #[command(flatten)]
    pub(crate) picture: PictureArgs,
}

/// The forms of pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PictureFormat {
    /// A vector picture
    Svg,
    /// A bitmap
    Png,
    /// A page to print
    Pdf,
    /// Characters, for a terminal
    Picture,
}

/// What pictures are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum DrawStyle {
    /// To be looked at
    Picture,
    /// For a laser cutter: red hairlines, each once, and names in blue
    Cut,
}

/// Write the exact cover problem of a puzzle as a DLX option file
///
/// The file is the one that Knuth's POLYOMINO-DLX, POLYIAMOND-DLX and POLYCUBE-DLX write,
/// and any DLX solver reads it. A summary goes to standard error.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  polydlx options pentominoes-6x10 -o 6x10.dlx
  polydlx options --lattice triangle old.spec
  printf '[0-3][0-9]\\n20|D 0[01]\\n' | polydlx options - --lattice square")]
pub(crate) struct OptionsArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// Only as many options as are needed to find one solution of each class, where one file can say that
    #[arg(long, value_name = "WHAT")]
    pub(crate) up_to: Option<UpTo>,
}

/// Show what a puzzle, a piece set or a DLX file is made of
///
/// Cells, pieces, base placements, options, how many symmetries the box has, and why there can be no solution
/// where that is easy to see.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  polydlx info soma-3x3x3
  polydlx info shapes/tetraspheres.spec
  polydlx info my.spec --lattice hex --json
  polydlx info bedlam-4x4x4 --estimate")]
pub(crate) struct InfoArgs {
    #[command(flatten)]
    pub(crate) input: ProblemArgs,

    /// Estimate the size of the search tree and the number of solutions from so many random descents [default: 10000]
    #[arg(long, value_name = "TRIALS", num_args = 0..=1, require_equals = true, default_missing_value = "10000", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) estimate: Option<u64>,

    /// Where the random numbers of the estimate begin
    #[arg(long, value_name = "SEED", default_value = "0", requires = "estimate")]
    pub(crate) seed: u64,

    /// List all symmetries of the puzzle by name, not only some that make the others
    #[arg(long)]
    pub(crate) symmetries: bool,

    /// Write one JSON object instead of a table
    #[arg(long)]
    pub(crate) json: bool,
}

/// List all polyforms of a size as a piece set
///
/// There is one representative of each, the least one in the order of specs; they are called p-1, p-2, and so on.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  polydlx pieces --lattice square --size 6                 the 35 hexominoes
  polydlx pieces --lattice triangle --size 7 --sided one   the 43 one-sided heptiamonds
  polydlx pieces --lattice cube --size 8 --count           6922")]
pub(crate) struct PiecesArgs {
    /// What cells are
    #[arg(long, value_name = "LATTICE", value_parser = lattices())]
    pub(crate) lattice: Lattice,

    /// How many cells
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=62))]
    pub(crate) size: u8,

    /// Which shapes are the same: free = turned or flipped, one = turned, fixed = only shifted
    /// [default: free in the plane, one in space]
    #[arg(long, value_parser = PossibleValuesParser::new(Sided::ALL.map(Sided::name)).map(|name| Sided::from_name(&name).expect("a possible value")))]
    pub(crate) sided: Option<Sided>,

    /// Only print how many there are
    #[arg(long)]
    pub(crate) count: bool,

    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// Make puzzles: choose pieces, regions or hints so that there are few solutions, or just one
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  polydlx design sets pool.spec                                   sets of pieces that fill a box in one way
  polydlx design regions soma --family prisms --height 3 --ways 1 regions that pieces fill in one way
  polydlx design hints pentominoes-6x10                           the fewest hints that leave one solution")]
pub(crate) struct DesignArgs {
    #[command(subcommand)]
    pub(crate) what: DesignCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum DesignCommand {
    Sets(DesignSetsArgs),
    Regions(DesignRegionsArgs),
    Hints(DesignHintsArgs),
}

/// Find the sets of pieces that fill a box in one way, or in as many as wanted
///
/// The spec has a box and more pieces than are needed; a piece that is to be used n times may be taken 0 to n times.
/// All sets that have as many cells as the box are numbered from 1, those with the first piece before those without it.
/// Each line is the number of a set, in how many ways it fills the box, and its pieces.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  polydlx design sets pool.spec                       just one way, up to symmetry
  polydlx design sets pool.spec --ways 1..3           one, two or three ways
  polydlx design sets pool.spec --sizes 2,3,4,5,6,7   one piece of each size
  polydlx design sets pool.spec --seed 1 -n 10        any ten
  polydlx design sets pool.spec --range 5001..        from there on

Exit status: 0 found, 1 there is no such set, 2 error, 3 stopped early.")]
pub(crate) struct DesignSetsArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// In how many ways, up to symmetry, as in 1, 0, 1..3 (three numbers) or 2..
    #[arg(long, value_name = "N..M", default_value = "1", value_parser = stretch)]
    pub(crate) ways: Stretch,

    /// How many pieces a set has
    #[arg(long, value_name = "K")]
    pub(crate) pieces: Option<u32>,

    /// Which sizes its pieces have, with commas between them
    #[arg(long, value_name = "SIZES", value_delimiter = ',')]
    pub(crate) sizes: Option<Vec<u32>>,

    #[command(flatten)]
    pub(crate) list: ListingArgs,

    #[command(flatten)]
    pub(crate) work: WorkArgs,
}

/// Find the regions that given pieces fill, and in how many ways
///
/// The pieces are those of a set or of a spec, whose box does not matter. Regions of a family that differ only by
/// a motion that maps the set of pieces onto itself come once. Each line is the number of a region, in how many ways
/// the pieces fill it, and its cells, as a box is written in specs.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  polydlx design regions soma --family prisms --height 3 --ways 1
  polydlx design regions tetracubes --family prisms --height 4 --count
  polydlx design regions pentiamonds --family convex
  polydlx design regions pentominoes --family boxes --ways 0..
  polydlx design regions tetrahexes --regions found.txt

Exit status: 0 found, 1 there is no such region, 2 error, 3 stopped early.")]
pub(crate) struct DesignRegionsArgs {
    /// A spec file, `-` for standard input, or the name of a set or a puzzle of the library
    #[arg(value_name = "SPEC")]
    pub(crate) input: String,

    /// What cells are, if the file does not say it
    #[arg(long, value_name = "LATTICE", value_parser = lattices())]
    pub(crate) lattice: Option<Lattice>,

    /// Which regions to look at
    #[arg(long, required_unless_present = "regions")]
    pub(crate) family: Option<FamilyName>,

    /// How many layers prisms have
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) height: Option<u32>,

    /// Look at the regions in this file instead: a box on each line, as this command writes them
    #[arg(long, value_name = "FILE", conflicts_with_all = ["family", "height", "size", "sided"])]
    pub(crate) regions: Option<String>,

    /// How many cells the regions have [default: as many as the pieces]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) size: Option<u16>,

    /// Which regions are the same: free = turned or flipped, one = turned, fixed = only shifted
    /// [default: as far as it does not matter for these pieces]
    #[arg(long, value_parser = PossibleValuesParser::new(Sided::ALL.map(Sided::name)).map(|name| Sided::from_name(&name).expect("a possible value")))]
    pub(crate) sided: Option<Sided>,

    /// In how many ways, up to symmetry, as in 1, 0, 1..3 (three numbers) or 2.. [default: 1.., with --count 0..]
    #[arg(long, value_name = "N..M", value_parser = stretch)]
    pub(crate) ways: Option<Stretch>,

    #[command(flatten)]
    pub(crate) list: ListingArgs,

    #[command(flatten)]
    pub(crate) work: WorkArgs,
}

/// Families of regions by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum FamilyName {
    /// All connected regions
    Polyforms,
    /// Rectangles, parallelograms, cuboids
    Boxes,
    /// Polyominoes with several equal layers, on cubes
    Prisms,
    /// Convex polygons, on triangles
    Convex,
}

/// Place the fewest pieces that make the solution unique
///
/// Prints a spec with the hints as `|! place` lines. All packings count, not only those that differ by more than
/// a symmetry. If there are too many solutions to look at all of them, a sample is taken: for each of its solutions the
/// number of hints is the least one, but others may do with fewer, and the spec says so.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  polydlx design hints pentominoes-6x10
  polydlx design hints soma-3x3x3 --seed 7            other hints, if there are any
  polydlx design hints my.spec --solution mine.txt    for one solution
  polydlx design hints my.spec --most 1000000

Exit status: 0 found, 1 there is no solution, 2 error, 3 stopped early.")]
pub(crate) struct DesignHintsArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// Give hints for the first solution in this file, `-` for standard input
    #[arg(long, value_name = "FILE")]
    pub(crate) solution: Option<String>,

    /// Look at all solutions if there are no more than this
    #[arg(long, value_name = "N", default_value = "100000")]
    pub(crate) most: u64,

    /// How many solutions to look at if there are more
    #[arg(long, value_name = "N", default_value = "20", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) sample: u64,

    /// Which of several answers is given
    #[arg(long, value_name = "SEED", default_value = "0")]
    pub(crate) seed: u64,

    #[command(flatten)]
    pub(crate) work: WorkArgs,
}

/// Which part of a list to look at.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "List")]
pub(crate) struct ListingArgs {
    /// Look only at these numbers of the list, as in 1..1000 or 1001..
    #[arg(long, value_name = "N..M", value_parser = numbers)]
    pub(crate) range: Option<Stretch>,

    /// Look at the list in a random order; numbers then mean places in that order
    #[arg(long, value_name = "SEED")]
    pub(crate) seed: Option<u64>,

    /// Stop after so many have been found
    #[arg(short = 'n', long = "number", value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) number: Option<u64>,

    /// Only print how many there are with each number of ways
    #[arg(long)]
    pub(crate) count: bool,
}

/// How to work.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Search")]
pub(crate) struct WorkArgs {
    /// How many threads search [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,

    /// Stop after this time, as in 90, 90s, 15m, 8h or 2d; the answer is then partial
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub(crate) time_limit: Option<Duration>,

    /// Print progress as lines, also where standard error is no terminal
    #[arg(long)]
    pub(crate) progress: bool,

    /// Say nothing but the results
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

/// Verify solutions of a puzzle
///
/// Reads solutions as option lines (a piece and its cells in any order, `N:` or a blank line before each solution),
/// as JSON lines, or as pictures made of letters (if no cell has a suffix), and says what is wrong with the first bad one.
/// It does not use the solver's code.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  polydlx check pentominoes-6x10 solutions.txt
  polydlx solve pentominoes-6x10 --format jsonl | polydlx check pentominoes-6x10 -

Exit status: 0 all solutions are right, 1 one is wrong or there are none, 2 error.")]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// The solutions, `-` for standard input
    pub(crate) solutions: String,
}

/// List the piece sets and puzzles that come with polydlx
///
/// Each with its lattice, or the word `items` if it is a DLX file. Those in folders of POLYDLX_PATH come first.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  polydlx list
  polydlx list --lattice sphere
  POLYDLX_PATH=~/puzzles polydlx list")]
pub(crate) struct ListArgs {
    /// Only those on this lattice
    #[arg(long, value_name = "LATTICE", value_parser = lattices())]
    pub(crate) lattice: Option<Lattice>,
}

/// Print a piece set or a puzzle of the library
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  polydlx show pentominoes
  polydlx show soma-3x3x3 > mine.spec")]
pub(crate) struct ShowArgs {
    /// Its name, as `polydlx list` prints it
    pub(crate) name: String,
}

/// Write what a shell needs to complete command lines
///
/// Where shells look for it differs; the examples show usual places.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  polydlx completions bash > ~/.local/share/bash-completion/completions/polydlx
  polydlx completions zsh > ~/.zfunc/_polydlx
  polydlx completions fish > ~/.config/fish/completions/polydlx.fish")]
pub(crate) struct CompletionsArgs {
    /// Which shell
    pub(crate) shell: clap_complete::Shell,
}

/// Write man pages of all commands into a folder
#[derive(Debug, clap::Args)]
#[command(
    hide = true,
    after_help = "\
Examples:
  polydlx man -o ~/.local/share/man/man1"
)]
pub(crate) struct ManArgs {
    /// The folder, which is made if need be
    #[arg(short, long, value_name = "DIR")]
    pub(crate) output: PathBuf,
}

fn lattices() -> impl clap::builder::TypedValueParser<Value = Lattice> {
    PossibleValuesParser::new(Lattice::ALL.map(Lattice::name))
        .map(|name| Lattice::from_name(&name).expect("a possible value"))
}

/// A length in millimetres: a number with a unit, millimetres if there is none.
fn length(text: &str) -> Result<f64, String> {
    let (number, unit) = text.split_at(text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len()));
    let size = match unit {
        "" | "mm" => 1.0,
        "cm" => 10.0,
        "in" => 25.4,
        _ => return Err(format!("`{unit}` is no unit of length: use mm, cm or in")),
    };
    let value: f64 =
        number.trim().parse().map_err(|_| "write a number and a unit, as in 10mm or 0.5in".to_owned())?;
    let length = value * size;
    if (0.0..=1000.0).contains(&length) {
        Ok(length)
    } else {
        Err("that is not between 0 and a metre".to_owned())
    }
}

/// A length that a cell can have.
fn cell_length(text: &str) -> Result<f64, String> {
    length(text)
        .and_then(|size| if size < 0.1 { Err("a cell has at least 0.1mm".to_owned()) } else { Ok(size) })
}

/// A piece and its colour. Names may contain `=`, colours do not.
fn piece_color(text: &str) -> Result<(String, Color), String> {
    let (piece, color) = text.rsplit_once('=').ok_or("write a piece and its colour, as in X=#c0ffee")?;
    Ok((piece.to_owned(), color.parse::<Color>().map_err(|error| error.to_string())?))
}

/// A length of time: a number with a unit, seconds if there is none.
fn time(text: &str) -> Result<Duration, String> {
    let (number, unit) = text.split_at(text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len()));
    let size = match unit {
        "" | "s" => 1.0,
        "ms" => 0.001,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        "d" => 86400.0,
        _ => return Err(format!("`{unit}` is no unit of time: use s, m, h or d")),
    };
    let value: f64 =
        number.trim().parse().map_err(|_| "write a number and a unit, as in 90s or 8h".to_owned())?;
    Duration::try_from_secs_f64(value * size).map_err(|_| "that is no length of time".to_owned())
}

/// An amount of memory: a number with a unit, bytes if there is none.
fn bytes(text: &str) -> Result<usize, String> {
    let (number, unit) = text.split_at(text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len()));
    let shift = match unit.to_ascii_lowercase().trim_end_matches("ib").trim_end_matches('b') {
        "" => 0,
        "k" => 10,
        "m" => 20,
        "g" => 30,
        "t" => 40,
        _ => return Err(format!("`{unit}` is no unit of memory: use K, M or G")),
    };
    let value: f64 =
        number.trim().parse().map_err(|_| "write a number and a unit, as in 500M or 8G".to_owned())?;
    if !(0.0..1e9).contains(&value) {
        return Err("that is no amount of memory".to_owned());
    }
    Ok((value * f64::from(1u32 << 10).powi(shift / 10)) as usize)
}

/// Numbers from `low` to `high`, both included; `high` may be missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stretch {
    pub(crate) low: u64,
    pub(crate) high: Option<u64>,
}

/// One number, or two with dots between them, either of which may be missing.
fn stretch(text: &str) -> Result<Stretch, String> {
    let number = |text: &str| -> Result<Option<u64>, String> {
        let wrong = |_| "write a number or a range, as in 1, 1..3 or 2..".to_owned();
        if text.is_empty() { Ok(None) } else { text.parse().map(Some).map_err(wrong) }
    };
    let stretch = match text.split_once("..") {
        Some((low, high)) => Stretch { low: number(low)?.unwrap_or(0), high: number(high)? },
        None => {
            let value = number(text)?.ok_or("write a number or a range, as in 1, 1..3 or 2..")?;
            Stretch { low: value, high: Some(value) }
        }
    };
    match stretch.high {
        Some(high) if high < stretch.low => Err(format!("there is no number from {} to {high}", stretch.low)),
        _ => Ok(stretch),
    }
}

/// The same for numbers that begin with 1.
fn numbers(text: &str) -> Result<Stretch, String> {
    let Stretch { low, high } = stretch(text)?;
    if high == Some(0) || (low == 0 && text.starts_with('0')) {
        return Err("the first number is 1".to_owned());
    }
    Ok(Stretch { low: low.max(1), high })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_limit_begins_with_the_command() {
        let limit = |text: &str| {
            let args = Args::parse_from(["polydlx", "count", "x", "--time-limit", text]);
            let Command::Count(args) = args.command else { panic!("a count") };
            args.search
        };
        let begun = Instant::now() - Duration::from_secs(60);
        let left = limit("90").time_left(begun).unwrap();
        assert!(left <= Duration::from_secs(30) && left > Duration::from_secs(20));
        assert_eq!(limit("50s").time_left(begun), Some(Duration::ZERO));
    }

    #[test]
    fn lengths() {
        for (text, millimetres) in [("10mm", 10.0), ("1.5cm", 15.0), ("1 in", 25.4), ("8", 8.0)] {
            assert_eq!(cell_length(text), Ok(millimetres));
        }
        for text in ["", "mm", "x mm", "-1mm", "0mm", "1m", "2000mm", "NaNmm"] {
            assert!(cell_length(text).is_err(), "{text}");
        }
    }
}
