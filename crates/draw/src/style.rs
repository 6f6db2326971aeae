//! How drawings look: what the user may choose.

use crate::color::Fill;

/// How drawings look.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Style {
    /// The distance of neighbouring cells of one kind, in pixels: the side of a square, triangle or cube,
    /// the width of a hexagon, the diameter of a sphere.
    pub cell_size: f64,
    /// Which colours there are.
    pub palette: Palette,
    /// What the colour of a piece depends on.
    pub color_by: ColorBy,
    /// Whether pieces bear their names.
    pub labels: bool,
    /// Whether thin lines separate the cells of a piece.
    pub grid: bool,
    /// How solids are shown.
    pub view: View,
}

impl Default for Style {
    fn default() -> Self {
        Self {
            cell_size: 40.0,
            palette: Palette::Default,
            color_by: ColorBy::Piece,
            labels: true,
            grid: true,
            view: View::Auto,
        }
    }
}

/// Which colours there are. When they are used up, they come again: lighter and darker, or with patterns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Palette {
    /// Twenty colours, as far from each other as can be.
    Default,
    /// The eight of Okabe and Ito, which the colour-blind can tell apart; then the same with patterns.
    Safe,
    /// Grey for print; then the same with patterns.
    Gray,
}

impl Palette {
    /// All palettes.
    pub const ALL: [Self; 3] = [Self::Default, Self::Safe, Self::Gray];

    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Default => "default",
            Self::Safe => "safe",
            Self::Gray => "gray",
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
pub enum ColorBy {
    /// On the piece: the same in every solution.
    Piece,
    /// On the solution: few colours, and neighbours differ.
    Graph,
    /// On the solution: few colours, and pieces that touch even at a corner differ.
    StrongGraph,
}

impl ColorBy {
    /// All ways.
    pub const ALL: [Self; 3] = [Self::Piece, Self::Graph, Self::StrongGraph];

    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Piece => "piece",
            Self::Graph => "graph",
            Self::StrongGraph => "strong-graph",
        }
    }

    /// The way of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|way| way.name() == name)
    }
}

/// How solids are shown; pictures in the plane do not care.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum View {
    /// Packings in layers, single pieces as solids.
    Auto,
    /// One layer beside the other.
    Layers,
    /// As seen from in front and above.
    Solid,
    /// The solid, and beside it the layers.
    Both,
}

impl View {
    /// All views.
    pub const ALL: [Self; 4] = [Self::Auto, Self::Layers, Self::Solid, Self::Both];

    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Layers => "layers",
            Self::Solid => "solid",
            Self::Both => "both",
        }
    }

    /// The view of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|view| view.name() == name)
    }
}
