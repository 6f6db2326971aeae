//! `polydlx draw`

use crate::args::{DrawArgs, DrawStyle, PictureFormat};
use crate::caption::Known;
use crate::failure::Failure;
use crate::pages::{Pages, Target, named, style};
use crate::picture::Picture;
use crate::solutions::{self, Solution};
use crate::{Answer, Outcome, input, output, screen};
use polydlx::diagnostic::Diagnostic;
use polydlx::draw::{Cut, CutError, Drawing, Style, chart, cut, cut_pieces, picture, placements};
use polydlx::drawing::{drawing, shapes};
use polydlx::lattice::{PieceId, Puzzle, Shape};
use polydlx::packing::{Claim, Packing, Tiling};
use polydlx::spec::Loaded;
use polydlx::terminal;
use std::fmt::Write as _;

pub(crate) fn run(args: &DrawArgs) -> Outcome {
    let to_terminal = args.format.is_none() && args.output.is_none() && screen::is_terminal();
    if to_terminal || args.format == Some(PictureFormat::Picture) {
        characters(args)?;
    } else {
        files(args, Target::new(args.output.as_deref(), args.format, &args.picture)?)?;
    }
    Ok(Answer::Yes)
}

/// What there is to draw.
fn load(args: &DrawArgs) -> Result<Loaded, Failure> {
    let loaded = input::spec(&args.input.input, args.input.lattice)?;
    if args.solutions.is_none() { Ok(loaded) } else { input::with_box(loaded) }
}

/// Pictures in files.
fn files(args: &DrawArgs, target: Target) -> Result<(), Failure> {
    let loaded = load(args)?;
    let puzzle = loaded.puzzle().expect("a spec without mistakes is a puzzle");
    let style = style(&args.picture, &loaded)?;
    let cutting = cutting(args)?;
    if let Some(name) = &args.placements {
        return target.write(&base_placements(puzzle, name, &style)?, 1);
    }
    let title = loaded.spec.as_ref().and_then(|spec| spec.title());
    let titled = |drawing: Drawing| Drawing { title: title.map(str::to_owned), ..drawing };
    let Some(file) = &args.solutions else {
        let picture = if let Some(cutting) = cutting {
            let region = (!loaded.is_set()).then(|| puzzle.region.shape());
            cut_pieces(puzzle.lattice, region, &to_cut(puzzle), &cutting).map_err(uncuttable)?
        } else if loaded.is_set() {
            chart(puzzle.lattice, &shapes(puzzle), &style)
        } else {
            picture(&titled(drawing(puzzle, puzzle.placed.clone())), &style)
        };
        return target.write(&picture, 1);
    };
    if let Some(cutting) = cutting {
        return cut_solution(args, file, puzzle, &cutting, &target, titled);
    }
    let mut pages = Pages::new(target, style, &args.picture)?;
    let mut solutions = solutions::open(&args.input.input, file, puzzle)?.peekable();
    let mut known = None;
    let mut number = 0;
    while let Some(solution) = solutions.next() {
        let solution = solution?;
        number = solution.number.unwrap_or(number + 1);
        let placements = where_pieces_lie(puzzle, &solution)?;
        let mut picture = titled(drawing(puzzle, placements.clone()));
        // A solution that is alone bears no caption, and needs no symmetries.
        if known.is_some() || solutions.peek().is_some() {
            let known = known.get_or_insert_with(|| Known::new(&Packing::new(puzzle)));
            picture.caption = Some(known.caption(number, &placements));
        }
        pages.add(picture)?;
    }
    if pages.finish()? == 0 { Err(no_solutions(file)) } else { Ok(()) }
}

/// Pictures for a terminal, one after the other.
fn characters(args: &DrawArgs) -> Result<(), Failure> {
    let terminal = screen::terminal(&args.picture, args.output.as_deref());
    let loaded = load(args)?;
    let puzzle = loaded.puzzle().expect("a spec without mistakes is a puzzle");
    if loaded.is_set() {
        let text = terminal::chart(puzzle.lattice, &shapes(puzzle), &terminal);
        return output::to(args.output.as_deref(), |out| out.write_all(text.as_bytes()));
    }
    let mut picture = Picture::new(puzzle);
    let Some(file) = &args.solutions else {
        let tiling = Tiling(puzzle.placed.clone());
        let text = format!("{}{}", picture.legend(&tiling), picture.show(&tiling, &terminal));
        return output::to(args.output.as_deref(), |out| out.write_all(text.as_bytes()));
    };
    let mut whole = String::new();
    let mut number = 0;
    for solution in solutions::open(&args.input.input, file, puzzle)? {
        let solution = solution?;
        number = solution.number.unwrap_or(number + 1);
        let tiling = Tiling(where_pieces_lie(puzzle, &solution)?);
        let _ = write!(whole, "{}{number}:\n{}\n", picture.legend(&tiling), picture.show(&tiling, &terminal));
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
    puzzle: &Puzzle,
    cutting: &Cut,
    target: &Target,
    titled: impl Fn(Drawing) -> Drawing,
) -> Result<(), Failure> {
    let mut solutions = solutions::open(&args.input.input, file, puzzle)?;
    let first = solutions.next().ok_or_else(|| no_solutions(file))??;
    if solutions.next().is_some() {
        let message = format!("there are several solutions in {file}, and only one can be cut at a time");
        let remedy = "choose one, as with `polydlx solve … -n 1`";
        return Err(Failure::mistake(Diagnostic::error("too-many-solutions", message).remedy(remedy)));
    }
    let picture = titled(drawing(puzzle, where_pieces_lie(puzzle, &first)?));
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
fn to_cut(puzzle: &Puzzle) -> Vec<(String, Shape)> {
    let mut seen = std::collections::BTreeSet::new();
    let first = puzzle.shapes.iter().filter(|typical| seen.insert(typical.piece));
    let copies = |typical: &polydlx::lattice::Typical| {
        let bounds = puzzle.pieces[typical.piece.0].bounds;
        // A set says nothing of the room there is, so no more are cut than must be used.
        if puzzle.region.is_empty() {
            return bounds.low.max(1) as usize;
        }
        (bounds.high as usize).min(puzzle.region.len() / typical.shape.sites().len().max(1))
    };
    first
        .flat_map(|typical| {
            let piece = (puzzle.pieces[typical.piece.0].name.clone(), typical.shape.normalized());
            std::iter::repeat_n(piece, copies(typical))
        })
        .collect()
}

fn uncuttable(error: CutError) -> Failure {
    let (kind, remedy) = match error {
        CutError::Solid(_) => ("solid-cut", "`--view layers` and `--view assembly` show how solids are made"),
        CutError::Kerf => ("bad-kerf", "`--unit` is the size of a cell, `--kerf` the width of the beam"),
    };
    Failure::mistake(Diagnostic::error(kind, error.to_string()).remedy(remedy))
}

/// Where a solution has its pieces, in the order of the puzzle.
fn where_pieces_lie(puzzle: &Puzzle, solution: &Solution) -> Result<Vec<(PieceId, Shape)>, Failure> {
    let wrong = |message: String| {
        let message = format!("line {}: {message}", solution.line);
        Failure::mistake(
            Diagnostic::error("not-a-solution", message).remedy("does it belong to this puzzle?"),
        )
    };
    let placement = |claim: &Claim| {
        let piece = puzzle.pieces.iter().position(|piece| piece.name == claim.piece);
        let piece = piece.ok_or_else(|| wrong(format!("there is no piece {}", claim.piece)))?;
        let site =
            |cell: &String| puzzle.site_named(cell).ok_or_else(|| wrong(format!("there is no cell {cell}")));
        let sites = claim.cells.iter().map(site).collect::<Result<Vec<_>, _>>()?;
        Ok((PieceId(piece), Shape::new(sites)))
    };
    let mut placements = solution.claims.iter().map(placement).collect::<Result<Vec<_>, Failure>>()?;
    placements.sort();
    Ok(placements)
}
