//! Dancing links: Algorithms X, C and M of TAOCP 7.2.2.1, one source compiled for the three kinds.
//!
//! This is the reference engine. It takes any problem, and its nodes and updates are Knuth's to the unit.

use crate::tree::{Branch, Fork, Plain, Tree};
use crate::{ItemId, OptionId, Problem};
use std::marker::PhantomData;

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

/// A node of the vertical lists, a header (numbers 1 to N) or a spacer.
#[derive(Clone, Copy, Default)]
struct Node {
    /// `TOP`: the header of the list; 0 in a spacer. In a header it is `LEN`, the length of the list.
    top: u32,
    /// `ULINK`; in a spacer the first node of the option before it.
    up: u32,
    /// `DLINK`; in a spacer the last node of the option after it.
    down: u32,
    /// `COLOR`: 0 for none, [`PURE`] if known to agree. In a spacer the number of the option after it.
    color: u32,
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

        let size = order.len() + 2 + problem.options() + problem.entries();
        assert!(u32::try_from(size).is_ok(), "a problem of fewer than 2^32 nodes");
        let mut nodes = Vec::with_capacity(size);
        nodes.extend((0..=count).map(|at| Node { top: 0, up: at, down: at, color: 0 }));
        let mut before = 0;
        for option in problem.option_ids() {
            let spacer = nodes.len();
            let last = spacer + problem.option(option).len();
            nodes.push(Node { top: 0, up: before, down: last as u32, color: option.0 });
            before = spacer as u32 + 1;
            for entry in problem.option(option) {
                let (at, header) = (nodes.len() as u32, header_of[entry.item.0 as usize]);
                let up = nodes[header as usize].up;
                nodes[up as usize].down = at;
                nodes[header as usize].up = at;
                nodes[header as usize].top += 1;
                nodes.push(Node {
                    top: header,
                    up,
                    down: header,
                    color: entry.color.map_or(0, |color| color.0.get()),
                });
            }
        }
        nodes.push(Node { top: 0, up: before, down: 0, color: 0 });

        Self {
            nodes,
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

    fn node(&self, at: u32) -> Node {
        self.nodes[at as usize]
    }

    fn node_mut(&mut self, at: u32) -> &mut Node {
        &mut self.nodes[at as usize]
    }

    fn header(&self, at: u32) -> Header {
        self.headers[at as usize]
    }

    fn header_mut(&mut self, at: u32) -> &mut Header {
        &mut self.headers[at as usize]
    }

    /// The number of branches on an active item, by ex. 166.
    fn degree(&self, item: u32) -> u32 {
        let len = self.node(item).top;
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
        let key = |at: u32| (self.header(at).slack, u32::MAX - self.node(at).top);
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
        let mut at = self.node(item).down;
        while at != item {
            self.hide(at);
            at = self.node(at).down;
        }
        self.deactivate(item);
        self.updates += 1;
    }

    /// Formulas (14) and (52).
    fn uncover(&mut self, item: u32) {
        self.reactivate(item);
        let mut at = self.node(item).up;
        while at != item {
            self.unhide(at);
            at = self.node(at).up;
        }
    }

    /// Formulas (13) and (51): takes the other nodes of the option out of their lists.
    fn hide(&mut self, skip: u32) {
        let mut at = skip + 1;
        while at != skip {
            let Node { top, up, down, color } = self.node(at);
            if top == 0 {
                at = up;
                continue;
            }
            if !(K::COLORS && color == PURE) {
                self.node_mut(up).down = down;
                self.node_mut(down).up = up;
                self.node_mut(top).top -= 1;
                self.updates += 1;
            }
            at += 1;
        }
    }

    /// Formulas (15) and (53): puts them back, in the opposite order.
    fn unhide(&mut self, skip: u32) {
        let mut at = skip - 1;
        while at != skip {
            let Node { top, up, down, color } = self.node(at);
            if top == 0 {
                at = down;
                continue;
            }
            if !(K::COLORS && color == PURE) {
                self.node_mut(up).down = at;
                self.node_mut(down).up = at;
                self.node_mut(top).top += 1;
            }
            at -= 1;
        }
    }

    /// Formula (54).
    fn commit(&mut self, at: u32) {
        let Node { top, color, .. } = self.node(at);
        if !K::COLORS || color == 0 {
            self.cover(top);
        } else if color != PURE {
            self.purify(top, color);
        }
    }

    /// Formula (56).
    fn uncommit(&mut self, at: u32) {
        let Node { top, color, .. } = self.node(at);
        if !K::COLORS || color == 0 {
            self.uncover(top);
        } else if color != PURE {
            self.unpurify(top, color);
        }
    }

    /// Formula (55): hides the options that have another colour here, and marks those that agree.
    fn purify(&mut self, item: u32, color: u32) {
        let mut at = self.node(item).down;
        while at != item {
            if self.node(at).color == color {
                self.node_mut(at).color = PURE;
            } else {
                self.hide(at);
            }
            at = self.node(at).down;
        }
    }

    /// Formula (57).
    fn unpurify(&mut self, item: u32, color: u32) {
        let mut at = self.node(item).up;
        while at != item {
            if self.node(at).color == PURE {
                self.node_mut(at).color = color;
            } else {
                self.unhide(at);
            }
            at = self.node(at).up;
        }
    }

    /// Formula (69): takes the first option off the list of an item, for this branch and those to the right of it.
    fn tweak(&mut self, at: u32, item: u32) {
        if self.header(item).bound > 0 {
            self.hide(at);
        }
        let down = self.node(at).down;
        self.node_mut(item).down = down;
        self.node_mut(down).up = item;
        self.node_mut(item).top -= 1;
        self.updates += 1;
    }

    /// Formula (71): undoes all tweaks of a level, in the order in which they were made (which ex. 2(a) allows).
    fn untweak(&mut self, first: u32, item: u32) {
        let covered = self.header(item).bound == 0;
        let end = self.node(item).down;
        self.node_mut(item).down = first;
        let (mut at, mut before, mut count) = (first, item, 0);
        while at != end {
            self.node_mut(at).up = before;
            count += 1;
            if !covered {
                self.unhide(at);
            }
            before = at;
            at = self.node(at).down;
        }
        self.node_mut(end).up = before;
        self.node_mut(item).top += count;
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

    /// Step M6: covers the other items of the option.
    fn choose(&mut self, skip: u32) {
        let mut at = skip + 1;
        while at != skip {
            let Node { top, up, .. } = self.node(at);
            if top == 0 {
                at = up;
                continue;
            }
            if K::BOUNDS && top <= self.primary {
                self.header_mut(top).bound -= 1;
                if self.header(top).bound == 0 {
                    self.cover(top);
                }
            } else {
                self.commit(at);
            }
            at += 1;
        }
    }

    /// Step M7: uncovers them in the opposite order.
    fn unchoose(&mut self, skip: u32) {
        let mut at = skip - 1;
        while at != skip {
            let Node { top, down, .. } = self.node(at);
            if top == 0 {
                at = down;
                continue;
            }
            if K::BOUNDS && top <= self.primary {
                self.header_mut(top).bound += 1;
                if self.header(top).bound == 1 {
                    self.uncover(top);
                }
            } else {
                self.uncommit(at);
            }
            at -= 1;
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
        let first = self.node(item).down;
        self.levels.truncate(self.depth);
        self.levels.push(Level { item, node: first, first });
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
            node = self.node(node).down;
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
        self.levels[self.depth].node = self.node(node).down;
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
        let mut at = self.levels[level].node;
        if K::BOUNDS && at == self.levels[level].item {
            return None;
        }
        while self.node(at).top != 0 {
            at -= 1;
        }
        Some(OptionId(self.node(at).color))
    }

    fn updates(&self) -> Option<u64> {
        Some(self.updates)
    }
}
