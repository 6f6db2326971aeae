//! The search tree as the engines show it: one cursor that looks, goes down and comes back.
//!
//! Counting, streaming, splitting between threads, progress and estimates are written once, against [`Tree`];
//! what an engine does with links or bits is its own affair.
//! All engines show the same tree: same items to branch on, same order of options.

use crate::{ItemId, OptionId};
use std::sync::Arc;

/// How the item to branch on is chosen.
///
/// Whatever it is, it depends on the node alone, so that the tree is the same for any number of threads, and when it is gone on with.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Branch {
    /// The item with the fewest branches, leftmost of the best ("minimum remaining values", TAOCP 7.2.2.1 ex. 9 and 166).
    #[default]
    Mrv,
    /// The leftmost item that is not yet covered.
    First,
    /// As [`Branch::Mrv`], but items whose names begin with `#` come first, unless another has at most one branch
    /// ("sharp preference", ex. 10).
    Sharp,
    /// The same for all items whose names do not begin so; for files in which `#` marks items that only keep books.
    Nonsharp,
    /// As [`Branch::Mrv`], but the items of these names come first, in this order, unless another has at most one branch.
    /// Names that no item has do nothing.
    Order(Arc<[String]>),
    /// As [`Branch::Mrv`], but ties are broken at random, by this seed.
    Random(u64),
    /// Few branches, and recent changes: items whose options were taken out lately may have some branches more than others
    /// (ex. 207, but what happened in branches that were left again is forgotten). Only [`Engine::Sets`](crate::Engine) does that.
    Activity,
}

/// One line of a solution: what was chosen, for which item, as the which of how many.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// The item branched on.
    pub item: ItemId,
    /// The option chosen; `None` if the item gets no further option (Algorithm M, ex. 164).
    pub option: Option<OptionId>,
    /// Position of the choice among the branches tried, from 1.
    pub choice: u32,
    /// Number of branches.
    pub degree: u32,
}

/// What a node asks for: an item, and how many ways there are to cover it (none in a dead end).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fork {
    pub(crate) item: ItemId,
    pub(crate) degree: u32,
}

/// A cursor in a search tree.
///
/// The order of calls: `look`; if that gives a fork with branches, `open`, then for each branch either `skip` or
/// `down` … `up`, then `close`. Branches may be left untried. Between `down` and `up` the same one level deeper.
pub(crate) trait Tree: Send {
    /// What there is to do at this node; `None` if all items are covered, which is a solution.
    fn look(&mut self) -> Option<Fork>;
    /// Prepares the branches of the fork just seen.
    fn open(&mut self);
    /// Passes over the next `count` branches.
    fn skip(&mut self, count: u32);
    /// Takes the next branch.
    fn down(&mut self);
    /// Passes over branches that lead to dead ends, at most `most` of them, which is not 0, and takes the first other one. Returns how many
    /// were passed over: if that is `most`, none was taken. An engine may take dead ends like others.
    #[inline(always)]
    fn advance(&mut self, _most: u32) -> u32 {
        self.down();
        0
    }
    /// Takes it back.
    fn up(&mut self);
    /// Leaves the branching.
    fn close(&mut self);
    /// The option of the next branch; `None` for a null branch.
    fn next(&self) -> Option<OptionId>;
    /// Below the next branches, only options before this one can be chosen, and of items with equally few of them the one
    /// whose first option comes last is branched on. Not for multiplicities.
    fn limit(&mut self, options: u32);
    /// The option chosen on the level, counted from the root; `None` for a null branch.
    fn chosen(&self, level: usize) -> Option<OptionId>;
    /// What the engine has done so far, in units of its own: removals from linked lists, or words of rows looked at.
    fn work(&self) -> u64;
}

/// Something to run in a [`Context`]; a closure would not do, as it cannot be told to be inlined.
pub(crate) trait Work {
    type Output;
    fn run(self) -> Self::Output;
}

/// A kind of processor. Whoever has one can run code that is compiled for it.
pub(crate) trait Context: Copy + Send {
    #[inline(always)]
    fn run<W: Work>(self, work: W) -> W::Output {
        work.run()
    }
}
