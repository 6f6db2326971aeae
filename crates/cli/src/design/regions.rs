//! `polydlx design regions`

use super::listing::{Listing, ListingArgs, Member, usual_style, ways};
use crate::args::{ChangeArgs, Stretch, WorkArgs, lattice, named, stretch};
use crate::asking::no_requirement;
use crate::failure::Failure;
use crate::{Outcome, input};
use clap::ValueEnum;
use polydlx::design::{Family, Parts, Ways, cells_of_pieces, equivalence, search_regions};
use polydlx::diagnostic::Diagnostic;
use polydlx::lattice::{Lattice, Puzzle, Region, Rule, Shape, Sided};
use polydlx::spec::{Changes, NoSets, Source, cells_of, load};
use serde_json::Value;
use std::io;

/// Find the regions that given pieces fill, and in how many ways
///
/// The pieces are those of a set or of a spec, whose box does not matter. Regions of a family that differ only by
/// a motion that maps the set of pieces onto itself come once. Each line is the number of a region, in how many ways
/// the pieces fill it, and its cells, as a box is written in specs.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  polydlx design regions soma --family prisms --height 3 --ways 1
  polydlx design regions tetracubes --family prisms --height 4 --count
  polydlx design regions pentiamonds --family convex
  polydlx design regions pentominoes --family boxes --ways 0..
  polydlx design regions soma --within 'cuboid 3 5 2' --with '[0-2][0-4]0' --count
  polydlx design regions tetrahexes --regions found.txt

Exit status: 0 found, 1 there is no such region, 2 error, 3 stopped early.")]
pub(crate) struct RegionsArgs {
    /// A spec file, `-` for standard input, or the name of a set or a puzzle of the library
    #[arg(value_name = "SPEC")]
    pub(crate) input: String,

    /// What cells are, if the file does not say it
    #[arg(long, value_name = "LATTICE", value_parser = lattice())]
    pub(crate) lattice: Option<Lattice>,

    /// Which regions to look at
    #[arg(long, required_unless_present_any = ["regions", "within"])]
    pub(crate) family: Option<FamilyName>,

    /// Look at parts of this box, by name or as cells
    #[arg(long, value_name = "BOX", conflicts_with = "regions")]
    pub(crate) within: Option<String>,

    /// What all these parts have: cells, or another box
    #[arg(long = "with", value_name = "CELLS", requires = "within")]
    pub(crate) having: Option<String>,

    /// How many layers prisms have; of parts, only those that have all cells above each other or none, where the box has so
    /// many layers
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) height: Option<u32>,

    /// Look at the regions in this file instead: a box on each line, as this command writes them
    #[arg(long, value_name = "FILE", conflicts_with_all = ["family", "height", "size", "sided"])]
    pub(crate) regions: Option<String>,

    /// How many cells the regions have [default: as many as the pieces]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) size: Option<u16>,

    /// Which regions are the same: free = turned or flipped, one = turned, fixed = only shifted
    /// [default: as far as it does not matter for these pieces]
    #[arg(long, value_parser = named(Sided::ALL, Sided::name))]
    pub(crate) sided: Option<Sided>,

    /// In how many ways, up to symmetry, as in 1, 0, 1..3 (three numbers) or 2.. [default: 1.., with --count 0..]
    #[arg(long, value_name = "N..M", value_parser = stretch)]
    pub(crate) ways: Option<Stretch>,

    #[command(flatten)]
    pub(crate) list: ListingArgs,

    #[command(flatten)]
    pub(crate) work: WorkArgs,
}

/// Families of regions by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum FamilyName {
    /// All connected regions
    Polyforms,
    /// Rectangles, parallelograms, cuboids
    Boxes,
    /// Polyominoes with several equal layers, on cubes
    Prisms,
    /// Convex polygons, on triangles and tans
    Convex,
    /// Parts of the box of --within, connected or not
    Parts,
}

pub(crate) fn run(args: &RegionsArgs) -> Outcome {
    let loaded = input::spec(&args.input, args.lattice, &ChangeArgs::default())?;
    let puzzle = loaded.puzzle().expect("a spec without mistakes is a puzzle");
    no_requirement(&loaded, "`polydlx design`")?;
    let of_this_box = puzzle.rules.iter().any(Rule::names_cells) || puzzle.wrap.is_some();
    if of_this_box || !puzzle.placed.is_empty() {
        let message = "what is said of the cells of this box cannot be said of others";
        let remedy = "leave out `place`, `wrap`, and rules that name cells";
        return Err(Failure::mistake(Diagnostic::error("another-box", message).remedy(remedy)));
    }
    let lattice = puzzle.lattice;
    let (family, size) = match &args.regions {
        Some(file) => (Family::Listed(listed(file, lattice)?), 0),
        None => family(args, puzzle)?,
    };
    let default = if args.list.count { Ways::ANY } else { Ways::SOME };
    let wanted = args.ways.map_or(default, ways);
    let sided = args.sided.unwrap_or_else(|| equivalence(puzzle));
    let length = match &family {
        Family::Listed(shapes) => Some(shapes.len() as u64),
        _ => None,
    };
    let listing = Listing {
        list: &args.list,
        work: &args.work,
        input: &args.input,
        names: ["region", "regions"],
        field: "box",
        length,
        style: usual_style(&loaded),
    };
    listing.run(|plan, visit| {
        search_regions(puzzle, (&family, size, sided), wanted, plan, |region| {
            visit(&Member {
                number: region.number,
                ways: region.ways,
                words: &|| cells_of(lattice, &region.shape).map(Value::from).map_err(io::Error::other),
                puzzle: &|| {
                    let region = Region::new(lattice, region.shape.clone()).expect("it was searched");
                    puzzle.in_region(region)
                },
            })
        })
    })
}

/// The family that the arguments name, and the number of cells.
fn family(args: &RegionsArgs, puzzle: &Puzzle) -> Result<(Family, usize), Failure> {
    let mistake = |kind: &'static str, message: String, remedy: String| {
        Failure::mistake(Diagnostic::error(kind, message).remedy(remedy))
    };
    let size = args.size.map(usize::from).or_else(|| cells_of_pieces(puzzle)).ok_or_else(|| {
        let message = "how many cells the pieces have depends on which of them are used";
        mistake("unknown-size", message.to_owned(), "say `--size N`".to_owned())
    })?;
    let name = args.family.unwrap_or(FamilyName::Parts);
    if args.within.is_some() && name != FamilyName::Parts {
        let remedy = "say `--family parts`, or leave out `--within`".to_owned();
        return Err(mistake("no-parts", "only parts lie within a box".to_owned(), remedy));
    }
    let family = match name {
        FamilyName::Parts => {
            let Some(within) = &args.within else {
                let remedy = "say `--within BOX`, as in `--within 'cuboid 3 5 2'`".to_owned();
                return Err(mistake("no-box", "nothing says which box has these parts".to_owned(), remedy));
            };
            let with = args.having.as_deref().map(|cells| box_of(puzzle.lattice, cells)).transpose()?;
            let parts = Parts {
                within: box_of(puzzle.lattice, within)?,
                with: with.unwrap_or_default(),
                height: args.height.unwrap_or(1),
            };
            Family::Parts(parts)
        }
        FamilyName::Polyforms => Family::Polyforms,
        FamilyName::Boxes => Family::Boxes,
        FamilyName::Convex => Family::Convex,
        FamilyName::Prisms => Family::Prisms(args.height.ok_or_else(|| {
            let heights: Vec<_> =
                (1..=size).filter(|h| size.is_multiple_of(*h)).map(|h| h.to_string()).collect();
            let remedy = format!("say `--height N`; {size} cells make {} layers", heights.join(", "));
            mistake("no-height", "it takes a height to make a prism".to_owned(), remedy)
        })?),
    };
    if args.height.is_some() && ![FamilyName::Prisms, FamilyName::Parts].contains(&name) {
        let remedy = "say `--family prisms`, or leave out the height".to_owned();
        return Err(mistake("no-prisms", "only prisms and parts have a height".to_owned(), remedy));
    }
    family.check(puzzle.lattice, size).map_err(|error| {
        let remedy = "see `polydlx design regions --help` for the families".to_owned();
        mistake("no-family", error.to_string(), remedy)
    })?;
    Ok((family, size))
}

/// A box by name, or as cells; where it lies counts.
fn box_of(lattice: Lattice, text: &str) -> Result<Shape, Failure> {
    let source = Source::new("<command line>", format!("|! lattice {}\n|! set\n", lattice.said()));
    let changes = Changes { region: Some(text.to_owned()), ..Changes::default() };
    let loaded = input::load_spec(source, None, &changes)?;
    Ok(loaded.puzzle().expect("a spec without mistakes is a puzzle").region.shape().unguarded())
}

/// The regions in a file: a box on each line, behind what `polydlx design regions` writes before it.
fn listed(file: &str, lattice: Lattice) -> Result<Vec<Shape>, Failure> {
    let source = input::source(file)?;
    let mut shapes = Vec::new();
    for (number, line) in source.text.lines().enumerate() {
        if line.starts_with('|') || line.trim().is_empty() {
            continue;
        }
        let cells = line.rsplit_once(": ").map_or(line, |(_, cells)| cells);
        let name = format!("{}, line {}", source.name, number + 1);
        let loaded = load(Source::new(name.clone(), cells), Some(lattice), &NoSets);
        let Some(puzzle) = loaded.puzzle() else {
            return Err(Failure::Mistakes(loaded.sources, loaded.diagnostics));
        };
        if puzzle.has_suffixes() {
            let message = format!("{name}: cells of a region have no suffixes here");
            return Err(Failure::mistake(Diagnostic::error("region-suffix", message)));
        }
        shapes.push(puzzle.region.shape().unguarded());
    }
    Ok(shapes)
}
