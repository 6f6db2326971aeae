//! `polydlx design`

mod hints;
mod keeping;
mod listing;
mod notes;
mod regions;
mod sets;
mod split;

use crate::Outcome;
use clap::Subcommand;

/// Make puzzles: choose pieces, regions or hints so that there are few solutions, or just one
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  polydlx design sets pool.spec                                   sets of pieces that fill a box in one way
  polydlx design split '2|rectangle 5 6' pentominoes              sets that fill several boxes, and use all pieces
  polydlx design regions soma --family prisms --height 3 --ways 1 regions that pieces fill in one way
  polydlx design hints pentominoes-6x10                           the fewest hints that leave one solution")]
pub(crate) struct DesignArgs {
    #[command(subcommand)]
    pub(crate) what: DesignCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum DesignCommand {
    Sets(sets::SetsArgs),
    Split(split::SplitArgs),
    Regions(regions::RegionsArgs),
    Hints(hints::HintsArgs),
}

pub(crate) fn run(args: &DesignArgs) -> Outcome {
    match &args.what {
        DesignCommand::Sets(args) => sets::run(args),
        DesignCommand::Split(args) => split::run(args),
        DesignCommand::Regions(args) => regions::run(args),
        DesignCommand::Hints(args) => hints::run(args),
    }
}
