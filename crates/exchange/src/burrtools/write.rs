//! From a document to text.

use super::document::{Document, Grid, Part, Problem, Shape, State};
use std::fmt::Write as _;

/// The text of a file, as BurrTools' command-line programs write it.
pub fn write(document: &Document) -> String {
    let mut text = String::from("<?xml version=\"1.0\"?>\n<puzzle version=\"2\">\n");
    let grid = Grid::ALL.iter().position(|&grid| grid == document.grid).unwrap_or(0);
    let _ = writeln!(text, " <gridType type=\"{grid}\"/>\n <colors>");
    for [red, green, blue] in &document.colors {
        let _ = writeln!(text, "  <color red=\"{red}\" green=\"{green}\" blue=\"{blue}\"/>");
    }
    text.push_str(" </colors>\n <shapes>\n");
    document.shapes.iter().for_each(|shape| write_shape(shape, &mut text));
    text.push_str(" </shapes>\n <problems>\n");
    document.problems.iter().for_each(|problem| write_problem(problem, &mut text));
    let popup = if document.popup { " popup=\"1\"" } else { "" };
    let _ =
        writeln!(text, " </problems>\n <comment{popup}>{}</comment>\n</puzzle>", escaped(&document.comment));
    text
}

fn write_shape(shape: &Shape, text: &mut String) {
    let [x, y, z] = shape.size;
    let _ = write!(text, "  <voxel x=\"{x}\" y=\"{y}\" z=\"{z}\"");
    if let Some(name) = &shape.name {
        let _ = write!(text, " name=\"{}\"", escaped(name));
    }
    if let Some(weight) = shape.weight {
        let _ = write!(text, " weight=\"{weight}\"");
    }
    for (axis, at) in ["hx", "hy", "hz"].into_iter().zip(shape.hotspot) {
        if let Some(at) = at {
            let _ = write!(text, " {axis}=\"{at}\"");
        }
    }
    text.push_str(" type=\"0\">");
    for voxel in &shape.cells {
        text.push(match voxel.state {
            State::Empty => '_',
            State::Filled => '#',
            State::Variable => '+',
        });
        if voxel.color > 0 {
            let _ = write!(text, "{}", voxel.color);
        }
    }
    text.push_str("</voxel>\n");
}

fn write_problem(problem: &Problem, text: &mut String) {
    text.push_str("  <problem");
    if let Some(name) = &problem.name {
        let _ = write!(text, " name=\"{}\"", escaped(name));
    }
    text.push_str(" state=\"0\"");
    if let Some(holes) = problem.max_holes {
        let _ = write!(text, " maxHoles=\"{holes}\"");
    }
    text.push_str(">\n   <shapes>\n");
    for Part { shape, low, high, groups } in &problem.parts {
        let _ = match low == high {
            true => write!(text, "    <shape id=\"{shape}\" count=\"{low}\""),
            false => write!(text, "    <shape id=\"{shape}\" min=\"{low}\" max=\"{high}\""),
        };
        if groups.is_empty() {
            text.push_str("/>\n");
            continue;
        }
        text.push('>');
        for (group, count) in groups {
            let _ = write!(text, "<group group=\"{group}\" count=\"{count}\"/>");
        }
        text.push_str("</shape>\n");
    }
    text.push_str("   </shapes>\n");
    if let Some(result) = problem.result {
        let _ = writeln!(text, "   <result id=\"{result}\"/>");
    }
    text.push_str("   <bitmap>\n");
    for (piece, result) in &problem.pairs {
        let _ = writeln!(text, "    <pair piece=\"{piece}\" result=\"{result}\"/>");
    }
    text.push_str("   </bitmap>\n  </problem>\n");
}

fn escaped(text: &str) -> String {
    let replace = |c: char| match c {
        '&' => "&amp;".to_owned(),
        '<' => "&lt;".to_owned(),
        '>' => "&gt;".to_owned(),
        '"' => "&quot;".to_owned(),
        '\'' => "&apos;".to_owned(),
        // In an attribute they would become spaces.
        '\n' => "&#10;".to_owned(),
        '\t' => "&#9;".to_owned(),
        '\r' => "&#13;".to_owned(),
        c => c.to_string(),
    };
    text.chars().filter(|&c| c >= ' ' || matches!(c, '\n' | '\t' | '\r')).map(replace).collect()
}
