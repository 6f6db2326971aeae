//! Boxes by name that have room for just the pieces that there are.

use itertools::Itertools;
use polydlx::lattice::{Lattice, NamedBox, Shape};
use std::ops::ControlFlow;

/// For more cells nobody is shown a box: somebody is waiting.
const MOST: usize = 240;
/// No number of a box is greater.
const LONGEST: i32 = 60;
/// Nor has one more of them: those that have lose corners by them, so that they do not grow with each.
const NUMBERS: usize = 4;
/// How many boxes are shown.
const FEW: usize = 4;

/// Some boxes with so many cells, as the text writes them: the most compact one of each name first.
pub(crate) fn boxes_of(lattice: Lattice, cells: usize) -> Vec<String> {
    if !(1..=MOST).contains(&cells) {
        return Vec::new();
    }
    let mut found = Vec::new();
    let wanted = |named: &&NamedBox| !named.of_piece && named.numbers.len() <= NUMBERS;
    for named in NamedBox::on(lattice).filter(wanted) {
        let mut own: Vec<(Vec<i32>, Shape)> = Vec::new();
        let _ =
            search(named, cells, &mut Vec::new(), &mut |numbers, shape| own.push((numbers.to_vec(), shape)));
        own.sort_by_key(|(numbers, _)| {
            numbers.iter().max().zip(numbers.iter().min()).map(|(high, low)| high - low)
        });
        // Of those that differ only in the order of their numbers, one.
        let own = own.into_iter().unique_by(|(numbers, _)| numbers.iter().copied().sorted().collect_vec());
        found.extend(own.enumerate().map(|(place, (numbers, shape))| {
            (place, format!("{} {}", named.name, numbers.iter().join(" ")), shape)
        }));
    }
    found.sort_by_key(|(place, ..)| *place);
    let found = found.into_iter().unique_by(|(.., shape)| shape.clone());
    found.map(|(_, text, _)| text).take(FEW).collect()
}

/// All numbers with which a box has so many cells. It grows with each of them; `Break` if there are too many already.
fn search(
    named: &NamedBox,
    cells: usize,
    numbers: &mut Vec<i32>,
    visit: &mut dyn FnMut(&[i32], Shape),
) -> ControlFlow<()> {
    if numbers.len() == named.numbers.len() {
        let Ok(shape) = named.shape(numbers, &Shape::default()) else { return ControlFlow::Continue(()) };
        let size = shape.sites().len();
        if size == cells {
            visit(numbers, shape);
        }
        return if size > cells { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
    }
    for number in 1..=LONGEST {
        numbers.push(number);
        let rest = search(named, cells, numbers, visit);
        numbers.pop();
        if rest.is_break() {
            // If the least number is too many, so is whatever comes before it.
            return if number == 1 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        }
    }
    ControlFlow::Continue(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_have_the_cells_that_are_wanted() {
        assert_eq!(boxes_of(Lattice::SQUARE, 60)[0], "rectangle 6 10");
        assert_eq!(boxes_of(Lattice::CUBE, 27)[..2], ["cuboid 3 3 3", "cuboid 1 3 9"]);
        for (lattice, cells) in Lattice::ALL.into_iter().cartesian_product([0, 1, 12, 27, 28, 60, 72, 1000]) {
            for text in boxes_of(lattice, cells) {
                let (name, numbers) = text.split_once(' ').unwrap();
                let numbers: Vec<i32> = numbers.split(' ').map(|number| number.parse().unwrap()).collect();
                let named = NamedBox::find(name, lattice, numbers.len()).unwrap();
                assert_eq!(named.shape(&numbers, &Shape::default()).unwrap().sites().len(), cells, "{text}");
            }
        }
    }
}
