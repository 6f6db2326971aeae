//! How pictures look.

use super::named;
use super::value::{cell_length, piece_color};
use clap::ValueEnum;
use polydlx::draw::{ColorBy, Corner, Palette, Paper, View};
use polydlx::spec::Color;

/// How pictures look.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Pictures")]
pub(crate) struct PictureArgs {
    /// Put pictures on pages of real paper, all in one PDF file
    #[arg(long, value_name = "SIZE")]
    pub(crate) paper: Option<PaperName>,

    /// How many solutions stand on a page [default: 24 if there are pages, else all]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) per_page: Option<u32>,

    /// How many pictures stand side by side [default: 1, or 6 if there are many]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) columns: Option<u16>,

    /// Which colours there are
    #[arg(long, default_value = "default", value_parser = named(Palette::ALL, Palette::name))]
    pub(crate) palette: Palette,

    /// What the colour of a piece depends on: its name; how it is turned (direction); its neighbours, so that few colours
    /// suffice (graph); or all that touch it, if only at a corner (strong) [default: piece, or graph if a piece may be used
    /// several times, or direction if it is the only one]
    #[arg(long, value_parser = named(ColorBy::ALL, ColorBy::name))]
    pub(crate) color_by: Option<ColorBy>,

    /// How solids are shown
    #[arg(long, default_value = "auto", value_parser = named(View::ALL, View::name))]
    pub(crate) view: View,

    /// The corner of solids that is nearest to the eye; a capital is the greater end of its axis
    #[arg(long, default_value = "xyZ", value_parser = named(Corner::ALL, Corner::name))]
    pub(crate) corner: Corner,

    /// The colour of a piece, as in X=#c0ffee or X=teal; may be said for several pieces
    #[arg(long, value_name = "PIECE=COLOR", value_parser = piece_color)]
    pub(crate) color: Vec<(String, Color)>,

    /// The size of a cell in pixels
    #[arg(long, value_name = "PIXELS", default_value = "40", value_parser = clap::value_parser!(u16).range(4..=1000))]
    pub(crate) cell: u16,

    /// The size of a cell on paper, as in 10mm, 1cm or 0.5in: the picture has true scale
    #[arg(long, value_name = "LENGTH", value_parser = cell_length, conflicts_with = "cell")]
    pub(crate) unit: Option<f64>,

    /// How many pixels a bitmap is wide [default: as many as --cell asks for]
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(crate) width: Option<u32>,

    /// Leave out the names of pieces
    #[arg(long)]
    pub(crate) no_labels: bool,

    /// Leave out the lines between cells of a piece
    #[arg(long)]
    pub(crate) no_grid: bool,

    /// Whether pictures on a terminal have colours; auto also heeds NO_COLOR and TERM
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub(crate) ansi: When,
}

/// Sizes of paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PaperName {
    /// 210 by 297 mm
    A4,
    /// 8.5 by 11 inches
    Letter,
}

impl PaperName {
    pub(crate) fn paper(self) -> Paper {
        match self {
            Self::A4 => Paper::A4,
            Self::Letter => Paper::LETTER,
        }
    }
}

/// When to do something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum When {
    /// If it makes sense
    Auto,
    Always,
    Never,
}

impl PictureFormat {
    /// What the ends of files' names say.
    pub(crate) const ENDS: [(&'static str, Self); 7] = [
        ("svg", Self::Svg),
        ("png", Self::Png),
        ("pdf", Self::Pdf),
        ("dxf", Self::Dxf),
        ("3mf", Self::ThreeMf),
        ("stl", Self::Stl),
        ("obj", Self::Obj),
    ];

    /// Whether it is not a picture, but bodies to be printed.
    pub(crate) fn is_solid(self) -> bool {
        matches!(self, Self::ThreeMf | Self::Stl | Self::Obj)
    }
}

/// The forms of pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PictureFormat {
    /// A vector picture
    Svg,
    /// A bitmap
    Png,
    /// A page to print
    Pdf,
    /// Lines for a laser cutter or a CAD program
    Dxf,
    /// Bodies to print, with their names and colours
    #[value(name = "3mf")]
    ThreeMf,
    /// Bodies to print, for programs that know nothing else
    Stl,
    /// Bodies to look at
    Obj,
    /// Characters, for a terminal
    Picture,
}
