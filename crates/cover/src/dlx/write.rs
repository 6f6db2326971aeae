//! From problems and solutions to text.

use crate::{Entry, ItemId, Problem, Step};
use std::io::{self, Write};

/// The longest name that Knuth's programs can read, in bytes.
pub const NAME_BYTES: usize = 8;

/// Writes a problem so that dlx1 (or dlx2 with colours, dlx3 with multiplicities) can read it.
///
/// A name or colour that the format cannot express is an error of kind [`io::ErrorKind::InvalidInput`], before anything is
/// written: longer than [`NAME_BYTES`], empty, or with white space, `:` or `|` in it.
pub fn write(problem: &Problem, out: &mut impl Write) -> io::Result<()> {
    check(problem)?;
    for &item in problem.primaries() {
        write!(out, " {}{}", problem.bounds(item).prefix(), problem.name(item))?;
    }
    if !problem.secondaries().is_empty() {
        write!(out, " |")?;
    }
    for &item in problem.secondaries() {
        write!(out, " {}", problem.name(item))?;
    }
    writeln!(out)?;
    for option in problem.option_ids() {
        for (at, entry) in problem.option(option).iter().enumerate() {
            if at > 0 {
                write!(out, " ")?;
            }
            write_entry(problem, entry, out)?;
        }
        match problem.cost(option) {
            0 => writeln!(out)?,
            cost => writeln!(out, " |{cost}")?,
        }
    }
    Ok(())
}

/// Writes a solution as dlx1, dlx2 and dlx3 do, with its number.
///
/// Each step is a line: the option, cyclically from the item branched on, then `(k of n)`;
/// or `null NAME` where an item gets no more options than it has.
pub fn write_solution(
    problem: &Problem,
    number: u64,
    steps: &[Step],
    out: &mut impl Write,
) -> io::Result<()> {
    writeln!(out, "{number}:")?;
    write_steps(problem, steps, out)
}

/// Writes the steps of a solution, without its number.
pub fn write_steps(problem: &Problem, steps: &[Step], out: &mut impl Write) -> io::Result<()> {
    for step in steps {
        match step.option {
            None => write!(out, " null {}", problem.name(step.item))?,
            Some(option) => {
                let entries = problem.option(option);
                let first = entries.iter().position(|entry| entry.item == step.item).unwrap_or(0);
                for entry in entries[first..].iter().chain(&entries[..first]) {
                    write!(out, " ")?;
                    write_entry(problem, entry, out)?;
                }
            }
        }
        writeln!(out, " ({} of {})", step.choice, step.degree)?;
    }
    Ok(())
}

fn write_entry(problem: &Problem, entry: &Entry, out: &mut impl Write) -> io::Result<()> {
    write!(out, "{}", problem.name(entry.item))?;
    match entry.color {
        Some(color) => write!(out, ":{}", problem.color_name(color)),
        None => Ok(()),
    }
}

fn check(problem: &Problem) -> io::Result<()> {
    let refuse = |why: String| Err(io::Error::new(io::ErrorKind::InvalidInput, why));
    if problem.primary_items() == 0 {
        return refuse("DLX text needs a primary item".to_owned());
    }
    for item in (0..problem.items() as u32).map(ItemId) {
        let name = problem.name(item);
        if name.is_empty() || name.contains([' ', '\t', '\n', '\x0b', '\x0c', '\r', ':', '|']) {
            return refuse(format!("DLX text cannot express the name `{name}`"));
        }
        if name.len() > NAME_BYTES {
            return refuse(format!(
                "the name `{name}` has {} bytes, and DLX text allows {NAME_BYTES}",
                name.len()
            ));
        }
        if problem.is_primary(item) && problem.bounds(item).prefix().len() > NAME_BYTES {
            return refuse(format!("the bounds of `{name}` have more digits than DLX text allows"));
        }
    }
    let mut colors =
        problem.option_ids().flat_map(|option| problem.option(option)).filter_map(|entry| entry.color);
    match colors.find(|&color| !is_color(problem.color_name(color))) {
        Some(color) => refuse(format!("DLX text cannot express the colour `{}`", problem.color_name(color))),
        None => Ok(()),
    }
}

fn is_color(name: &str) -> bool {
    matches!(name.as_bytes(), [byte] if !byte.is_ascii_whitespace() && *byte != 0x0b)
}
