//! How a graph hangs together.

use std::collections::VecDeque;

/// More steps than this are too many to look for the longest way.
const STEPS: usize = 1 << 30;

/// The greatest number of steps that lead from a vertex to another one by the shortest way, in the component where it is
/// greatest; each vertex has a list of its neighbours. None if it would take too long to find out.
pub(crate) fn diameter(near: &[Vec<usize>], components: &[Vec<usize>]) -> Option<usize> {
    let ends = |component: &Vec<usize>| component.iter().map(|&vertex| near[vertex].len()).sum::<usize>();
    let steps = components.iter().map(|component| component.len().saturating_mul(ends(component)));
    if steps.fold(0, usize::saturating_add) > STEPS {
        return None;
    }
    let mut seen = vec![usize::MAX; near.len()];
    let farthest = |start: usize| {
        let mut last = 0;
        let mut queue = VecDeque::from([(start, 0)]);
        seen[start] = start;
        while let Some((at, steps)) = queue.pop_front() {
            last = steps;
            for &next in &near[at] {
                if seen[next] != start {
                    seen[next] = start;
                    queue.push_back((next, steps + 1));
                }
            }
        }
        last
    };
    Some((0..near.len()).map(farthest).max().unwrap_or(0))
}

/// How many bicomponents there are: edges that lie on a ring belong to the same one (Hopcroft and Tarjan). A vertex without
/// neighbours has none.
pub(crate) fn bicomponents(near: &[Vec<usize>]) -> usize {
    const UNSEEN: usize = usize::MAX;
    let mut number = vec![UNSEEN; near.len()];
    // The least number that can be reached from below a vertex by one step back.
    let mut low = vec![UNSEEN; near.len()];
    let (mut next, mut found) = (0, 0);
    for root in 0..near.len() {
        if number[root] != UNSEEN {
            continue;
        }
        (number[root], low[root]) = (next, next);
        next += 1;
        // Vertices on the way from the root, and how many of their neighbours have been looked at.
        let mut way = vec![(root, 0)];
        while let Some((at, looked)) = way.last_mut() {
            let at = *at;
            if let Some(&other) = near[at].get(*looked) {
                *looked += 1;
                if number[other] == UNSEEN {
                    (number[other], low[other]) = (next, next);
                    next += 1;
                    way.push((other, 0));
                } else {
                    low[at] = low[at].min(number[other]);
                }
                continue;
            }
            way.pop();
            if let Some(&(parent, _)) = way.last() {
                // What is below leads back to the parent at most: the parent cuts it off.
                found += usize::from(low[at] >= number[parent]);
                low[parent] = low[parent].min(low[at]);
            }
        }
    }
    found
}
