//! How many solutions a puzzle has, in all or up to symmetry, by whatever way is quickest.
//!
//! There are three: to search the cases of a [`Reduction`], each class once; to sweep the whole puzzle, merging states;
//! and, up to symmetry, to sweep for the solutions that each symmetry fixes, by Burnside's lemma.

use crate::group::Group;
use crate::invariant::fixed_by;
use crate::packing::Packing;
use crate::reduce::{Case, Reduction};
use polydlx_cover::{BigUint, Outcome, Refusal, SMALL_TREE, Search, Total};
use std::ops::ControlFlow;

/// The number of all solutions; symmetry makes it quicker.
///
/// `configure` says how to search; only its engine frontier sweeps whatever it costs.
pub fn count_all(
    packing: &Packing<'_>,
    group: &Group,
    configure: impl Fn(Search<'_>) -> Search<'_>,
) -> Total {
    let whole = configure(Search::new(packing.lean_problem()));
    if group.order() == 1 || whole.is_for_sweeps() {
        return whole.total();
    }
    let reduction = Reduction::new(packing, group);
    let nodes = size(&reduction, &configure);
    match whole.sweep_within(allowance(nodes)) {
        Ok(total) => return because(total, nodes, "a sweep of the whole puzzle is quicker"),
        Err(Refusal::Stopped) => return Total::unknown(),
        Err(_) => {}
    }
    let mut all = BigUint::default();
    let order = group.order();
    let mut each = |classes: &BigUint, stabilizer: usize| all += classes * (order / stabilizer);
    let mut outcome: Option<Outcome> = None;
    for case in &reduction.cases {
        let search = configure(Search::new(&case.problem));
        let part = if case.accepts_all() {
            let part = search.count();
            each(&part.solutions.into(), 1);
            part
        } else {
            case.for_each(group, &search, &mut |class| {
                each(&BigUint::from(1u32), class.stabilizer(group).len());
                ControlFlow::Continue(())
            })
        };
        let complete = part.complete;
        outcome = Some(sum(outcome, part));
        if !complete {
            break;
        }
    }
    let complete = outcome.as_ref().is_some_and(|outcome| outcome.complete);
    let total = Total { solutions: all, complete, search: outcome, sweep: None, why: String::new() };
    because(total, nodes, &format!("one solution of each class was sought, for {order} symmetries"))
}

/// The number of classes of solutions under a group, for which there is a reduction.
pub fn count_classes(
    packing: &Packing<'_>,
    group: &Group,
    reduction: &Reduction,
    configure: impl Fn(Search<'_>) -> Search<'_>,
) -> Total {
    let nodes = size(reduction, &configure);
    let sweeps = configure(Search::new(packing.lean_problem())).is_for_sweeps();
    if reduction.cases.iter().all(Case::accepts_all) {
        let mut all: Option<Total> = None;
        for case in &reduction.cases {
            let part = configure(Search::new(&case.problem)).total();
            let total = match all {
                None => part,
                Some(before) => Total {
                    solutions: before.solutions + part.solutions,
                    complete: part.complete,
                    search: match (before.search, part.search) {
                        (Some(a), Some(b)) => Some(sum(Some(a), b)),
                        (a, b) => a.or(b),
                    },
                    sweep: before.sweep.or(part.sweep),
                    why: before.why,
                },
            };
            let complete = total.complete;
            all = Some(total);
            if !complete {
                break;
            }
        }
        return all.expect("there is a case");
    }
    if sweeps || nodes >= SMALL_TREE {
        match burnside(packing, group, &configure, if sweeps { f64::INFINITY } else { nodes }) {
            Ok(total) => return because(total, nodes, "sweeps and Burnside's lemma are quicker"),
            Err(Refusal::Stopped) => return Total::unknown(),
            Err(_) => {}
        }
    }
    let outcome = reduction.count(group, &configure);
    let (solutions, complete) = (outcome.solutions.into(), outcome.complete);
    let total = Total { solutions, complete, search: Some(outcome), sweep: None, why: String::new() };
    because(total, nodes, "one solution of each class was sought")
}

/// Classes by Burnside's lemma: the mean number of solutions that a symmetry fixes, each found by a sweep.
fn burnside(
    packing: &Packing<'_>,
    group: &Group,
    configure: &impl Fn(Search<'_>) -> Search<'_>,
    nodes: f64,
) -> Result<Total, Refusal> {
    let mut sweep = None;
    let fixed = fixed_by(packing, group, |invariant| {
        if !invariant.is_exact() {
            return Err(Refusal::TooManyCarried);
        }
        let total = configure(Search::new(&invariant.problem)).sweep_within(nodes)?;
        sweep = sweep.take().or(total.sweep);
        Ok(total.solutions)
    })?;
    let sum: BigUint = fixed.iter().sum();
    let order = group.order();
    assert_eq!(
        &sum % order,
        BigUint::default(),
        "by Burnside's lemma the sum is a multiple of the group's order"
    );
    Ok(Total { solutions: sum / order, complete: true, search: None, sweep, why: String::new() })
}

/// How long a sweep of the whole puzzle may take, in nodes of a search that is up to symmetry: as long as the search itself.
///
/// Searches of about a million nodes are an exception: they take a tenth of a second, and the shapes of a sweep alone take
/// as long. For 6×10 pentominoes, with 0.9 million nodes, trying a sweep made the whole three times as long.
fn allowance(nodes: f64) -> f64 {
    if nodes < SMALL_TREE || (8e5..1.5e6).contains(&nodes) { 0.0 } else { nodes }
}

/// The nodes of the search through all cases, about.
fn size(reduction: &Reduction, configure: &impl Fn(Search<'_>) -> Search<'_>) -> f64 {
    let nodes = |problem| configure(Search::new(problem)).rough_size();
    // There may be many cases, all alike: a few of them tell enough.
    let few = reduction.cases.len().min(8);
    let sum: f64 = reduction.cases.iter().take(few).map(|case| nodes(&case.problem)).sum();
    sum * reduction.cases.len() as f64 / few as f64
}

fn because(total: Total, nodes: f64, why: &str) -> Total {
    Total { why: format!("the search, up to symmetry, has about {nodes:.0} nodes; {why}"), ..total }
}

/// Adds what came of one more search.
pub(crate) fn sum(before: Option<Outcome>, part: Outcome) -> Outcome {
    let Some(mut total) = before else { return part };
    total.solutions += part.solutions;
    total.nodes += part.nodes;
    total.updates = total.updates.zip(part.updates).map(|(a, b)| a + b);
    if total.profile.len() < part.profile.len() {
        total.profile.resize(part.profile.len(), 0);
    }
    total.profile.iter_mut().zip(&part.profile).for_each(|(sum, nodes)| *sum += nodes);
    total.complete = part.complete;
    total
}
