//! Solutions that stand in a file: `FILE.zdd` where a puzzle could be named.

use crate::args::{AskArgs, ChangeArgs, ProblemArgs};
use crate::edited::{SpecArgs, with_spec};
use crate::failure::Failure;
use crate::input::{self, Input};
use polydlx::cover::{Family, Label, Monitor, Problem, Stopped, Unread, Zdd};
use polydlx::diagnostic::{Diagnostic, nearest};
use std::path::Path;

/// What is asked about.
pub(crate) struct Opened {
    pub(crate) input: Input,
    /// An option file that was edited, if the input is its spec.
    pub(crate) edited: Option<Problem>,
    /// The solutions, if they stand in a file.
    pub(crate) family: Option<Family>,
}

/// Opens what the user names. The options of a diagram are a problem; with `--spec`, they are placements of its puzzle.
/// None if it is stopped.
pub(crate) fn open(
    input: &str,
    args: &ProblemArgs,
    spec: &SpecArgs,
    ask: &AskArgs,
    monitor: &Monitor,
) -> Result<Option<Opened>, Failure> {
    if !is_diagram(input) {
        let input = input::problem_asked(input, args, ask)?;
        let (input, edited) = with_spec(input, spec, args.lattice)?;
        return Ok(Some(Opened { input, edited, family: None }));
    }
    let Ok(family) = read(input, &args.change, monitor)? else { return Ok(None) };
    let input = match &spec.spec {
        Some(spec) => Input::Spec(Box::new(input::spec(spec, args.lattice, &ChangeArgs::default())?)),
        None => Input::Dlx(family.problem(), polydlx::spec::About::default()),
    };
    Ok(Some(Opened { input, edited: None, family: Some(family) }))
}

/// Whether a file has solutions instead of a puzzle.
pub(crate) fn is_diagram(input: &str) -> bool {
    Path::new(input).extension().is_some_and(|extension| extension == "zdd")
}

/// The solutions in a file, if they are as the changes say.
pub(crate) fn read(
    input: &str,
    change: &ChangeArgs,
    monitor: &Monitor,
) -> Result<Result<Family, Stopped>, Failure> {
    let source = input::source(input)?;
    monitor.enter("reading a diagram");
    let mut family = match Family::read(0, &source.text, monitor) {
        Ok(family) => family,
        Err(Unread::Mistakes(mistakes)) => return Err(Failure::Mistakes(vec![source], mistakes)),
        Err(Unread::Stopped) => return Ok(Err(Stopped)),
    };
    if change.region.is_some() || !change.only.is_empty() || change.times.is_some() {
        let message = format!("{} has the solutions of one puzzle, which cannot be changed", source.name);
        let remedy = "choose among them with --place and --without";
        return Err(Failure::mistake(Diagnostic::error("solutions-are-given", message).remedy(remedy)));
    }
    let items: Vec<String> = {
        // An item that is there in some colour is also there.
        let names = |item: &String| [Label::uncolored(item).to_owned(), item.clone()];
        let labels = family.options.iter().flat_map(|label| &label.items);
        let mut items: Vec<String> = labels.flat_map(names).collect();
        items.sort_unstable();
        items.dedup();
        items
    };
    let place = change.place.iter().map(|said| ("--place", said, Family::with as Cut));
    let without = change.without.iter().map(|said| ("--without", said, Family::without as Cut));
    for (option, said, cut) in place.chain(without) {
        match cut(family, &named(option, said, &items)?, monitor) {
            Ok(part) => family = part,
            Err(Stopped) => return Ok(Err(Stopped)),
        }
    }
    Ok(Ok(family))
}

/// What leaves only some of the solutions.
type Cut = fn(Family, &[&str], &Monitor) -> Result<Family, Stopped>;

/// The solutions in terms of a puzzle's options; of a search that is stopped, none are needed.
pub(crate) fn within(family: &Family, problem: &Problem, monitor: &Monitor) -> Result<Zdd, Failure> {
    family.within(problem, monitor).unwrap_or_else(|Stopped| Ok(Zdd::default())).map_err(
        |Label { items, .. }| {
            let message = format!("the spec has no placement `{}`, but the diagram has", items.join(" "));
            let remedy = "name the spec that the diagram was made from with --spec";
            Failure::mistake(Diagnostic::error("another-spec", message).remedy(remedy))
        },
    )
}

/// A diagram without its spec knows sets of options, and nothing else.
pub(crate) fn check_alone(family: Option<&Family>, ask: &AskArgs) -> Result<(), Failure> {
    if family.is_none() || !ask.is_about_room() {
        return Ok(());
    }
    let message = "a diagram does not know for what there would be room";
    let remedy = "name the spec that it was made from with --spec";
    Err(Failure::mistake(Diagnostic::error("no-geometry", message).remedy(remedy)))
}

/// The items that words mean: by name, or as in `[0-2]1`.
fn named<'a>(option: &str, said: &str, items: &'a [String]) -> Result<Vec<&'a str>, Failure> {
    let mut all = Vec::new();
    if said.trim().is_empty() {
        let message = format!("{option} names nothing");
        let example = items.first().map_or("A", String::as_str);
        let remedy = format!("name a piece, cells or both, as in `{option} {example}`");
        return Err(Failure::mistake(Diagnostic::error("no-names", message).remedy(remedy)));
    }
    for word in said.split_whitespace() {
        let before = all.len();
        match items.binary_search_by(|item| item.as_str().cmp(word)) {
            Ok(at) => all.push(items[at].as_str()),
            Err(_) => all.extend(items.iter().map(String::as_str).filter(|item| fits(word, item))),
        }
        if all.len() == before {
            let remedy = match nearest(word, items.iter().map(String::as_str)) {
                Some(near) => format!("did you mean `{near}`?"),
                None => "the first lines of the file list all options".to_owned(),
            };
            let message = format!("no option of the diagram has an item `{word}`");
            return Err(Failure::mistake(Diagnostic::error("unknown-item", message).remedy(remedy)));
        }
    }
    Ok(all)
}

/// Whether a name is one of those that a pattern with brackets stands for.
fn fits(pattern: &str, name: &str) -> bool {
    let place = |c: char| match c {
        'A'..='Z' => c as u32 + 100,
        _ => c as u32,
    };
    let (mut pattern, mut name) = (pattern.chars(), name.chars());
    loop {
        match (pattern.next(), name.next()) {
            (None, None) => return true,
            (Some('['), Some(c)) => {
                let inside: Vec<char> = pattern.by_ref().take_while(|&c| c != ']').collect();
                let ranges = inside.windows(3).filter(|range| range[1] == '-');
                let within = |range: &[char]| (place(range[0])..=place(range[2])).contains(&place(c));
                if !inside.contains(&c) && !ranges.into_iter().any(within) {
                    return false;
                }
            }
            (Some(a), Some(b)) if a == b => {}
            _ => return false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::fits;

    #[test]
    fn brackets_stand_for_digits() {
        for (pattern, name) in
            [("12", "12"), ("[0-2]1", "11"), ("0[8-b]", "0a"), ("[aZ]0", "Z0"), ("[y-B]", "A")]
        {
            assert!(fits(pattern, name), "{pattern} {name}");
        }
        for (pattern, name) in
            [("12", "21"), ("[0-2]1", "31"), ("[0-2]1", "1"), ("[0-2]", "11"), ("[y-B]", "b")]
        {
            assert!(!fits(pattern, name), "{pattern} {name}");
        }
    }
}
