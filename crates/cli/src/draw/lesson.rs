//! What dancing links do, to be looked at: the matrix of an exact cover problem, and its search tree.

use super::DrawArgs;
use crate::failure::Failure;
use crate::input::{self, Input};
use crate::pages::Target;
use crate::search::named_items;
use polydlx::cover::{Config, ItemId, Monitor, OptionId, Problem, Scout};
use polydlx::diagnostic::Diagnostic;
use polydlx::draw::{Matrix, Picture, TreeEnd, TreeNode, matrix, search_tree};
use polydlx::posed::packing;

/// Larger ones could not be read.
const MOST_ITEMS: usize = 150;
const MOST_OPTIONS: usize = 300;
const MOST_NODES: usize = 500;
/// The names of more items than these say no more of an option.
const MOST_LETTERS: usize = 24;

pub(super) fn write(args: &DrawArgs, target: &Target) -> Result<(), Failure> {
    let picture = match input::problem_of(&args.input.input, args.input.lattice, &args.input.change, None)? {
        Input::Dlx(problem, about) => of_problem(args, &problem, about.title())?,
        Input::Spec(loaded) => {
            let loaded = input::with_box(*loaded)?;
            let packing = packing(&loaded, &Monitor::new()).expect("nobody stops it");
            of_problem(args, packing.problem(), loaded.spec.as_ref().and_then(|spec| spec.title()))?
        }
    };
    target.write(&picture, 1)
}

fn of_problem(args: &DrawArgs, problem: &Problem, title: Option<&str>) -> Result<Picture, Failure> {
    let title = title.unwrap_or("Exact cover");
    if args.tree { Ok(search_tree(title, &tree(problem, args.depth)?)) } else { links(args, problem, title) }
}

/// The matrix, with some items covered.
fn links(args: &DrawArgs, problem: &Problem, title: &str) -> Result<Picture, Failure> {
    if problem.items() > MOST_ITEMS || problem.options() > MOST_OPTIONS {
        let message = format!(
            "a matrix of {} options and {} items is too large to be looked at",
            problem.options(),
            problem.items()
        );
        let remedy = format!("take a puzzle with at most {MOST_OPTIONS} options and {MOST_ITEMS} items");
        return Err(Failure::mistake(Diagnostic::error("large-matrix", message).remedy(remedy)));
    }
    let items = problem.listing();
    let number =
        |item: ItemId| items.iter().position(|known| *known == item).expect("an item of the problem");
    let option = |option: OptionId| {
        let entries = problem.option(option).iter();
        let colored = entries.map(|entry| {
            let color = entry.color.map(|color| problem.color_name(color).to_owned());
            (number(entry.item), color)
        });
        colored.collect()
    };
    let covered =
        named_items(problem, &args.cover, |unknown| format!("there is no item {}", unknown.join(" or ")))?;
    let matrix_of = Matrix {
        items: items.iter().map(|&item| problem.name(item).to_owned()).collect(),
        primary: problem.primaries().len(),
        options: problem.option_ids().map(option).collect(),
        covered: covered.into_iter().map(number).collect(),
    };
    Ok(matrix(title, &matrix_of))
}

/// The nodes of the search tree in its order, as deep as is asked for.
fn tree(problem: &Problem, depth: Option<usize>) -> Result<Vec<TreeNode>, Failure> {
    let mut scout = Scout::new(problem, &Config::default());
    let mut nodes: Vec<TreeNode> = Vec::new();
    // What is still to be looked at, the next one last.
    let mut open: Vec<(Option<usize>, Vec<u32>)> = vec![(None, Vec::new())];
    while let Some((above, path)) = open.pop() {
        if nodes.len() == MOST_NODES {
            let message =
                format!("a search tree of more than {MOST_NODES} nodes is too large to be looked at");
            let remedy = "take a smaller puzzle, or say how deep to go, as in `--depth 3`";
            return Err(Failure::mistake(Diagnostic::error("large-tree", message).remedy(remedy)));
        }
        let sight = scout.look(&path).expect("these branches are there");
        let chosen = sight.steps.last().map_or_else(String::new, |step| match step.option {
            Some(option) => name(problem, option),
            None => format!("no more {}", problem.name(step.item)),
        });
        let item = |item: ItemId| problem.name(item).to_owned();
        let is_cut = sight.degree > 0 && depth.is_some_and(|depth| path.len() >= depth);
        let end = match sight.item {
            None => TreeEnd::Solution,
            Some(_) if is_cut => TreeEnd::More,
            Some(next) if sight.degree == 0 => TreeEnd::Dead(item(next)),
            Some(next) => TreeEnd::Branch(item(next)),
        };
        let degree = if is_cut { 0 } else { sight.degree };
        let at = nodes.len();
        open.extend((0..degree).rev().map(|branch| (Some(at), [&path[..], &[branch]].concat())));
        nodes.push(TreeNode { above, chosen, end });
    }
    Ok(nodes)
}

/// What an option is called: its items, as far as there is room.
fn name(problem: &Problem, option: OptionId) -> String {
    let names: Vec<&str> = problem.option(option).iter().map(|entry| problem.name(entry.item)).collect();
    let text = names.join(" ");
    match text.char_indices().nth(MOST_LETTERS) {
        Some((end, _)) => format!("{}…", text[..end].trim_end()),
        None => text,
    }
}
