//! The loop that walks a tree, depth first, for every engine, as a step function. Two more loops walk the same trees, and
//! are none: one is after the best solutions ([`cheapest`](crate::cheapest)), one merges what it has seen before
//! ([`zdd`](crate::zdd), Algorithm Z).
//!
//! A step goes on to the next solution, until a budget of nodes is spent, or to the end; threads, iterators and loops of
//! others are built around it. The position is an explicit stack of [`Frame`]s, so that a walk can start in the middle (at
//! a [`Part`]), give away branches it has not begun, say at any time how far it has come, and what is left.

use crate::cheapest::{Bounding, bounded};
use crate::part::NoSuchPart;
use crate::random::Random;
use crate::tree::{Fork, Step, Tree};
use crate::zdd::{Merging, merged};
use crate::{Config, Digest, ItemId, Part, Problem, Refusal, Solution, engine};

/// What a step came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// A solution; the walk stands on it until the next step.
    Solution,
    /// The budget is spent.
    Pause,
    /// There is nothing more.
    End,
}

/// A walk through a search tree, or a part of it, in the caller's own time.
///
/// ```
/// use polydlx_cover::{Bounds, Config, Part, Problem, Turn, Walk};
///
/// let mut builder = Problem::builder();
/// let cells = ["a", "b", "c", "d"].map(|name| builder.primary(name, Bounds::ONCE));
/// // A ring of four cells, and dominoes.
/// for at in 0..4 {
///     builder.option([cells[at].into(), cells[(at + 1) % 4].into()]);
/// }
/// let problem = builder.build().unwrap();
/// let mut walk = Walk::new(&problem, &Config::default());
/// // Three nodes at a time, and in between whatever the caller has to do.
/// while walk.step(3) != Turn::Solution {}
/// // What is left can be written down, and walked elsewhere.
/// let left = walk.left();
/// assert_eq!(left.iter().map(Part::to_string).collect::<Vec<_>>(), ["1-2"]);
/// let mut rest = Walk::of_part(&problem, &Config::default(), &left[0]).unwrap();
/// while rest.step(100) != Turn::End {}
/// assert_eq!(walk.solutions() + rest.solutions(), 2);
/// ```
pub struct Walk {
    walker: Box<dyn Walker>,
}

impl Walk {
    /// A walk through the whole tree of a problem. The engine and the order of items are those of `config`.
    pub fn new(problem: &Problem, config: &Config) -> Self {
        Self::with(engine::walker(problem, config))
    }

    pub(crate) fn with(walker: Box<dyn Walker>) -> Self {
        Self { walker }
    }

    /// A walk through a part of it.
    pub fn of_part(problem: &Problem, config: &Config, part: &Part) -> Result<Self, NoSuchPart> {
        let mut walker = engine::walker(problem, config);
        walker.begin(part, 1.0)?;
        Ok(Self { walker })
    }

    /// Goes on through at most so many nodes.
    pub fn step(&mut self, nodes: u32) -> Turn {
        self.walker.step(&mut { nodes }, true)
    }

    /// The solution that the walk stands on, if the last step came to one.
    pub fn solution(&self) -> Solution {
        let mut solution = Solution::default();
        self.walker.steps(&mut solution.steps);
        solution
    }

    /// Solutions so far.
    pub fn solutions(&self) -> u64 {
        self.walker.trail().stats.solutions
    }

    /// Nodes so far.
    pub fn nodes(&self) -> u64 {
        self.walker.trail().stats.nodes
    }

    /// The same by level.
    pub fn profile(&self) -> &[u64] {
        &self.walker.trail().stats.profile
    }

    /// What the engine has done so far, in units of its own: see [`Outcome::work`](crate::Outcome::work).
    pub fn work(&self) -> u64 {
        self.walker.trail().stats.work
    }

    /// The part of the tree whose leaves have been passed, each weighed by the degrees above it: from 0 to 1.
    pub fn done(&self) -> f64 {
        self.walker.trail().stats.done
    }

    /// What has not been walked yet.
    pub fn left(&self) -> Vec<Part> {
        self.walker.trail().left()
    }
}

impl std::fmt::Debug for Walk {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Walk").field("stats", &self.walker.trail().stats).finish_non_exhaustive()
    }
}

/// A walk through the tree of whatever engine.
///
/// Everything that is compiled once for each engine is behind this trait, and only here: whoever counts, streams or
/// estimates calls it, once for hundreds of nodes.
pub(crate) trait Walker: Send {
    /// Goes to the beginning of a part, without counting anything; the tree must be at its root.
    /// `weight` is what the whole tree counts for in [`Stats::done`].
    fn begin(&mut self, part: &Part, weight: f64) -> Result<(), NoSuchPart>;
    /// Goes on until the budget of nodes is spent, to the end, or to a solution if the walk shall pause there.
    fn step(&mut self, budget: &mut u32, pause_at_solutions: bool) -> Turn;
    /// Appends the steps that lead to where the tree stands.
    fn steps(&self, into: &mut Vec<Step>);
    /// Goes down at random, tells `visit` the level, the number of branches and the engine's work of each node, and comes
    /// back. If `visit` says no, the descent ends there. Returns whether it ended at a solution.
    fn descend(&mut self, random: &mut Random, visit: Visit<'_>) -> bool;
    /// Goes down from the root by some branches; appends the steps, and tells what there is to do at the node.
    fn go(&mut self, path: &[u32], steps: &mut Vec<Step>) -> Result<Option<Fork>, NoSuchPart>;
    /// Comes back from so many levels below.
    fn back(&mut self, levels: usize);
    /// Walks from the root to what can be better than the best so far; false if it was stopped, which ends the walk for good.
    fn bounded(&mut self, bounding: &mut Bounding<'_>) -> bool;
    /// Walks from the root to what has not been seen before, and makes a diagram of it; none if it was stopped.
    fn merged(&mut self, merging: &mut Merging<'_>) -> Result<u32, Refusal>;
    fn trail(&self) -> &Trail;
    fn trail_mut(&mut self) -> &mut Trail;
}

/// Is told the level, the number of branches and the work of a node; says whether to go on.
pub(crate) type Visit<'a> = &'a mut dyn FnMut(usize, u32, u64) -> bool;

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

/// What a walk has seen.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stats {
    pub(crate) solutions: u64,
    pub(crate) nodes: u64,
    /// Nodes by level.
    pub(crate) profile: Vec<u64>,
    /// The part of the tree whose leaves have been passed.
    pub(crate) done: f64,
    /// What the engine did, in its own units.
    pub(crate) work: u64,
    /// The sum of the digests of solutions, if anybody wants to know.
    pub(crate) digest: Digest,
}

/// What is to be done next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// Enter the node where the tree stands.
    Enter,
    /// Leave the node where the tree stands.
    Leave,
    /// Take the next branch of the last frame, if there is one.
    Next,
    /// Nothing.
    Done,
}

/// Where a walk is and what it has seen, whatever the engine.
#[derive(Clone, Debug)]
pub(crate) struct Trail {
    pub(crate) frames: Vec<Frame>,
    pub(crate) stats: Stats,
    phase: Phase,
    weight: f64,
}

impl Trail {
    fn new() -> Self {
        Self { frames: Vec::new(), stats: Stats::default(), phase: Phase::Enter, weight: 1.0 }
    }

    fn push(&mut self, Fork { item, degree }: Fork) {
        let share = self.frames.last().map_or(self.weight, |frame| frame.weight);
        self.frames.push(Frame { item, choice: 0, degree, end: degree, weight: share / f64::from(degree) });
    }

    /// Gives away half of the untried branches at the shallowest level that has some.
    pub(crate) fn share(&mut self) -> Option<Part> {
        let level = self.frames.iter().position(|frame| frame.choice < frame.end)?;
        let frame = &mut self.frames[level];
        let first = frame.choice + (frame.end - frame.choice) / 2;
        let end = std::mem::replace(&mut frame.end, first);
        let path = self.frames[..level].iter().map(|frame| frame.choice - 1);
        Some(Part { start: path.chain([first]).collect(), end })
    }

    /// What has not been walked: nothing in it has been counted, and everything else has.
    pub(crate) fn left(&self) -> Vec<Part> {
        self.weighed().into_iter().map(|(part, _)| part).collect()
    }

    /// The same, with the part of the whole tree that each stands for.
    pub(crate) fn weighed(&self) -> Vec<(Part, f64)> {
        let Some(deepest) = self.frames.len().checked_sub(1) else {
            let whole = (Part::default(), self.weight);
            return if self.phase == Phase::Enter { vec![whole] } else { Vec::new() };
        };
        let mut parts = Vec::new();
        for (level, frame) in self.frames.iter().enumerate() {
            // The branch that we are in has been begun, unless its first node is still to be entered.
            let first = frame.choice - u32::from(level == deepest && self.phase == Phase::Enter);
            if first < frame.end {
                let path = self.frames[..level].iter().map(|frame| frame.choice - 1);
                let part = Part { start: path.chain([first]).collect(), end: frame.end };
                parts.push((part, frame.weight * f64::from(frame.end - first)));
            }
        }
        parts.sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
        parts
    }
}

/// A walk through the tree of an engine.
pub(crate) struct WalkOf<T> {
    tree: T,
    trail: Trail,
}

impl<T: Tree> WalkOf<T> {
    pub(crate) fn new(tree: T) -> Self {
        Self { tree, trail: Trail::new() }
    }
}

impl<T: Tree> Walker for WalkOf<T> {
    fn begin(&mut self, part: &Part, weight: f64) -> Result<(), NoSuchPart> {
        let Self { tree, trail } = self;
        debug_assert!(trail.frames.is_empty(), "a walk begins at the root");
        (trail.weight, trail.phase) = (weight, Phase::Enter);
        for (level, &first) in part.start.iter().enumerate() {
            if level > 0 {
                trail.frames[level - 1].choice += 1;
                tree.down();
            }
            let end = if level + 1 < part.start.len() { first + 1 } else { part.end };
            let fork = tree.look().filter(|fork| end <= fork.degree).ok_or(NoSuchPart)?;
            tree.open();
            tree.skip(first);
            trail.push(fork);
            (trail.frames[level].choice, trail.frames[level].end) = (first, end);
            trail.phase = Phase::Next;
        }
        Ok(())
    }

    fn step(&mut self, budget: &mut u32, pause_at_solutions: bool) -> Turn {
        let Self { tree, trail } = self;
        let before = tree.work();
        let turn = step(tree, trail, budget, pause_at_solutions);
        trail.stats.work += tree.work() - before;
        turn
    }

    fn steps(&self, into: &mut Vec<Step>) {
        into.extend(self.trail.frames.iter().enumerate().map(|(level, frame)| Step {
            item: frame.item,
            option: self.tree.chosen(level),
            choice: frame.choice,
            degree: frame.degree,
        }));
    }

    fn descend(&mut self, random: &mut Random, visit: Visit<'_>) -> bool {
        let tree = &mut self.tree;
        let (mut level, mut before) = (0, tree.work());
        let solved = loop {
            let fork = tree.look();
            let degree = fork.map_or(0, |fork| fork.degree);
            if degree > 0 {
                tree.open();
            }
            let go_on = visit(level, degree, tree.work() - before);
            before = tree.work();
            if degree == 0 {
                break fork.is_none();
            }
            if !go_on {
                tree.close();
                break false;
            }
            tree.skip(random.below(degree));
            tree.down();
            level += 1;
        };
        for _ in 0..level {
            tree.up();
            tree.close();
        }
        solved
    }

    fn go(&mut self, path: &[u32], steps: &mut Vec<Step>) -> Result<Option<Fork>, NoSuchPart> {
        let tree = &mut self.tree;
        for (level, &branch) in path.iter().enumerate() {
            let Some(Fork { item, degree }) = tree.look().filter(|fork| branch < fork.degree) else {
                self.back(level);
                return Err(NoSuchPart);
            };
            tree.open();
            tree.skip(branch);
            tree.down();
            steps.push(Step { item, option: tree.chosen(level), choice: branch + 1, degree });
        }
        Ok(tree.look())
    }

    fn back(&mut self, levels: usize) {
        for _ in 0..levels {
            self.tree.up();
            self.tree.close();
        }
    }

    fn bounded(&mut self, bounding: &mut Bounding<'_>) -> bool {
        bounded(&mut self.tree, bounding)
    }

    fn merged(&mut self, merging: &mut Merging<'_>) -> Result<u32, Refusal> {
        merged(&mut self.tree, merging)
    }

    fn trail(&self) -> &Trail {
        &self.trail
    }

    fn trail_mut(&mut self) -> &mut Trail {
        &mut self.trail
    }
}

/// After so much work of an engine a step is over, whatever its budget: somebody may wait for it.
const ENOUGH: u64 = 1 << 26;

/// So many dead ends are passed at once.
const AT_ONCE: u32 = 64;

fn step<T: Tree>(tree: &mut T, trail: &mut Trail, budget: &mut u32, pause_at_solutions: bool) -> Turn {
    let began = tree.work();
    loop {
        match trail.phase {
            Phase::Enter => {
                if *budget == 0 || tree.work() - began > ENOUGH {
                    return Turn::Pause;
                }
                *budget -= 1;
                let level = trail.frames.len();
                trail.stats.nodes += 1;
                if level >= trail.stats.profile.len() {
                    trail.stats.profile.resize(level + 1, 0);
                }
                trail.stats.profile[level] += 1;
                match tree.look() {
                    Some(fork) if fork.degree > 0 => {
                        tree.open();
                        trail.push(fork);
                        trail.phase = Phase::Next;
                    }
                    leaf => {
                        trail.stats.done += trail.frames.last().map_or(trail.weight, |frame| frame.weight);
                        trail.phase = Phase::Leave;
                        if leaf.is_none() {
                            trail.stats.solutions += 1;
                            if pause_at_solutions {
                                return Turn::Solution;
                            }
                        }
                    }
                }
            }
            Phase::Leave => {
                if trail.frames.is_empty() {
                    trail.phase = Phase::Done;
                } else {
                    tree.up();
                    trail.phase = Phase::Next;
                }
            }
            Phase::Next => {
                let level = trail.frames.len();
                let frame = trail.frames.last_mut().expect("a branch is taken at a frame");
                if frame.choice < frame.end {
                    if *budget == 0 || tree.work() - began > ENOUGH {
                        return Turn::Pause;
                    }
                    let most = (frame.end - frame.choice).min(*budget).min(AT_ONCE);
                    // Most nodes are dead ends, and the engine has entered and left them when it says so.
                    let dead = tree.advance(most);
                    if dead > 0 {
                        let stats = &mut trail.stats;
                        *budget -= dead;
                        frame.choice += dead;
                        stats.nodes += u64::from(dead);
                        stats.profile.resize(stats.profile.len().max(level + 1), 0);
                        stats.profile[level] += u64::from(dead);
                        stats.done += f64::from(dead) * frame.weight;
                    }
                    if dead < most {
                        frame.choice += 1;
                        trail.phase = Phase::Enter;
                    }
                } else {
                    tree.close();
                    trail.frames.pop();
                    trail.phase = Phase::Leave;
                }
            }
            Phase::Done => return Turn::End,
        }
    }
}
