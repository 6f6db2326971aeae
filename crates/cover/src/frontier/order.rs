//! In which order to sweep the items, so that few of them are half done at any time.
//!
//! No geometry is known here, but the problem shows it: items that share many options are near each other.
//! The second eigenvector of that graph (Fiedler, 1973) grows along the longest direction; following it keeps the
//! frontier short. Heads, items of which every option has one, are near everything, and are carried along instead of being swept.

use crate::sorted::{float, sort_by_keys};
use crate::{Bounds, ItemId, Monitor, Problem, Stopped};

/// Which items are swept, in which order, and which are carried along.
#[derive(Clone, Debug)]
pub(super) struct Order {
    /// Items that are settled one after the other: primary ones that are covered once, and secondary ones.
    pub(super) swept: Vec<ItemId>,
    /// Items of which a state remembers how they were used: heads, multiplicities, colours.
    pub(super) carried: Vec<ItemId>,
}

impl Order {
    pub(super) fn new(problem: &Problem, monitor: &Monitor) -> Result<Self, Stopped> {
        let is_head = heads(problem);
        let mut colored = vec![false; problem.items()];
        for entry in problem.option_ids().flat_map(|option| problem.option(option)) {
            colored[entry.item.0 as usize] |= entry.color.is_some();
        }
        let sweeps = |item: &ItemId| {
            let at = item.0 as usize;
            let once = !problem.is_primary(*item) || problem.bounds(*item) == Bounds::ONCE;
            once && !colored[at] && !is_head[at]
        };
        let (items, carried): (Vec<_>, Vec<_>) = problem.listing().iter().copied().partition(sweeps);
        let graph = Graph::new(problem, &items, monitor)?;
        let mut orders = graph.orders(monitor)?;
        orders.extend((1..NAMED).map(|from| by_names(problem, &items, from)));
        let mut best: Option<(f64, Vec<usize>)> = None;
        for order in orders {
            monitor.go_on()?;
            let cost = graph.cost(&order);
            if best.as_ref().is_none_or(|(least, _)| cost < *least) {
                best = Some((cost, order));
            }
        }
        let best = best.map(|(_, order)| order);
        let swept = best.unwrap_or_default().into_iter().map(|vertex| items[vertex]).collect();
        Ok(Self { swept, carried })
    }
}

/// Items next to each other are not covered independently: together, they have so large a part of the bits that they have
/// one by one.
const TOGETHER: f64 = 0.8;

/// Names are read from each of so many letters on.
const NAMED: usize = 3;

/// The items by their names, read from a letter on, and then what is before it: names of cells are coordinates, as a rule, and
/// as they come a box is swept along the first of them.
fn by_names(problem: &Problem, items: &[ItemId], from: usize) -> Vec<usize> {
    let key = |&vertex: &usize| {
        let name = problem.name(items[vertex]).as_bytes();
        let (before, after) = name.split_at(from.min(name.len()));
        // Knuth's digits: 0 to 9, then small letters, then capital ones.
        let digit = |&byte: &u8| (byte.is_ascii_uppercase(), byte);
        after.iter().chain(before).map(digit).collect::<Vec<_>>()
    };
    let mut order: Vec<usize> = (0..items.len()).collect();
    order.sort_by_cached_key(key);
    order
}

/// How far along each item is, from one end of the problem to the other; heads are nowhere.
pub(crate) fn positions(
    problem: &Problem,
    is_head: &[bool],
    monitor: &Monitor,
) -> Result<Vec<Option<f64>>, Stopped> {
    let items: Vec<ItemId> =
        problem.listing().iter().copied().filter(|item| !is_head[item.0 as usize]).collect();
    let graph = Graph::new(problem, &items, monitor)?;
    let mut positions = vec![None; problem.items()];
    for component in graph.components() {
        let along = graph.fiedler(&component, monitor)?;
        component.iter().for_each(|&vertex| positions[items[vertex].0 as usize] = Some(along[vertex]));
    }
    Ok(positions)
}

/// The *heads*, such as the pieces of a puzzle: every option has just one of them, and each occurs with every other kind of
/// item; or at least, each option begins with one of them, as in the files of Knuth's generators.
pub(crate) fn heads(problem: &Problem) -> Vec<bool> {
    let mut best: Option<(usize, Vec<bool>)> = None;
    let first = problem.option_ids().next();
    for entry in first.into_iter().flat_map(|option| problem.option(option)) {
        let mut near = vec![false; problem.items()];
        for option in problem.option_ids().map(|option| problem.option(option)) {
            if option.iter().any(|other| other.item == entry.item) {
                option.iter().for_each(|other| near[other.item.0 as usize] = true);
            }
        }
        near[entry.item.0 as usize] = false;
        let one_of_them =
            |option: &[crate::Entry]| option.iter().filter(|other| !near[other.item.0 as usize]).count() == 1;
        let degree = near.iter().filter(|near| **near).count();
        if problem.option_ids().all(|option| one_of_them(problem.option(option)))
            && best.as_ref().is_none_or(|(most, _)| degree > *most)
        {
            best = Some((degree, near.iter().map(|near| !near).collect()));
        }
    }
    best.map(|(_, heads)| heads).or_else(|| first_items(problem)).unwrap_or(vec![false; problem.items()])
}

/// The items that options begin with, if every option has just one of them, and they are few.
fn first_items(problem: &Problem) -> Option<Vec<bool>> {
    let mut is_first = vec![false; problem.items()];
    for option in problem.option_ids() {
        is_first[problem.option(option)[0].item.0 as usize] = true;
    }
    let number =
        |option: &[crate::Entry]| option.iter().filter(|entry| is_first[entry.item.0 as usize]).count();
    let few = 2 * is_first.iter().filter(|first| **first).count() < problem.items();
    (few && problem.option_ids().all(|option| number(problem.option(option)) == 1)).then_some(is_first)
}

/// The swept items as vertices, with an edge where two share options.
struct Graph {
    /// For each vertex its neighbours and the number of options in common.
    edges: Vec<Vec<(u32, f64)>>,
    /// The vertices of each option.
    options: Vec<Vec<u32>>,
    /// The options of each vertex.
    of_vertex: Vec<Vec<u32>>,
}

impl Graph {
    fn new(problem: &Problem, items: &[ItemId], monitor: &Monitor) -> Result<Self, Stopped> {
        let mut vertex = vec![None; problem.items()];
        for (number, item) in items.iter().enumerate() {
            vertex[item.0 as usize] = Some(number as u32);
        }
        let options: Vec<Vec<u32>> = problem
            .option_ids()
            .map(|option| {
                problem.option(option).iter().filter_map(|entry| vertex[entry.item.0 as usize]).collect()
            })
            .collect();
        let mut of_vertex = vec![Vec::new(); items.len()];
        for (number, option) in options.iter().enumerate() {
            option.iter().for_each(|&v| of_vertex[v as usize].push(number as u32));
        }
        let mut edges = Vec::with_capacity(items.len());
        let mut weight = vec![0.0; items.len()];
        for (v, own) in of_vertex.iter().enumerate() {
            monitor.go_on()?;
            let mut seen = Vec::new();
            for &other in own.iter().flat_map(|&option: &u32| &options[option as usize]) {
                if other as usize != v {
                    if weight[other as usize] == 0.0 {
                        seen.push(other);
                    }
                    weight[other as usize] += 1.0;
                }
            }
            seen.sort_unstable();
            edges.push(
                seen.iter().map(|&other| (other, std::mem::take(&mut weight[other as usize]))).collect(),
            );
        }
        Ok(Self { edges, options, of_vertex })
    }

    /// Orders that may be good.
    fn orders(&self, monitor: &Monitor) -> Result<Vec<Vec<usize>>, Stopped> {
        let (mut fiedler, mut up, mut down) = (Vec::new(), Vec::new(), Vec::new());
        for component in self.components() {
            let along = self.fiedler(&component, monitor)?;
            let mut sorted = component.clone();
            sort_by_keys(&mut sorted, |&vertex| [float(along[vertex]), vertex as u64, 0]);
            let against: Vec<f64> = along.iter().map(|value| -value).collect();
            up.extend(self.greedy(sorted[0], &along, monitor)?);
            down.extend(self.greedy(sorted[sorted.len() - 1], &against, monitor)?);
            fiedler.extend(sorted);
        }
        let given = (0..self.edges.len()).collect();
        Ok(vec![fiedler, up, down, given])
    }

    fn components(&self) -> Vec<Vec<usize>> {
        let mut seen = vec![false; self.edges.len()];
        let mut components = Vec::new();
        for start in 0..self.edges.len() {
            if !std::mem::replace(&mut seen[start], true) {
                let mut reached = vec![start];
                let mut next = 0;
                while let Some(&v) = reached.get(next) {
                    next += 1;
                    for &(other, _) in &self.edges[v] {
                        if !std::mem::replace(&mut seen[other as usize], true) {
                            reached.push(other as usize);
                        }
                    }
                }
                reached.sort_unstable();
                components.push(reached);
            }
        }
        components
    }

    /// The second eigenvector of a component, by power iteration from the distances to a far vertex.
    fn fiedler(&self, component: &[usize], monitor: &Monitor) -> Result<Vec<f64>, Stopped> {
        let degree: Vec<f64> = self
            .edges
            .iter()
            .map(|edges| edges.iter().map(|(_, weight)| weight).sum::<f64>().max(1.0))
            .collect();
        let far = *self.distances(component[0]).iter().map(|(v, _)| v).next_back().unwrap_or(&component[0]);
        let mut value = vec![0.0; self.edges.len()];
        for (v, distance) in self.distances(far) {
            value[v] = distance;
        }
        let total: f64 = component.iter().map(|&v| degree[v]).sum();
        for _ in 0..200 {
            monitor.go_on()?;
            let mean = component.iter().map(|&v| degree[v] * value[v]).sum::<f64>() / total;
            component.iter().for_each(|&v| value[v] -= mean);
            let size = component.iter().map(|&v| value[v] * value[v]).sum::<f64>().sqrt();
            if size < 1e-9 {
                break;
            }
            let next: Vec<f64> = component
                .iter()
                .map(|&v| {
                    let sum: f64 =
                        self.edges[v].iter().map(|&(other, weight)| weight * value[other as usize]).sum();
                    (value[v] + sum / degree[v]) / size
                })
                .collect();
            component.iter().zip(next).for_each(|(&v, next)| value[v] = next);
        }
        Ok(value)
    }

    /// The vertices in the order of their distance from one.
    fn distances(&self, from: usize) -> Vec<(usize, f64)> {
        let mut seen = vec![false; self.edges.len()];
        seen[from] = true;
        let mut reached = vec![(from, 0.0)];
        let mut next = 0;
        while let Some(&(v, distance)) = reached.get(next) {
            next += 1;
            for &(other, _) in &self.edges[v] {
                if !std::mem::replace(&mut seen[other as usize], true) {
                    reached.push((other as usize, distance + 1.0));
                }
            }
        }
        reached
    }

    /// Always on to the item that brings the fewest new ones to the frontier, then to the one that is least far along.
    fn greedy(&self, start: usize, along: &[f64], monitor: &Monitor) -> Result<Vec<usize>, Stopped> {
        let mut active = vec![false; self.edges.len()];
        let mut done = vec![false; self.edges.len()];
        let mut order = Vec::new();
        let mut frontier = vec![start];
        active[start] = true;
        while !frontier.is_empty() {
            monitor.go_on()?;
            let news = |v: usize| self.edges[v].iter().filter(|(other, _)| !active[*other as usize]).count();
            let best = (0..frontier.len()).min_by(|&a, &b| {
                let (a, b) = (frontier[a], frontier[b]);
                news(a).cmp(&news(b)).then(along[a].total_cmp(&along[b])).then(a.cmp(&b))
            });
            let v = frontier.swap_remove(best.expect("it is not empty"));
            done[v] = true;
            order.push(v);
            for &(other, _) in &self.edges[v] {
                if !std::mem::replace(&mut active[other as usize], true) {
                    frontier.push(other as usize);
                }
            }
        }
        Ok(order)
    }

    /// How many shapes an order may lead to, about: at each step, two to the number of bits that it takes to tell which items are
    /// covered, if each is covered as likely as those of its options are many that have begun.
    ///
    /// One-sided pentominoes in 9×10 had 14 million shapes along diagonals, where 15 million are expected, and 7 million in columns,
    /// where 4 million are; to count the items that are half done, 34 and 35 at most, tells nothing.
    fn cost(&self, order: &[usize]) -> f64 {
        let mut place = vec![0; order.len()];
        for (at, &v) in order.iter().enumerate() {
            place[v] = at;
        }
        let first = |option: &Vec<u32>| option.iter().map(|&u| place[u as usize]).min();
        let first: Vec<Option<usize>> = self.options.iter().map(first).collect();
        let mut change = vec![0.0; order.len() + 2];
        let mut begun = Vec::new();
        for (v, options) in self.of_vertex.iter().enumerate() {
            begun.clear();
            begun.extend(options.iter().filter_map(|&option| first[option as usize]));
            begun.sort_unstable();
            let mut before = 0.0;
            for (number, pair) in begun.windows(2).enumerate().filter(|(_, pair)| pair[0] < pair[1]) {
                let part = (number + 1) as f64 / begun.len() as f64;
                let bits = -part * part.log2() - (1.0 - part) * (1.0 - part).log2();
                change[pair[0] + 1] += bits - std::mem::replace(&mut before, bits);
            }
            change[place[v].max(begun.last().map_or(0, |last| last + 1))] -= before;
        }
        let bits = change.iter().scan(0.0, |bits, change| {
            *bits += change;
            Some(*bits)
        });
        bits.map(|bits| (TOGETHER * bits).exp2()).sum()
    }
}
