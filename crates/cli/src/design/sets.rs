//! `polydlx design sets`

use super::listing::{Listing, ListingArgs, Member, usual_style, ways};
use crate::args::{ChangeArgs, InputArgs, Stretch, WorkArgs, stretch};
use crate::asking::no_requirement;
use crate::failure::Failure;
use crate::{Outcome, input};
use polydlx::design::{Pool, PoolError, Rules, search_sets};
use polydlx::diagnostic::Diagnostic;
use polydlx::lattice::{PieceId, Puzzle};

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
  polydlx design sets dates.spec --wherever 'month day'   sets that suit all dates
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

    /// Pieces that every set has: a set must fill what they leave of the box in as many ways wherever they lie; sizes and
    /// numbers are those of the other pieces
    #[arg(long, value_name = "PIECES", conflicts_with = "also")]
    pub(crate) wherever: Option<String>,

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
    let puzzles = match &args.wherever {
        Some(pieces) => Pool::wherever(puzzle, &named(puzzle, pieces)?, ways(args.ways)).map_err(mistake)?,
        None => vec![puzzle.clone()],
    };
    let mut pool = Pool::new(&puzzles[0], &rules).map_err(mistake)?;
    for other in &puzzles[1..] {
        pool = pool.also(other.region.clone()).map_err(mistake)?;
    }
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

/// The pieces with these names.
fn named(puzzle: &Puzzle, names: &str) -> Result<Vec<PieceId>, Failure> {
    let mut pieces: Vec<PieceId> = Vec::new();
    for name in names.split_whitespace() {
        let number = puzzle.pieces.iter().position(|piece| piece.name == name).ok_or_else(|| {
            let known = puzzle.pieces.iter().map(|piece| piece.name.as_str()).collect::<Vec<_>>().join(", ");
            let diagnostic = Diagnostic::error("unknown-piece", format!("there is no piece {name}"));
            Failure::mistake(diagnostic.remedy(format!("known are: {known}")))
        })?;
        if !pieces.contains(&PieceId(number)) {
            pieces.push(PieceId(number));
        }
    }
    Ok(pieces)
}
