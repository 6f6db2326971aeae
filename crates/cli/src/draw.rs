//! `polydlx draw`

use crate::args::DrawArgs;
use crate::failure::Failure;
use crate::solutions::{self, Solution};
use crate::{Answer, Outcome, input, output};
use polydlx::diagnostic::Diagnostic;
use polydlx::draw::{Drawing, Drawn, Style, chart, sheet, svg};
use polydlx::lattice::{PieceId, Puzzle, Shape};
use polydlx::spec::Loaded;

pub(crate) fn run(args: &DrawArgs) -> Outcome {
    let loaded = input::spec(&args.input.input, args.input.lattice)?;
    let style = Style {
        cell_size: f64::from(args.cell),
        palette: args.palette,
        color_by: args.color_by,
        labels: !args.no_labels,
        grid: !args.no_grid,
        view: args.view,
    };
    let text = picture(args, loaded, &style)?;
    output::to(args.output.as_deref(), |out| writeln!(out, "{}", text.trim_end()))?;
    Ok(Answer::Yes)
}

fn picture(args: &DrawArgs, loaded: Loaded, style: &Style) -> Result<String, Failure> {
    let message = "a spec without mistakes is a puzzle";
    if loaded.is_set() && args.solutions.is_none() {
        let puzzle = loaded.puzzle().expect(message);
        let pieces =
            puzzle.shapes.iter().map(|typical| (name(puzzle, typical.piece), typical.shape.normalized()));
        return Ok(chart(puzzle.lattice, &pieces.collect::<Vec<_>>(), style));
    }
    let loaded = input::with_box(loaded)?;
    let puzzle = loaded.puzzle().expect(message);
    let title = loaded.spec.as_ref().and_then(|spec| spec.title()).map(str::to_owned);
    let drawing = |pieces: Vec<(PieceId, Shape)>, caption: Option<String>| Drawing {
        lattice: puzzle.lattice,
        region: puzzle.region.shape().clone(),
        pieces: pieces
            .into_iter()
            .map(|(piece, shape)| Drawn { name: name(puzzle, piece), color: piece.0, shape })
            .collect(),
        title: title.clone(),
        caption,
    };
    let Some(file) = &args.solutions else {
        return Ok(svg(&drawing(puzzle.placed.clone(), None), style));
    };
    let mut drawings = Vec::new();
    for solution in solutions::open(&args.input.input, file, puzzle)? {
        let solution = solution?;
        let number = solution.number.unwrap_or(drawings.len() as u64 + 1);
        drawings.push(drawing(placements(puzzle, &solution)?, Some(number.to_string())));
    }
    match drawings.len() {
        0 => Err(Failure::mistake(Diagnostic::error(
            "no-solutions",
            format!("there are no solutions in {file}"),
        ))),
        1 => Ok(svg(&Drawing { caption: None, ..drawings.remove(0) }, style)),
        many => Ok(sheet(&drawings, args.columns.map_or(many.min(6), usize::from), style)),
    }
}

fn name(puzzle: &Puzzle, piece: PieceId) -> String {
    puzzle.pieces[piece.0].name.clone()
}

/// Where a solution has its pieces.
fn placements(puzzle: &Puzzle, solution: &Solution) -> Result<Vec<(PieceId, Shape)>, Failure> {
    let wrong = |message: String| {
        let message = format!("line {}: {message}", solution.line);
        Failure::mistake(
            Diagnostic::error("not-a-solution", message).remedy("does it belong to this puzzle?"),
        )
    };
    let placement = |claim: &polydlx::packing::Claim| {
        let piece = puzzle.pieces.iter().position(|piece| piece.name == claim.piece);
        let piece = piece.ok_or_else(|| wrong(format!("there is no piece {}", claim.piece)))?;
        let site =
            |cell: &String| puzzle.site_named(cell).ok_or_else(|| wrong(format!("there is no cell {cell}")));
        let sites = claim.cells.iter().map(site).collect::<Result<Vec<_>, _>>()?;
        Ok((PieceId(piece), Shape::new(sites)))
    };
    solution.claims.iter().map(placement).collect()
}
