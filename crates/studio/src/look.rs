//! Pictures.

use crate::Home;
use crate::cell::{Id, Placed, placement, shape};
use crate::puzzle::{puzzle, read};
use crate::request::Refused;
use polydlx::draw::{
    ColorBy, Corner, Drawing, Drawn, Palette, Rgb, Style, Unit, View, chart, drawing, shapes, svg,
};
use polydlx::lattice::{Lattice, Placement};
use polydlx::library;
use polydlx::posed;
use polydlx::spec::{Color, Loaded, NoColor};
use serde::Deserialize;
use serde_json::{Value, json};

/// What is to be seen.
#[derive(Debug, Deserialize)]
pub(crate) struct What {
    /// A puzzle, or a piece set.
    text: Option<String>,
    /// Or one of the library, by its name.
    name: Option<String>,
    /// Whether its pieces are shown instead of its box.
    #[serde(default)]
    pieces: bool,
    /// What lies in the box, besides what the puzzle places there.
    #[serde(default)]
    placements: Vec<Placed>,
    /// Whether only what lies there is shown, and not the free cells of the box.
    #[serde(default)]
    built: bool,
    #[serde(default)]
    look: Look,
}

/// How it looks.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Look {
    view: Option<String>,
    palette: Option<String>,
    corner: Option<String>,
    /// The size of a cell in pixels, or in millimetres if that is wanted.
    cell: Option<f64>,
    millimetres: bool,
    /// Whether pieces bear their names.
    labels: Option<bool>,
}

impl Look {
    /// The style, as far as it does not depend on the puzzle.
    fn plain(&self) -> Style {
        let named = |name: &Option<String>| name.clone().unwrap_or_default();
        Style {
            cell_size: self.cell.filter(|size| (0.1..=1000.0).contains(size)).unwrap_or(24.0),
            unit: if self.millimetres { Unit::Millimetre } else { Unit::Pixel },
            palette: Palette::from_name(&named(&self.palette)).unwrap_or(Palette::Default),
            labels: self.labels.unwrap_or(true),
            view: View::from_name(&named(&self.view)).unwrap_or(View::Auto),
            corner: Corner::from_name(&named(&self.corner)).unwrap_or_default(),
            ..Style::default()
        }
    }

    fn style(&self, loaded: &Loaded) -> Style {
        let puzzle = puzzle(loaded);
        // Copies of a piece, side by side, would be a single patch of colour.
        let copies = puzzle.pieces.iter().any(|piece| piece.bounds.high > 1);
        let color_by = if copies { ColorBy::Graph } else { ColorBy::Piece };
        let mut style = Style { color_by, ..self.plain() };
        posed::paint(&mut style, loaded);
        style
    }
}

/// How many cells a box may have in a picture.
const MOST: usize = 20_000;

/// A picture of a box or of pieces.
pub(crate) fn picture(what: &What, home: &Home<'_>) -> Result<Value, Refused> {
    let text = match (&what.text, &what.name) {
        (Some(text), _) => text.as_str(),
        (None, Some(name)) => library::find(name).ok_or("there is no such puzzle in the library")?.text,
        (None, None) => return Err("there is nothing to draw".to_owned()),
    };
    let loaded = read(text, home.sets);
    let puzzle = loaded.puzzle().ok_or("the text has mistakes, so there is nothing to draw")?;
    if puzzle.region.len() > MOST {
        return Err("the box is too large for a picture".to_owned());
    }
    if what.pieces || loaded.is_set() {
        let style = Style { color_by: ColorBy::Piece, ..what.look.style(&loaded) };
        let svg = chart(puzzle.lattice, &shapes(puzzle), &style).svg();
        return Ok(json!({"event": "picture", "svg": svg}));
    }
    let placed = what.placements.iter().map(|placed| placement(puzzle, placed));
    let placed: Option<Vec<Placement>> = puzzle.placed.iter().cloned().map(Some).chain(placed).collect();
    let mut placed = placed.ok_or("there is no such piece or cell")?;
    placed.sort();
    placed.dedup();
    if what.built && !placed.is_empty() {
        let region = placed.iter().flat_map(|placement| placement.shape.sites()).copied().collect();
        let drawing = Drawing { region, ..drawing(puzzle, &placed) };
        return Ok(json!({"event": "picture", "svg": svg(&drawing, &what.look.style(&loaded))}));
    }
    Ok(json!({"event": "picture", "svg": shown(&loaded, &placed, &what.look)}))
}

/// A piece by itself.
#[derive(Debug, Deserialize)]
pub(crate) struct Single {
    lattice: String,
    cells: Vec<Id>,
    /// As `#rrggbb`.
    color: String,
    #[serde(default)]
    look: Look,
}

/// The picture of a piece by itself.
pub(crate) fn piece(single: &Single) -> Result<Value, Refused> {
    let lattice = Lattice::from_name(&single.lattice).ok_or("there is no such lattice")?;
    let region = shape(lattice, &single.cells).ok_or("there is no such cell")?;
    let color: Color = single.color.parse().map_err(|error: NoColor| error.to_string())?;
    let drawn = Drawn { name: "piece".to_owned(), color: 0, shape: region.clone() };
    let colors = [(drawn.name.clone(), Rgb(color.rgb))].into();
    let style = Style { colors, labels: false, view: View::Solid, ..single.look.plain() };
    let drawing = Drawing {
        lattice,
        region,
        pieces: vec![drawn],
        title: None,
        caption: None,
        labels: Vec::new(),
        tints: Vec::new(),
    };
    Ok(json!({"event": "picture", "svg": svg(&drawing, &style)}))
}

/// The picture of a box with pieces.
pub(crate) fn shown(loaded: &Loaded, placed: &[Placement], look: &Look) -> String {
    let title = loaded.spec.as_ref().and_then(|spec| spec.title().map(str::to_owned));
    let labels = loaded.labels().to_vec();
    svg(&Drawing { title, labels, ..drawing(puzzle(loaded), placed) }, &look.style(loaded))
}
