//! Piece sets that fill a region in as many ways as wanted.
//!
//! Each set is a puzzle of its own, but one search with optional pieces finds the solutions of many sets at once.
//! That is by far the quicker way where few sets have a solution at all; it is the slower one where most have many,
//! because a search of one set can end as soon as there are too many. So a block of sets is searched together if an
//! estimate says that this takes less time than the sets one by one would; else it is divided by its next piece.
//! What is found together only sieves: in the end each set that may be wanted is counted by itself.

use crate::plan::{Plan, Report};
use crate::pool::{Block, Pool};
use crate::shuffle::Shuffle;
use crate::team::in_order;
use crate::ways::{Found, Verdict, Ways, count_ways, has_ways};
use polydlx_cover::{Bounds, Config, Entry, ItemId, Problem, Search};
use polydlx_packing::{Packing, Question};
use std::collections::{HashMap, VecDeque};
use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};

/// A set of pieces that is wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundSet {
    /// Its number in the list, from 1.
    pub number: u64,
    /// How often each piece of the pool is taken.
    pub pieces: Vec<u32>,
    /// In how many ways it fills the region.
    pub ways: Found,
}

/// Calls `visit` with the sets of pieces that fill the region, and others if the pool has such, in as many ways (up to
/// symmetry) as wanted,
/// in the order of the list, until it breaks.
pub fn search_sets(
    pool: &Pool,
    wanted: Ways,
    plan: &Plan,
    mut visit: impl FnMut(&FoundSet) -> ControlFlow<()>,
) -> Report {
    let first = plan.span.first.max(1);
    let end = plan.span.last.map_or(pool.len(), |last| last.min(pool.len()));
    let mut stopped_at = None;
    let halted = Mutex::new(None);
    let sieve = Sieve::new(pool, wanted, plan, first - 1, end, &halted);
    let work = |(number, pieces): (u64, Vec<u32>)| {
        let is_wanted =
            |verdict: &Verdict| matches!(verdict, Verdict::Counted(ways) if wanted.contains(ways.classes));
        let mut verdict = count_ways(&pool.puzzle(&pieces), wanted, &plan.monitor);
        let mut others = pool.other_puzzles(&pieces);
        while is_wanted(&verdict)
            && let Some(other) = others.next()
        {
            verdict = match has_ways(&other, wanted, &plan.monitor) {
                Some(true) => verdict,
                // Too many or too few: it is not wanted.
                Some(false) => Verdict::TooMany,
                None => Verdict::Stopped,
            };
        }
        drop(others);
        (number, pieces, verdict)
    };
    in_order(sieve, plan.threads, work, |(number, pieces, verdict)| {
        plan.show(number);
        match verdict {
            Verdict::Stopped => {
                stopped_at = Some(number);
                ControlFlow::Break(())
            }
            Verdict::Counted(ways) if wanted.contains(ways.classes) => {
                let flow = visit(&FoundSet { number, pieces, ways });
                if flow.is_break() {
                    stopped_at = Some(number + 1);
                }
                flow
            }
            Verdict::Counted(_) | Verdict::TooMany => ControlFlow::Continue(()),
        }
    });
    let stopped_at = stopped_at.or(*halted.lock().unwrap_or_else(PoisonError::into_inner));
    let stopped_at = stopped_at.filter(|&number| number <= end);
    Report {
        looked_at: stopped_at.unwrap_or(end + 1).saturating_sub(first),
        stopped_at,
        left_out: 0,
        proof: None,
    }
}

/// The sets that may be wanted, with their numbers, in order.
struct Sieve<'a> {
    pool: &'a Pool,
    wanted: Ways,
    plan: &'a Plan,
    /// Numbers from 0 of the sets to look at: from `next` up to and without `end`.
    next: u64,
    end: u64,
    shuffle: Option<Shuffle>,
    /// Blocks to look at, the next one last; and the size of the block in which a common search was last thought of.
    blocks: Vec<(Block, u64)>,
    ready: VecDeque<(u64, Vec<u32>)>,
    /// Where it was when it was told to stop.
    halted: &'a Mutex<Option<u64>>,
}

/// Blocks with fewer sets are not worth a common search.
const WORTH: u64 = 50;
/// What a search of a set by itself costs at least, in nodes: most of that is the making of the problem.
const NODES_A_SET: f64 = 2000.0;
/// Random descents that tell how large a search is.
const TRIALS: u64 = 200;
/// How many sets with solutions a common search may have in memory.
const MOST_SETS: usize = 1 << 20;

impl<'a> Sieve<'a> {
    fn new(
        pool: &'a Pool,
        wanted: Ways,
        plan: &'a Plan,
        next: u64,
        end: u64,
        halted: &'a Mutex<Option<u64>>,
    ) -> Self {
        let whole = pool.whole();
        let shuffle = plan.seed.map(|seed| Shuffle::new(seed, pool.len()));
        let blocks = if next < end && whole.size > 0 { vec![(whole, u64::MAX)] } else { Vec::new() };
        Self { pool, wanted, plan, next, end, shuffle, blocks, ready: VecDeque::new(), halted }
    }

    fn halt(&self, number: u64) {
        self.halted.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(number + 1);
    }

    /// The next set of the list as it is.
    fn of_blocks(&mut self) -> Option<(u64, Vec<u32>)> {
        loop {
            if let Some((number, set)) = self.ready.pop_front() {
                return Some((number + 1, set));
            }
            let (block, tried) = self.blocks.pop()?;
            if self.plan.monitor.is_stopped() {
                self.halt(block.start.max(self.next));
                return None;
            }
            let block_end = block.start + block.size;
            if block_end <= self.next || block.start >= self.end {
                continue;
            }
            if block.size == 1 {
                return Some((block.start + 1, self.pool.get(block.start)));
            }
            let inside = block.start >= self.next && block_end <= self.end;
            // Not at every division: a search that is too long for a block will be too long for half of it.
            let due = inside && block.size >= WORTH && block.size <= tried / 8;
            if due && let Some(sets) = self.together(&block) {
                self.ready.extend(sets);
                continue;
            }
            let tried = if due { block.size } else { tried };
            self.blocks.extend(self.pool.children(&block).into_iter().rev().map(|child| (child, tried)));
        }
    }

    /// The sets of a block that may be wanted, by one search; none if that is not worth while.
    fn together(&self, block: &Block) -> Option<Vec<(u64, Vec<u32>)>> {
        let (puzzle, kept) = self.pool.puzzle_of(block);
        let packing = Packing::new(&puzzle);
        let pieces: Vec<usize> =
            packing.problem().option_ids().map(|option| kept[packing.placement(option).piece.0]).collect();
        let problem = self.with_last(packing.lean_problem(), &pieces, block);
        let guess = Search::new(&problem).monitor(&self.plan.monitor).estimate(TRIALS, 1);
        if guess.nodes.mean > block.size as f64 * NODES_A_SET {
            return None;
        }
        let most = self.wanted.high.map(|high| high.saturating_mul(self.pool.most_symmetries()));
        // If sets have too many solutions on average, to end their searches early pays.
        let enough = most.map(|most| most.saturating_add(1).saturating_mul(block.size).saturating_mul(4));
        let mut found: HashMap<Vec<u32>, u64> = HashMap::new();
        let mut solutions = 0;
        let mut set = vec![0; self.pool.vectors.len()];
        let config = Config { threads: self.plan.threads, ..Config::default() };
        let question = Question::about_problem(&problem).config(&config);
        let answer = question.for_each(&self.plan.monitor, &mut |solution| {
            set.fill(0);
            solution.options.iter().for_each(|option| set[pieces[option.0 as usize]] += 1);
            solutions += 1;
            if let Some(number) = found.get_mut(&set) {
                *number += 1;
            } else if self.pool.number_of(&set).is_some() {
                found.insert(set.clone(), 1);
            }
            if found.len() > MOST_SETS || enough.is_some_and(|enough| solutions > enough) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        if !answer.complete {
            if self.plan.monitor.is_stopped() {
                self.halt(block.start);
                return Some(Vec::new());
            }
            return None;
        }
        let may_be = |number: u64| number >= self.wanted.low && most.is_none_or(|most| number <= most);
        if self.wanted.low == 0 {
            let all = (block.start..block.start + block.size).map(|number| (number, self.pool.get(number)));
            return Some(all.filter(|(_, set)| may_be(found.get(set).copied().unwrap_or(0))).collect());
        }
        let mut sets: Vec<(u64, Vec<u32>)> = found
            .into_iter()
            .filter(|(_, number)| may_be(*number))
            .filter_map(|(set, _)| Some((self.pool.number_of(&set)?, set)))
            .collect();
        sets.sort_unstable();
        Some(sets)
    }

    /// The problem with an item for each coordinate of which 1 is left: just one more piece must have it.
    /// If one piece of each size is wanted, this says so; other rules are seen to when a solution is found.
    fn with_last(&self, problem: &Problem, pieces: &[usize], block: &Block) -> Problem {
        if !block.rest.contains(&1) {
            return problem.clone();
        }
        let mut builder = problem.without_options();
        let items: Vec<Option<ItemId>> = (0..block.rest.len())
            .map(|at| (block.rest[at] == 1).then(|| builder.primary(&format!("={at}"), Bounds::ONCE)))
            .collect();
        for (option, &piece) in problem.option_ids().zip(pieces) {
            let undecided = piece >= block.taken.len();
            let last =
                items.iter().zip(&self.pool.vectors[piece]).filter(|(_, step)| **step > 0 && undecided);
            let last = last.filter_map(|(item, _)| item.map(Entry::from));
            builder.option(problem.option(option).iter().copied().chain(last));
        }
        builder.build().expect("a sound problem with new items")
    }
}

impl Iterator for Sieve<'_> {
    type Item = (u64, Vec<u32>);

    fn next(&mut self) -> Option<Self::Item> {
        let Some(shuffle) = self.shuffle else { return self.of_blocks() };
        if self.next >= self.end {
            return None;
        }
        if self.plan.monitor.is_stopped() {
            self.halt(self.next);
            return None;
        }
        self.next += 1;
        Some((self.next, self.pool.get(shuffle.get(self.next - 1))))
    }
}
