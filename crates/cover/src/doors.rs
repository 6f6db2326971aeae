//! Doors for the tests, which see the crate from outside so that it is compiled once: what nobody else should need.

#[cfg(target_arch = "x86_64")]
use crate::bits::lanes::Avx2;
use crate::bits::lanes::{Lanes, Portable};
use crate::bits::{Bits, Layout, List, Narrowing, Planes};
use crate::engine::walker;
use crate::survey::Surveyor;
use crate::walk::{WalkOf, Walker};
use crate::{Branch, Config, Job, Problem, Walk};

/// Walks of the engine `bits` in all its variants: for all kinds of lanes, rows that are wider than they have to be, and
/// rows that become narrower never or as soon as they can; and whether they know which options they choose.
/// None if the problem is not for this engine.
pub fn bit_walks(problem: &Problem, branch: &Branch, ahead: Option<usize>) -> Vec<(Walk, bool)> {
    let Some(layout) = Layout::new(problem) else { return Vec::new() };
    let nameless = layout.clone().nameless();
    let mut walks = Vec::new();
    for settings in
        [(0, Narrowing::Usual), (3, Narrowing::Never), (2, Narrowing::Always), (16, Narrowing::Always)]
    {
        for (layout, named) in [(&layout, true), (&nameless, false)] {
            let case = (problem, layout, branch, settings, ahead);
            walks.push((bit_walk(Portable, case), named));
            #[cfg(target_arch = "x86_64")]
            walks.extend(Avx2::detect().map(|lanes| (bit_walk(lanes, case), named)));
        }
    }
    walks
}

type Case<'a> = (&'a Problem, &'a Layout, &'a Branch, (usize, Narrowing), Option<usize>);

fn bit_walk<L: Lanes + 'static>(lanes: L, (problem, layout, branch, settings, ahead): Case<'_>) -> Walk {
    let tree = Bits::new(problem, layout, lanes, branch, settings);
    let walker: Box<dyn Walker> = Box::new(WalkOf::new(tree.looking_ahead(ahead.unwrap_or(usize::MAX))));
    Walk::with(walker)
}

/// How often each bit is set in `len` rows of three words, as each kind of lanes counts it.
pub fn counts(arena: &[u32], base: usize, stride: usize, len: usize) -> Vec<Vec<u32>> {
    let list = List { base, stride, len };
    let flat = |planes: Planes<3, 7>| [planes.digits.concat(), planes.more.to_vec()].concat();
    let mut counts = vec![flat(Portable.count(arena, list))];
    #[cfg(target_arch = "x86_64")]
    counts.extend(Avx2::detect().map(|lanes| flat(lanes.count(arena, list))));
    counts
}

/// What seems to be left of a search when so many nodes have been passed, as far as one looks who has passed `worth` nodes: how
/// many nodes, their weight, and how many descents say so.
pub fn surveyed(problem: &Problem, passed: u32, worth: u64) -> (f64, f64, u64) {
    let (jobs, config) = ([Job::new(problem)], Config::default());
    let mut tree = walker(problem, &config);
    tree.step(&mut { passed }, false);
    let left = Surveyor::new().look(&jobs, &config, (0, tree.trail().weighed()), [], (worth, &|| true));
    (left.nodes, left.weight, left.descents)
}
