//! Which tree is walked: the one place that knows all engines.

use crate::bits::lanes::Portable;
#[cfg(target_arch = "x86_64")]
use crate::bits::lanes::{Avx2, Avx512};
use crate::bits::{Bits, Layout, Narrowing};
use crate::links::{C, Links, M, X};
use crate::walk::{WalkOf, Walker};
use crate::{Branch, Config, Engine, Problem};

/// The engine that walks the tree: [`Engine::Bits`] for a problem that fits, unless [`Engine::Links`] is wanted.
pub fn engine_used(problem: &Problem, wanted: Engine) -> Engine {
    match wanted {
        Engine::Auto | Engine::Bits | Engine::Frontier if Layout::new(problem).is_some() => Engine::Bits,
        _ => Engine::Links,
    }
}

/// The vector instructions that [`Engine::Bits`] uses on this processor, by name; `portable` if it can do without only.
///
/// Results do not depend on them, speed does.
pub fn vector_path() -> &'static str {
    #[cfg(target_arch = "x86_64")]
    if Avx512::detect().is_some() {
        return "AVX-512";
    } else if Avx2::detect().is_some() {
        return "AVX2";
    }
    "portable"
}

/// A walk that stands at the root of the tree. It keeps nothing of the problem.
pub(crate) fn walker(problem: &Problem, config: &Config) -> Box<dyn Walker> {
    let branch = config.branch;
    let layout = Layout::new(problem).filter(|_| config.engine != Engine::Links);
    if let Some(layout) = layout {
        bits(problem, &layout, branch)
    } else if problem.has_multiplicities() {
        Box::new(WalkOf::new(Links::<M>::new(problem, branch)))
    } else if problem.has_colors() {
        Box::new(WalkOf::new(Links::<C>::new(problem, branch)))
    } else {
        Box::new(WalkOf::new(Links::<X>::new(problem, branch)))
    }
}

/// Chooses the kind of processor.
fn bits(problem: &Problem, layout: &Layout, branch: Branch) -> Box<dyn Walker> {
    let usual = (0, Narrowing::Usual);
    #[cfg(target_arch = "x86_64")]
    if let Some(lanes) = Avx512::detect() {
        return Box::new(WalkOf::new(Bits::new(problem, layout, lanes, branch, usual)));
    } else if let Some(lanes) = Avx2::detect() {
        return Box::new(WalkOf::new(Bits::new(problem, layout, lanes, branch, usual)));
    }
    Box::new(WalkOf::new(Bits::new(problem, layout, Portable, branch, usual)))
}
