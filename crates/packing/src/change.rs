//! What a symmetry does to places and colours.

use itertools::Itertools;
use polydlx_lattice::{Motion, Palette};
use std::collections::BTreeSet;

/// A motion, and what colour each colour becomes, by their numbers.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Change {
    pub(crate) motion: Motion,
    pub(crate) colors: Vec<u16>,
}

impl Change {
    /// This, after another.
    pub(crate) fn after(&self, first: &Self) -> Self {
        let colors = first.colors.iter().map(|&color| self.colors[usize::from(color)]).collect();
        Self { motion: self.motion.after(first.motion), colors }
    }

    /// What it is called, if the motion has a name: `rotation by 60° with colours (b c)`.
    pub(crate) fn name(&self, motion: String, palette: &Palette) -> String {
        let mut left: BTreeSet<u16> = (1..self.colors.len() as u16).collect();
        let mut cycles = String::new();
        while let Some(first) = left.pop_first() {
            let mut cycle = vec![palette.name(first).unwrap_or_default()];
            let mut next = self.colors[usize::from(first)];
            while left.remove(&next) {
                cycle.push(palette.name(next).unwrap_or_default());
                next = self.colors[usize::from(next)];
            }
            if cycle.len() > 1 {
                cycles += &format!(" ({})", cycle.join(" "));
            }
        }
        match (cycles.is_empty(), self.motion == Motion::IDENTITY) {
            (true, _) => motion,
            (false, true) => format!("colours{cycles}"),
            (false, false) => format!("{motion} with colours{cycles}"),
        }
    }
}

/// All ways to exchange the colours of a palette that may be exchanged, the identity first.
pub(crate) fn recolorings(palette: &Palette) -> Vec<Vec<u16>> {
    let same: Vec<u16> = (0..=palette.names.len() as u16).collect();
    let alike = palette.alike.iter().copied();
    let orders = alike.clone().permutations(palette.alike.len());
    let recolored = |order: Vec<u16>| {
        let mut colors = same.clone();
        alike.clone().zip(order).for_each(|(from, to)| colors[usize::from(from)] = to);
        colors
    };
    orders.map(recolored).collect()
}
