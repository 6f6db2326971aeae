//! What the system tells of memory.

/// The number that stands in a line of a file below `/proc`, in kilobytes; none where there is no such file.
pub(crate) fn kilobytes(file: &str, line: &str) -> Option<usize> {
    let text = std::fs::read_to_string(file).ok()?;
    let rest = text.lines().find_map(|known| known.strip_prefix(line)?.strip_prefix(':'))?;
    rest.trim().split(' ').next()?.parse().ok()
}
