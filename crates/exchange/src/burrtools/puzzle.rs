//! Documents and puzzles.

use super::document::{Document, Grid, Part, Problem, Shape, Span, State, Voxel};
use super::problem;
use crate::draft::{Draft, DraftPiece};
use crate::{Export, Import, Text, foreign, lost};
use crate::{narrow, wide};
use itertools::Itertools;
use polydlx_bounds::Bounds;
use polydlx_diagnostic::{Diagnostic, Span as Place};
use polydlx_lattice::{Cell, Lattice, PieceId, Puzzle, Rule, Sided, Site};
use std::collections::{BTreeMap, BTreeSet};

/// How cells of a grid are cells of a lattice.
struct Bridge {
    grid: Grid,
    lattice: Lattice,
    /// What cells that belong together have in common: then they lie in the plane of the lattice.
    level: fn([i32; 3]) -> i32,
    /// The point of a cell, and back.
    point: fn([i32; 3]) -> [i32; 3],
    voxel: fn([i32; 3]) -> [i32; 3],
    /// What a shift must keep even.
    parity: fn([i32; 3]) -> i32,
    /// How BurrTools moves pieces there.
    sided: Sided,
}

/// The first that fits is taken.
const BRIDGES: [Bridge; 5] = [
    Bridge {
        grid: Grid::Bricks,
        lattice: Lattice::SQUARE,
        level: |[_, _, z]| z,
        point: |[x, y, _]| [y, x, 0],
        voxel: |[a, b, _]| [b, a, 0],
        parity: |_| 0,
        sided: Sided::Free,
    },
    Bridge {
        grid: Grid::Bricks,
        lattice: Lattice::CUBE,
        level: |_| 0,
        point: |at| at,
        voxel: |at| at,
        parity: |_| 0,
        sided: Sided::One,
    },
    Bridge {
        grid: Grid::Prisms,
        lattice: Lattice::TRIANGLE,
        level: |[_, _, z]| z,
        // Triangles that point up have a+b+c = -1, the others 1; the user's x, y are a+1, b+1 and a, b.
        point: |[x, y, _]| match (x + y).rem_euclid(2) {
            0 => [(x - y) / 2 - 1, y - 1, 1 - (x - y) / 2 - y],
            _ => [(x - y - 1).div_euclid(2), y, 1 - (x - y - 1).div_euclid(2) - y],
        },
        voxel: |[a, b, c]| {
            if a + b + c < 0 { [2 * (a + 1) + b + 1, b + 1, 0] } else { [2 * a + b + 1, b, 0] }
        },
        parity: |[x, y, _]| x + y,
        sided: Sided::Free,
    },
    Bridge {
        grid: Grid::Spheres,
        lattice: Lattice::HEX,
        level: |[x, y, z]| x - y - z,
        point: |[_, y, z]| [y, z, -y - z],
        voxel: |[a, b, _]| [a + b, a, b],
        parity: |[x, y, z]| x + y + z,
        sided: Sided::Free,
    },
    Bridge {
        grid: Grid::Spheres,
        lattice: Lattice::SPHERE,
        level: |_| 0,
        point: |at| at,
        voxel: |at| at,
        parity: |[x, y, z]| x + y + z,
        sided: Sided::One,
    },
];

/// The spec of a problem, by its number from 1, or of the first; a DLX file if no lattice of ours has such cells.
pub fn import(document: &Document, number: Option<usize>) -> Result<Import, Vec<Diagnostic>> {
    let problem = chosen(document, number)?;
    let mut warnings = Vec::new();
    if number.is_none() && document.problems.len() > 1 {
        let message = format!("the file has {} problems, and this is the first", document.problems.len());
        warnings.push(lost(message).remedy("polydlx convert --problem N takes another one"));
    }
    if document.has_solutions {
        warnings.push(lost("solutions that the file has in store are not read"));
    }
    if problem.parts.iter().any(|part| !part.groups.is_empty()) {
        warnings.push(lost("groups of pieces, which matter when things are taken apart, are not read"));
    }
    for part in &problem.parts {
        let shape = &document.shapes[part.shape];
        if shape.cells.iter().any(|voxel| voxel.state == State::Variable) {
            let name = shape.name.clone().unwrap_or_else(|| default_name(part.shape));
            warnings.push(lost(format!("cells `+` of piece {name} take no room, and are left out")));
        }
    }
    let result = &document.shapes[problem.result.expect("a problem that is chosen has a result")];
    let used = problem.parts.iter().map(|part| &document.shapes[part.shape]).chain([result]).collect_vec();
    let is_flat = |bridge: &&Bridge| {
        used.iter().all(|shape| shape.filled().map(|(at, _)| (bridge.level)(at)).all_equal())
    };
    let text = match BRIDGES.iter().filter(|bridge| bridge.grid == document.grid).find(is_flat) {
        Some(bridge) => Text::Spec(draft(document, problem, bridge).text()?),
        None => {
            let message = "no lattice of polydlx has such cells: the problem becomes items and options";
            warnings.push(lost(message).remedy("they can be searched and counted, but not drawn"));
            Text::Dlx(problem::dlx(document, problem)?)
        }
    };
    Ok(Import { text, warnings })
}

fn chosen(document: &Document, number: Option<usize>) -> Result<&Problem, Vec<Diagnostic>> {
    let at = number.unwrap_or(1).wrapping_sub(1);
    let Some(problem) = document.problems.get(at) else {
        let message = match document.problems.len() {
            0 => "the file has shapes, but no problem".to_owned(),
            1 => "the file has just one problem".to_owned(),
            n => format!("the file has {n} problems"),
        };
        return Err(vec![
            Diagnostic::error("no-such-problem", message).remedy("problems are counted from 1"),
        ]);
    };
    let place = |Span(start, end): Span| Place::new(0, start..end);
    let wrong =
        |kind, message: &str, label: &str| Diagnostic::error(kind, message).at(place(problem.at), label);
    let Some(result) = problem.result else {
        return Err(vec![wrong(
            "no-result",
            "the problem does not say which shape is to be filled",
            "no such shape",
        )]);
    };
    let mut mistakes = Vec::new();
    if document.shapes[result].filled().next().is_none() {
        mistakes.push(wrong(
            "empty-result",
            "the shape that is to be filled has no cells",
            "in this problem",
        ));
    }
    for part in &problem.parts {
        let shape = &document.shapes[part.shape];
        if !shape.cells.iter().any(|voxel| voxel.state == State::Filled) {
            let message = "a piece has no cells";
            mistakes.push(Diagnostic::error("empty-piece", message).at(place(shape.at), "this shape"));
        }
    }
    let used = problem.parts.iter().map(|part| part.shape).chain([result]).unique();
    for shape in used.map(|number| &document.shapes[number]).filter(|_| document.grid == Grid::Spheres) {
        if shape.filled().any(|([x, y, z], _)| (x + y + z) % 2 != 0) {
            let message = "balls stand only where x+y+z is even";
            mistakes
                .push(Diagnostic::error("no-ball-here", message).at(place(shape.at), "not so in this shape"));
        }
    }
    if mistakes.is_empty() { Ok(problem) } else { Err(mistakes) }
}

/// What BurrTools calls a shape that has no name.
pub(super) fn default_name(shape: usize) -> String {
    format!("S{}", shape + 1)
}

fn draft(document: &Document, problem: &Problem, bridge: &Bridge) -> Draft {
    let cell =
        |at: [i32; 3]| bridge.lattice.cell(wide((bridge.point)(at))).expect("the bridge leads to cells");
    let result = &document.shapes[problem.result.expect("a problem that is chosen has a result")];
    let of_state = |state: State| {
        result.filled().filter(move |(_, voxel)| voxel.state == state).map(|(at, _)| cell(at)).collect_vec()
    };
    let optional = of_state(State::Variable);
    let has_range = problem.parts.iter().any(|part| part.low < part.high);
    let least = problem.max_holes.filter(|_| has_range);
    let least = least.map(|holes| optional.len().saturating_sub(holes as usize));
    // A cell of a piece with a colour has a suffix, and may lie only where the region has the cell with that suffix, too.
    let has_colors = !document.colors.is_empty();
    let suffix = |voxel: Voxel| (has_colors && voxel.color > 0).then(|| format!("c{}", voxel.color));
    let pieces = problem.parts.iter().filter(|part| part.high > 0).map(|part| {
        let shape = &document.shapes[part.shape];
        let own = shape.filled().filter(|(_, voxel)| voxel.state == State::Filled);
        // Next to the cell with its suffix stands the cell itself, which is to be covered.
        let cells =
            own.flat_map(|(at, voxel)| [Some((cell(at), None)), suffix(voxel).map(|s| (cell(at), Some(s)))]);
        DraftPiece {
            name: shape.name.clone().unwrap_or_else(|| default_name(part.shape)),
            bounds: Bounds { low: part.low, high: part.high },
            sided: Some(bridge.sided),
            shapes: vec![cells.flatten().collect()],
            is_placed: false,
        }
    });
    let pieces = pieces.collect_vec();
    let used: BTreeSet<String> = pieces
        .iter()
        .flat_map(|piece| piece.shapes[0].iter().filter_map(|(_, suffix)| suffix.clone()))
        .collect();
    let mut suffixed = Vec::new();
    for (at, voxel) in result.filled().filter(|_| has_colors) {
        for (number, suffix) in (0..document.colors.len()).map(|number| (number, format!("c{}", number + 1)))
        {
            if used.contains(&suffix) && allows(problem, number, voxel) {
                suffixed.push((cell(at), suffix));
            }
        }
    }
    let comment = Some(&document.comment).filter(|comment| !comment.trim().is_empty());
    Draft {
        lattice: bridge.lattice,
        title: problem.name.clone().or(comment.cloned()),
        filled: of_state(State::Filled),
        optional,
        least,
        suffixed,
        pieces,
    }
}

/// Whether a cell of a piece with a colour, counted from 0, may lie on a cell of the result.
pub(super) fn allows(problem: &Problem, color: usize, on: Voxel) -> bool {
    on.color == 0 || problem.pairs.contains(&(color, usize::from(on.color) - 1))
}

/// A document with the pieces of a puzzle and, if it has a box, one problem; or all reasons why there is none.
pub fn export(export: &Export<'_>) -> Result<Document, Vec<Diagnostic>> {
    let puzzle = export.puzzle;
    let Some(bridge) = BRIDGES.iter().find(|bridge| bridge.lattice == puzzle.lattice) else {
        let message = format!("BurrTools has no grid for {}", puzzle.lattice.polyforms());
        return Err(vec![foreign(message)]);
    };
    let mut reasons = Vec::new();
    if !puzzle.placed.is_empty() {
        reasons.push(foreign("in BurrTools no piece has its place: `place` cannot be carried over"));
    }
    let mut parts = Vec::new();
    let palette = Palette::new(puzzle, &mut reasons);
    let mut shapes = Vec::new();
    for (number, piece) in puzzle.pieces.iter().enumerate() {
        let own = puzzle.shapes.iter().filter(|typical| typical.piece == PieceId(number)).collect_vec();
        let [typical] = own[..] else {
            reasons.push(foreign(format!(
                "piece {} has several shapes, which BurrTools does not know",
                piece.name
            )));
            continue;
        };
        let ways = |sided| typical.shape.base_placements(puzzle.lattice, sided).len();
        if ways(piece.sided) != ways(bridge.sided) {
            let message = format!(
                "BurrTools turns pieces in space, but piece {} may be moved in another way: {}",
                piece.name,
                piece.sided.name()
            );
            reasons.push(foreign(message));
        }
        let (low, high) = (piece.bounds.low, piece.bounds.high.min(puzzle.region.len().max(1) as u32));
        parts.push(Part { shape: shapes.len(), low, high, groups: Vec::new() });
        let voxels = typical.shape.sites().iter().filter(|site| site.suffix == 0).map(|&site| {
            let color = palette.of_piece(typical.shape.sites(), site);
            (site.cell(), Voxel { state: State::Filled, color })
        });
        shapes.push(boxed(bridge, &piece.name, voxels));
    }
    let max_holes = max_holes(puzzle, &mut reasons);
    let mut problems = Vec::new();
    if !export.is_set {
        let voxels = puzzle.region.sites().iter().filter(|site| site.suffix == 0).map(|&site| {
            let state = if puzzle.is_secondary(site) { State::Variable } else { State::Filled };
            (site.cell(), Voxel { state, color: palette.of_region(site) })
        });
        shapes.push(boxed(bridge, "box", voxels));
        let (name, pairs) = (export.title.map(str::to_owned), palette.pairs());
        problems.push(Problem {
            name,
            parts,
            result: Some(shapes.len() - 1),
            max_holes,
            pairs,
            at: Span::default(),
        });
    }
    if !reasons.is_empty() {
        return Err(reasons);
    }
    Ok(Document {
        grid: bridge.grid,
        colors: palette.colors(),
        shapes,
        problems,
        comment: export.title.unwrap_or_default().to_owned(),
        popup: false,
        has_solutions: false,
    })
}

/// A shape in its box.
fn boxed(bridge: &Bridge, name: &str, cells: impl Iterator<Item = (Cell, Voxel)>) -> Shape {
    let place = |cell: Cell| (bridge.voxel)(narrow(bridge.lattice.point(cell)));
    let voxels: BTreeMap<[i32; 3], Voxel> = cells.map(|(cell, voxel)| (place(cell), voxel)).collect();
    let extreme = |better: fn(i32, i32) -> i32| {
        let ends = voxels.keys().copied().reduce(|a, b| [0, 1, 2].map(|i| better(a[i], b[i])));
        ends.unwrap_or_default()
    };
    let mut low = extreme(i32::min);
    if (bridge.parity)(low) % 2 != 0 {
        low[0] -= 1;
    }
    let high = extreme(i32::max);
    let size = [0, 1, 2].map(|i| (high[i] - low[i] + 1) as usize);
    let [x, y, z] = size;
    let all = (0..x * y * z).map(|number| [number % x, number / x % y, number / x / y]);
    let cells =
        all.map(|at| voxels.get(&[0, 1, 2].map(|i| low[i] + at[i] as i32)).copied().unwrap_or_default());
    Shape { name: Some(name.to_owned()), size, cells: cells.collect(), ..Shape::default() }
}

/// How many cells may stay empty, if a rule says so that BurrTools knows.
fn max_holes(puzzle: &Puzzle, reasons: &mut Vec<Diagnostic>) -> Option<u32> {
    let rules = puzzle.rules.iter().filter_map(|rule| match rule {
        Rule::Of(bounds, shape) => Some((bounds, shape)),
        _ => None,
    });
    let rules = rules.collect_vec();
    let (bounds, shape) = match rules[..] {
        [] => return None,
        [only] => only,
        _ => {
            reasons.push(foreign("BurrTools knows just one number of cells that may stay empty"));
            return None;
        }
    };
    let plain = puzzle.region.sites().iter().filter(|site| site.suffix == 0);
    let optional = plain.filter(|&&site| puzzle.is_secondary(site)).count();
    let has_range = puzzle.pieces.iter().any(|piece| piece.bounds.low < piece.bounds.high);
    let n = shape.sites().len();
    if n != optional || (bounds.high as usize) < n || !has_range {
        let message = "BurrTools limits only how many of all optional cells stay empty, if the number of pieces is not fixed";
        reasons.push(foreign(message));
        return None;
    }
    u32::try_from(n - bounds.low as usize).ok()
}

/// Suffixes as colours: a cell of a piece has the colour of its suffix, and a cell of the region a colour that says which
/// suffixes it has.
struct Palette {
    /// How many suffixes there are.
    suffixes: usize,
    /// Which suffixes cells of the region have, a list for each kind of cell.
    kinds: Vec<Vec<u16>>,
    of_region: BTreeMap<Site, usize>,
}

impl Palette {
    fn new(puzzle: &Puzzle, reasons: &mut Vec<Diagnostic>) -> Self {
        let used = puzzle.shapes.iter().flat_map(|typical| typical.shape.sites()).map(|site| site.suffix);
        let used = used.filter(|&suffix| suffix != 0).sorted().dedup().collect_vec();
        let is_color = |sites: &[Site]| {
            let marked = sites.iter().filter(|site| site.suffix != 0).map(|site| Site { suffix: 0, ..*site });
            let marked = marked.collect_vec();
            marked.iter().all_unique() && marked.iter().all(|site| sites.contains(site))
        };
        if !puzzle.shapes.iter().all(|typical| is_color(typical.shape.sites())) {
            let message = "cells with suffixes can be carried over only if they are like colours: one upon a cell of the piece";
            reasons.push(foreign(message));
        }
        let mut of_cell: BTreeMap<Site, Vec<u16>> = BTreeMap::new();
        for site in puzzle.region.sites().iter().filter(|_| !used.is_empty()) {
            let list = of_cell.entry(Site { suffix: 0, ..*site }).or_default();
            list.extend(Some(site.suffix).filter(|suffix| used.contains(suffix)));
        }
        // A cell on which all may lie needs no colour.
        let kinds = of_cell.values().filter(|list| **list != used).cloned().sorted().dedup().collect_vec();
        let kind = |list: &Vec<u16>| kinds.iter().position(|other| other == list);
        let of_region = of_cell.iter().filter_map(|(&site, list)| Some((site, kind(list)?))).collect();
        Self { suffixes: used.last().map_or(0, |&last| usize::from(last)), kinds, of_region }
    }

    fn of_piece(&self, sites: &[Site], site: Site) -> u8 {
        let marked = sites.iter().find(|other| other.suffix != 0 && Site { suffix: 0, ..**other } == site);
        marked.map_or(0, |marked| marked.suffix as u8)
    }

    fn of_region(&self, site: Site) -> u8 {
        self.of_region.get(&site).map_or(0, |kind| (self.suffixes + kind + 1) as u8)
    }

    fn pairs(&self) -> Vec<(usize, usize)> {
        let lists = self.kinds.iter().enumerate();
        let pairs = lists.flat_map(|(kind, list)| {
            list.iter().map(move |&suffix| (usize::from(suffix) - 1, self.suffixes + kind))
        });
        pairs.collect()
    }

    fn colors(&self) -> Vec<[u8; 3]> {
        let shade = |number: usize| (40 + 37 * number % 200) as u8;
        (0..self.suffixes + self.kinds.len())
            .map(|number| [shade(number), shade(number + 3), shade(number + 7)])
            .collect()
    }
}
