//! What is asked of solutions.

use polydlx::properties::{Board, Measure};
use polydlx::spec::{read_condition, read_measure};

/// What is asked of solutions.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Properties")]
pub(crate) struct AskArgs {
    /// Only solutions with these properties, as in 'tatami and hsym >= 40'; up to symmetry, classes of which one solution
    /// has them. `polydlx info --properties` lists all
    #[arg(long = "where", value_name = "CONDITION")]
    pub(crate) condition: Option<String>,

    /// Only strong solutions: of those that differ in two pieces, the first (`--where strong`)
    #[arg(long)]
    pub(crate) strong: bool,

    /// Only solutions that leave no room for another piece (`--where maximal`); of a DLX file, for an option without
    /// primary items
    #[arg(long)]
    pub(crate) maximal: bool,

    /// A property: how many solutions have which value, or the order in which they are shown, the best first; up to
    /// symmetry, the best solution of each class counts
    #[arg(long, value_name = "PROPERTY")]
    pub(crate) by: Option<String>,

    /// A file with a solution; `moved` is how many pieces lie elsewhere in it, over all its images
    #[arg(long, value_name = "FILE")]
    pub(crate) reference: Option<String>,
}

impl AskArgs {
    /// Whether it matters for what there would be room: by `--maximal`, or by its other name.
    pub(crate) fn is_about_room(&self) -> bool {
        // Whatever cannot be read is told where it is read.
        let board = Board::nowhere();
        let condition = self.condition.iter().filter_map(|text| read_condition(0, text, &board).ok());
        let by = self.by.iter().filter_map(|text| read_measure(0, text, &board).ok());
        let is_room = |measure: &Measure| measure.property.name == "maximal";
        self.maximal
            || by.into_iter().any(|measure| is_room(&measure))
            || condition.into_iter().any(|condition| condition.measures().into_iter().any(is_room))
    }

    /// Whether anything is asked that only packings can answer.
    pub(crate) fn is_empty(&self) -> bool {
        self.condition.is_none() && !self.strong && self.by.is_none() && self.reference.is_none()
    }
}

/// How many of the solutions that come first.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
#[command(next_help_heading = "Properties")]
pub(crate) struct RankArgs {
    /// Only so many, the best by the property that --by names, when all have been looked at
    #[arg(long, value_name = "K", requires = "by")]
    pub(crate) best: Option<usize>,

    /// The same with the worst
    #[arg(long, value_name = "K", requires = "by", conflicts_with = "best")]
    pub(crate) worst: Option<usize>,
}

impl RankArgs {
    /// How many.
    pub(crate) fn number(self) -> Option<usize> {
        self.best.or(self.worst)
    }
}
