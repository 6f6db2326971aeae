//! `polydlx design sets`

use super::listing::{Listing, ListingArgs, Member, usual_style, ways};
use crate::args::{ChangeArgs, InputArgs, Stretch, WorkArgs, stretch};
use crate::asking::no_requirement;
use crate::failure::Failure;
use crate::{Outcome, input};
use polydlx::design::{Pool, PoolError, Rules, search_sets};
use polydlx::diagnostic::Diagnostic;

/// Find the sets of pieces that fill a box in one way, or in as many as wanted
///
/// The spec has a box and more pieces than are needed; a piece that is to be used n times may be taken 0 to n times.
/// All sets that have as many cells as the box are numbered from 1, those with the first piece before those without it.
/// Each line is the number of a set, in how many ways it fills the box, and its pieces.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  polydlx design sets pool.spec                       just one way, up to symmetry
  polydlx design sets pool.spec --ways 1..3           one, two or three ways
  polydlx design sets pool.spec --sizes 2,3,4,5,6,7   one piece of each size
  polydlx design sets pool.spec --also 'square 6'     sets that fill this box, too
  polydlx design sets pool.spec --seed 1 -n 10        any ten
  polydlx design sets pool.spec --range 5001..        from there on
  polydlx design sets pool.spec --seed 1 -n 6 --draw class.pdf --difficulty 2..3

Exit status: 0 found, 1 there is no such set, 2 error, 3 stopped early.")]
pub(crate) struct SetsArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// In how many ways, up to symmetry, as in 1, 0, 1..3 (three numbers) or 2..
    #[arg(long, value_name = "N..M", default_value = "1", value_parser = stretch)]
    pub(crate) ways: Stretch,

    /// How many pieces a set has
    #[arg(long, value_name = "K")]
    pub(crate) pieces: Option<u32>,

    /// Which sizes its pieces have, with commas between them
    #[arg(long, value_name = "SIZES", value_delimiter = ',')]
    pub(crate) sizes: Option<Vec<u32>>,

    /// Another box, which a set must fill in as many ways, too; may be said several times
    #[arg(long, value_name = "BOX")]
    pub(crate) also: Vec<String>,

    #[command(flatten)]
    pub(crate) list: ListingArgs,

    #[command(flatten)]
    pub(crate) work: WorkArgs,
}

pub(crate) fn run(args: &SetsArgs) -> Outcome {
    let loaded = input::puzzle(&args.input)?;
    no_requirement(&loaded, "`polydlx design`")?;
    let puzzle = loaded.puzzle().expect("a spec without mistakes is a puzzle");
    let rules = Rules { pieces: args.pieces, sizes: args.sizes.clone() };
    let mistake = |error: PoolError| Failure::mistake(Diagnostic::error("no-pool", error.to_string()));
    let mut pool = Pool::new(puzzle, &rules).map_err(mistake)?;
    for region in &args.also {
        let change =
            ChangeArgs { region: Some(region.clone()), place: Vec::new(), ..args.input.change.clone() };
        let other = input::spec(&args.input.input, args.input.lattice, &change)?;
        let puzzle = other.puzzle().expect("a spec without mistakes is a puzzle");
        pool = pool.also(puzzle.region.clone()).map_err(mistake)?;
    }
    let listing = Listing {
        list: &args.list,
        work: &args.work,
        input: &args.input.input,
        names: ["set", "sets"],
        field: "pieces",
        length: Some(pool.len()),
        style: usual_style(&loaded),
    };
    listing.run(|plan, visit| {
        search_sets(&pool, ways(args.ways), plan, |set| {
            visit(&Member {
                number: set.number,
                ways: set.ways,
                words: &|| Ok(pool.names(&set.pieces).into()),
                puzzle: &|| {
                    // The pool calls its pieces by numbers.
                    let mut puzzle = pool.puzzle(&set.pieces);
                    for (piece, name) in puzzle.pieces.iter_mut().zip(pool.names(&set.pieces)) {
                        piece.name = name.rsplit('|').next().unwrap_or_default().to_owned();
                    }
                    puzzle
                },
            })
        })
    })
}
