//! `polydlx draw`

mod laser;
mod lesson;
mod solid;

use crate::args::{InputArgs, MakeArgs, PictureArgs, PictureFormat, length};
use crate::caption::Known;
use crate::edited::{SpecArgs, Subject};
use crate::failure::Failure;
use crate::pages::{Drawn, Pages, Target, format_of, named, style};
use crate::picture::Picture;
use crate::watch::watched;
use crate::{Answer, Outcome, input, output, screen};
use clap::ValueEnum;
use polydlx::diagnostic::Diagnostic;
use polydlx::draw::{
    Cut, CutError, Drawing, Style, chart, cut, cut_pieces, drawing, picture, placements, shapes, terminal,
};
use polydlx::lattice::{PieceId, Puzzle, Shape, Tiling};
use polydlx::solutions::Solution;
use std::fmt::Write as _;
use std::path::PathBuf;

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
  polydlx draw pentominoes-6x10 -o cut-%d.dxf --style cut --tray --sheet 300x200mm --clearance 0.2mm --kerf 0.15mm
  polydlx draw soma-3x3x3 -o soma.3mf --tray --unit 20mm              to be printed in plastic
  polydlx draw soma -o soma.dxf --style cut --unit 18mm --thickness 6mm   layers of wood, to be glued
  polydlx draw edited.dlx solutions.txt --spec my.spec -o edited.svg   a DLX file that was made from my.spec
  polydlx draw example.dlx --matrix --cover A -o links.svg            for lessons
  polydlx draw dominoes-4x4 --tree --depth 3 -o tree.svg

What is made is said by the end of the file's name: .svg; .png, a bitmap; .pdf, a page on which a cell \
has the size --unit; .dxf, lines for machines; .3mf, .stl or .obj, bodies to be printed. With %d (or %03d) in the name there are several files, each with as many solutions \
as --per-page says. Below each solution of a sheet stand its number and its symmetries. Names that are too long for a cell \
are shortened, with a legend; where all pieces are alike there are none. Discs upon cells are sites with a suffix.

Views: solids are shown in layers, as they stand on the table (solid), both ways, with pieces \
pulled apart (exploded), or step by step (assembly), if possible so that each piece can be put \
down straight from above.

Cutting: without kerf, the pieces of a solution share their cuts and lie in a frame. With it, or \
without a solution, pieces and tray are laid out apart; outlines are half a kerf outside, so that \
pieces get their true size. Cells are 10mm wide unless `--unit` says otherwise. With `--clearance`, pieces are smaller \
and the tray is larger by half of it; `--tray` adds a floor, and a rim with round corners and the title; `--sheet` nests \
all on material of a given size. Pieces of cubes and prisms are cut layer by layer, with lines where the next layer is \
glued; with `--thickness`, each layer as often as sheets make a cell.

Lessons: --matrix shows the exact cover problem of a puzzle or of a DLX file as dancing links have it; what --cover has covered \
is pale. --tree shows how it is searched, always by the item with the fewest options.

Printing: each piece becomes a watertight body, flat pieces with a thickness, balls joined by necks. \
Cells are 15mm wide unless `--unit` says otherwise; the other lengths suit a nozzle of 0.4mm.")]
pub(crate) struct DrawArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    #[command(flatten)]
    pub(crate) spec: SpecArgs,

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

    /// Show the exact cover problem with its links instead; the input may also be a DLX file
    #[arg(long, conflicts_with_all = ["solutions", "placements", "style", "spec"])]
    pub(crate) matrix: bool,

    /// In the matrix, cover this item first; may be said for several, in this order
    #[arg(long, value_name = "ITEM", requires = "matrix")]
    pub(crate) cover: Vec<String>,

    /// Show the search tree instead; the input may also be a DLX file
    #[arg(long, conflicts_with_all = ["solutions", "placements", "style", "matrix", "spec"])]
    pub(crate) tree: bool,

    /// How deep the search tree is shown [default: all of it]
    #[arg(long, value_name = "N", requires = "tree")]
    pub(crate) depth: Option<usize>,

    /// What the picture is for
    #[arg(long, default_value = "picture")]
    pub(crate) style: DrawStyle,

    /// The width of what the beam burns away, as in 0.15mm; pieces are then cut apart from each other
    #[arg(long, value_name = "LENGTH", value_parser = length)]
    pub(crate) kerf: Option<f64>,

    #[command(flatten)]
    pub(crate) make: MakeArgs,

    #[command(flatten)]
    pub(crate) picture: PictureArgs,
}

/// What pictures are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum DrawStyle {
    /// To be looked at
    Picture,
    /// For a laser cutter: red hairlines, each once, and names in blue
    Cut,
}

pub(crate) fn run(args: &DrawArgs) -> Outcome {
    if args.matrix || args.tree {
        lesson::write(args, &Target::of_graph(args.output.as_deref(), args.format, args.picture.width)?)?;
        return Ok(Answer::Yes);
    }
    let named = args.output.as_deref().map(format_of).and_then(Result::ok);
    if let Some(format) = args.format.or(named).filter(|format| format.is_solid()) {
        solid::write(args, format)?;
        return Ok(Answer::Yes);
    }
    let to_terminal = args.format.is_none() && args.output.is_none() && screen::is_terminal();
    if to_terminal || args.format == Some(PictureFormat::Picture) {
        characters(args)?;
    } else {
        return files(args, Target::new(args.output.as_deref(), args.format, &args.picture)?);
    }
    Ok(Answer::Yes)
}

/// What there is to draw.
fn load(args: &DrawArgs) -> Result<Subject, Failure> {
    let subject = Subject::new(&args.input, &args.spec)?;
    if args.solutions.is_some() {
        input::expect_box(&subject.loaded)?;
    }
    Ok(subject)
}

/// Pictures in files.
fn files(args: &DrawArgs, target: Target) -> Outcome {
    let is_nested = laser::is_wanted(args)?;
    let subject = load(args)?;
    let (loaded, puzzle) = (&subject.loaded, subject.puzzle());
    // Solids are cut layer by layer, which only sheets can have.
    if is_nested || (args.style == DrawStyle::Cut && puzzle.lattice.dimension() == 3) {
        return laser::write(args, &subject, &target).map(|()| Answer::Yes);
    }
    let style = style(&args.picture, loaded)?;
    let cutting = cutting(args)?;
    if let Some(name) = &args.placements {
        return target.write(&base_placements(puzzle, name, &style)?, 1).map(|()| Answer::Yes);
    }
    let title = loaded.spec.as_ref().and_then(|spec| spec.title());
    let labels = loaded.labels();
    let titled =
        |drawing: Drawing| Drawing { title: title.map(str::to_owned), labels: labels.to_vec(), ..drawing };
    let Some(file) = &args.solutions else {
        let picture = if let Some(cutting) = cutting {
            let region = (!loaded.is_set()).then(|| puzzle.region.shape());
            let pieces = to_make(puzzle)
                .into_iter()
                .map(|(piece, shape)| (puzzle.pieces[piece.0].name.clone(), shape));
            let pieces: Vec<(String, Shape)> = pieces.collect();
            cut_pieces(puzzle.lattice, region, &pieces, &cutting).map_err(uncuttable)?
        } else if loaded.is_set() {
            chart(puzzle.lattice, &shapes(puzzle), &style)
        } else {
            picture(&titled(drawing(puzzle, &puzzle.placed)), &style)
        };
        return target.write(&picture, 1).map(|()| Answer::Yes);
    };
    if let Some(cutting) = cutting {
        return cut_solution(args, file, &subject, &cutting, &target, titled).map(|()| Answer::Yes);
    }
    let (monitor, watch) = watched();
    monitor.enter("drawing");
    let mut pages = Pages::new(target, style, &args.picture)?;
    let mut solutions = subject.solutions(&args.input.input, file)?.peekable();
    let mut known = None;
    let mut number = 0;
    let mut is_all = true;
    while let Some(solution) = solutions.next() {
        is_all = !monitor.is_stopped();
        if !is_all {
            break;
        }
        let solution = solution?;
        number = solution.number.unwrap_or(number + 1);
        let tiling = where_pieces_lie(puzzle, &solution)?;
        let mut picture = titled(drawing(puzzle, &tiling));
        // A solution that is alone bears no caption, and needs no symmetries.
        if known.is_some() || solutions.peek().is_some() {
            let known = known.get_or_insert_with(|| Known::new(&subject.packing()));
            picture.caption = Some(known.caption(number, &tiling));
        }
        pages.add(picture)?;
    }
    let drawn = pages.finish(&watch)?;
    let drawn = Drawn { is_all: drawn.is_all && is_all, ..drawn };
    let cause = watch.cause();
    drop(watch);
    drawn.tell(cause);
    match drawn {
        Drawn { is_all: false, .. } => Ok(Answer::Partial),
        Drawn { pages: 0, .. } => Err(no_solutions(file)),
        _ => Ok(Answer::Yes),
    }
}

/// Pictures for a terminal, one after the other.
fn characters(args: &DrawArgs) -> Result<(), Failure> {
    let terminal = screen::terminal(&args.picture, args.output.as_deref(), true);
    let subject = load(args)?;
    let (loaded, puzzle) = (&subject.loaded, subject.puzzle());
    if loaded.is_set() {
        let text = terminal::chart(puzzle.lattice, &shapes(puzzle), &puzzle.palette.names, &terminal);
        return output::to(args.output.as_deref(), |out| out.write_all(text.as_bytes()));
    }
    let mut picture = Picture::new(puzzle, loaded.labels(), terminal);
    let Some(file) = &args.solutions else {
        let text = picture.show(&puzzle.placed.iter().cloned().collect(), "");
        return output::to(args.output.as_deref(), |out| out.write_all(text.as_bytes()));
    };
    let mut whole = String::new();
    let mut number = 0;
    for solution in subject.solutions(&args.input.input, file)? {
        let solution = solution?;
        number = solution.number.unwrap_or(number + 1);
        let tiling = where_pieces_lie(puzzle, &solution)?;
        let _ = writeln!(whole, "{}", picture.show(&tiling, &format!("{number}:\n")));
        if args.output.is_none() {
            output::to(None, |out| out.write_all(whole.as_bytes()))?;
            whole.clear();
        }
    }
    if number == 0 {
        return Err(no_solutions(file));
    }
    output::to(args.output.as_deref(), |out| out.write_all(whole.as_bytes()))
}

/// The base placements of a piece, as a chart.
fn base_placements(puzzle: &Puzzle, name: &str, style: &Style) -> Result<polydlx::draw::Picture, Failure> {
    let piece = named(puzzle, name)?;
    let shapes = puzzle.shapes.iter().filter(|typical| typical.piece == piece);
    let shapes: Vec<Shape> = shapes.flat_map(|typical| puzzle.base_placements(typical)).collect();
    Ok(placements(puzzle.lattice, name, piece.0, &shapes, style))
}

/// The one solution of a file, to be cut.
fn cut_solution(
    args: &DrawArgs,
    file: &str,
    subject: &Subject,
    cutting: &Cut,
    target: &Target,
    titled: impl Fn(Drawing) -> Drawing,
) -> Result<(), Failure> {
    let puzzle = subject.puzzle();
    let mut solutions = subject.solutions(&args.input.input, file)?;
    let first = solutions.next().ok_or_else(|| no_solutions(file))??;
    if solutions.next().is_some() {
        let message = format!("there are several solutions in {file}, and only one can be cut at a time");
        let remedy = "choose one, as with `polydlx solve … -n 1`";
        return Err(Failure::mistake(Diagnostic::error("too-many-solutions", message).remedy(remedy)));
    }
    let picture = titled(drawing(puzzle, &where_pieces_lie(puzzle, &first)?));
    target.write(&cut(&picture, cutting).map_err(uncuttable)?, 1)
}

fn no_solutions(file: &str) -> Failure {
    Failure::mistake(Diagnostic::error("no-solutions", format!("there are no solutions in {file}")))
}

/// How to cut, if cutting is asked for.
fn cutting(args: &DrawArgs) -> Result<Option<Cut>, Failure> {
    match args.style {
        DrawStyle::Picture if args.kerf.is_some() => {
            let message = "a kerf is the width of a cut, but nothing is to be cut";
            Err(Failure::mistake(
                Diagnostic::error("kerf-without-cut", message).remedy("say `--style cut`, too"),
            ))
        }
        DrawStyle::Picture => Ok(None),
        DrawStyle::Cut => Ok(Some(Cut {
            cell_size: args.picture.unit.unwrap_or(10.0),
            kerf: args.kerf.unwrap_or(0.0),
            labels: !args.picture.no_labels,
        })),
    }
}

/// The first shape of each piece, as often as it can be used.
fn to_make(puzzle: &Puzzle) -> Vec<(PieceId, Shape)> {
    let mut seen = std::collections::BTreeSet::new();
    let first = puzzle.shapes.iter().filter(|typical| seen.insert(typical.piece));
    let copies = |typical: &polydlx::lattice::Typical| {
        let bounds = puzzle.pieces[typical.piece.0].bounds;
        // A set says nothing of the room there is, so no more are made than must be used.
        if puzzle.region.is_empty() {
            return bounds.low.max(1) as usize;
        }
        (bounds.high as usize).min(puzzle.region.len() / typical.shape.sites().len().max(1))
    };
    first
        .flat_map(|typical| std::iter::repeat_n((typical.piece, typical.shape.normalized()), copies(typical)))
        .collect()
}

fn uncuttable(error: CutError) -> Failure {
    let (kind, remedy) = match error {
        CutError::Edges(_) => ("edges-cut", "draw a picture instead, without `--style cut`"),
        CutError::Scattered(_) => {
            ("scattered-piece", "its cells stand for something else, such as sticks or halves of squares")
        }
        CutError::Sheet => ("small-sheet", "take a larger --sheet, or a smaller --unit"),
        CutError::Solid(_) => ("solid-cut", "`--view layers` and `--view assembly` show how solids are made"),
        CutError::SolidTray(_) => ("no-tray", "leave out --tray, or print a box: -o box.3mf"),
        CutError::Thickness => (
            "bad-thickness",
            "take a --unit that is a multiple of --thickness, as in --unit 18mm --thickness 6mm",
        ),
        CutError::Kerf => ("bad-kerf", "`--unit` is the size of a cell, `--kerf` the width of the beam"),
    };
    Failure::mistake(Diagnostic::error(kind, error.to_string()).remedy(remedy))
}

/// Where a solution has its pieces, in the order of the puzzle.
fn where_pieces_lie(puzzle: &Puzzle, solution: &Solution) -> Result<Tiling, Failure> {
    solution.tiling(puzzle).map_err(|why| {
        let message = format!("line {}: {why}", solution.line);
        Failure::mistake(
            Diagnostic::error("not-a-solution", message).remedy("does it belong to this puzzle?"),
        )
    })
}
