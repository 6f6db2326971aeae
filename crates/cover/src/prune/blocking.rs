//! Algorithm P of TAOCP 7.2.2.1, with colours and multiplicities.

use super::{Cause, Pruning};
use crate::rows::{count, has, ones};
use crate::{Bounds, ItemId, Monitor, OptionId, Stopped};

impl Pruning<'_> {
    /// Rounds through the items, until nothing changes.
    ///
    /// Which options are left at the end does not depend on the order. Which of two items that imply each other stays does.
    pub(super) fn block(&mut self, monitor: &Monitor) -> Result<(), Stopped> {
        if let Some(item) = self.uncoverable() {
            self.give_up(item);
            return Ok(());
        }
        let mut scratch = Scratch {
            excluded: vec![0; self.problem.options().div_ceil(64).max(1)],
            inside: vec![false; self.problem.items()],
            tested: vec![None; self.problem.options()],
        };
        loop {
            let before = (self.gone.len(), self.implied.len());
            self.rounds += 1;
            for &item in self.problem.listing() {
                monitor.go_on()?;
                if self.is_implied[item.0 as usize] {
                    continue;
                }
                self.force(item);
                let firsts: Vec<usize> =
                    ones(self.list(item)).filter(|&option| self.first(option) == Some(item)).collect();
                for option in firsts {
                    if let Some(blocked) = self.blocked(option, &mut scratch) {
                        self.remove(OptionId(option as u32), Cause::Blocks(blocked));
                    }
                }
                if let Some(item) = self.uncoverable() {
                    self.give_up(item);
                    return Ok(());
                }
            }
            if (self.gone.len(), self.implied.len()) == before {
                return Ok(());
            }
        }
    }

    /// An item that has fewer options than it needs.
    fn uncoverable(&self) -> Option<ItemId> {
        let needs = |item: ItemId| self.problem.bounds(item).low as usize;
        self.problem.primaries().iter().copied().find(|&item| {
            needs(item) > 0 && !self.is_implied[item.0 as usize] && count(self.list(item)) < needs(item)
        })
    }

    /// The first item of an option that is still asked for.
    fn first(&self, option: usize) -> Option<ItemId> {
        let entries = self.problem.option(OptionId(option as u32));
        entries.iter().map(|entry| entry.item).find(|item| !self.is_implied[item.0 as usize])
    }

    /// If all options of another item contain this one, there is no need to ask for it.
    fn force(&mut self, item: ItemId) {
        if !self.is_once(item) {
            return;
        }
        let by = self.problem.primaries().iter().copied().find(|&by| {
            by != item
                && !self.is_implied[by.0 as usize]
                && self.problem.bounds(by) == Bounds::ONCE
                && self.list(by).iter().zip(self.list(item)).all(|(by, item)| by & !item == 0)
                && ones(self.list(by)).all(|option| self.color(option, item).is_none())
        });
        let Some(by) = by else { return };
        let others: Vec<usize> =
            ones(self.list(item)).filter(|&option| !has(self.list(by), option)).collect();
        for option in others {
            self.remove(OptionId(option as u32), Cause::Forced(item, by));
        }
        self.is_implied[item.0 as usize] = true;
        self.implied.push(item);
    }

    /// An item that would have too few options if this one were chosen.
    fn blocked(&self, option: usize, scratch: &mut Scratch) -> Option<ItemId> {
        let Scratch { excluded, inside, tested } = scratch;
        let entries = self.problem.option(OptionId(option as u32));
        // Items that have lost nothing since have enough options still.
        let tested = tested[option].replace(self.gone.len());
        excluded.fill(0);
        excluded[option / 64] |= 1 << (option % 64);
        for entry in entries {
            inside[entry.item.0 as usize] = true;
            let list = self.list(entry.item);
            match entry.color {
                _ if !self.is_once(entry.item) => {}
                None => excluded.iter_mut().zip(list).for_each(|(out, list)| *out |= list),
                color => ones(list)
                    .filter(|&other| self.color(other, entry.item) != color)
                    .for_each(|other| excluded[other / 64] |= 1 << (other % 64)),
            }
        }
        let blocked = self.problem.primaries().iter().copied().find(|&item| {
            let at = item.0 as usize;
            if self.is_implied[at] || tested.is_some_and(|tested| self.touched[at] <= tested) {
                return false;
            }
            let low = self.problem.bounds(item).low as usize;
            let mut left = self.list(item).iter().zip(&*excluded).map(|(list, out)| list & !out);
            match low.saturating_sub(usize::from(inside[at])) {
                0 => false,
                1 => left.all(|word| word == 0),
                least => left.map(|word| word.count_ones() as usize).sum::<usize>() < least,
            }
        });
        entries.iter().for_each(|entry| inside[entry.item.0 as usize] = false);
        blocked
    }
}

/// What is needed to test an option, and when each was tested last: how many options had gone before.
struct Scratch {
    /// The options that it excludes.
    excluded: Vec<u64>,
    /// Its items.
    inside: Vec<bool>,
    tested: Vec<Option<usize>>,
}
