//! Parts that no options can fill, by the sizes of those of each head.
//!
//! No geometry is known here, but the problem shows it. Join items by edges so that each option is connected; then an
//! option that is chosen later lies within one part of what the options before it leave uncovered. So any such graph
//! will do, and the fewer edges it has, the more is seen to be cut off. Whoever knows which items are neighbours says so.

use super::{Cause, Pruning};
use crate::frontier::heads;
use crate::rows::{Rows, has, ones};
use crate::sums::Sums;
use crate::{ItemId, Monitor, OptionId, Stopped};
use std::collections::{BTreeMap, BTreeSet};

/// Options with more items than bits in a word are not thought of.
const LONGEST: usize = 64;

impl Pruning<'_> {
    /// Rounds through the options, until nothing changes.
    pub(super) fn area(&mut self, monitor: &Monitor) -> Result<(), Stopped> {
        loop {
            let Some(board) = Board::new(self) else { return Ok(()) };
            let facts = board.facts();
            if self.board.as_ref() == Some(&facts) {
                return Ok(());
            }
            let mut gone = Vec::new();
            for (number, option) in ones(self.left()).enumerate() {
                if number % 256 == 0 {
                    monitor.go_on()?;
                }
                let option = OptionId(option as u32);
                gone.extend(board.unfillable(option).map(|size| (option, Cause::Area(size))));
            }
            self.rounds += 1;
            self.board = Some(facts);
            gone.into_iter().for_each(|(option, cause)| self.remove(option, cause));
        }
    }
}

/// Edges, and totals that can be covered. As long as they are the same, nothing more goes.
pub(super) type Facts = (Rows, BTreeMap<Option<ItemId>, Sums>);

/// Two vertices of an option, by their places in it.
struct Shared {
    option: u32,
    places: (u8, u8),
}

/// The items that are not heads as vertices of a graph, and what heads can cover.
struct Board<'a> {
    pruning: &'a Pruning<'a>,
    /// The vertex of each item, if it is one.
    vertex: Vec<Option<u32>>,
    /// Which vertices are neighbours, if that is known.
    near: Option<Rows>,
    /// The neighbours of each vertex; the last two rows have the vertices that must be covered, and all.
    edges: Rows,
    vertices: usize,
    /// For each head, totals that can be covered when it has been used once; the last one if no head was.
    sums: BTreeMap<Option<ItemId>, Sums>,
    is_head: Vec<bool>,
    colored: Vec<bool>,
}

impl<'a> Board<'a> {
    fn new(pruning: &'a Pruning<'a>) -> Option<Self> {
        let problem = pruning.problem;
        let is_head = match &pruning.near {
            None => heads(problem),
            Some(near) => {
                let mut is_head = vec![true; problem.items()];
                near.iter().for_each(|(item, _)| is_head[item.0 as usize] = false);
                is_head
            }
        };
        let mut colored = vec![false; problem.items()];
        for entry in problem.option_ids().flat_map(|option| problem.option(option)) {
            colored[entry.item.0 as usize] |= entry.color.is_some();
        }
        let mut vertex = vec![None; problem.items()];
        let mut items = Vec::new();
        for &item in problem.listing() {
            let at = item.0 as usize;
            if pruning.is_once(item) && !colored[at] && !is_head[at] {
                vertex[at] = Some(items.len() as u32);
                items.push(item);
            }
        }
        let vertices = items.len();
        let near = pruning.near.as_ref().map(|pairs| {
            let mut near = Rows::new(vertices, vertices);
            for (a, b) in pairs {
                if let (Some(a), Some(b)) = (vertex[a.0 as usize], vertex[b.0 as usize]) {
                    near.set(a as usize, b as usize);
                }
            }
            near
        });
        let length = |option| {
            problem.option(option).iter().filter(|entry| vertex[entry.item.0 as usize].is_some()).count()
        };
        if vertices == 0 || problem.option_ids().any(|option| length(option) > LONGEST) {
            return None;
        }
        let mut edges = Rows::new(vertices + 2, vertices);
        for &item in problem.listing() {
            if let Some(v) = vertex[item.0 as usize] {
                edges.set(vertices + 1, v as usize);
                if problem.is_primary(item) {
                    edges.set(vertices, v as usize);
                }
            }
        }
        let mut board =
            Self { pruning, vertex, near, edges, vertices, sums: BTreeMap::new(), is_head, colored };
        board.join();
        board.add_up();
        Some(board)
    }

    /// All that matters for what goes.
    fn facts(&self) -> Facts {
        (self.edges.clone(), self.sums.clone())
    }

    fn vertices_of(&self, option: usize) -> impl Iterator<Item = u32> + '_ {
        let entries = self.pruning.problem.option(OptionId(option as u32));
        entries.iter().filter_map(|entry| self.vertex[entry.item.0 as usize])
    }

    /// Joins vertices so that each option is connected.
    fn join(&mut self) {
        let mut others = Vec::new();
        for option in ones(self.pruning.left()) {
            let vertices: Vec<u32> = self.vertices_of(option).collect();
            let rows = self.near_each_other(&vertices);
            if !is_connected(&rows) {
                others.push(vertices);
                continue;
            }
            for (&a, row) in vertices.iter().zip(rows) {
                ones(&[row]).for_each(|b| self.edges.set(a as usize, vertices[b] as usize));
            }
        }
        self.join_by_few(&others);
    }

    /// Which vertices of an option are known to be neighbours.
    fn near_each_other(&self, option: &[u32]) -> Vec<u64> {
        let Some(near) = &self.near else { return vec![0; option.len()] };
        let row = |a: u32| {
            let row = near.row(a as usize);
            (0..).zip(option).filter(|&(_, &b)| has(row, b as usize)).fold(0, |row, (j, _)| row | 1 << j)
        };
        option.iter().map(|&a| row(a)).collect()
    }

    /// Joins vertices so that each of these options is connected, with no more edges than it takes.
    ///
    /// Pairs that share the fewest options are far from each other, as a rule; so they are done without first.
    fn join_by_few(&mut self, options: &[Vec<u32>]) {
        // For each option its own vertices, and for each of them those that it is joined to.
        let all = |option: &Vec<u32>| vec![u64::MAX.unbounded_shr(64 - option.len() as u32); option.len()];
        let mut joined: Vec<Vec<u64>> = options.iter().map(all).collect();
        let mut pairs: BTreeMap<(u32, u32), Vec<Shared>> = BTreeMap::new();
        for (number, option) in options.iter().enumerate() {
            for (i, &a) in option.iter().enumerate() {
                for (j, &b) in option.iter().enumerate().skip(i + 1) {
                    let shared = Shared { option: number as u32, places: (i as u8, j as u8) };
                    pairs.entry((a.min(b), a.max(b))).or_default().push(shared);
                }
            }
        }
        let mut pairs: Vec<_> = pairs.into_iter().collect();
        pairs.sort_by_key(|(_, shared)| shared.len());
        for ((a, b), shared) in pairs {
            let flip = |joined: &mut Vec<Vec<u64>>| {
                for &Shared { option, places: (i, j) } in &shared {
                    let rows = &mut joined[option as usize];
                    rows[usize::from(i)] ^= 1 << j;
                    rows[usize::from(j)] ^= 1 << i;
                }
            };
            flip(&mut joined);
            if shared.iter().any(|shared| !is_connected(&joined[shared.option as usize])) {
                flip(&mut joined);
                self.edges.set(a as usize, b as usize);
                self.edges.set(b as usize, a as usize);
            }
        }
    }

    fn piece_of(&self, option: usize) -> Option<ItemId> {
        let entries = self.pruning.problem.option(OptionId(option as u32));
        entries.iter().map(|entry| entry.item).find(|item| self.is_head[item.0 as usize])
    }

    /// The number of items that an option covers and that must be covered.
    fn size(&self, option: usize) -> usize {
        self.vertices_of(option).filter(|&v| has(self.edges.row(self.vertices), v as usize)).count()
    }

    /// Finds which totals the heads can cover.
    fn add_up(&mut self) {
        let mut sizes: BTreeMap<Option<ItemId>, BTreeSet<usize>> = BTreeMap::new();
        for option in ones(self.pruning.left()) {
            sizes.entry(self.piece_of(option)).or_default().insert(self.size(option));
        }
        // A colour may be used any number of times.
        let counts = |item: &ItemId| !self.colored[item.0 as usize];
        let most = |head: Option<ItemId>| {
            head.filter(counts).map_or(u32::MAX, |item| self.pruning.problem.bounds(item).high)
        };
        // With all heads but one kind each; kinds with the same sizes and bounds are alike.
        let mut known: BTreeMap<(Vec<usize>, u32), Sums> = BTreeMap::new();
        let mut sums = BTreeMap::new();
        for (&used, own) in &sizes {
            let key = (own.iter().copied().collect::<Vec<usize>>(), most(used));
            let total = known.entry(key).or_insert_with(|| {
                sizes.iter().fold(Sums::zero(self.vertices), |sums, (&head, sizes)| {
                    let less = u32::from(head == used && most(used) != u32::MAX);
                    sums.plus_at_most(sizes, most(head) - less)
                })
            });
            sums.insert(used, total.clone());
        }
        self.sums = sums;
    }

    /// The size of a part that an option cuts off and that nothing can fill.
    fn unfillable(&self, option: OptionId) -> Option<usize> {
        let at = option.0 as usize;
        let sums = &self.sums[&self.piece_of(at)];
        let required = self.edges.row(self.vertices);
        let mut free = self.edges.row(self.vertices + 1).to_vec();
        self.vertices_of(at).for_each(|v| free[v as usize / 64] &= !(1 << (v % 64)));
        let mut todo = vec![0u64; free.len()];
        while let Some(start) = free.iter().position(|&word| word != 0) {
            let bit = free[start] & free[start].wrapping_neg();
            todo[start] |= bit;
            free[start] &= !bit;
            let (mut size, mut word) = (0, start);
            while word < todo.len() {
                if todo[word] == 0 {
                    word += 1;
                    continue;
                }
                let bit = todo[word].trailing_zeros() as usize;
                todo[word] &= todo[word] - 1;
                let v = 64 * word + bit;
                size += usize::from(has(required, v));
                let mut first = word;
                for (at, &near) in self.edges.row(v).iter().enumerate() {
                    let new = near & free[at];
                    free[at] &= !new;
                    todo[at] |= new;
                    if new != 0 && at < first {
                        first = at;
                    }
                }
                word = first;
            }
            if !sums.has(size) {
                return Some(size);
            }
        }
        None
    }
}

/// Whether all vertices of a small graph can be reached from the first one.
fn is_connected(rows: &[u64]) -> bool {
    let (mut reached, mut todo) = (1u64, u64::from(!rows.is_empty()));
    while todo != 0 {
        let new = rows[todo.trailing_zeros() as usize] & !reached;
        reached |= new;
        todo = (todo & (todo - 1)) | new;
    }
    reached.count_ones() as usize >= rows.len()
}
