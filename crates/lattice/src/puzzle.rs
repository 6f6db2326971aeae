//! A puzzle: a region and the pieces that shall fill it.

use crate::digit::digit;
use crate::region::Region;
use crate::rule::Rule;
use crate::shape::{Shape, Sided};
use crate::site::Site;
use crate::table::{Lattice, Part};
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
///     palette: Default::default(),
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
    /// The colours of sites.
    pub palette: Palette,
}

/// The colours that sites of pieces can have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Palette {
    /// Their names; the number of the first is 1.
    pub names: Vec<String>,
    /// Those that may be exchanged: then solutions that differ in nothing else are equivalent.
    pub alike: Vec<u16>,
}

impl Palette {
    /// The name of a colour.
    pub fn name(&self, color: u16) -> Option<&str> {
        self.names.get(usize::from(color).checked_sub(1)?).map(String::as_str)
    }

    /// The number of a colour.
    pub fn number(&self, name: &str) -> Option<u16> {
        self.names.iter().position(|known| known == name).map(|at| at as u16 + 1)
    }
}

impl Puzzle {
    /// The name of a site: its coordinates, what tells its class, its suffix, and its colour, if it has one. A side or a
    /// corner is called by the least cell of the region that has it.
    pub fn site_name(&self, site: Site) -> String {
        let mut name = String::with_capacity(8);
        self.push_site_name(site, &mut name);
        name
    }

    /// Appends the name of a site.
    pub fn push_site_name(&self, site: Site, text: &mut String) {
        if let Some(part) = Part::of_suffix(site.suffix) {
            let around = || self.lattice.around(site.cell());
            let inside = around().filter(|(cell, _)| self.region.index_of(cell.site()).is_some()).min();
            if let Some((cell, number)) = inside.or_else(|| around().min()) {
                self.lattice.push_cell(cell, text);
                text.extend([part.letter(), digit(number as i32).unwrap_or('?')]);
            }
        } else {
            self.lattice.push_cell(site.cell(), text);
            text.push_str(self.suffixes.get(usize::from(site.suffix)).map_or("", String::as_str));
        }
        if let Some(color) = self.palette.name(site.color) {
            text.extend([":", color]);
        }
    }

    /// The site of the region that has a name.
    pub fn site_named(&self, name: &str) -> Option<Site> {
        if let Some((name, color)) = name.split_once(':') {
            let color = self.palette.number(color)?;
            return self.site_named(name).map(|site| Site { color, ..site });
        }
        self.part_named(name).or_else(|| self.bare_site_named(name))
    }

    /// The part of a cell that has that name.
    fn part_named(&self, name: &str) -> Option<Site> {
        let (part, place) = self.lattice.read_part(name)?;
        let place = self.wrap.as_ref().map_or(Some(place), |wrap| wrap.representative(place))?;
        let site = Site { suffix: part.suffix(), ..place.site() };
        self.region.index_of(site).map(|_| site)
    }

    fn bare_site_named(&self, name: &str) -> Option<Site> {
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
        self.suffixes.len() > 1 || self.has_colors()
    }

    /// Whether sites of pieces have colours.
    pub fn has_colors(&self) -> bool {
        !self.palette.names.is_empty()
    }

    /// What of cells has colours: sides, corners, faces, or nothing.
    pub fn colored_parts(&self) -> impl Iterator<Item = Part> {
        let has = |part: Part| {
            let own = |shape: &Shape| shape.sites().iter().any(|site| site.suffix == part.suffix());
            self.shapes.iter().any(|typical| own(&typical.shape))
                || self.rules.iter().any(|rule| matches!(rule, Rule::Colored(shape) if own(shape)))
        };
        Part::ALL.into_iter().filter(move |&part| has(part))
    }

    /// The same puzzle in another region, which need not have sides and corners.
    #[must_use]
    pub fn in_region(&self, region: Region) -> Self {
        let mut puzzle = Self { region, ..self.clone() };
        puzzle.mark_region();
        puzzle
    }

    /// Gives the region the sides and corners that pieces have colours on, if it has not got them.
    pub fn mark_region(&mut self) {
        let marked = |shape: Shape, part: Part| shape.with_parts(self.lattice, part);
        let shape = self.colored_parts().fold(self.region.shape().unguarded(), marked);
        if shape == self.region.shape().unguarded() {
            return;
        }
        if let Some(wrap) = self.wrap.take() {
            let wrap = wrap.with_parts(&shape);
            let is_own = |site: &&Site| wrap.representative(site.cell()) == Some(site.cell());
            self.region =
                self.region.with(self.lattice, shape.sites().iter().filter(is_own).copied().collect());
            self.wrap = Some(wrap);
        } else {
            self.region = self.region.with(self.lattice, shape);
        }
    }

    /// The site of the region that a site with a colour covers, with that colour.
    pub fn standing_site(&self, site: Site) -> Option<Site> {
        let cell = self.wrap.as_ref().map_or(Some(site.cell()), |wrap| wrap.representative(site.cell()));
        let there = site.moved_to(cell?);
        self.region.index_of(there.uncolored()).map(|_| there)
    }

    /// Whether a part of a cell of the region touches one that is outside.
    pub fn has_outside(&self, place: Site) -> bool {
        let outside = |cell| self.standing_for(cell).is_none();
        Part::of_suffix(place.suffix)
            .is_some_and(|part| self.lattice.touched(part, place.cell()).any(outside))
    }

    /// The shapes of each piece. Of many pieces they are not to be looked for one by one.
    pub fn shapes_by_piece(&self) -> Vec<Vec<&Typical>> {
        let mut found = vec![Vec::new(); self.pieces.len()];
        self.shapes.iter().for_each(|typical| found[typical.piece.0].push(typical));
        found
    }

    /// The base placements of one shape, as its piece may be moved, with the guards that they use.
    pub fn base_placements(&self, typical: &Typical) -> Vec<Shape> {
        let bases = typical.shape.base_placements(self.lattice, self.pieces[typical.piece.0].sided);
        bases.into_iter().map(|base| base.guarded(self.lattice)).collect()
    }
}
