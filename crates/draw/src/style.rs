//! How drawings look: what the user may choose.

use crate::color::{Fill, Rgb};
use polydlx_lattice::Cell;
use std::collections::BTreeMap;

/// How drawings look.
#[derive(Clone, Debug, PartialEq)]
pub struct Style {
    /// The distance of neighbouring cells of one kind: the side of a square, triangle or cube,
    /// the width of a hexagon, the diameter of a sphere.
    pub cell_size: f64,
    /// What that is measured in. In millimetres a picture has true scale: its width and height are lengths.
    pub unit: Unit,
    /// Which colours there are.
    pub palette: Palette,
    /// What the colour of a piece depends on.
    pub color_by: ColorBy,
    /// Colours of single pieces, by name; they have them whatever else is said.
    pub colors: BTreeMap<String, Rgb>,
    /// Whether pieces bear their names.
    pub labels: bool,
    /// What pieces bear instead of their names, where these are too long: see [`short_names`](crate::short_names).
    pub short: BTreeMap<String, String>,
    /// Whether thin lines separate the cells of a piece.
    pub grid: bool,
    /// How solids are shown.
    pub view: View,
    /// Where the eye is.
    pub corner: Corner,
    /// Cells beside the region that are cells of it, because its ends are joined: where they are drawn, pieces go on.
    pub joined: BTreeMap<Cell, Cell>,
    /// What colours on sides and corners look like, by their numbers.
    pub hues: BTreeMap<u16, Rgb>,
}

impl Default for Style {
    fn default() -> Self {
        Self {
            cell_size: 40.0,
            unit: Unit::Pixel,
            palette: Palette::Default,
            color_by: ColorBy::Piece,
            colors: BTreeMap::new(),
            labels: true,
            short: BTreeMap::new(),
            grid: true,
            view: View::Auto,
            corner: Corner::default(),
            joined: BTreeMap::new(),
            hues: BTreeMap::new(),
        }
    }
}

/// What lengths are measured in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Unit {
    /// Of a screen; 96 to the inch.
    Pixel,
    /// Of paper and plywood.
    Millimetre,
}

impl Unit {
    /// What follows a number in SVG.
    pub(crate) fn suffix(self) -> &'static str {
        match self {
            Self::Pixel => "",
            Self::Millimetre => "mm",
        }
    }
}

/// Which colours there are. When they are used up, they come again: lighter and darker, or with patterns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Palette {
    /// Twenty colours, as far from each other as can be.
    Default,
    /// The eight of Okabe and Ito, which the colour-blind can tell apart; then the same with patterns.
    Safe,
    /// Grey for print; then the same with patterns.
    Gray,
    /// White, with patterns in black: for print without shades.
    Mono,
}

impl Palette {
    /// All palettes.
    pub const ALL: [Self; 4] = [Self::Default, Self::Safe, Self::Gray, Self::Mono];

    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Default => "default",
            Self::Safe => "safe",
            Self::Gray => "gray",
            Self::Mono => "mono",
        }
    }

    /// The palette of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|palette| palette.name() == name)
    }

    /// Red, green and blue of the colour with a number, without the pattern that may come with it.
    pub fn rgb(self, number: usize) -> [u8; 3] {
        let [_, red, green, blue] = Fill::numbered(self, number).color.0.to_be_bytes();
        [red, green, blue]
    }
}

/// What the colour of a piece depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum ColorBy {
    /// On the piece: the same in every solution.
    Piece,
    /// On how it is turned: copies of one piece show a pattern, and lozenges look like cubes.
    Direction,
    /// On the solution: few colours, and neighbours differ.
    Graph,
    /// On the solution: few colours, and pieces that touch even at a corner differ.
    Strong,
}

impl ColorBy {
    /// All ways.
    pub const ALL: [Self; 4] = [Self::Piece, Self::Direction, Self::Graph, Self::Strong];

    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Piece => "piece",
            Self::Direction => "direction",
            Self::Graph => "graph",
            Self::Strong => "strong",
        }
    }

    /// The way of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|way| way.name() == name)
    }
}

/// How solids are shown; in the plane [`View::Exploded`] and [`View::Assembly`] work, too, and the others make no difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum View {
    /// Packings in layers, single pieces as solids, empty boxes of solids both ways.
    Auto,
    /// One layer beside the other.
    Layers,
    /// As seen from in front and above.
    Solid,
    /// The solid, and beside it the layers.
    Both,
    /// The pieces pulled apart.
    Exploded,
    /// Piece by piece, if possible in an order in which each can be put down from above.
    Assembly,
}

impl View {
    /// All views.
    pub const ALL: [Self; 6] =
        [Self::Auto, Self::Layers, Self::Solid, Self::Both, Self::Exploded, Self::Assembly];

    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Layers => "layers",
            Self::Solid => "solid",
            Self::Both => "both",
            Self::Exploded => "exploded",
            Self::Assembly => "assembly",
        }
    }

    /// The view of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|view| view.name() == name)
    }
}

/// The corner of a solid that is nearest to the eye, by three letters: a capital is the greater end of its axis.
///
/// Knuth looks at `xyZ`, from lesser x, lesser y and greater z. Balls have other layers and no corners;
/// they are turned by as many quarters, and also seen from below if the last letter is small.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Corner {
    /// The three letters as bits, a capital is 1.
    bits: u8,
}

impl Default for Corner {
    fn default() -> Self {
        Self { bits: 0b001 }
    }
}

impl Corner {
    /// All corners; those from above first, in the order of a walk around.
    pub const ALL: [Self; 8] = [
        Self { bits: 0b001 },
        Self { bits: 0b101 },
        Self { bits: 0b111 },
        Self { bits: 0b011 },
        Self { bits: 0b000 },
        Self { bits: 0b100 },
        Self { bits: 0b110 },
        Self { bits: 0b010 },
    ];

    /// The letters.
    pub fn name(self) -> &'static str {
        ["xyz", "xyZ", "xYz", "xYZ", "Xyz", "XyZ", "XYz", "XYZ"][usize::from(self.bits)]
    }

    /// The corner with these letters.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|corner| corner.name() == name)
    }

    /// By how many quarters the solid is turned, so that this corner comes where that of Knuth's view is.
    pub(crate) fn quarters(self) -> usize {
        match self.bits >> 1 {
            0b00 => 0,
            0b10 => 1,
            0b11 => 2,
            _ => 3,
        }
    }

    /// Whether one looks from below.
    pub(crate) fn is_below(self) -> bool {
        self.bits & 1 == 0
    }
}
