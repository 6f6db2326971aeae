//! What pictures do not show of placements, suffixes and colours, found by trying what there can be.

use polydlx_cover::{Entry, OptionId, Problem, Search};
use polydlx_lattice::{Bounds, PieceId, Placement, Puzzle, Shape, Site};
use polydlx_packing::Options;
use std::collections::BTreeMap;

/// All placements of a puzzle, by what is seen of them: the cells without suffix.
pub(crate) struct Hidden {
    by_cells: BTreeMap<Placement, Vec<Shape>>,
}

impl Hidden {
    pub(crate) fn new(puzzle: &Puzzle) -> Self {
        let mut by_cells: BTreeMap<Placement, Vec<Shape>> = BTreeMap::new();
        for option in Options::new(puzzle).iter() {
            let shape: Shape = option.sites().collect();
            by_cells.entry(seen(option.piece, &shape)).or_default().push(shape);
        }
        Self { by_cells }
    }

    /// The placements of which these are seen; none if there are several ways to complete them, so that all fit beside each
    /// other. What cannot lie so stays what it is, and what cannot lie beside others is one of what there can be.
    pub(crate) fn complete(
        &self,
        shown: &[Placement],
        fits: impl Fn(&Shape) -> bool,
    ) -> Option<Vec<Placement>> {
        let ways: Vec<Vec<&Shape>> = shown.iter().map(|placement| self.ways(placement, &fits)).collect();
        let first = |(placement, ways): (&Placement, &Vec<&Shape>)| Placement {
            piece: placement.piece,
            shape: ways[0].clone(),
        };
        let (problem, shapes) = beside_each_other(&ways);
        let found: Vec<Vec<OptionId>> =
            { Search::new(&problem).limit(2).solutions() }.map(|found| found.options().collect()).collect();
        match &found[..] {
            [] => Some(shown.iter().zip(&ways).map(first).collect()),
            [options] => {
                let placed = options.iter().map(|option| shapes[option.0 as usize]);
                let placed = placed.map(|(number, shape)| (number, shape.clone()));
                let placed: BTreeMap<usize, Shape> = placed.collect();
                let placed = shown.iter().zip(placed.into_values());
                Some(placed.map(|(placement, shape)| Placement { piece: placement.piece, shape }).collect())
            }
            _ => None,
        }
    }

    /// What there can be of which this is seen.
    fn ways<'s>(&'s self, shown: &'s Placement, fits: impl Fn(&Shape) -> bool) -> Vec<&'s Shape> {
        let all: Vec<&Shape> = self.by_cells.get(shown).into_iter().flatten().collect();
        let fitting: Vec<&Shape> = all.iter().copied().filter(|shape| fits(shape)).collect();
        match (fitting.is_empty(), all.is_empty()) {
            (false, _) => fitting,
            (true, false) => all,
            (true, true) => vec![&shown.shape],
        }
    }
}

/// What is seen of a placement.
fn seen(piece: PieceId, shape: &Shape) -> Placement {
    let cells = shape.sites().iter().filter(|site| site.suffix == 0);
    Placement { piece, shape: cells.copied().collect() }
}

/// The problem to choose one of each list, so that what is not seen agrees; and what each option chooses.
fn beside_each_other<'s>(ways: &[Vec<&'s Shape>]) -> (Problem, Vec<(usize, &'s Shape)>) {
    let mut builder = Problem::builder();
    let chosen: Vec<_> =
        (0..ways.len()).map(|number| builder.primary(&format!("piece {number}"), Bounds::ONCE)).collect();
    let unseen = |shape: &'s Shape| shape.sites().iter().filter(|site| site.suffix != 0);
    let mut items = BTreeMap::new();
    for site in ways.iter().flatten().flat_map(|shape| unseen(shape)).map(|site| site.uncolored()) {
        let number = items.len();
        items.entry(site).or_insert_with(|| builder.secondary(&format!("site {number}")));
    }
    let mut shapes = Vec::new();
    for (number, shape) in
        ways.iter().enumerate().flat_map(|(number, ways)| ways.iter().map(move |way| (number, *way)))
    {
        let mut entry = |site: &Site| {
            let color = (site.color != 0).then(|| builder.color(&site.color.to_string()));
            Entry { item: items[&site.uncolored()], color }
        };
        let entries: Vec<Entry> = unseen(shape).map(&mut entry).collect();
        builder.option(std::iter::once(Entry::from(chosen[number])).chain(entries));
        shapes.push((number, shape));
    }
    (builder.build().expect("names are numbers, and no option has an item twice"), shapes)
}
