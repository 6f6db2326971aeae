//! What the system tells of memory and processors.

/// The number that stands in a line of a file below `/proc`, in kilobytes; none where there is no such file.
pub(crate) fn kilobytes(file: &str, line: &str) -> Option<usize> {
    let text = std::fs::read_to_string(file).ok()?;
    let rest = text.lines().find_map(|known| known.strip_prefix(line)?.strip_prefix(':'))?;
    rest.trim().split(' ').next()?.parse().ok()
}

/// The seconds of processor time that this process has used; none where the system does not tell.
pub(crate) fn processor_seconds() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The second field is the name of the program, in parentheses, whatever characters it has.
    let fields: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = |at: usize| fields.get(at)?.parse::<f64>().ok();
    Some((ticks(11)? + ticks(12)?) / 100.0)
}
