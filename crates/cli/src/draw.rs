//! `polydlx draw`

use crate::args::{DrawArgs, PictureFormat};
use crate::caption::Known;
use crate::failure::Failure;
use crate::pages::{Pages, Target, style};
use crate::picture::Picture;
use crate::solutions::{self, Solution};
use crate::{Answer, Outcome, input, output, screen};
use polydlx::diagnostic::Diagnostic;
use polydlx::draw::{Drawing, chart, svg};
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
    let style = style(&args.picture, puzzle);
    let title = loaded.spec.as_ref().and_then(|spec| spec.title());
    let titled = |drawing: Drawing| Drawing { title: title.map(str::to_owned), ..drawing };
    let Some(file) = &args.solutions else {
        let picture = if loaded.is_set() {
            chart(puzzle.lattice, &shapes(puzzle), &style)
        } else {
            svg(&titled(drawing(puzzle, puzzle.placed.clone())), &style)
        };
        return target.write(&picture, 1);
    };
    let mut pages = Pages::new(target, style, &args.picture)?;
    let mut solutions = solutions::open(&args.input.input, file, puzzle)?.peekable();
    let mut known = None;
    let mut number = 0;
    while let Some(solution) = solutions.next() {
        let solution = solution?;
        number = solution.number.unwrap_or(number + 1);
        let placements = placements(puzzle, &solution)?;
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
        let tiling = Tiling(placements(puzzle, &solution)?);
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

fn no_solutions(file: &str) -> Failure {
    Failure::mistake(Diagnostic::error("no-solutions", format!("there are no solutions in {file}")))
}

/// Where a solution has its pieces, in the order of the puzzle.
fn placements(puzzle: &Puzzle, solution: &Solution) -> Result<Vec<(PieceId, Shape)>, Failure> {
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
