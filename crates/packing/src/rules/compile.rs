//! What each rule becomes.

use super::{Compiled, Cover, Extra, Idle, Key, Role, shares};
use crate::options::Options;
use polydlx_cover::{Bounds, Monitor, Stopped};
use polydlx_lattice::{PieceId, Puzzle, Rule, Shape};
use std::collections::{BTreeMap, BTreeSet};

/// Compiles the rules of a puzzle.
pub(super) fn compiled(options: &Options<'_>, monitor: &Monitor) -> Result<Compiled, Stopped> {
    let puzzle = options.puzzle();
    let placements: Vec<Placed> = options
        .iter()
        .map(|option| Placed {
            piece: option.piece,
            sites: option.sites().filter_map(|site| puzzle.region.index_of(site.uncolored())).collect(),
        })
        .collect();
    let compiled = Compiled { covers: vec![Vec::new(); placements.len()], ..Compiled::default() };
    let shared = puzzle.rules.iter().filter_map(|rule| match rule {
        Rule::Share(name, ..) => Some(name.as_str()),
        _ => None,
    });
    let taken = puzzle.pieces.iter().map(|piece| piece.name.as_str()).chain(shared).collect();
    let mut compiler = Compiler { puzzle, placements, compiled, next_name: 1, taken };
    for (number, rule) in puzzle.rules.iter().enumerate() {
        monitor.go_on()?;
        compiler.rule(number, rule, monitor)?;
    }
    compiler.holes();
    Ok(compiler.compiled)
}

/// A placement, by numbers.
struct Placed {
    piece: PieceId,
    sites: Vec<usize>,
}

struct Compiler<'a> {
    puzzle: &'a Puzzle,
    placements: Vec<Placed>,
    compiled: Compiled,
    next_name: usize,
    /// Names that items cannot have.
    taken: BTreeSet<&'a str>,
}

impl Compiler<'_> {
    fn rule(&mut self, number: usize, rule: &Rule, monitor: &Monitor) -> Result<(), Stopped> {
        match rule {
            Rule::Of(bounds, shape) => self.count_holes(number, *bounds, shape),
            Rule::Choose(bounds, pieces) => {
                let implied = self.number_is_known(pieces).is_some_and(|times| bounds.contains(times));
                let count = self.item(Key::Count(number), Some(*bounds));
                self.compiled.items[count as usize].implied = implied;
                self.cover_all(count, |placed| pieces.contains(&placed.piece));
            }
            Rule::Share(name, ..) => {
                if let Some(members) = shares(self.puzzle).get(&number) {
                    let item = self.item(Key::Count(number), None);
                    self.compiled.items[item as usize].name.clone_from(name);
                    let sites = self.puzzle.region.sites();
                    self.cover_all(item, |placed| {
                        members.iter().any(|(piece, shape)| {
                            let inside = |&site: &usize| {
                                sites[site].suffix != 0
                                    || shape.as_ref().is_none_or(|shape| shape.contains(sites[site]))
                            };
                            *piece == placed.piece && placed.sites.iter().all(inside)
                        })
                    });
                }
            }
            Rule::Apart(a, b) => {
                let once = |piece: &PieceId| self.puzzle.pieces[piece.0].bounds.high == 1;
                let overlaps = self
                    .puzzle
                    .rules
                    .iter()
                    .any(|rule| matches!(rule, Rule::Each(bounds, _) if bounds.high > 1));
                if !overlaps && (a == b || (once(a) && once(b))) {
                    self.edges(number, [*a, *b]);
                } else {
                    self.pairs(number, [*a, *b], monitor)?;
                }
            }
            Rule::Together(a, b) => {
                let both = self.families(*a, *b);
                if a != b && self.is_once(*a) && self.is_once(*b) {
                    for (from, to) in both {
                        self.far(number, from, to, monitor)?;
                    }
                } else {
                    for (from, to) in both {
                        self.witnesses(number, from, to, monitor)?;
                    }
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn is_once(&self, piece: PieceId) -> bool {
        self.puzzle.pieces[piece.0].bounds.high == 1
    }

    /// From which piece to which a rule on two pieces is seen: if a motion could exchange them, from both.
    fn families(&self, a: PieceId, b: PieceId) -> Vec<(PieceId, PieceId)> {
        let number = |piece: PieceId| self.placements.iter().filter(|placed| placed.piece == piece).count();
        match number(a).cmp(&number(b)) {
            _ if a == b => vec![(a, b)],
            std::cmp::Ordering::Less => vec![(a, b)],
            std::cmp::Ordering::Greater => vec![(b, a)],
            std::cmp::Ordering::Equal => vec![(a, b), (b, a)],
        }
    }

    /// A new item. Its name is a number that no piece has.
    fn item(&mut self, key: Key, bounds: Option<Bounds>) -> u32 {
        let (next, name) = (self.next_name..)
            .map(|number| (number + 1, format!("#{number}")))
            .find(|(_, name)| !self.taken.contains(name.as_str()))
            .expect("there are many numbers");
        self.next_name = next;
        self.compiled.items.push(Extra { key, name, bounds, implied: false });
        u32::try_from(self.compiled.items.len() - 1).expect("the size of rules is bounded when they are read")
    }

    fn cover_all(&mut self, item: u32, which: impl Fn(&Placed) -> bool) {
        for (placed, covers) in self.placements.iter().zip(&mut self.compiled.covers) {
            if which(placed) {
                covers.push((item, None));
            }
        }
    }

    fn idle(&mut self, key: Key, covers: Vec<Cover>) {
        self.compiled.idle.push(Idle { key, site: None, covers });
    }

    /// How often pieces of a list are used together, if that follows from the number of cells: they have one size, and of
    /// all others it is known how many cells they cover.
    fn number_is_known(&self, pieces: &[PieceId]) -> Option<u32> {
        let sizes = |piece: PieceId| -> BTreeSet<usize> {
            let shapes = self.puzzle.shapes.iter().filter(|typical| typical.piece == piece);
            shapes.map(|typical| plain(&typical.shape)).collect()
        };
        let size = |piece: PieceId| match sizes(piece).into_iter().collect::<Vec<_>>()[..] {
            [size] => Some(size),
            _ => None,
        };
        let each = size(*pieces.first()?).filter(|&each| each > 0)?;
        let mut left = self.exact_cells()?;
        for number in (0..self.puzzle.pieces.len()).map(PieceId) {
            if pieces.contains(&number) {
                if size(number)? != each {
                    return None;
                }
            } else {
                let bounds = self.puzzle.pieces[number.0].bounds;
                let times = Some(bounds.low).filter(|&low| low == bounds.high)?;
                left = left.checked_sub(size(number)? * times as usize)?;
            }
        }
        u32::try_from(left / each).ok().filter(|_| left.is_multiple_of(each))
    }

    /// How many cells are covered, if that is known.
    fn exact_cells(&self) -> Option<usize> {
        let (low, high) = self.puzzle.room();
        (low == high).then_some(low)
    }

    /// How many cells of a shape are covered follows from the pieces, if all others must be covered.
    fn covered_is_known(&self, shape: &Shape) -> Option<usize> {
        let sites = self.puzzle.region.sites().iter().filter(|site| site.suffix == 0);
        let others = { sites }.filter(|&&site| !shape.contains(site));
        let is_plain = shape.sites().iter().all(|site| site.suffix == 0);
        let mut all = 0;
        for (number, piece) in self.puzzle.pieces.iter().enumerate() {
            let shapes = self.puzzle.shapes.iter().filter(|typical| typical.piece.0 == number);
            let sizes: BTreeSet<usize> = shapes.map(|typical| plain(&typical.shape)).collect();
            if sizes.len() != 1 || piece.bounds.low != piece.bounds.high {
                return None;
            }
            all += sizes.first()? * piece.bounds.high as usize;
        }
        let mut must = 0;
        for &site in others {
            let bounds = self.puzzle.cover_bounds(site);
            if bounds.low != bounds.high {
                return None;
            }
            must += bounds.low as usize;
        }
        all.checked_sub(must).filter(|_| is_plain)
    }

    /// The holes among some sites are counted; that they must be holes or covered, `holes` sees to.
    fn count_holes(&mut self, number: usize, bounds: Bounds, shape: &Shape) {
        let sites = shape.sites().len() as u32;
        let numbers = shape.sites().iter().filter_map(|&site| self.puzzle.region.index_of(site));
        self.compiled.holes.extend(numbers);
        let implied = self.covered_is_known(shape).is_some_and(|known| bounds.contains(known as u32));
        let holes = match sites.checked_sub(bounds.low) {
            // More than all cannot be covered: an item that no option covers sees to that.
            None => Bounds::ONCE,
            // If there may be no holes, none of them becomes an option.
            Some(most) => Bounds { low: sites.saturating_sub(bounds.high), high: most.max(1) },
        };
        let item = self.item(Key::Count(number), Some(holes));
        self.compiled.items[item as usize].implied = implied;
    }

    /// The options that leave sites empty.
    fn holes(&mut self) {
        let holes: Vec<usize> = self.compiled.holes.iter().copied().collect();
        for site in holes {
            let at = self.puzzle.region.sites()[site];
            let mut covers = Vec::new();
            let mut possible = true;
            for (item, extra) in (0..).zip(&self.compiled.items) {
                let Key::Count(rule) = extra.key else { continue };
                if let Rule::Of(bounds, shape) = &self.puzzle.rules[rule]
                    && shape.contains(at)
                {
                    possible &= (bounds.low as usize) < shape.sites().len();
                    covers.push((item, None));
                }
            }
            if possible {
                self.compiled.idle.push(Idle { key: Key::Hole(site), site: Some(site), covers });
            }
        }
    }

    /// What a piece covers, its cells without suffix, as sites.
    fn plain_sites<'s>(&'s self, placed: &'s Placed) -> impl Iterator<Item = usize> + 's {
        placed.sites.iter().copied().filter(|&site| self.puzzle.region.sites()[site].suffix == 0)
    }

    /// For each placement of two pieces, the sites next to it.
    fn around(&self, placed: &Placed) -> BTreeSet<usize> {
        let sites = self.puzzle.region.sites();
        let next = |site: usize| {
            self.puzzle.neighbors(sites[site]).filter_map(|site| self.puzzle.region.index_of(site))
        };
        self.plain_sites(placed).flat_map(next).collect()
    }

    /// `apart` with at most one copy of each, or of one piece with itself: both sides of an edge cover its item.
    fn edges(&mut self, rule: usize, pieces: [PieceId; 2]) {
        let mut known: BTreeMap<[usize; 2], u32> = BTreeMap::new();
        for placement in 0..self.placements.len() {
            if !pieces.contains(&self.placements[placement].piece) {
                continue;
            }
            let placed = &self.placements[placement];
            let sites = self.puzzle.region.sites();
            let mut edges = BTreeSet::new();
            for site in self.plain_sites(placed) {
                let next =
                    self.puzzle.neighbors(sites[site]).filter_map(|site| self.puzzle.region.index_of(site));
                edges.extend(
                    next.filter(|other| !placed.sites.contains(other))
                        .map(|other| [site.min(other), site.max(other)]),
                );
            }
            for edge in edges {
                let item = match known.get(&edge) {
                    Some(&item) => item,
                    None => {
                        let item = self.item(Key::Edge(rule, edge), None);
                        known.insert(edge, item);
                        item
                    }
                };
                self.compiled.covers[placement].push((item, None));
            }
        }
    }

    /// For each placement of a piece, those of another that touch it.
    fn touching(
        &self,
        from: PieceId,
        to: PieceId,
        monitor: &Monitor,
    ) -> Result<Vec<(usize, BTreeSet<usize>)>, Stopped> {
        let mut at: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (number, placed) in self.placements.iter().enumerate().filter(|(_, placed)| placed.piece == to) {
            for site in self.plain_sites(placed) {
                at.entry(site).or_default().push(number);
            }
        }
        let mut found = Vec::new();
        for (number, placed) in self.placements.iter().enumerate().filter(|(_, placed)| placed.piece == from)
        {
            monitor.go_on()?;
            let around = self.around(placed);
            let touching = around.iter().filter_map(|site| at.get(site)).flatten().copied();
            found.push((number, touching.filter(|&other| other != number).collect()));
        }
        Ok(found)
    }

    /// `apart` for any number of copies: both placements of each pair that touches cover an item.
    fn pairs(&mut self, rule: usize, [a, b]: [PieceId; 2], monitor: &Monitor) -> Result<(), Stopped> {
        let mut known = BTreeSet::new();
        for (one, others) in self.touching(a, b, monitor)? {
            for other in others {
                let pair = [one.min(other), one.max(other)];
                if known.insert(pair) {
                    let item = self.item(Key::Pair(rule, pair), None);
                    pair.into_iter().for_each(|placement| self.compiled.covers[placement].push((item, None)));
                }
            }
        }
        Ok(())
    }

    /// `together` with one copy of each: a placement and those that do not touch it cover an item.
    fn far(&mut self, rule: usize, from: PieceId, to: PieceId, monitor: &Monitor) -> Result<(), Stopped> {
        let others: Vec<usize> =
            (0..self.placements.len()).filter(|&number| self.placements[number].piece == to).collect();
        for (one, touching) in self.touching(from, to, monitor)? {
            let item = self.item(Key::Of(rule, one, Role::Far), None);
            self.compiled.covers[one].push((item, None));
            for &other in others.iter().filter(|other| !touching.contains(other)) {
                self.compiled.covers[other].push((item, None));
            }
        }
        Ok(())
    }

    /// `together` with more copies. Each placement p of a piece is one of three, by an option that places nothing: absent,
    /// a witness (it is touched), or alone.
    ///
    /// Item `used` is covered by p or by `absent`, so that just one of them is chosen. Item `settled` is covered by one of
    /// the three. Item `touched` must be covered by something that touches p unless p is absent or alone; and if p is
    /// alone, nothing that touches it may be there: so say the colours of item `free`. At least one witness is wanted.
    fn witnesses(
        &mut self,
        rule: usize,
        from: PieceId,
        to: PieceId,
        monitor: &Monitor,
    ) -> Result<(), Stopped> {
        let touching = self.touching(from, to, monitor)?;
        let most = touching.len().max(1) as u32;
        let some = self.item(Key::Some(rule, from), Some(Bounds { low: 1, high: most }));
        for (one, others) in touching {
            let key = |role: Role| Key::Of(rule, one, role);
            let used = self.item(key(Role::Used), Some(Bounds::ONCE));
            let settled = self.item(key(Role::Settled), Some(Bounds::ONCE));
            let most = others.len() as u32 + 1;
            let touched = self.item(key(Role::Touched), Some(Bounds { low: 1, high: most }));
            let free = self.item(key(Role::Free), None);
            self.compiled.covers[one].push((used, None));
            for other in others {
                self.compiled.covers[other].extend([(touched, None), (free, Some(false))]);
            }
            self.idle(key(Role::Absent), vec![(used, None), (settled, None), (touched, None)]);
            self.idle(key(Role::Witness), vec![(settled, None), (some, None)]);
            self.idle(key(Role::Alone), vec![(settled, None), (touched, None), (free, Some(true))]);
        }
        Ok(())
    }
}

/// The number of cells without suffix.
fn plain(shape: &Shape) -> usize {
    shape.sites().iter().filter(|site| site.suffix == 0).count()
}
