//! The lists that dance: items side by side, and below each of them its options.
//!
//! All links are in cells, so that everything here takes `&self`: then the compiler knows that the arrays stay where they are, and keeps
//! their addresses at hand while it writes into them.
//! Covering is inlined where an option is chosen, which pays where lists are short: on queens most lists covered have one option or none.

use super::Kind;
use crate::{OptionId, Problem};
use std::cell::Cell;
use std::marker::PhantomData;
use std::ops::Range;

/// An entry of one of the arrays, by a number that is a link.
///
/// Bounds checks cost an eighth of the time on queens, where most lists are short, and a tenth on polyominoes.
/// Tests are built with debug assertions, so in them every access is checked.
#[allow(
    unsafe_code,
    reason = "the inner loops of dancing links are nothing but such accesses; see above for what it saves"
)]
#[inline(always)]
fn get<T>(entries: &[T], at: u32) -> &T {
    debug_assert!((at as usize) < entries.len(), "a link leads nowhere");
    // SAFETY: `nodes`, `ranges` and `headers` are made once and keep their length. Every number that reaches this point was put
    // there by `Lists::new` as that of an existing entry, or is a copy of one: links are only ever set to each other.
    unsafe { entries.get_unchecked(at as usize) }
}

/// A header (numbers 1 to N) or a place in an option.
#[derive(Clone)]
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

/// An item among the items.
#[derive(Clone, Default)]
struct Header {
    /// `LLINK`.
    left: Cell<u32>,
    /// `RLINK`.
    right: Cell<u32>,
}

/// How many options an item may get, for Algorithm M only.
#[derive(Clone, Default)]
struct Room {
    /// `BOUND`: how many more.
    bound: Cell<u32>,
    /// `SLACK`: upper minus lower bound.
    slack: u32,
}

#[derive(Clone)]
pub(super) struct Lists<K> {
    nodes: Vec<Node>,
    /// `COLOR` of each node: 0 for none, [`PURE`] if known to agree.
    colors: Vec<Cell<u32>>,
    /// The nodes of each node's option, from the first to one past the last; so there is no need for spacers.
    ranges: Vec<(u32, u32)>,
    /// The first node of each option.
    starts: Vec<u32>,
    headers: Vec<Header>,
    rooms: Vec<Room>,
    primary: u32,
    kind: PhantomData<K>,
}

impl<K: Kind> Lists<K> {
    pub(super) fn new(problem: &Problem) -> Self {
        let order = problem.listing();
        let (count, primary) = (order.len() as u32, problem.primary_items() as u32);
        let size = order.len() + 1 + problem.entries();
        assert!(u32::try_from(size).is_ok(), "a problem of fewer than 2^32 nodes");
        let mut lists = Self {
            nodes: Vec::with_capacity(size),
            colors: Vec::with_capacity(size),
            ranges: Vec::with_capacity(size),
            starts: Vec::with_capacity(problem.options()),
            headers: Vec::with_capacity(order.len() + 1),
            rooms: Vec::with_capacity(order.len() + 1),
            primary,
            kind: PhantomData,
        };
        for at in 0..=count {
            lists.push(Node { up: at.into(), down: at.into(), top: Cell::new(0) }, 0, 0..0);
            // A secondary item is alone in its horizontal list, so that covering it needs no special case.
            let (left, right) = if at > primary {
                (at, at)
            } else {
                (at.checked_sub(1).unwrap_or(primary), if at == primary { 0 } else { at + 1 })
            };
            lists.headers.push(Header { left: left.into(), right: right.into() });
            lists.rooms.push(Room::default());
        }
        let mut header_of = vec![0; order.len()];
        for (at, &item) in (1..).zip(order) {
            header_of[item.0 as usize] = at;
            let bounds = problem.bounds(item);
            lists.rooms[at as usize] = Room { bound: bounds.high.into(), slack: bounds.high - bounds.low };
        }
        for option in problem.option_ids() {
            let first = lists.nodes.len() as u32;
            lists.starts.push(first);
            let range = first..first + problem.option(option).len() as u32;
            for (at, entry) in range.clone().zip(problem.option(option)) {
                let top = header_of[entry.item.0 as usize];
                let up = lists.node(top).up.replace(at);
                lists.node(up).down.set(at);
                lists.len(top).update(|len| len + 1);
                let node = Node { up: up.into(), down: top.into(), top: top.into() };
                lists.push(node, entry.color.map_or(0, |color| color.0.get()), range.clone());
            }
        }
        lists
    }

    fn push(&mut self, node: Node, color: u32, option: Range<u32>) {
        self.nodes.push(node);
        self.colors.push(color.into());
        self.ranges.push((option.start, option.end));
    }

    fn node(&self, at: u32) -> &Node {
        get(&self.nodes, at)
    }

    fn color(&self, at: u32) -> &Cell<u32> {
        &self.colors[at as usize]
    }

    fn header(&self, item: u32) -> &Header {
        get(&self.headers, item)
    }

    fn room(&self, item: u32) -> &Room {
        &self.rooms[item as usize]
    }

    /// The nodes of the option of a node.
    fn range(&self, at: u32) -> Range<u32> {
        let &(start, end) = get(&self.ranges, at);
        start..end
    }

    /// The number of the option of a node.
    pub(super) fn option(&self, at: u32) -> OptionId {
        let number = self.starts.partition_point(|&start| start <= at) - 1;
        OptionId(number as u32)
    }

    /// The node below.
    pub(super) fn down(&self, at: u32) -> u32 {
        self.node(at).down.get()
    }

    /// The active item to the right; of 0, the first one, and 0 after the last.
    pub(super) fn right(&self, item: u32) -> u32 {
        self.header(item).right.get()
    }

    pub(super) fn len(&self, item: u32) -> &Cell<u32> {
        &self.node(item).top
    }

    pub(super) fn bound(&self, item: u32) -> &Cell<u32> {
        &self.room(item).bound
    }

    pub(super) fn slack(&self, item: u32) -> u32 {
        self.room(item).slack
    }

    pub(super) fn deactivate(&self, item: u32) {
        let Header { left, right } = self.header(item);
        self.header(left.get()).right.set(right.get());
        self.header(right.get()).left.set(left.get());
    }

    pub(super) fn reactivate(&self, item: u32) {
        let Header { left, right } = self.header(item);
        self.header(left.get()).right.set(item);
        self.header(right.get()).left.set(item);
    }

    /// Formulas (12) and (50). This, and what else takes nodes out of lists, returns how many updates it took.
    #[inline(always)]
    pub(super) fn cover(&self, item: u32) -> u64 {
        let mut updates = 1;
        let mut at = self.down(item);
        while at != item {
            updates += self.hide(at);
            at = self.down(at);
        }
        self.deactivate(item);
        updates
    }

    /// Formulas (14) and (52).
    #[inline(always)]
    pub(super) fn uncover(&self, item: u32) {
        self.reactivate(item);
        let mut at = self.node(item).up.get();
        while at != item {
            self.unhide(at);
            at = self.node(at).up.get();
        }
    }

    /// The other nodes of an option that are in lists.
    ///
    /// One loop of the same length wherever `skip` stands, whose end can be predicted. To start behind `skip` and wrap around, as
    /// Knuth does, was 15 % slower on polyominoes; to unlink `skip` as well was no faster, as it is one node more.
    #[inline(always)]
    fn others(&self, skip: u32) -> impl Iterator<Item = (u32, &Node)> {
        let Range { start, end } = self.range(skip);
        let others = (start..end - 1).map(move |at| at + u32::from(at >= skip));
        let listed = others.filter(|&at| !(K::COLORS && self.color(at).get() == PURE));
        listed.map(|at| (at, self.node(at)))
    }

    /// Formulas (13) and (51): takes the other nodes of the option out of their lists.
    #[inline(always)]
    fn hide(&self, skip: u32) -> u64 {
        let mut updates = 0;
        for (_, node) in self.others(skip) {
            let (up, down) = (node.up.get(), node.down.get());
            self.node(up).down.set(down);
            self.node(down).up.set(up);
            self.len(node.top.get()).update(|len| len.wrapping_sub(1));
            updates += 1;
        }
        updates
    }

    /// Formulas (15) and (53): puts them back. Any order will do, by ex. 2(a).
    #[inline(always)]
    fn unhide(&self, skip: u32) {
        for (at, node) in self.others(skip) {
            self.node(node.up.get()).down.set(at);
            self.node(node.down.get()).up.set(at);
            self.len(node.top.get()).update(|len| len.wrapping_add(1));
        }
    }

    /// Formula (54).
    #[inline(always)]
    fn commit(&self, at: u32) -> u64 {
        let (item, color) = (self.node(at).top.get(), if K::COLORS { self.color(at).get() } else { 0 });
        match color {
            0 => self.cover(item),
            PURE => 0,
            _ => self.purify(item, color),
        }
    }

    /// Formula (56).
    #[inline(always)]
    fn uncommit(&self, at: u32) {
        let (item, color) = (self.node(at).top.get(), if K::COLORS { self.color(at).get() } else { 0 });
        match color {
            0 => self.uncover(item),
            PURE => {}
            _ => self.unpurify(item, color),
        }
    }

    /// Formula (55): hides the options that have another colour here, and marks those that agree.
    fn purify(&self, item: u32, color: u32) -> u64 {
        let mut updates = 0;
        let mut at = self.down(item);
        while at != item {
            if self.color(at).get() == color {
                self.color(at).set(PURE);
            } else {
                updates += self.hide(at);
            }
            at = self.down(at);
        }
        updates
    }

    /// Formula (57).
    fn unpurify(&self, item: u32, color: u32) {
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
    pub(super) fn tweak(&self, at: u32, item: u32) -> u64 {
        let hidden = if self.bound(item).get() > 0 { self.hide(at) } else { 0 };
        let down = self.down(at);
        self.node(item).down.set(down);
        self.node(down).up.set(item);
        self.len(item).update(|len| len - 1);
        hidden + 1
    }

    /// Formula (71): undoes all tweaks of a level, in the order in which they were made (which ex. 2(a) allows).
    pub(super) fn untweak(&self, first: u32, item: u32) {
        let covered = self.bound(item).get() == 0;
        let end = self.node(item).down.replace(first);
        let (mut at, mut before) = (first, item);
        while at != end {
            self.node(at).up.set(before);
            self.len(item).update(|len| len + 1);
            if !covered {
                self.unhide(at);
            }
            before = at;
            at = self.down(at);
        }
        self.node(end).up.set(before);
        if covered {
            self.uncover(item);
        }
    }

    /// Step M6: covers the other items of the option, in cyclic order from the one branched on.
    #[inline(always)]
    pub(super) fn choose(&self, skip: u32) -> u64 {
        let Range { start, end } = self.range(skip);
        let mut updates = 0;
        for at in (skip + 1..end).chain(start..skip) {
            updates += self.take(at);
        }
        updates
    }

    /// Step M7: uncovers them in the opposite order.
    #[inline(always)]
    pub(super) fn unchoose(&self, skip: u32) {
        let Range { start, end } = self.range(skip);
        for at in (skip + 1..end).chain(start..skip).rev() {
            self.untake(at);
        }
    }

    #[inline(always)]
    fn take(&self, at: u32) -> u64 {
        let top = self.node(at).top.get();
        if !K::BOUNDS || top > self.primary {
            return self.commit(at);
        }
        self.bound(top).update(|bound| bound - 1);
        if self.bound(top).get() == 0 { self.cover(top) } else { 0 }
    }

    #[inline(always)]
    fn untake(&self, at: u32) {
        let top = self.node(at).top.get();
        if !K::BOUNDS || top > self.primary {
            return self.uncommit(at);
        }
        self.bound(top).update(|bound| bound + 1);
        if self.bound(top).get() == 1 {
            self.uncover(top);
        }
    }
}
