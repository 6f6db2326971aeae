//! A puzzle: a region and the pieces that shall fill it.

use crate::region::Region;
use crate::rule::Rule;
use crate::shape::{Shape, Sided};
use crate::site::Site;
use crate::table::Lattice;
use crate::tiling::Placement;
use crate::wrap::Wrap;
use polydlx_bounds::Bounds;

/// The number of a piece in [`Puzzle::pieces`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PieceId(pub usize);

/// A piece, without its shape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its name, as it stands in options.
    pub name: String,
    /// How often it is used.
    pub bounds: Bounds,
    /// How an item line writes the bounds before the name: `12|`, `0:3|`, or nothing for a piece used once.
    pub prefix: String,
    /// How it may be moved.
    pub sided: Sided,
}

/// One shape of a piece; a piece may have several, and its options come from all of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Typical {
    /// Whose shape it is.
    pub piece: PieceId,
    /// The typical cells.
    pub shape: Shape,
}

/// A region and the pieces that shall fill it.
///
/// ```
/// use polydlx_lattice::{Bounds, Lattice, Piece, PieceId, Puzzle, Region, Shape, Sided, Site, Typical};
///
/// let cells = |cells: &[[i32; 3]]| Shape::new(cells.iter().copied().map(Site::new));
/// let puzzle = Puzzle {
///     lattice: Lattice::SQUARE,
///     suffixes: vec![String::new()],
///     region: Region::new(Lattice::SQUARE, cells(&[[0, 0, 0], [0, 1, 0], [1, 0, 0], [1, 1, 0]])).unwrap(),
///     cells_optional: false,
///     pieces: vec![Piece {
///         name: "D".to_owned(),
///         bounds: Bounds::exactly(2),
///         prefix: "2|".to_owned(),
///         sided: Sided::Free,
///     }],
///     shapes: vec![Typical { piece: PieceId(0), shape: cells(&[[0, 0, 0], [0, 1, 0]]) }],
///     placed: Vec::new(),
///     rules: Vec::new(),
///     wrap: None,
/// };
/// assert_eq!(puzzle.base_placements(&puzzle.shapes[0]).len(), 2);
/// assert_eq!(puzzle.site_name(puzzle.region.sites()[3]), "11");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// What cells are.
    pub lattice: Lattice,
    /// The suffixes in order of first appearance; number 0 is the empty one.
    /// On triangles the prime is not part of it.
    pub suffixes: Vec<String>,
    /// The cells to be filled.
    pub region: Region,
    /// Whether cells may stay empty.
    pub cells_optional: bool,
    /// The pieces in order of first appearance.
    pub pieces: Vec<Piece>,
    /// Their shapes in order of appearance.
    pub shapes: Vec<Typical>,
    /// Placements that a solution must contain.
    pub placed: Vec<Placement>,
    /// What else a solution must obey.
    pub rules: Vec<Rule>,
    /// Which cells beyond the region are those of the region.
    pub wrap: Option<Wrap>,
}

impl Puzzle {
    /// The name of a site: its coordinates, what tells its class, its suffix.
    pub fn site_name(&self, site: Site) -> String {
        let mut name = String::with_capacity(8);
        self.push_site_name(site, &mut name);
        name
    }

    /// Appends the name of a site.
    pub fn push_site_name(&self, site: Site, text: &mut String) {
        self.lattice.push_cell(site.cell(), text);
        text.push_str(self.suffixes.get(usize::from(site.suffix)).map_or("", String::as_str));
    }

    /// The site of the region that has a name.
    pub fn site_named(&self, name: &str) -> Option<Site> {
        if let Some((cell, rest)) = self.lattice.read_cell(name) {
            let suffix = u16::try_from(self.suffixes.iter().position(|suffix| suffix == rest)?).ok()?;
            return Some(Site { suffix, ..cell.site() }).filter(|&site| self.region.index_of(site).is_some());
        }
        // Guards have names, too, but they are no cells.
        let mut guards = self.region.sites().iter().filter(|site| site.suffix == Site::GUARD);
        guards.find(|&&site| self.site_name(site) == name).copied()
    }

    /// Whether a site may be left uncovered.
    pub fn is_secondary(&self, site: Site) -> bool {
        self.cover_bounds(site).low == 0
    }

    /// Whether any suffix was mentioned, even if no cell of the region has it.
    pub fn has_suffixes(&self) -> bool {
        self.suffixes.len() > 1
    }

    /// The base placements of one shape, as its piece may be moved, with the guards that they use.
    pub fn base_placements(&self, typical: &Typical) -> Vec<Shape> {
        let bases = typical.shape.base_placements(self.lattice, self.pieces[typical.piece.0].sided);
        bases.into_iter().map(|base| base.guarded(self.lattice)).collect()
    }
}
