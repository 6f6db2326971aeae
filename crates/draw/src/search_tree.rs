//! Search trees, from left to right (D. E. Knuth, Dancing Links, Figure 5).

use crate::Picture;
use crate::canvas::{Canvas, text_width};
use crate::color::Rgb;
use crate::mark::{Group, Point, circle, lines};
use crate::style::Style;

/// A node of a search tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeNode {
    /// The node above, which comes before it; the root has none.
    pub above: Option<usize>,
    /// What was chosen to come here.
    pub chosen: String,
    /// What there is to do.
    pub end: TreeEnd,
}

/// What there is to do at a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TreeEnd {
    /// To cover this item.
    Branch(String),
    /// To cover this item, but nothing does.
    Dead(String),
    /// Nothing: a solution.
    Solution,
    /// What follows is not shown.
    More,
}

/// The distance of leaves, the size of nodes and letters, in pixels.
const LINE: f64 = 18.0;
const NODE: f64 = 7.0;
const LETTERS: f64 = 10.0;

/// The tree with its root on the left. Nodes come in the order of the search, from the top down; below each stands the item
/// that is covered next, before it what was chosen.
///
/// ```
/// use polydlx_draw::{TreeEnd, TreeNode, search_tree};
///
/// let root = TreeNode { above: None, chosen: String::new(), end: TreeEnd::Branch("a".to_owned()) };
/// let leaf = TreeNode { above: Some(0), chosen: "a b".to_owned(), end: TreeEnd::Solution };
/// assert!(search_tree("Two", &[root, leaf]).svg().contains("2 nodes, 1 solution"));
/// ```
pub fn search_tree(title: &str, nodes: &[TreeNode]) -> Picture {
    let mut level = vec![0; nodes.len()];
    for (at, node) in nodes.iter().enumerate() {
        level[at] = node.above.map_or(0, |above| level[above] + 1);
    }
    // A leaf has a line of its own, and what is above others stands in their middle.
    let mut height = vec![0.0; nodes.len()];
    let mut below: Vec<Vec<usize>> = vec![Vec::new(); nodes.len()];
    for (at, node) in nodes.iter().enumerate() {
        below[node.above.unwrap_or(at)].extend(node.above.map(|_| at));
    }
    let mut leaves = 0.0;
    for at in (0..nodes.len()).filter(|&at| below[at].is_empty()) {
        height[at] = leaves * LINE;
        leaves += 1.0;
    }
    for at in (0..nodes.len()).rev() {
        if let (Some(&first), Some(&last)) = (below[at].first(), below[at].last()) {
            height[at] = (height[first] + height[last]) / 2.0;
        }
    }
    // A level is as wide as what was chosen to come to it.
    let levels = level.iter().max().map_or(0, |most| most + 1);
    let mut left = vec![0.0; levels];
    for depth in 1..levels {
        let widths = nodes.iter().zip(&level).filter(|(_, level)| **level == depth);
        let widest = widths.map(|(node, _)| text_width(&node.chosen)).fold(0.0, f64::max);
        let items = nodes.iter().zip(&level).filter(|(_, level)| **level + 1 == depth);
        let item = items.map(|(node, _)| text_width(word(node))).fold(0.0, f64::max);
        left[depth] = left[depth - 1] + (widest + item) * LETTERS + 6.0 * NODE;
    }
    let place = |at: usize| -> Point { [left[level[at]], height[at]] };
    let mut picture = Canvas::default();
    for (at, node) in nodes.iter().enumerate() {
        let Some(above) = node.above else { continue };
        let ([x, y], [from, top]) = (place(at), place(above));
        // Lines part behind the name of the item, and run level below what was chosen.
        let start = from + NODE + text_width(word(&nodes[above])) * LETTERS + 4.0;
        let bend = (start + 2.0 * NODE).min(x);
        picture.add(lines([vec![[start, top], [bend, y], [x, y]]], 1.0, GRAY));
        let middle = (bend + x - NODE) / 2.0;
        picture.write(&node.chosen, [middle, y - 0.55 * LETTERS], 0.85 * LETTERS, Rgb::INK);
    }
    for (at, node) in nodes.iter().enumerate() {
        let [x, y] = place(at);
        let (color, name) = match &node.end {
            TreeEnd::Branch(item) => (BRANCH, format!("branches on {item}")),
            TreeEnd::Dead(item) => (DEAD, format!("nothing covers {item}")),
            TreeEnd::Solution => (SOLVED, "a solution".to_owned()),
            TreeEnd::More => (Rgb::WHITE, "more".to_owned()),
        };
        let mut group = Group::titled(&name);
        group.add(circle([x, y], NODE / 2.0).filled(color.into()).stroked(1.0, Rgb::INK));
        picture.add(group);
        picture.cover([x, y], NODE);
        let word = word(node);
        let half = text_width(word) * LETTERS / 2.0;
        picture.write(word, [x + NODE + half, y], LETTERS, if color == DEAD { DEAD } else { Rgb::INK });
    }
    let solutions = nodes.iter().filter(|node| node.end == TreeEnd::Solution).count();
    let many = |number: usize, one: &str| format!("{number} {one}{}", if number == 1 { "" } else { "s" });
    let about = format!("{}, {}", many(nodes.len(), "node"), many(solutions, "solution"));
    Picture::new(picture, title, &about, &Style::default())
}

/// What stands beside a node.
fn word(node: &TreeNode) -> &str {
    match &node.end {
        TreeEnd::Branch(item) | TreeEnd::Dead(item) => item,
        TreeEnd::Solution => "",
        TreeEnd::More => "…",
    }
}

const GRAY: Rgb = Rgb(0x8a_8a8a);
const BRANCH: Rgb = Rgb(0x9d_c3e6);
const DEAD: Rgb = Rgb(0xc0_3030);
const SOLVED: Rgb = Rgb(0x2e_8b3d);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mark::{Figure, Mark, Outline};
    use itertools::Itertools;

    #[test]
    fn nodes_do_not_overlap() {
        // A tree in which each node has the number of its parent: some wide, some deep.
        let above = [0, 0, 1, 1, 1, 3, 2, 2, 6, 8, 0, 11];
        let mut nodes =
            vec![TreeNode { above: None, chosen: String::new(), end: TreeEnd::Branch("i".to_owned()) }];
        for (at, above) in above.into_iter().enumerate() {
            let end = if at % 2 == 0 { TreeEnd::Solution } else { TreeEnd::Dead("dead".to_owned()) };
            nodes.push(TreeNode { above: Some(above), chosen: format!("option {at}"), end });
        }
        let picture = search_tree("test", &nodes);
        let circles = picture.parts.iter().flatten().filter_map(|mark| match mark {
            Mark::Group(group) => match &group.marks[..] {
                [Mark::Figure(Figure { outline: Outline::Circle { at, .. }, .. })] => Some(*at),
                _ => None,
            },
            _ => None,
        });
        let circles = circles.collect_vec();
        assert_eq!(circles.len(), nodes.len());
        for [[x, y], [u, v]] in circles.iter().array_combinations() {
            assert!((x - u).hypot(y - v) >= 2.0 * NODE);
        }
        assert_eq!(search_tree("nothing", &[]).frame.title, "nothing");
    }
}
