//! Dancing links: Algorithms X, C and M of TAOCP 7.2.2.1, one source compiled for the three kinds.
//!
//! This is the reference engine. It takes any problem, and its nodes and updates are Knuth's to the unit.

use crate::tree::{Branch, Fork, Plain, Tree};
use crate::{ItemId, OptionId, Problem};
use std::cell::Cell;
use std::marker::PhantomData;
use std::ops::Range;

/// Which of the three algorithms.
pub(crate) trait Kind: Clone + Send {
    /// Secondary items may have colours.
    const COLORS: bool;
    /// Primary items may have bounds other than exactly once.
    const BOUNDS: bool;
}

/// Algorithm X: exact cover, secondary items included.
#[derive(Clone)]
pub(crate) struct X;
/// Algorithm C: with colours.
#[derive(Clone)]
pub(crate) struct C;
/// Algorithm M: with colours and multiplicities.
#[derive(Clone)]
pub(crate) struct M;

impl Kind for X {
    const COLORS: bool = false;
    const BOUNDS: bool = false;
}

impl Kind for C {
    const COLORS: bool = true;
    const BOUNDS: bool = false;
}

impl Kind for M {
    const COLORS: bool = true;
    const BOUNDS: bool = true;
}

/// The links of a node: a header (numbers 1 to N) or a place in an option.
///
/// They are in cells, so that an option can be walked as a slice while its neighbours above and below are relinked.
#[derive(Clone, Default)]
struct Node {
    /// `ULINK`.
    up: Cell<u32>,
    /// `DLINK`.
    down: Cell<u32>,
    /// `TOP` of a place: the header of its list. `LEN` of a header: the length of its list.
    top: Cell<u32>,
}

/// The colour of a node that need not be looked at because its list has been purified (Knuth's −1).
const PURE: u32 = u32::MAX;

/// What only items have.
#[derive(Clone, Copy, Default)]
struct Header {
    left: u32,
    right: u32,
    /// `BOUND`: how many more options the item may get.
    bound: u32,
    /// `SLACK`: upper minus lower bound.
    slack: u32,
}

#[derive(Clone, Copy)]
struct Level {
    /// The item branched on.
    item: u32,
    /// `x_l`: the node of the option at hand, or the item itself for a null branch.
    node: u32,
    /// `FT[l]`: the first node tweaked.
    first: u32,
}

#[derive(Clone)]
pub(crate) struct Links<K> {
    nodes: Vec<Node>,
    /// `COLOR` of each node: 0 for none, [`PURE`] if known to agree.
    colors: Vec<Cell<u32>>,
    /// The nodes of each node's option, from the first to one past the last; so there is no need for spacers.
    ranges: Vec<(u32, u32)>,
    /// The first node of each option.
    starts: Vec<u32>,
    headers: Vec<Header>,
    ids: Vec<ItemId>,
    primary: u32,
    branch: Branch,
    levels: Vec<Level>,
    depth: usize,
    /// The item found by `look`.
    item: u32,
    updates: u64,
    kind: PhantomData<K>,
}

impl<K: Kind> Links<K> {
    pub(crate) fn new(problem: &Problem, branch: Branch) -> Self {
        let order = problem.listing();
        let (count, primary) = (order.len() as u32, problem.primary_items() as u32);
        let mut headers = vec![Header::default(); order.len() + 1];
        let mut header_of = vec![0; order.len()];
        for (at, &item) in (1..).zip(order) {
            header_of[item.0 as usize] = at;
            let header = &mut headers[at as usize];
            // A secondary item is alone in its horizontal list, so that covering it needs no special case.
            (header.left, header.right) = (at, at);
            if at <= primary {
                let bounds = problem.bounds(item);
                (header.left, header.right) = (at - 1, if at == primary { 0 } else { at + 1 });
                (header.bound, header.slack) = (bounds.high, bounds.high - bounds.low);
            }
        }
        (headers[0].left, headers[0].right) = (primary, u32::from(primary > 0));

        let size = order.len() + 1 + problem.entries();
        assert!(u32::try_from(size).is_ok(), "a problem of fewer than 2^32 nodes");
        let mut nodes = Vec::with_capacity(size);
        nodes.extend((0..=count).map(|at| Node { up: at.into(), down: at.into(), top: Cell::new(0) }));
        let mut colors = vec![Cell::new(0); nodes.len()];
        let mut ranges = vec![(0, 0); nodes.len()];
        let mut starts = Vec::with_capacity(problem.options());
        for option in problem.option_ids() {
            let first = nodes.len() as u32;
            let end = first + problem.option(option).len() as u32;
            starts.push(first);
            for entry in problem.option(option) {
                let (at, top) = (nodes.len() as u32, header_of[entry.item.0 as usize]);
                let up = nodes[top as usize].up.replace(at);
                nodes[up as usize].down.set(at);
                nodes[top as usize].top.update(|len| len + 1);
                nodes.push(Node { up: up.into(), down: top.into(), top: top.into() });
                colors.push(entry.color.map_or(0, |color| color.0.get()).into());
                ranges.push((first, end));
            }
        }

        Self {
            nodes,
            colors,
            ranges,
            starts,
            headers,
            ids: order.to_vec(),
            primary,
            branch,
            levels: Vec::new(),
            depth: 0,
            item: 0,
            updates: 0,
            kind: PhantomData,
        }
    }

    fn node(&self, at: u32) -> &Node {
        &self.nodes[at as usize]
    }

    fn top(&self, at: u32) -> u32 {
        self.node(at).top.get()
    }

    fn color(&self, at: u32) -> &Cell<u32> {
        &self.colors[at as usize]
    }

    fn range(&self, at: u32) -> Range<u32> {
        let (first, end) = self.ranges[at as usize];
        first..end
    }

    /// The other nodes of an option.
    #[inline(always)]
    fn others(&self, skip: u32) -> impl Iterator<Item = u32> {
        let range = self.range(skip);
        (range.start..range.end - 1).map(move |at| at + u32::from(at >= skip))
    }

    fn len(&self, item: u32) -> &Cell<u32> {
        &self.node(item).top
    }

    fn header(&self, at: u32) -> Header {
        self.headers[at as usize]
    }

    fn header_mut(&mut self, at: u32) -> &mut Header {
        &mut self.headers[at as usize]
    }

    /// The number of branches on an active item, by ex. 166.
    fn degree(&self, item: u32) -> u32 {
        let len = self.len(item).get();
        if K::BOUNDS {
            let Header { bound, slack, .. } = self.header(item);
            (len + 1).saturating_sub(bound.saturating_sub(slack))
        } else {
            len
        }
    }

    /// The item with the fewest branches; ties as in ex. 9 and 166.
    fn best(&self) -> (u32, u32) {
        let first = self.header(0).right;
        if self.branch == Branch::First {
            return (first, self.degree(first));
        }
        let (mut best, mut least) = (first, u32::MAX);
        let mut item = first;
        while item != 0 {
            let degree = self.degree(item);
            let better = degree < least || K::BOUNDS && degree == least && self.is_tighter(item, best);
            if better {
                (best, least) = (item, degree);
                if degree == 0 {
                    break;
                }
            }
            item = self.header(item).right;
        }
        (best, least)
    }

    /// Of two items with the same degree, less slack is better, then more options.
    fn is_tighter(&self, item: u32, best: u32) -> bool {
        let key = |at: u32| (self.header(at).slack, u32::MAX - self.len(at).get());
        key(item) < key(best)
    }

    fn deactivate(&mut self, item: u32) {
        let Header { left, right, .. } = self.header(item);
        self.header_mut(left).right = right;
        self.header_mut(right).left = left;
    }

    fn reactivate(&mut self, item: u32) {
        let Header { left, right, .. } = self.header(item);
        self.header_mut(left).right = item;
        self.header_mut(right).left = item;
    }

    /// Formulas (12) and (50).
    fn cover(&mut self, item: u32) {
        let mut updates = 1;
        let mut at = self.node(item).down.get();
        while at != item {
            updates += self.hide(at);
            at = self.node(at).down.get();
        }
        self.deactivate(item);
        self.updates += updates;
    }

    /// Formulas (14) and (52).
    fn uncover(&mut self, item: u32) {
        self.reactivate(item);
        let mut at = self.node(item).up.get();
        while at != item {
            self.unhide(at);
            at = self.node(at).up.get();
        }
    }

    /// Formulas (13) and (51): takes the other nodes of the option out of their lists; returns how many.
    #[inline(always)]
    fn hide(&self, skip: u32) -> u64 {
        let mut count = 0;
        for at in self.others(skip) {
            if K::COLORS && self.color(at).get() == PURE {
                continue;
            }
            let node = self.node(at);
            let (up, down, top) = (node.up.get(), node.down.get(), node.top.get());
            self.node(up).down.set(down);
            self.node(down).up.set(up);
            self.len(top).update(|len| len.wrapping_sub(1));
            count += 1;
        }
        count
    }

    /// Formulas (15) and (53): puts them back. Any order will do, by ex. 2(a).
    #[inline(always)]
    fn unhide(&self, skip: u32) {
        for at in self.others(skip) {
            if K::COLORS && self.color(at).get() == PURE {
                continue;
            }
            let node = self.node(at);
            let (up, down, top) = (node.up.get(), node.down.get(), node.top.get());
            self.node(up).down.set(at);
            self.node(down).up.set(at);
            self.len(top).update(|len| len.wrapping_add(1));
        }
    }

    /// Formula (54).
    fn commit(&mut self, at: u32) {
        let (top, color) = (self.top(at), self.color(at).get());
        if !K::COLORS || color == 0 {
            self.cover(top);
        } else if color != PURE {
            self.purify(top, color);
        }
    }

    /// Formula (56).
    fn uncommit(&mut self, at: u32) {
        let (top, color) = (self.top(at), self.color(at).get());
        if !K::COLORS || color == 0 {
            self.uncover(top);
        } else if color != PURE {
            self.unpurify(top, color);
        }
    }

    /// Formula (55): hides the options that have another colour here, and marks those that agree.
    fn purify(&mut self, item: u32, color: u32) {
        let mut at = self.node(item).down.get();
        while at != item {
            if self.color(at).get() == color {
                self.color(at).set(PURE);
            } else {
                self.updates += self.hide(at);
            }
            at = self.node(at).down.get();
        }
    }

    /// Formula (57).
    fn unpurify(&mut self, item: u32, color: u32) {
        let mut at = self.node(item).up.get();
        while at != item {
            if self.color(at).get() == PURE {
                self.color(at).set(color);
            } else {
                self.unhide(at);
            }
            at = self.node(at).up.get();
        }
    }

    /// Formula (69): takes the first option off the list of an item, for this branch and those to the right of it.
    fn tweak(&mut self, at: u32, item: u32) {
        if self.header(item).bound > 0 {
            self.updates += self.hide(at);
        }
        let down = self.node(at).down.get();
        self.node(item).down.set(down);
        self.node(down).up.set(item);
        self.len(item).update(|len| len - 1);
        self.updates += 1;
    }

    /// Formula (71): undoes all tweaks of a level, in the order in which they were made (which ex. 2(a) allows).
    fn untweak(&mut self, first: u32, item: u32) {
        let covered = self.header(item).bound == 0;
        let end = self.node(item).down.replace(first);
        let (mut at, mut before) = (first, item);
        while at != end {
            self.node(at).up.set(before);
            self.len(item).update(|len| len + 1);
            if !covered {
                self.unhide(at);
            }
            before = at;
            at = self.node(at).down.get();
        }
        self.node(end).up.set(before);
        if covered {
            self.uncover(item);
        }
    }

    /// Whether branching on this item goes as in Algorithm X: cover it, then try each option.
    /// `BOUND` has already been decreased for the branch.
    fn is_plain(&self, item: u32) -> bool {
        !K::BOUNDS || self.header(item).bound == 0 && self.header(item).slack == 0
    }

    /// Step M5: what is to be done before a branch, taken or passed over.
    fn prepare(&mut self, item: u32, at: u32) {
        if self.is_plain(item) {
        } else if at != item {
            self.tweak(at, item);
        } else if self.header(item).bound != 0 {
            self.deactivate(item);
        }
    }

    /// Step M6: covers the other items of the option, in cyclic order from the one branched on.
    #[inline(always)]
    fn choose(&mut self, skip: u32) {
        let Range { start, end } = self.range(skip);
        for at in skip + 1..end {
            self.take(at);
        }
        for at in start..skip {
            self.take(at);
        }
    }

    /// Step M7: uncovers them in the opposite order.
    #[inline(always)]
    fn unchoose(&mut self, skip: u32) {
        let Range { start, end } = self.range(skip);
        for at in (start..skip).rev() {
            self.untake(at);
        }
        for at in (skip + 1..end).rev() {
            self.untake(at);
        }
    }

    #[inline(always)]
    fn take(&mut self, at: u32) {
        let top = self.top(at);
        if K::BOUNDS && top <= self.primary {
            self.header_mut(top).bound -= 1;
            if self.header(top).bound == 0 {
                self.cover(top);
            }
        } else {
            self.commit(at);
        }
    }

    #[inline(always)]
    fn untake(&mut self, at: u32) {
        let top = self.top(at);
        if K::BOUNDS && top <= self.primary {
            self.header_mut(top).bound += 1;
            if self.header(top).bound == 1 {
                self.uncover(top);
            }
        } else {
            self.uncommit(at);
        }
    }
}

impl<K: Kind> Tree for Links<K> {
    type Context = Plain;

    fn context(&self) -> Plain {
        Plain
    }

    fn look(&mut self) -> Option<Fork> {
        if self.header(0).right == 0 {
            return None;
        }
        let (item, degree) = self.best();
        self.item = item;
        if !K::BOUNDS && degree == 0 {
            // Algorithms X and C cover the item before they see that it has no options; the walk does not, so we count it here.
            self.updates += 1;
        }
        Some(Fork { item: self.ids[item as usize - 1], degree })
    }

    fn open(&mut self) {
        let item = self.item;
        let first = self.node(item).down.get();
        let level = Level { item, node: first, first };
        match self.levels.get_mut(self.depth) {
            Some(known) => *known = level,
            None => self.levels.push(level),
        }
        if K::BOUNDS {
            self.header_mut(item).bound -= 1;
            if self.header(item).bound > 0 {
                return;
            }
        }
        self.cover(item);
    }

    fn skip(&mut self, count: u32) {
        let Level { item, mut node, .. } = self.levels[self.depth];
        for _ in 0..count {
            if node == item {
                break;
            }
            self.prepare(item, node);
            node = self.node(node).down.get();
        }
        self.levels[self.depth].node = node;
    }

    fn down(&mut self) {
        let Level { item, node, .. } = self.levels[self.depth];
        self.prepare(item, node);
        if !K::BOUNDS || node != item {
            self.choose(node);
        }
        self.depth += 1;
    }

    fn up(&mut self) {
        self.depth -= 1;
        let Level { item, node, .. } = self.levels[self.depth];
        if K::BOUNDS && node == item {
            if self.header(item).bound != 0 {
                self.reactivate(item);
            }
            return;
        }
        self.unchoose(node);
        self.levels[self.depth].node = self.node(node).down.get();
    }

    fn close(&mut self) {
        let Level { item, first, .. } = self.levels[self.depth];
        if self.is_plain(item) {
            self.uncover(item);
        } else {
            self.untweak(first, item);
        }
        if K::BOUNDS {
            self.header_mut(item).bound += 1;
        }
    }

    fn chosen(&self, level: usize) -> Option<OptionId> {
        let Level { item, node, .. } = self.levels[level];
        if K::BOUNDS && node == item {
            return None;
        }
        let number = self.starts.partition_point(|&start| start <= node) - 1;
        Some(OptionId(number as u32))
    }

    fn updates(&self) -> Option<u64> {
        Some(self.updates)
    }
}
