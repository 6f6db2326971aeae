//! polysolve's JSON: a board and shapes, as arrays of tiles or as lists of coordinates.

use crate::draft::{Draft, DraftPiece};
use crate::{Export, Import, Text, foreign, lost};
use crate::{narrow, wide};
use itertools::Itertools;
use polydlx_bounds::Bounds;
use polydlx_diagnostic::Diagnostic;
use polydlx_lattice::{Cell, Lattice, PieceId, Shape, Sided};
use serde_json::{Map, Value, json};

/// How cells of a grid are cells of a lattice.
struct Bridge {
    grid: &'static str,
    lattice: Lattice,
    point: fn([i32; 3]) -> [i32; 3],
    /// The way back.
    coordinates: fn([i32; 3]) -> Vec<i32>,
}

const BRIDGES: [Bridge; 4] = [
    // Rows of tiles go down.
    Bridge {
        grid: "square",
        lattice: Lattice::SQUARE,
        point: |[x, y, _]| [y, x, 0],
        coordinates: |[a, b, _]| vec![b, a],
    },
    Bridge { grid: "cube", lattice: Lattice::CUBE, point: |at| at, coordinates: |at| at.to_vec() },
    // The first coordinate is 1 for triangles that point up; the others are along axes at 120 degrees.
    Bridge {
        grid: "triangle",
        lattice: Lattice::TRIANGLE,
        point: |[up, y, z]| if up == 1 { [y - z - 1, z - 1, 1 - y] } else { [y - z - 1, z, 2 - y] },
        coordinates: |[a, b, c]| {
            if a + b + c < 0 { vec![1, a + b + 2, b + 1] } else { vec![0, a + b + 1, b] }
        },
    },
    // Axes at 120 degrees.
    Bridge {
        grid: "hexagon",
        lattice: Lattice::HEX,
        point: |[x, y, _]| [x, -y, y - x],
        coordinates: |[a, b, _]| vec![a, -b],
    },
];

/// The words for how pieces may be moved; `stationary` is another matter.
const MOBILITIES: [(&str, Sided); 3] =
    [("mirror", Sided::Free), ("rotate", Sided::One), ("translate", Sided::Fixed)];

pub(crate) fn read(text: &str) -> Result<Import, Vec<Diagnostic>> {
    read_value(text).map_err(|message| vec![Diagnostic::error("not-polysolve", message)])
}

fn read_value(text: &str) -> Result<Import, String> {
    let file: Value = serde_json::from_str(text).map_err(|why| format!("the file is no JSON: {why}"))?;
    let grid = file["grid"].as_str().ok_or("the file does not say its `grid`")?;
    let bridge = BRIDGES.iter().find(|bridge| bridge.grid == grid).ok_or_else(|| {
        let known = BRIDGES.iter().map(|bridge| bridge.grid).join(", ");
        format!("grid `{grid}` cannot be carried over; those that can are {known}")
    })?;
    let cells = |of: &Value, what: &str| -> Result<Vec<Cell>, String> {
        let points = coordinates(of)
            .ok_or_else(|| format!("{what} has neither `tiles` nor `coords` that make sense"))?;
        let cell = |at| {
            bridge
                .lattice
                .cell(wide((bridge.point)(at)))
                .ok_or_else(|| format!("{what} has a cell that is none"))
        };
        points.into_iter().map(cell).collect()
    };
    let shapes = file["shapes"].as_array().ok_or("the file has no list of `shapes`")?;
    let mut pieces = Vec::new();
    for (number, shape) in shapes.iter().enumerate() {
        let name = shape["name"].as_str().map_or_else(|| format!("P{}", number + 1), str::to_owned);
        let mobility = shape["mobility"].as_str().unwrap_or("mirror");
        let sided = MOBILITIES.iter().find(|(word, _)| *word == mobility).map(|(_, sided)| *sided);
        if sided.is_none() && mobility != "stationary" {
            return Err(format!("piece {name} has the mobility `{mobility}`, which nobody knows"));
        }
        let amount = &shape["amount"];
        let all = amount.as_u64();
        let end = |name: &str| all.or(amount[name].as_u64()).unwrap_or(1).min(1_000_000) as u32;
        let bounds = Bounds { low: end("min"), high: end("max") };
        if bounds.low > bounds.high {
            return Err(format!(
                "piece {name} is used at least {} and at most {} times",
                bounds.low, bounds.high
            ));
        }
        let morphs = shape["morphs"].as_array().ok_or_else(|| format!("piece {name} has no `morphs`"))?;
        let plain = |morph: &Value| -> Result<Vec<(Cell, Option<String>)>, String> {
            Ok(cells(morph, &format!("piece {name}"))?.into_iter().map(|cell| (cell, None)).collect())
        };
        let shapes = morphs.iter().map(plain).collect::<Result<Vec<_>, _>>()?;
        if shapes.is_empty() || shapes.iter().any(Vec::is_empty) {
            return Err(format!("piece {name} has no cells"));
        }
        if bounds.high > 0 {
            pieces.push(DraftPiece { name, bounds, sided, shapes, is_placed: mobility == "stationary" });
        }
    }
    let filled = cells(&file["board"], "the board")?;
    if filled.is_empty() {
        return Err("the board has no cells".to_owned());
    }
    let draft = Draft {
        lattice: bridge.lattice,
        title: file["description"].as_str().map(str::to_owned),
        filled,
        optional: Vec::new(),
        least: None,
        suffixed: Vec::new(),
        pieces,
    };
    let text = draft.text().map_err(|why| why.into_iter().map(|diagnostic| diagnostic.message).join("; "))?;
    let is_full = |name: &str| file[name].as_array().is_some_and(|list| !list.is_empty());
    let warnings = ["placement", "solutions"].into_iter().filter(|name| is_full(name));
    let warnings = warnings.map(|name| lost(format!("the list `{name}` of the file is not read"))).collect();
    Ok(Import { text: Text::Spec(text), warnings })
}

/// Where the cells of a board or a shape are.
fn coordinates(of: &Value) -> Option<Vec<[i32; 3]>> {
    if let Some(list) = of["coords"].as_array() {
        let number =
            |value: Option<&Value>| value.map_or(Some(0), |value| i32::try_from(value.as_i64()?).ok());
        let point = |at: &Value| {
            let at = at.as_array()?;
            Some([number(at.first())?, number(at.get(1))?, number(at.get(2))?])
        };
        return list.iter().map(point).collect();
    }
    // A row, rows, or layers of rows.
    let mut found = Vec::new();
    let tiles = of.get("tiles")?;
    collect(tiles, depth(tiles)?, [0, 0, 0], &mut found)?;
    Some(found)
}

fn depth(tiles: &Value) -> Option<usize> {
    match tiles {
        Value::Array(list) => Some(1 + list.first().map_or(Some(0), depth)?).filter(|&depth| depth <= 3),
        Value::Number(_) => Some(0),
        _ => None,
    }
}

fn collect(tiles: &Value, depth: usize, at: [i32; 3], found: &mut Vec<[i32; 3]>) -> Option<()> {
    if depth == 0 {
        found.extend((tiles.as_i64()? > 0).then_some(at));
        return Some(());
    }
    for (number, part) in tiles.as_array()?.iter().enumerate() {
        let mut at = at;
        at[depth - 1] = number as i32;
        collect(part, depth - 1, at, found)?;
    }
    Some(())
}

pub(crate) fn write(export: &Export<'_>) -> Result<(String, Vec<Diagnostic>), Vec<Diagnostic>> {
    let puzzle = export.puzzle;
    let Some(bridge) = BRIDGES.iter().find(|bridge| bridge.lattice == puzzle.lattice) else {
        return Err(vec![foreign(format!("polysolve has no grid for {}", puzzle.lattice.polyforms()))]);
    };
    let mut reasons = Vec::new();
    if export.is_set {
        reasons.push(foreign("polysolve wants a board, and a set of pieces has no box"));
    }
    if puzzle.has_suffixes() || puzzle.has_cell_rules() {
        reasons.push(foreign("in polysolve all cells are alike and are covered once"));
    }
    let coords = |shape: &Shape| {
        let cells = shape.sites().iter().filter(|site| site.suffix == 0);
        let cells = cells.map(|site| (bridge.coordinates)(narrow(puzzle.lattice.point(site.cell()))));
        json!({ "coords": cells.sorted().collect_vec() })
    };
    let mut shapes = Vec::new();
    for (number, piece) in puzzle.pieces.iter().enumerate() {
        let own = puzzle.shapes.iter().filter(|typical| typical.piece == PieceId(number));
        let placed =
            puzzle.placed.iter().filter(|placement| placement.piece == PieceId(number)).collect_vec();
        let mut shape = Map::new();
        shape.insert("name".to_owned(), json!(piece.name));
        match placed[..] {
            [] => {
                let word = MOBILITIES.iter().find(|(_, sided)| *sided == piece.sided).map(|(word, _)| *word);
                shape.insert("mobility".to_owned(), json!(word));
                let high = piece.bounds.high.min(puzzle.region.len() as u32);
                shape.insert("amount".to_owned(), json!({ "max": high, "min": piece.bounds.low }));
                shape.insert("morphs".to_owned(), own.map(|typical| coords(&typical.shape)).collect());
            }
            [there] if piece.bounds == Bounds::ONCE => {
                shape.insert("mobility".to_owned(), json!("stationary"));
                shape.insert("morphs".to_owned(), json!([coords(&there.shape)]));
            }
            _ => reasons
                .push(foreign(format!("of piece {} some copies have a place and others do not", piece.name))),
        }
        shapes.push(Value::Object(shape));
    }
    if !reasons.is_empty() {
        return Err(reasons);
    }
    let file = json!({
        "description": export.title.unwrap_or_default(),
        "grid": bridge.grid,
        "board": coords(puzzle.region.shape()),
        "shapes": shapes,
    });
    Ok((
        format!("{}\n", serde_json::to_string_pretty(&file).expect("names and numbers are JSON")),
        Vec::new(),
    ))
}
