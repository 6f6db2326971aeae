//! An exact cover problem as what it is to dancing links: a matrix with links (D. E. Knuth, Dancing Links, Figures 2 to 4).

use crate::Picture;
use crate::canvas::{Canvas, text_width};
use crate::color::{Fill, Rgb};
use crate::mark::{Group, Point, Rule, lines, loops};
use crate::style::{Palette, Style};
use itertools::Itertools;

/// An exact cover problem to be seen: names of items, and options as numbers of items with the names of their colours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Matrix {
    /// The names of the items; primary ones first.
    pub items: Vec<String>,
    /// How many of them are primary.
    pub primary: usize,
    /// The items of each option, and their colours.
    pub options: Vec<Vec<(usize, Option<String>)>>,
    /// Items that have been covered, in this order.
    pub covered: Vec<usize>,
}

/// The height of a row, and the least width of a column, in pixels.
const ROW: f64 = 26.0;
/// The size of letters, and of nodes.
const LETTERS: f64 = 11.0;
const NODE: f64 = 15.0;

impl Matrix {
    /// Which options are still in the lists of other items: covering an item takes away those that have it.
    fn is_left(&self) -> Vec<bool> {
        let has = |option: &[(usize, Option<String>)], item: &usize| option.iter().any(|(at, _)| at == item);
        self.options.iter().map(|option| !self.covered.iter().any(|item| has(option, item))).collect()
    }
}

/// The matrix with its items above, and a row for each option. Lines are links; what has been covered is pale.
///
/// ```
/// use polydlx_draw::{Matrix, matrix};
///
/// let items = ["a", "b", "c"].map(str::to_owned).to_vec();
/// let options = vec![vec![(0, None), (2, None)], vec![(1, None)], vec![(0, None), (1, None)]];
/// let picture = matrix("Three", &Matrix { items, primary: 3, options, covered: vec![] }).svg();
/// assert!(picture.contains("<title>Three</title>"));
/// ```
pub fn matrix(title: &str, matrix: &Matrix) -> Picture {
    let widest = matrix.items.iter().map(|name| text_width(name)).fold(1.0, f64::max);
    let step = (widest * LETTERS + 10.0).max(ROW);
    // Secondary items stand a little apart.
    let x = |item: usize| (item + 1) as f64 * step + if item < matrix.primary { 0.0 } else { step / 2.0 };
    let y = |row: usize| (row + 1) as f64 * ROW;
    let left = matrix.is_left();
    let is_covered = |item: usize| matrix.covered.contains(&item);
    let mut picture = Canvas::default();
    let mut link = |points: Vec<Point>, is_live: bool| {
        if points.len() > 1 {
            picture.add(lines([points], 1.2, if is_live { Rgb::INK } else { PALE }));
        }
    };
    // Of each item the nodes that are in its list: those of a covered item stay where they are.
    let mut before: Vec<bool> = vec![true; matrix.options.len()];
    let mut lists: Vec<Vec<usize>> = vec![Vec::new(); matrix.items.len()];
    let rows_of = |item: usize, kept: &[bool]| {
        let has = |row: &usize| kept[*row] && matrix.options[*row].iter().any(|(at, _)| *at == item);
        (0..matrix.options.len()).filter(has).collect_vec()
    };
    for &item in &matrix.covered {
        lists[item] = rows_of(item, &before);
        lists[item].iter().for_each(|&row| before[row] = false);
    }
    for item in (0..matrix.items.len()).filter(|&item| !is_covered(item)) {
        lists[item] = rows_of(item, &left);
    }
    for (item, rows) in lists.iter().enumerate().sorted_by_key(|(item, _)| !is_covered(*item)) {
        let nodes = rows.iter().map(|&row| [x(item), y(row)]);
        link(std::iter::once([x(item), 0.0]).chain(nodes).collect(), !is_covered(item));
    }
    for (row, option) in matrix.options.iter().enumerate().sorted_by_key(|(row, _)| left[*row]) {
        let nodes = option.iter().map(|(item, _)| *item).sorted();
        link(nodes.map(|item| [x(item), y(row)]).collect(), left[row]);
    }
    let primaries = (0..matrix.primary).filter(|&item| !is_covered(item)).map(|item| [x(item), 0.0]);
    link(std::iter::once([0.0, 0.0]).chain(primaries).collect(), true);
    let mut headers = Group::titled("items");
    headers.add(square([0.0, 0.0], NODE, Rgb::WHITE, true));
    picture.add(headers);
    for (item, name) in matrix.items.iter().enumerate() {
        let at = [x(item), 0.0];
        let width = text_width(name) * LETTERS + 6.0;
        let mut group = Group::titled(name);
        group.add(plate(at, [width.max(NODE), NODE], HEADER, !is_covered(item)));
        picture.add(group);
        picture.write(name, at, LETTERS, if is_covered(item) { PALE } else { Rgb::INK });
    }
    let colors = matrix.options.iter().flatten().filter_map(|(_, color)| color.as_ref()).sorted().dedup();
    let colors = colors.collect_vec();
    for (row, option) in matrix.options.iter().enumerate() {
        let number = (row + 1).to_string();
        picture.write(&number, [0.0, y(row)], 0.8 * LETTERS, if left[row] { Rgb::INK } else { PALE });
        for (item, color) in option {
            let number = color.as_ref().and_then(|color| colors.iter().position(|known| *known == color));
            let fill = number.map_or(PLAIN, |number| Fill::numbered(Palette::Default, number).color);
            let fill = if left[row] { fill } else { Rgb::WHITE };
            picture.add(square([x(*item), y(row)], NODE * 0.8, fill, left[row]));
            if let Some(color) = color.as_ref().filter(|_| left[row]) {
                let size = LETTERS.min(NODE * 0.7 / text_width(color));
                picture.write(color, [x(*item), y(row)], size, fill.text());
            }
        }
    }
    picture.cover([0.0, 0.0], NODE);
    picture.cover([x(matrix.items.len().saturating_sub(1)), y(matrix.options.len().saturating_sub(1))], NODE);
    let about = format!("{} items, {} options", matrix.items.len(), matrix.options.len());
    Picture::new(picture, title, &about, &Style::default())
}

/// What has been taken away.
const PALE: Rgb = Rgb(0xc8_c8c8);
const PLAIN: Rgb = Rgb(0x9d_c3e6);
const HEADER: Rgb = Rgb(0xf2_f2ec);

fn square(at: Point, size: f64, fill: Rgb, is_live: bool) -> crate::mark::Figure {
    plate(at, [size, size], fill, is_live)
}

fn plate([x, y]: Point, [width, height]: [f64; 2], fill: Rgb, is_live: bool) -> crate::mark::Figure {
    let (w, h) = (width / 2.0, height / 2.0);
    let corners = vec![[x - w, y - h], [x + w, y - h], [x + w, y + h], [x - w, y + h]];
    let fill = if is_live { fill } else { Rgb::WHITE };
    loops([corners], Rule::Around).filled(fill.into()).stroked(1.0, if is_live { Rgb::INK } else { PALE })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Knuth's example (3), with some items covered: the options that are left, from 1.
    fn left(covered: &[usize]) -> Vec<usize> {
        let options = ["CEF", "ADG", "BCF", "AD", "BG", "DEG"];
        let option = |text: &str| text.bytes().map(|letter| (usize::from(letter - b'A'), None)).collect();
        let matrix = Matrix {
            items: ("ABCDEFG").chars().map(String::from).collect(),
            primary: 7,
            options: options.map(option).to_vec(),
            covered: covered.to_vec(),
        };
        let text = super::matrix("test", &matrix).svg();
        // The numbers of options that are not pale.
        let ink = format!("fill=\"{}\"", Rgb::INK);
        let is_left = |number: &usize| {
            let text = text.lines().find(|line| line.contains(&format!(">{number}</text>")));
            text.is_some_and(|line| line.contains(&ink))
        };
        let seen = (1..=6).filter(is_left).collect_vec();
        assert_eq!(seen, matrix.is_left().iter().positions(|left| *left).map(|at| at + 1).collect_vec());
        seen
    }

    #[test]
    fn covering_takes_options_away() {
        assert_eq!(left(&[]), [1, 2, 3, 4, 5, 6]);
        assert_eq!(left(&[0]), [1, 3, 5, 6]);
        assert_eq!(left(&[0, 3, 6]), [1, 3]);
    }
}
