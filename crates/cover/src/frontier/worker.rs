//! All that comes into a shape becomes one list: states with the same set are added up.

use super::folds::Turn;
use super::number::Number;
use super::runs::merge_runs;
use super::set::Set;
use super::sets::{Lists, Passage, State, Sweep, step_of};
use super::shapes::{Way, Ways};
use crate::Digest;

/// So many states are sorted in a moment.
const SORT_AT_ONCE: usize = 1 << 20;

/// Does one shape after the other.
pub(super) struct Worker<'a, S, C> {
    sweep: &'a Sweep<'a>,
    ways: Ways<'a>,
    masks: &'a [S],
    demands: Vec<S>,
    states: Vec<State<S, C>>,
    /// For sets that are numbers of few bits.
    table: Option<Table<C>>,
}

impl<'a, S: Set, C: Number> Worker<'a, S, C> {
    pub(super) fn new(sweep: &'a Sweep<'a>, ways: Ways<'a>, masks: &'a [S]) -> Self {
        Self { sweep, ways, masks, demands: Vec::new(), states: Vec::new(), table: None }
    }

    /// All that comes into a shape, merged; `None` if a number became too large.
    pub(super) fn collect(
        &mut self,
        step: usize,
        shape: usize,
        lists: &Lists<S, C>,
    ) -> Option<Box<[State<S, C>]>> {
        let Sweep { plan, shapes, watch, .. } = self.sweep;
        self.states.clear();
        self.demands.clear();
        // What leads to the end meets all demands.
        if self.ways.back.is_none() {
            let demands = shapes.demands_of(shape).iter();
            self.demands.extend(demands.map(|&number| self.masks[usize::from(number)]));
        }
        let ways = self.ways.of(shape);
        let bits = plan.carried_bits();
        let brought = || ways.iter().map(|way| lists[way.from as usize].len());
        if ways.len() > 1 && Table::<C>::fits(bits) && brought().sum::<usize>() > FEW {
            let mut table = self.table.take().unwrap_or_else(|| Table::new(bits));
            for way in ways {
                if watch.is_stopped() {
                    break;
                }
                self.go(*way, step, lists, |set, count| table.add(set.bits() as usize, count))?;
            }
            // Equal states are refused together.
            table.take(|set, count| {
                let set = S::from_bits(set as u128);
                if self.demands.iter().all(|&demand| set & demand != demand) {
                    self.states.push(State { set, count });
                }
            });
            self.table = Some(table);
            return Some(self.states.as_slice().into());
        }
        let mut states = std::mem::take(&mut self.states);
        let mut sorted = true;
        for way in ways {
            if watch.is_stopped() {
                break;
            }
            let before = states.len();
            let kept = self.go(*way, step, lists, |set, count| {
                if self.demands.iter().all(|&demand| set & demand != demand) {
                    states.push(State { set, count });
                }
                Some(())
            })?;
            sorted &= before == states.len() || before == 0 && kept;
        }
        self.states = states;
        if !sorted {
            self.sort();
            self.merge()?;
        }
        Some(self.states.as_slice().into())
    }

    /// What goes along a way, as it arrives; `None` if it is refused there. Tells whether the order stays what it was.
    #[inline]
    pub(super) fn go(
        &self,
        way: Way,
        step: usize,
        lists: &Lists<S, C>,
        mut arrive: impl FnMut(S, C) -> Option<()>,
    ) -> Option<bool> {
        let Sweep { plan, shapes, turns, marks, .. } = self.sweep;
        if let Some(turns) = self.ways.back {
            return self.go_back(way, step, turns, &lists[way.from as usize], arrive);
        }
        let list = &lists[way.from as usize];
        let marked = marks.zip(way.choice.option());
        let mark = marked.map_or(Digest::ONE, |(marks, option)| marks[option.0 as usize]);
        // As a rule, nothing is used up before the end.
        let from = if plan.spent[step] == 0 { step } else { step_of(shapes, way.from) };
        let effect = way.choice.option().map(|option| &plan.effects[option.0 as usize]);
        if plan.spent[from] == plan.spent[step]
            && way.choice.turn() == 0
            && effect.is_none_or(|effect| effect.fields.is_empty())
        {
            // The usual way: an option that uses some pieces, and no carried item is spent.
            let need = S::from_bits(effect.map_or(0, |effect| effect.need));
            let none = S::from_bits(0);
            for &State { set, count } in list {
                if set & need == none {
                    arrive(set | need, count.with(mark))?;
                }
            }
            return Some(true);
        }
        let turn = turns.get(way.choice.turn()).filter(|_| way.choice.turn() > 0);
        let passage = Passage::new(plan, way, from, step).turned(turn);
        for &State { set, count } in list {
            if let Some(set) = passage.lead(set.bits()) {
                arrive(S::from_bits(set), count.with(mark))?;
            }
        }
        Some(false)
    }

    /// The same from the end of a way to its beginning: pieces that were used on the way are left before it.
    #[inline]
    fn go_back(
        &self,
        way: Way,
        step: usize,
        turns: &[Turn],
        list: &[State<S, C>],
        mut arrive: impl FnMut(S, C) -> Option<()>,
    ) -> Option<bool> {
        let Sweep { plan, shapes, .. } = self.sweep;
        let effect = way.choice.option().map(|option| &plan.effects[option.0 as usize]);
        let need = effect.map_or(0, |effect| effect.need);
        let spent = plan.spent[step_of(shapes, way.from)];
        if spent == 0 && way.choice.turn() == 0 {
            let need = S::from_bits(need);
            for &State { set, count } in list {
                if set & need == need {
                    arrive(set & !need, count)?;
                }
            }
            return Some(true);
        }
        let turn = turns.get(way.choice.turn()).filter(|_| way.choice.turn() > 0);
        let must = need | plan.spent[step];
        for &State { set, count } in list {
            // What is spent has been used.
            let set = set.bits() | spent;
            let set = turn.map_or(set, |turn| turn.apply(set));
            if set & must == must {
                arrive(S::from_bits(set & !must), count)?;
            }
        }
        Some(false)
    }

    /// Sorts by sets; what takes long is done in parts, so that a stop is heard.
    fn sort(&mut self) {
        for part in self.states.chunks_mut(SORT_AT_ONCE) {
            if self.sweep.watch.is_stopped() {
                return;
            }
            part.sort_unstable_by_key(|state| state.set);
        }
        merge_runs(&mut self.states, SORT_AT_ONCE, |state| state.set, &|| self.sweep.watch.is_stopped());
    }

    /// Adds up neighbours with the same set.
    fn merge(&mut self) -> Option<()> {
        let mut kept = 0;
        for at in 1..self.states.len() {
            let State { set, count } = self.states[at];
            if set == { self.states[kept].set } {
                self.states[kept].count = { self.states[kept].count }.add(count)?;
            } else {
                kept += 1;
                self.states[kept] = State { set, count };
            }
        }
        self.states.truncate(kept + 1);
        Some(())
    }
}

/// States by their sets, which are merged as they come: quicker than sorting, if there is room for every set that there may be.
struct Table<C> {
    counts: Vec<C>,
    /// The sets that there are, as bits, and the words that have such bits.
    there: Vec<u64>,
    words: Vec<u64>,
}

/// No table is larger than this: what a processor has at hand for itself, as a rule.
const MOST_TABLE: usize = 1 << 21;

/// So few states are better sorted.
const FEW: usize = 32;

/// The most states of a shape that are in memory before its list is made, if so many come.
pub(super) fn most_at_once<C: Number>(bits: usize, most: usize) -> usize {
    if Table::<C>::fits(bits) { most.min(1 << bits) } else { most }
}

impl<C: Number> Table<C> {
    /// Whether sets of so many bits fit.
    fn fits(bits: usize) -> bool {
        bits < 24 && size_of::<C>().max(1) << bits <= MOST_TABLE
    }

    fn new(bits: usize) -> Self {
        let words = (1usize << bits).div_ceil(64);
        Self { counts: vec![C::ZERO; 64 * words], there: vec![0; words], words: vec![0; words.div_ceil(64)] }
    }

    #[inline]
    fn add(&mut self, set: usize, count: C) -> Option<()> {
        self.counts[set] = self.counts[set].add(count)?;
        self.there[set / 64] |= 1 << (set % 64);
        self.words[set / 4096] |= 1 << (set / 64 % 64);
        Some(())
    }

    /// Calls with all sets and their counts, in ascending order, and forgets them.
    fn take(&mut self, mut visit: impl FnMut(usize, C)) {
        for (at, words) in self.words.iter_mut().enumerate() {
            for word in ones(std::mem::take(words)).map(|word| 64 * at + word) {
                for set in ones(std::mem::take(&mut self.there[word])).map(|bit| 64 * word + bit) {
                    visit(set, std::mem::replace(&mut self.counts[set], C::ZERO));
                }
            }
        }
    }
}

/// The places of the bits of a word, from the lowest.
fn ones(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let at = word.trailing_zeros();
        word &= word.wrapping_sub(1);
        (at < 64).then_some(at as usize)
    })
}
