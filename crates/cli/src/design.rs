//! `polydlx design`

mod hints;
mod keeping;
mod listing;
mod notes;
mod regions;
mod sets;

use crate::Outcome;
use clap::Subcommand;

/// Make puzzles: choose pieces, regions or hints so that there are few solutions, or just one
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  polydlx design sets pool.spec                                   sets of pieces that fill a box in one way
  polydlx design regions soma --family prisms --height 3 --ways 1 regions that pieces fill in one way
  polydlx design hints pentominoes-6x10                           the fewest hints that leave one solution")]
pub(crate) struct DesignArgs {
    #[command(subcommand)]
    pub(crate) what: DesignCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum DesignCommand {
    Sets(sets::SetsArgs),
    Regions(regions::RegionsArgs),
    Hints(hints::HintsArgs),
}

pub(crate) fn run(args: &DesignArgs) -> Outcome {
    match &args.what {
        DesignCommand::Sets(args) => sets::run(args),
        DesignCommand::Regions(args) => regions::run(args),
        DesignCommand::Hints(args) => hints::run(args),
    }
}
