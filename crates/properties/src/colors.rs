//! Colouring the pieces of a packing.

/// Whether the vertices of a graph can be painted so that the ends of every edge differ.
///
/// The vertex with the fewest colours left comes first, and of new colours only one is tried.
pub(crate) fn is_colorable(neighbors: &[Vec<usize>], colors: usize) -> bool {
    let mut paint = vec![None; neighbors.len()];
    extend(neighbors, colors, 0, &mut paint)
}

/// The least number of colours.
pub(crate) fn chromatic_number(neighbors: &[Vec<usize>]) -> usize {
    (0..).find(|&colors| is_colorable(neighbors, colors)).expect("a colour for each is enough")
}

fn extend(neighbors: &[Vec<usize>], colors: usize, used: usize, paint: &mut [Option<usize>]) -> bool {
    let taken = |vertex: usize, paint: &[Option<usize>]| {
        let mut taken = vec![false; used];
        neighbors[vertex].iter().filter_map(|&other| paint[other]).for_each(|color| taken[color] = true);
        taken
    };
    let count = |vertex: usize| taken(vertex, paint).iter().filter(|&&is| is).count();
    let bare = (0..paint.len()).filter(|&vertex| paint[vertex].is_none());
    let Some(vertex) = bare.max_by_key(|&vertex| (count(vertex), neighbors[vertex].len())) else {
        return true;
    };
    let forbidden = taken(vertex, paint);
    for color in 0..colors.min(used + 1) {
        if forbidden.get(color) != Some(&true) {
            paint[vertex] = Some(color);
            if extend(neighbors, colors, used.max(color + 1), paint) {
                return true;
            }
        }
    }
    paint[vertex] = None;
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colors_of_small_graphs() {
        let cycle = |n: usize| (0..n).map(|i| vec![(i + 1) % n, (i + n - 1) % n]).collect::<Vec<_>>();
        let all = |n: usize| (0..n).map(|i| (0..n).filter(|&j| j != i).collect()).collect::<Vec<_>>();
        assert_eq!(chromatic_number(&[]), 0);
        assert_eq!(chromatic_number(&[vec![], vec![]]), 1);
        assert_eq!(chromatic_number(&cycle(6)), 2);
        assert_eq!(chromatic_number(&cycle(7)), 3);
        assert_eq!(chromatic_number(&all(5)), 5);
    }
}
