//! Which tree is walked: the one place that knows all engines.

#[cfg(target_arch = "x86_64")]
use crate::Vectors;
#[cfg(target_arch = "x86_64")]
use crate::bits::lanes::Avx2;
use crate::bits::lanes::{Lanes, Portable};
use crate::bits::{Bits, Layout, Narrowing};
use crate::links::{C, Links, M, X};
use crate::sets::{Sets, Table};
use crate::walk::{WalkOf, Walker};
use crate::{Branch, Config, Engine, Problem};

/// An engine that walks trees, and what it has to begin with.
enum Chosen {
    Links,
    Bits(Layout),
    Sets,
}

/// Whatever is wanted, a problem that does not fit bit rows is for the sets, and so are unusual ways to branch; what does not
/// fit there, either, is for the links.
fn choose(problem: &Problem, config: &Config) -> Chosen {
    let sets = || if Table::fits(problem) { Chosen::Sets } else { Chosen::Links };
    match (config.engine, &config.branch) {
        (Engine::Links, Branch::Activity) | (Engine::Sets, _) => sets(),
        (Engine::Links, _) => Chosen::Links,
        (Engine::Auto | Engine::Bits | Engine::Frontier, Branch::Mrv | Branch::First) => {
            Layout::new(problem).map_or_else(sets, Chosen::Bits)
        }
        (Engine::Auto | Engine::Bits | Engine::Frontier, _) => sets(),
    }
}

/// The engine that walks the tree: unless another one is wanted, [`Engine::Bits`] for a problem that fits, or else
/// [`Engine::Sets`].
pub fn engine_used(problem: &Problem, config: &Config) -> Engine {
    match choose(problem, config) {
        Chosen::Links => Engine::Links,
        Chosen::Bits(_) => Engine::Bits,
        Chosen::Sets => Engine::Sets,
    }
}

/// The vector instructions that [`Engine::Bits`] uses on this processor, by name; `portable` if it can do without only.
///
/// Results do not depend on them, speed does.
pub fn vector_path() -> &'static str {
    #[cfg(target_arch = "x86_64")]
    if Avx2::detect().is_some() {
        return "AVX2";
    }
    if cfg!(all(target_arch = "wasm32", target_feature = "simd128")) { "SIMD128" } else { "portable" }
}

/// A walk that stands at the root of the tree. It keeps nothing of the problem.
pub(crate) fn walker(problem: &Problem, config: &Config) -> Box<dyn Walker> {
    match choose(problem, config) {
        Chosen::Links => links(problem, &config.branch),
        Chosen::Bits(layout) => bits(problem, &layout, config),
        Chosen::Sets => Box::new(WalkOf::new(Sets::new(problem, &config.branch))),
    }
}

/// The same for those who only count: they must not ask for the steps that lead to a solution, and the walk is quicker for it.
pub(crate) fn counter(problem: &Problem, config: &Config) -> Box<dyn Walker> {
    match choose(problem, config) {
        Chosen::Bits(layout) => bits(problem, &layout.nameless(), config),
        _ => walker(problem, config),
    }
}

/// Chooses the algorithm.
fn links(problem: &Problem, branch: &Branch) -> Box<dyn Walker> {
    if problem.has_multiplicities() {
        Box::new(WalkOf::new(Links::<M>::new(problem, branch)))
    } else if problem.has_colors() {
        Box::new(WalkOf::new(Links::<C>::new(problem, branch)))
    } else {
        Box::new(WalkOf::new(Links::<X>::new(problem, branch)))
    }
}

/// Chooses the kind of processor.
fn bits(problem: &Problem, layout: &Layout, config: &Config) -> Box<dyn Walker> {
    let from = if config.ahead { layout.worth_a_look(problem.options()) } else { usize::MAX };
    #[cfg(target_arch = "x86_64")]
    if let Some(lanes) = Avx2::detect().filter(|_| config.vectors == Vectors::Best) {
        return with(lanes, problem, layout, config, from);
    }
    with(Portable, problem, layout, config, from)
}

fn with<L: Lanes + 'static>(
    lanes: L,
    problem: &Problem,
    layout: &Layout,
    config: &Config,
    from: usize,
) -> Box<dyn Walker> {
    let tree = Bits::new(problem, layout, lanes, &config.branch, (0, Narrowing::Usual));
    Box::new(WalkOf::new(tree.looking_ahead(from)))
}
