//! The sets of pieces that fill one box, in two ways.

use polydlx_cover::{Config, Frontier, ItemId, Monitor, OptionId, Refusal, Stopped};
use polydlx_lattice::Piece;
use polydlx_packing::{Group, Packing, Question, Which};
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// By how often each piece is taken, in how many ways a box is filled, and the same up to symmetry.
pub(crate) type Ways = BTreeMap<Vec<u32>, (u64, u64)>;

/// A box that is to be filled.
pub(crate) struct FirstStage<'a> {
    packing: &'a Packing<'a>,
    /// The piece of each option.
    pieces: Vec<usize>,
    group: &'a Group,
    config: &'a Config,
    monitor: &'a Monitor,
}

impl<'a> FirstStage<'a> {
    pub(crate) fn new(
        packing: &'a Packing<'a>,
        group: &'a Group,
        config: &'a Config,
        monitor: &'a Monitor,
    ) -> Self {
        let options = packing.problem().option_ids();
        let pieces = options.map(|option| packing.placement(option).piece.0).collect();
        Self { packing, pieces, group, config, monitor }
    }

    pub(crate) fn question(&self) -> Question<'a> {
        Question::about(self.packing).config(self.config)
    }

    fn taken(&self, options: &[OptionId]) -> Vec<u32> {
        let mut taken = vec![0; self.packing.puzzle().pieces.len()];
        options.iter().for_each(|option| taken[self.pieces[option.0 as usize]] += 1);
        taken
    }

    /// By a list of all packings. Symmetries may exchange pieces; those that do not make classes.
    pub(crate) fn listed(&self) -> Result<Ways, Stopped> {
        let mut found = Ways::new();
        let answer = self.question().for_each(self.monitor, &mut |solution| {
            let own = self.taken(solution.options);
            let is_first = (0..self.group.order()).all(|number| {
                let image = self.group.image(number, solution.options);
                image.as_slice() >= solution.options || self.taken(&image) != own
            });
            let (ways, classes) = found.entry(own).or_default();
            *ways += 1;
            *classes += u64::from(is_first);
            ControlFlow::Continue(())
        });
        if answer.complete { Ok(found) } else { Err(Stopped) }
    }

    /// By a sweep, and by lists of those packings that a symmetry leaves as they are: Burnside's lemma, for each set with
    /// the symmetries that keep it. None if the sweep does not do.
    pub(crate) fn swept(&self) -> Result<Option<Ways>, Stopped> {
        let problem = self.packing.problem();
        let pieces = &self.packing.puzzle().pieces;
        let item =
            |piece: &Piece| problem.listing().iter().copied().find(|&item| problem.name(item) == piece.name);
        let Some(items) = pieces.iter().map(item).collect::<Option<Vec<ItemId>>>() else { return Ok(None) };
        let found = match Frontier::with(problem, self.config, self.monitor).by_uses(&items) {
            Ok(found) => found,
            Err(Refusal::Stopped) => return Err(Stopped),
            Err(_) => return Ok(None),
        };
        let found: Option<BTreeMap<Vec<u32>, u64>> =
            found.into_iter().map(|(own, ways)| Some((own, u64::try_from(ways).ok()?))).collect();
        let Some(found) = found else { return Ok(None) };
        let mut kept: BTreeMap<Vec<u32>, u64> = found.clone();
        for number in 1..self.group.order() {
            let subgroup = self.group.generated(&[number]);
            let question = self.question().which(Which::Invariant(self.group, &subgroup));
            let answer = question.for_each(self.monitor, &mut |solution| {
                *kept.entry(self.taken(solution.options)).or_default() += 1;
                ControlFlow::Continue(())
            });
            if !answer.complete {
                return Err(Stopped);
            }
        }
        let keeps = |own: &[u32], number: usize| {
            let images = self.group.elements()[number].pieces.iter().zip(own);
            images.into_iter().all(|(image, times)| own[image.0] == *times)
        };
        let with_classes = |(own, ways): (Vec<u32>, u64)| {
            let keepers = (0..self.group.order()).filter(|&number| keeps(&own, number)).count() as u64;
            let classes = kept[&own] / keepers;
            (own, (ways, classes))
        };
        Ok(Some(found.into_iter().map(with_classes).collect()))
    }
}
