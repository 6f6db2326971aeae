//! `polydlx draw`

use crate::args::{DrawArgs, DrawStyle};
use crate::failure::Failure;
use crate::solutions::{self, Solution};
use crate::{Answer, Outcome, input, output};
use polydlx::diagnostic::{Diagnostic, nearest};
use polydlx::draw::{
    Cut, CutError, Drawing, Drawn, Rgb, Sheet, Style, Unit, chart, cut, cut_pieces, placements, svg,
};
use polydlx::lattice::{PieceId, Puzzle, Shape};
use polydlx::spec::Loaded;
use std::collections::BTreeSet;
use std::iter;

pub(crate) fn run(args: &DrawArgs) -> Outcome {
    let loaded = input::spec(&args.input.input, args.input.lattice)?;
    let loaded = if args.solutions.is_some() { input::with_box(loaded)? } else { loaded };
    let style = style(args, &loaded)?;
    let mut parts = picture(args, &loaded, &style)?;
    output::to(args.output.as_deref(), |out| parts.try_for_each(|part| out.write_all(part.as_bytes())))?;
    Ok(Answer::Yes)
}

/// The text of a picture, part by part: a sheet of many solutions need not be in memory as a whole.
type Parts<'a> = Box<dyn Iterator<Item = String> + 'a>;

/// How the picture looks.
fn style(args: &DrawArgs, loaded: &Loaded) -> Result<Style, Failure> {
    let puzzle = puzzle(loaded);
    let mut style = Style {
        cell_size: args.unit.unwrap_or(f64::from(args.cell)),
        unit: if args.unit.is_some() { Unit::Millimetre } else { Unit::Pixel },
        palette: args.palette,
        color_by: args.color_by,
        labels: !args.no_labels,
        grid: !args.no_grid,
        view: args.view,
        corner: args.corner,
        ..Style::default()
    };
    for (number, piece) in puzzle.pieces.iter().enumerate() {
        if let Some(color) = loaded.color(PieceId(number)) {
            style.colors.insert(piece.name.clone(), Rgb(color.rgb));
        }
    }
    for (name, color) in &args.color {
        let piece = named(puzzle, name)?;
        style.colors.insert(puzzle.pieces[piece.0].name.clone(), Rgb(color.rgb));
    }
    Ok(style)
}

fn picture<'a>(args: &'a DrawArgs, loaded: &'a Loaded, style: &'a Style) -> Result<Parts<'a>, Failure> {
    let one = |text: String| -> Parts<'a> { Box::new(iter::once(text)) };
    let puzzle = puzzle(loaded);
    let cutting = cutting(args)?;
    if let Some(name) = &args.placements {
        let piece = named(puzzle, name)?;
        let shapes = puzzle.shapes.iter().filter(|typical| typical.piece == piece);
        let shapes: Vec<Shape> = shapes.flat_map(|typical| puzzle.base_placements(typical)).collect();
        return Ok(one(placements(puzzle.lattice, name, piece.0, &shapes, style)));
    }
    let Some(file) = &args.solutions else {
        let region = (!loaded.is_set()).then(|| puzzle.region.shape());
        if let Some(cutting) = cutting {
            return cut_pieces(puzzle.lattice, region, &to_cut(puzzle), &cutting)
                .map(one)
                .map_err(uncuttable);
        }
        let shapes =
            puzzle.shapes.iter().map(|typical| (name(puzzle, typical.piece), typical.shape.normalized()));
        return Ok(one(match region {
            None => chart(puzzle.lattice, &shapes.collect::<Vec<_>>(), style),
            Some(_) => svg(&drawing(loaded, puzzle.placed.clone(), None), style),
        }));
    };
    let mut found: Vec<(u64, Vec<(PieceId, Shape)>)> = Vec::new();
    for solution in solutions::open(&args.input.input, file, puzzle)? {
        let solution = solution?;
        let number = solution.number.unwrap_or(found.len() as u64 + 1);
        found.push((number, where_pieces_lie(puzzle, &solution)?));
    }
    let many = found.len();
    match (found.pop(), cutting) {
        (None, _) => Err(Failure::mistake(Diagnostic::error(
            "no-solutions",
            format!("there are no solutions in {file}"),
        ))),
        (Some(_), Some(_)) if many > 1 => {
            let message = format!("there are {many} solutions in {file}, and only one can be cut at a time");
            let remedy = "choose one, as with `polydlx solve … -n 1`";
            Err(Failure::mistake(Diagnostic::error("too-many-solutions", message).remedy(remedy)))
        }
        (Some((_, pieces)), Some(cutting)) => {
            cut(&drawing(loaded, pieces, None), &cutting).map(one).map_err(uncuttable)
        }
        (Some((_, pieces)), None) if many == 1 => Ok(one(svg(&drawing(loaded, pieces, None), style))),
        (Some(last), None) => {
            found.push(last);
            let columns = args.columns.map_or(many.min(6), usize::from);
            let draw = |(number, pieces): (u64, Vec<(PieceId, Shape)>)| {
                drawing(loaded, pieces, Some(number.to_string()))
            };
            let (mut sheet, head) = Sheet::begin(&draw(found[0].clone()), many, columns, style);
            let pictures = found.into_iter().map(move |solution| sheet.add(&draw(solution)));
            Ok(Box::new(iter::once(head).chain(pictures).chain(iter::once(Sheet::END.to_owned()))))
        }
    }
}

fn puzzle(loaded: &Loaded) -> &Puzzle {
    loaded.puzzle().expect("a spec without mistakes is a puzzle")
}

fn drawing(loaded: &Loaded, pieces: Vec<(PieceId, Shape)>, caption: Option<String>) -> Drawing {
    let puzzle = puzzle(loaded);
    Drawing {
        lattice: puzzle.lattice,
        region: puzzle.region.shape().clone(),
        pieces: pieces
            .into_iter()
            .map(|(piece, shape)| Drawn { name: name(puzzle, piece), color: piece.0, shape })
            .collect(),
        title: loaded.spec.as_ref().and_then(|spec| spec.title()).map(str::to_owned),
        caption,
    }
}

fn name(puzzle: &Puzzle, piece: PieceId) -> String {
    puzzle.pieces[piece.0].name.clone()
}

/// The piece of that name.
fn named(puzzle: &Puzzle, name: &str) -> Result<PieceId, Failure> {
    let names: Vec<&str> = puzzle.pieces.iter().map(|piece| piece.name.as_str()).collect();
    names.iter().position(|known| *known == name).map(PieceId).ok_or_else(|| {
        let remedy = match nearest(name, names.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("the pieces are {}", names.join(", ")),
        };
        Failure::mistake(
            Diagnostic::error("unknown-piece", format!("there is no piece {name}")).remedy(remedy),
        )
    })
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
            cell_size: args.unit.unwrap_or(10.0),
            kerf: args.kerf.unwrap_or(0.0),
            labels: !args.no_labels,
        })),
    }
}

/// The first shape of each piece, as often as it can be used.
fn to_cut(puzzle: &Puzzle) -> Vec<(String, Shape)> {
    let mut seen = BTreeSet::new();
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
            let piece = (name(puzzle, typical.piece), typical.shape.normalized());
            iter::repeat_n(piece, copies(typical))
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

/// Where a solution has its pieces.
fn where_pieces_lie(puzzle: &Puzzle, solution: &Solution) -> Result<Vec<(PieceId, Shape)>, Failure> {
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
