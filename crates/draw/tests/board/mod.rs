//! Something to draw.

use polydlx_draw::{Drawing, Drawn};
use polydlx_lattice::{Lattice, Shape, Site};
use std::collections::BTreeSet;

/// Nothing at all.
#[allow(dead_code, reason = "without bitmaps and pages a part of it is not used")]
pub(crate) fn nothing(lattice: Lattice) -> Drawing {
    let (pieces, labels) = (Vec::new(), Vec::new());
    Drawing {
        lattice,
        region: Shape::default(),
        pieces,
        title: None,
        caption: None,
        labels,
        tints: Vec::new(),
    }
}

/// A board with a few dozen cells.
#[allow(dead_code, reason = "without bitmaps and pages a part of it is not used")]
pub(crate) fn usual_board(lattice: Lattice) -> Drawing {
    let side = match (lattice.cell_classes().count(), lattice.dimension()) {
        (3.., _) => 2,
        (_, 3) => 3,
        _ => 5,
    };
    board(lattice, side, 4)
}

/// A board cut into pieces of about so many cells, one cell left uncovered.
pub(crate) fn board(lattice: Lattice, side: i32, cells: usize) -> Drawing {
    let depth = if lattice.dimension() == 3 { side } else { 1 };
    let all: BTreeSet<Site> = itertools::iproduct!(0..side, 0..side, 0..depth)
        .flat_map(|(x, y, z)| lattice.cell_classes().map(move |class| class.shifted([x, y, z]).site()))
        .collect();
    let region: Shape = all.iter().copied().collect();
    let mut rest = all;
    rest.pop_last();
    let mut pieces = Vec::new();
    while let Some(first) = rest.pop_first() {
        let mut piece = vec![first];
        while piece.len() < cells {
            let next = piece
                .iter()
                .flat_map(|site| lattice.neighbors(site.cell()))
                .find(|cell| rest.contains(&cell.site()));
            let Some(next) = next else { break };
            rest.remove(&next.site());
            piece.push(next.site());
        }
        let number = pieces.len();
        pieces.push(Drawn { name: format!("p{number}"), color: number, shape: Shape::new(piece) });
    }
    Drawing {
        lattice,
        region,
        pieces,
        title: Some("A <board> & more".to_owned()),
        caption: None,
        labels: Vec::new(),
        tints: Vec::new(),
    }
}
