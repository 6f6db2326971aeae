//! The text files of Busche's polycube: pieces that fill a cuboid.
//!
//! `D:xDim=…:yDim=…:zDim=…[:oneSide]` begins a puzzle, `C:name=…[:type=M|S]:layout=x y z, …` is a piece by its cells, and
//! between `L[:stationary=…]` and `~L` stand pieces as they are drawn: a line for each y, the greatest first, layers
//! separated by commas, names by spaces. `~D` ends the puzzle, and `#` begins a comment.

use crate::draft::{Draft, DraftPiece};
use crate::{Export, Import, Text, foreign, lost};
use crate::{narrow, wide};
use itertools::{Itertools, iproduct};
use polydlx_bounds::Bounds;
use polydlx_diagnostic::{Diagnostic, Span};
use polydlx_lattice::{Cell, Lattice, PieceId, Shape, Sided};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// A piece by its cells, and whether it stays where it is.
type Piece = (String, Vec<[i32; 3]>, bool);

/// The next y of a drawing, what stays where it is, and what is drawn so far.
type Drawing = (i32, BTreeSet<String>, BTreeMap<String, Vec<[i32; 3]>>);

#[derive(Default)]
struct Puzzle {
    size: [i32; 3],
    one_side: bool,
    pieces: Vec<Piece>,
}

pub(crate) fn read(text: &str, number: Option<usize>) -> Result<Import, Vec<Diagnostic>> {
    let puzzles = puzzles(text)?;
    let mut warnings = Vec::new();
    if number.is_none() && puzzles.len() > 1 {
        let message = format!("the file has {} puzzles, and this is the first", puzzles.len());
        warnings.push(lost(message).remedy("polydlx convert --problem N takes another one"));
    }
    let Some(puzzle) = puzzles.get(number.unwrap_or(1).wrapping_sub(1)) else {
        let message = format!("the file has {} puzzles", puzzles.len());
        return Err(vec![Diagnostic::error("no-such-problem", message).remedy("they are counted from 1")]);
    };
    let is_flat =
        puzzle.size[2] == 1 && puzzle.pieces.iter().all(|(_, cells, _)| cells.iter().all(|at| at[2] == 0));
    let lattice = if is_flat { Lattice::SQUARE } else { Lattice::CUBE };
    // Squares have x downwards and y to the right, so that pictures look as in the file.
    let top = puzzle.size[1] - 1;
    let cell = |[x, y, z]: [i32; 3]| {
        let point = if is_flat { [top - y, x, 0] } else { [x, y, z] };
        lattice.cell(wide(point)).expect("all points are cells")
    };
    let sided = if puzzle.one_side || !is_flat { Sided::One } else { Sided::Free };
    let [x, y, z] = puzzle.size;
    let draft = Draft {
        lattice,
        title: None,
        filled: iproduct!(0..x, 0..y, 0..z).map(|(x, y, z)| cell([x, y, z])).collect(),
        optional: Vec::new(),
        least: None,
        suffixed: Vec::new(),
        pieces: puzzle
            .pieces
            .iter()
            .map(|(name, cells, is_placed)| DraftPiece {
                name: name.clone(),
                bounds: Bounds::ONCE,
                sided: Some(sided),
                shapes: vec![cells.iter().map(|&at| (cell(at), None)).collect()],
                is_placed: *is_placed,
            })
            .collect(),
    };
    Ok(Import { text: Text::Spec(draft.text()?), warnings })
}

/// All puzzles of a text, or the first mistake.
fn puzzles(text: &str) -> Result<Vec<Puzzle>, Vec<Diagnostic>> {
    let mut done = Vec::new();
    let mut open: Option<Puzzle> = None;
    let mut drawing: Option<Drawing> = None;
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let code = line.split('#').next().unwrap_or_default().trim_end();
        let span = Span::new(0, start..start + code.len());
        start += line.len();
        let wrong =
            |message: String| vec![Diagnostic::error("not-polycube", message).at(span, "in this line")];
        if let (Some(puzzle), Some((y, fixed, drawn))) = (open.as_mut(), drawing.as_mut()) {
            if code.trim() == "~L" {
                for (name, cells) in std::mem::take(drawn) {
                    let stays = fixed.contains(&name);
                    add(puzzle, name, cells, stays).map_err(wrong)?;
                }
                drawing = None;
                continue;
            }
            for (z, layer) in code.split(',').enumerate() {
                for (x, name) in layer.split_whitespace().enumerate().filter(|(_, name)| *name != ".") {
                    drawn.entry(name.to_owned()).or_default().push([x as i32, *y, z as i32]);
                }
            }
            *y -= 1;
            continue;
        }
        let code = code.trim();
        if code.is_empty() {
            continue;
        }
        let mut fields = code.split(':').map(str::trim);
        let kind = fields.next().unwrap_or_default();
        let settings = fields.map(|field| {
            field.split_once('=').map_or((field, None), |(name, value)| (name.trim(), Some(value.trim())))
        });
        let settings = settings.collect_vec();
        match (kind, open.as_mut()) {
            ("D", None) => open = Some(head(&settings).map_err(wrong)?),
            ("D", Some(_)) => return Err(wrong("a puzzle begins before the one before it ends".to_owned())),
            ("C", Some(puzzle)) => {
                let (name, cells, stays) = by_cells(&settings).map_err(wrong)?;
                add(puzzle, name, cells, stays).map_err(wrong)?;
            }
            ("L", Some(puzzle)) => {
                let mut fixed = BTreeSet::new();
                for (name, value) in &settings {
                    match (*name, value) {
                        ("stationary", Some(names)) => {
                            fixed.extend(names.split_whitespace().map(str::to_owned));
                        }
                        _ => return Err(wrong(format!("there is no setting `{name}` here"))),
                    }
                }
                drawing = Some((puzzle.size[1] - 1, fixed, BTreeMap::new()));
            }
            ("~D", Some(_)) => done.extend(open.take()),
            (_, None) => return Err(wrong("a puzzle begins with `D:xDim=…:yDim=…:zDim=…`".to_owned())),
            _ => return Err(wrong(format!("`{kind}` is none of `C`, `L` and `~D`"))),
        }
    }
    if open.is_some() || done.is_empty() {
        let message =
            if open.is_some() { "the last puzzle has no end" } else { "there is no puzzle in this file" };
        return Err(vec![
            Diagnostic::error("not-polycube", message).remedy("a puzzle ends with a line `~D`"),
        ]);
    }
    Ok(done)
}

fn head(settings: &[(&str, Option<&str>)]) -> Result<Puzzle, String> {
    let mut puzzle = Puzzle { size: [0, 0, 1], ..Puzzle::default() };
    for (name, value) in settings {
        let axis = ["xDim", "yDim", "zDim"].iter().position(|known| known == name);
        match (axis, *name) {
            (Some(axis), _) => {
                let size = value.and_then(|value| value.parse().ok()).filter(|size| (1..1000).contains(size));
                puzzle.size[axis] = size.ok_or_else(|| format!("{name} is no number from 1 to 999"))?;
            }
            (None, "oneSide") => puzzle.one_side = value.is_none_or(|value| value == "1"),
            _ => return Err(format!("there is no setting `{name}` here")),
        }
    }
    if puzzle.size.contains(&0) {
        return Err("xDim and yDim must be said".to_owned());
    }
    if puzzle.one_side && puzzle.size[2] > 1 {
        return Err("only flat puzzles can be one-sided".to_owned());
    }
    Ok(puzzle)
}

fn by_cells(settings: &[(&str, Option<&str>)]) -> Result<Piece, String> {
    let value =
        |wanted: &str| settings.iter().find(|(name, _)| *name == wanted).and_then(|(_, value)| *value);
    if let Some((name, _)) = settings.iter().find(|(name, _)| !["name", "type", "layout"].contains(name)) {
        return Err(format!("there is no setting `{name}` here"));
    }
    let name = value("name").filter(|name| !name.is_empty()).ok_or("the piece has no name")?;
    let stays = match value("type") {
        None | Some("M") => false,
        Some("S") => true,
        Some(other) => return Err(format!("the type of a piece is M or S, not `{other}`")),
    };
    let cells = value("layout").unwrap_or_default().split(',').map(|cell| {
        let numbers: Option<Vec<i32>> = cell.split_whitespace().map(|word| word.parse().ok()).collect();
        let point = numbers.and_then(|numbers| <[i32; 3]>::try_from(numbers).ok());
        point.ok_or_else(|| format!("`{}` is no cell: write three numbers", cell.trim()))
    });
    Ok((name.to_owned(), cells.collect::<Result<_, _>>()?, stays))
}

fn add(puzzle: &mut Puzzle, name: String, cells: Vec<[i32; 3]>, stays: bool) -> Result<(), String> {
    if puzzle.pieces.iter().any(|(known, _, _)| *known == name) {
        return Err(format!("there is a piece {name} already"));
    }
    puzzle.pieces.push((name, cells, stays));
    Ok(())
}

pub(crate) fn write(export: &Export<'_>) -> Result<(String, Vec<Diagnostic>), Vec<Diagnostic>> {
    let puzzle = export.puzzle;
    let is_flat = puzzle.lattice == Lattice::SQUARE;
    if !is_flat && puzzle.lattice != Lattice::CUBE {
        return Err(vec![foreign(format!(
            "polycube knows squares and cubes, but no {}",
            puzzle.lattice.polyforms()
        ))]);
    }
    let mut reasons = Vec::new();
    let (low, high) = (puzzle.region.shape().lowest(), puzzle.region.shape().highest());
    let size = [0, 1, 2].map(|i| high[i] - low[i] + 1);
    let volume = size.iter().product::<i32>();
    if export.is_set || puzzle.has_suffixes() || volume != puzzle.region.len() as i32 {
        reasons.push(foreign("the box of polycube is a cuboid, without holes and suffixes"));
    }
    if puzzle.has_cell_rules() {
        reasons.push(foreign("in polycube no cell may stay empty"));
    }
    // How its program moves pieces: in the plane either all of them are flipped, or none.
    let usual = match puzzle.pieces.iter().map(|piece| piece.sided).max() {
        Some(Sided::Free) if is_flat => Sided::Free,
        _ => Sided::One,
    };
    let at = |cell: Cell| {
        let [x, y, z] = narrow(puzzle.lattice.point(cell));
        if is_flat { [y - low[1], high[0] - x, 0] } else { [x - low[0], y - low[1], z - low[2]] }
    };
    let layout = |shape: &Shape| {
        let cells = shape.sites().iter().filter(|site| site.suffix == 0).map(|site| at(site.cell()));
        cells.sorted().map(|at| at.iter().join(" ")).join(", ")
    };
    let [x, y, z] = if is_flat { [size[1], size[0], 1] } else { size };
    let side = if is_flat && usual == Sided::One { ":oneSide" } else { "" };
    let mut text = String::new();
    if let Some(title) = export.title {
        let _ = writeln!(text, "# {title}");
    }
    let _ = writeln!(text, "D:xDim={x}:yDim={y}:zDim={z}{side}");
    for (number, piece) in puzzle.pieces.iter().enumerate() {
        let shapes = puzzle.shapes.iter().filter(|typical| typical.piece == PieceId(number)).collect_vec();
        let ways = |sided| shapes[0].shape.base_placements(puzzle.lattice, sided).len();
        if shapes.len() > 1 || ways(piece.sided) != ways(usual) {
            reasons.push(foreign(format!(
                "piece {} has several shapes, or is moved in another way than others",
                piece.name
            )));
        }
        if piece.bounds.low != piece.bounds.high {
            reasons.push(foreign(format!("polycube uses each piece, but {} may stay unused", piece.name)));
        }
        let name = piece.name.replace(['=', ',', '#', '.'], "-");
        let placed =
            puzzle.placed.iter().filter(|placement| placement.piece == PieceId(number)).collect_vec();
        for copy in 0..piece.bounds.high.min(volume as u32) {
            let name = if copy == 0 { name.clone() } else { format!("{name}-{}", copy + 1) };
            let _ = match placed.get(copy as usize) {
                Some(placement) => writeln!(text, "C:name={name}:type=S:layout={}", layout(&placement.shape)),
                None => writeln!(
                    text,
                    "C:name={name}:layout={}",
                    layout(&shapes[0].shape.normalized().shifted(low))
                ),
            };
        }
    }
    text.push_str("~D\n");
    let copies = puzzle.pieces.iter().any(|piece| piece.bounds.high > 1);
    let told = "copies of a piece become pieces of their own, so there are more solutions";
    if reasons.is_empty() {
        Ok((text, copies.then(|| lost(told)).into_iter().collect()))
    } else {
        Err(reasons)
    }
}
