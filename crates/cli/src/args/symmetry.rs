//! Which solutions are meant.

use clap::ValueEnum;

/// Which solutions count as the same.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Symmetry")]
pub(crate) struct SymmetryArgs {
    /// One solution of each class: those that a symmetry of the puzzle, or a rotation, takes to each other
    #[arg(long, value_name = "WHAT")]
    pub(crate) up_to: Option<UpTo>,

    /// Only solutions that these symmetries leave as they are: names, with commas between them, as in
    /// `rotation by 180°`; `polydlx info --symmetries` lists them
    #[arg(long, value_name = "NAMES", value_delimiter = ',', conflicts_with = "up_to")]
    pub(crate) invariant_under: Vec<String>,
}

/// What classes are made by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum UpTo {
    /// All symmetries of the puzzle
    Symmetry,
    /// Only those that rotations do
    Rotation,
}

impl UpTo {
    /// The word for it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Symmetry => "symmetry",
            Self::Rotation => "rotation",
        }
    }
}
