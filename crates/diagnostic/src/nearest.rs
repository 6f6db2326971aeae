//! "Did you mean": the known word nearest to a mistyped one.

/// The candidate nearest to `word`, if one is near enough to be what was meant.
///
/// Near enough: at most a third of the longer word's letters inserted, dropped, changed or swapped with a neighbour,
/// or one word being the other's beginning.
/// Of equally near ones the first wins.
///
/// ```
/// assert_eq!(polydlx_diagnostic::nearest("squares", ["cube", "square"]), Some("square"));
/// assert_eq!(polydlx_diagnostic::nearest("xyzzy", ["cube", "square"]), None);
/// ```
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let lower = word.to_lowercase();
    candidates
        .into_iter()
        .filter_map(|candidate| {
            let other = candidate.to_lowercase();
            let longer = lower.chars().count().max(other.chars().count());
            let distance = distance(&lower, &other);
            let starts = lower.len() >= 3 && (other.starts_with(&lower) || lower.starts_with(&other));
            (distance * 3 <= longer || starts).then_some((distance, candidate))
        })
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}

/// Edit distance with neighbouring letters swapped at the price of one (Damerau's, restricted).
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut rows: Vec<Vec<usize>> = vec![(0..=b.len()).collect()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let change = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut best = change.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(rows[i - 2][j - 2] + 1);
            }
            row.push(best);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn finds_what_was_meant() {
        let lattices = ["square", "triangle", "hex", "cube", "sphere"];
        assert_eq!(nearest("sqaure", lattices), Some("square"));
        assert_eq!(nearest("hexagon", lattices), Some("hex"));
        assert_eq!(nearest("Cube", lattices), Some("cube"));
        assert_eq!(nearest("tri", lattices), Some("triangle"));
        assert_eq!(nearest("dodecahedron", lattices), None);
        assert_eq!(nearest("", lattices), None);
    }
}
