//! How things are made.

use super::{length, sheet_size};
use clap::ValueEnum;
use polydlx::solid::Make;

/// How things are made.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Things to hold")]
pub(crate) struct MakeArgs {
    /// The room between two pieces that lie side by side [default: 0.2mm for bodies, 0mm for cuts]
    #[arg(long, value_name = "LENGTH", value_parser = length)]
    pub(crate) clearance: Option<f64>,

    /// How much the edges of bodies are bevelled
    #[arg(long, value_name = "LENGTH", value_parser = length, default_value = "0.4mm")]
    pub(crate) bevel: f64,

    /// Round the edges of bodies instead of cutting them
    #[arg(long)]
    pub(crate) round: bool,

    /// Join the cells of a solid by something so wide [default: cubes by whole faces, balls by necks of 0.4 of a ball]
    #[arg(long, value_name = "LENGTH", value_parser = length)]
    pub(crate) connectors: Option<f64>,

    /// How thick flat pieces are [default: a third of a cell]; of cuts of solids, how thick the material is
    /// [default: as thick as a cell]
    #[arg(long, value_name = "LENGTH", value_parser = length)]
    pub(crate) thickness: Option<f64>,

    /// Where bodies stand
    #[arg(long, default_value = "plate")]
    pub(crate) layout: Layout,

    /// Make a box or a tray for the pieces, too; of cuts, with a floor, round corners and the title
    #[arg(long)]
    pub(crate) tray: bool,

    /// The size of the material that pieces are cut from, as in 300x200mm; they are nested on as few sheets as will do
    #[arg(long, value_name = "WxH", value_parser = sheet_size)]
    pub(crate) sheet: Option<[f64; 2]>,
}

/// Where bodies stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Layout {
    /// Beside each other, as flat as they can lie
    Plate,
    /// As the solution has them
    Assembled,
    /// The same, pulled apart
    Exploded,
}

impl MakeArgs {
    /// Bodies whose cells have a size.
    pub(crate) fn make(&self, unit: Option<f64>) -> Make {
        let usual = Make::default();
        let cell_size = unit.unwrap_or(usual.cell_size);
        Make {
            cell_size,
            clearance: self.clearance.unwrap_or(usual.clearance),
            bevel: self.bevel,
            round: self.round,
            connector: self.connectors,
            thickness: self.thickness.unwrap_or(cell_size / 3.0),
        }
    }
}
