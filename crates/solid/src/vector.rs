//! Points and ways in space.

/// A point, or a way from one to another.
pub(crate) type Vector = [f64; 3];

pub(crate) fn minus(a: Vector, b: Vector) -> Vector {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

pub(crate) fn dot(a: Vector, b: Vector) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub(crate) fn cross(a: Vector, b: Vector) -> Vector {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// The same way, with length 1.
pub(crate) fn unit(way: Vector) -> Vector {
    let length = dot(way, way).sqrt();
    way.map(|d| d / length)
}

/// The middle of some points.
pub(crate) fn mean(points: &[Vector]) -> Vector {
    [0, 1, 2].map(|i| points.iter().map(|at| at[i]).sum::<f64>() / points.len().max(1) as f64)
}
