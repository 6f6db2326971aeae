//! Where single cells are drawn, for those who draw by themselves and want to agree with the pictures made here.

use crate::balls;
use crate::geometry::{Space, Tessellation, space};
use crate::polyhedra::in_layer;
use polydlx_lattice::{Cell, Lattice};

/// The place of a cell in a picture in which the layers of a solid lie beside each other.
#[derive(Clone, Debug, PartialEq)]
pub struct Tile {
    /// The number of its layer; 0 in the plane.
    pub layer: i32,
    /// Its corners within the layer, when neighbouring cells of one kind are 1 apart; of a ball only the centre.
    pub corners: Vec<[f64; 2]>,
}

/// Where a cell is drawn. A step of the cell along an axis is the same step of its tile everywhere.
///
/// ```
/// use polydlx_draw::tile;
/// use polydlx_lattice::{Cell, Lattice};
///
/// let cube = tile(Lattice::CUBE, Cell::default().shifted([5, 0, 1]));
/// assert_eq!((cube.layer, cube.corners[0]), (5, [1.0, 0.0]));
/// ```
pub fn tile(lattice: Lattice, cell: Cell) -> Tile {
    let [x, y, z] = cell.at;
    match space(lattice) {
        Space::Plane(tessellation) => {
            let corners =
                tessellation.corners(cell).into_iter().map(|corner| tessellation.point(corner)).collect();
            Tile { layer: 0, corners }
        }
        Space::Cubes => {
            let squares = Tessellation::new(lattice.layer());
            let corners = squares.corners(Cell::default().shifted([y, z, 0]));
            Tile { layer: x, corners: corners.into_iter().map(|corner| squares.point(corner)).collect() }
        }
        Space::Balls => {
            let (layer, centre) = balls::place_in_layer(cell);
            Tile { layer, corners: vec![centre] }
        }
        Space::Polyhedra => {
            let (tessellation, (layer, cell)) =
                (Tessellation::new(lattice.layer()), in_layer(lattice, cell).unwrap_or_default());
            let corners =
                tessellation.corners(cell).into_iter().map(|corner| tessellation.point(corner)).collect();
            Tile { layer, corners }
        }
    }
}

/// What all cells of a layer have in common; nothing in the plane, where there is only one.
pub fn layer_name(lattice: Lattice) -> Option<&'static str> {
    match space(lattice) {
        Space::Plane(_) => None,
        Space::Cubes => Some("x"),
        Space::Balls => Some(balls::LAYER),
        Space::Polyhedra => Some("layer"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whoever knows one tile of each kind, and the steps, knows all.
    #[test]
    fn steps_are_the_same_everywhere() {
        for lattice in Lattice::ALL {
            for class in lattice.cell_classes() {
                let at = |x, y, z| tile(lattice, class.shifted([x, y, z]));
                let [origin, x, y, z] = [at(0, 0, 0), at(1, 0, 0), at(0, 1, 0), at(0, 0, 1)];
                let far = at(3, 5, if lattice.dimension() == 3 { 2 } else { 0 });
                let sum = |f: &dyn Fn(&Tile) -> f64| {
                    let z = if lattice.dimension() == 3 { f(&z) - f(&origin) } else { 0.0 };
                    f(&origin) + 3.0 * (f(&x) - f(&origin)) + 5.0 * (f(&y) - f(&origin)) + 2.0 * z
                };
                assert_eq!(f64::from(far.layer), sum(&|tile| f64::from(tile.layer)), "{lattice:?}");
                for corner in 0..origin.corners.len() {
                    for axis in 0..2 {
                        let wrong = far.corners[corner][axis] - sum(&|tile| tile.corners[corner][axis]);
                        assert!(wrong.abs() < 1e-9, "{lattice:?}");
                    }
                }
            }
        }
    }
}
