//! The one loop that walks a tree, depth first, for every engine and every purpose.
//!
//! The position is an explicit stack of [`Frame`]s, so that a walk can start in the middle (a [`Task`]), give away
//! branches it has not begun, and say at any time how far it has come.

use crate::ItemId;
use crate::tree::{Context, Fork, Step, Tree, Work};
use std::ops::ControlFlow;

/// Nodes between two calls of [`Host::poll`]: rare enough to cost nothing, often enough to answer a stop at once.
const POLL: u32 = 256;

/// The branching at one level.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    pub(crate) item: ItemId,
    /// Branches begun; the number, from 1, of the branch we are in.
    pub(crate) choice: u32,
    pub(crate) degree: u32,
    /// Branches to take here; the rest is somebody else's.
    pub(crate) end: u32,
    /// The part of the whole tree that each branch stands for: 1/(t₀ t₁ … t_l).
    pub(crate) weight: f64,
}

/// A part of the tree: some neighbouring branches of the node at the end of a path.
///
/// The order of disjoint tasks is the order in which one walk would come to them.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Task {
    /// The branch to take at each level, from 0; the last is the first of those to walk.
    /// Empty for the whole tree, root included.
    pub(crate) start: Vec<u32>,
    /// One past the last branch to walk.
    pub(crate) end: u32,
}

/// What a walk has seen.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stats {
    pub(crate) solutions: u64,
    pub(crate) nodes: u64,
    /// Nodes by level.
    pub(crate) profile: Vec<u64>,
    /// The part of the tree whose leaves have been passed.
    pub(crate) done: f64,
    pub(crate) updates: u64,
}

/// Whom a walk reports to.
pub(crate) trait Host<T: Tree> {
    /// A solution, which is where the tree stands.
    fn solution(&mut self, tree: &T, frames: &[Frame], stats: &Stats) -> ControlFlow<()>;
    /// Called every few hundred nodes; may lower the ends of frames to give branches away.
    fn poll(&mut self, frames: &mut [Frame], stats: &Stats) -> ControlFlow<()>;
}

/// Walks a part of the tree; the tree is at its root before, and after unless the host breaks off.
pub(crate) fn walk<T: Tree>(
    tree: &mut T,
    frames: &mut Vec<Frame>,
    task: &Task,
    stats: &mut Stats,
    host: &mut impl Host<T>,
) -> ControlFlow<()> {
    frames.clear();
    replay(tree, frames, task);
    let updates_before = tree.updates();
    let result = tree.context().run(Walk { tree, frames, entering: task.start.is_empty(), stats, host });
    if let (Some(before), Some(after)) = (updates_before, tree.updates()) {
        stats.updates += after - before;
    }
    result
}

/// The steps that lead to where the tree stands.
pub(crate) fn steps<'a, T: Tree>(tree: &'a T, frames: &'a [Frame]) -> impl Iterator<Item = Step> + 'a {
    frames.iter().enumerate().map(|(level, frame)| Step {
        item: frame.item,
        option: tree.chosen(level),
        choice: frame.choice,
        degree: frame.degree,
    })
}

/// Goes to the node where the task begins, without counting anything.
fn replay<T: Tree>(tree: &mut T, frames: &mut Vec<Frame>, task: &Task) {
    for (level, &first) in task.start.iter().enumerate() {
        if level > 0 {
            frames[level - 1].choice += 1;
            tree.down();
        }
        let fork = tree.look().expect("the path was walked before");
        tree.open();
        tree.skip(first);
        push(frames, fork);
        let frame = &mut frames[level];
        (frame.choice, frame.end) = (first, if level + 1 < task.start.len() { first + 1 } else { task.end });
    }
}

struct Walk<'a, T, H> {
    tree: &'a mut T,
    frames: &'a mut Vec<Frame>,
    /// Whether a new node is to be entered next.
    entering: bool,
    stats: &'a mut Stats,
    host: &'a mut H,
}

impl<T: Tree, H: Host<T>> Work for Walk<'_, T, H> {
    type Output = ControlFlow<()>;

    #[inline(always)]
    fn run(self) -> ControlFlow<()> {
        let Self { tree, frames, mut entering, stats, host } = self;
        let mut until_poll = POLL;
        loop {
            if entering {
                let level = frames.len();
                stats.nodes += 1;
                if level >= stats.profile.len() {
                    stats.profile.resize(level + 1, 0);
                }
                stats.profile[level] += 1;
                until_poll -= 1;
                if until_poll == 0 {
                    until_poll = POLL;
                    host.poll(frames, stats)?;
                }
                match tree.look() {
                    Some(fork) if fork.degree > 0 => {
                        tree.open();
                        push(frames, fork);
                    }
                    leaf => {
                        stats.done += frames.last().map_or(1.0, |frame| frame.weight);
                        if leaf.is_none() {
                            stats.solutions += 1;
                            host.solution(tree, frames, stats)?;
                        }
                        if frames.is_empty() {
                            return ControlFlow::Continue(());
                        }
                        tree.up();
                    }
                }
            }
            let frame = frames.last_mut().expect("a frame is left until the return below");
            entering = frame.choice < frame.end;
            if entering {
                frame.choice += 1;
                tree.down();
            } else {
                tree.close();
                frames.pop();
                if frames.is_empty() {
                    return ControlFlow::Continue(());
                }
                tree.up();
            }
        }
    }
}

fn push(frames: &mut Vec<Frame>, Fork { item, degree }: Fork) {
    let share = frames.last().map_or(1.0, |frame| frame.weight);
    frames.push(Frame { item, choice: 0, degree, end: degree, weight: share / f64::from(degree) });
}
