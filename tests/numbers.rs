//! Numbers of the literature: the commands in the tables of that chapter print what stands beside them.

use super::readme::{shell, write_files};
use std::{env, fs, thread};

/// A row of a table.
struct Row {
    what: String,
    command: String,
    /// Lines that are printed, in this order.
    prints: Vec<String>,
    slow: bool,
}

/// The rows of all tables whose third column is a command.
fn rows(text: &str) -> Vec<Row> {
    let tables = text.lines().filter(|line| line.starts_with("| ") && line.contains("polydlx "));
    let row = |line: &str| {
        // A bar inside a cell is written `\|`.
        let cells: Vec<String> =
            line.replace("\\|", "\0").split('|').map(|cell| cell.trim().replace('\0', "|")).collect();
        assert_eq!(cells.len(), 6, "four columns: {line}");
        let quoted = |cell: &str| cell.split('`').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>();
        let command = quoted(&cells[3]);
        assert_eq!(command.len(), 1, "one command: {line}");
        Row {
            what: cells[1].clone(),
            command: command[0].clone(),
            prints: quoted(&cells[4]),
            slow: cells[4].ends_with("` slow"),
        }
    };
    tables.map(row).collect()
}

/// Whether a line is the one that is meant: spaces do not count, and `…` stands for anything.
fn is_meant(line: &str, meant: &str) -> bool {
    let line = line.split_whitespace().collect::<Vec<_>>().join(" ");
    match meant.split_once('…') {
        None => line == meant,
        Some((start, end)) => {
            line.len() >= start.len() + end.len() && line.starts_with(start) && line.ends_with(end)
        }
    }
}

#[test]
fn the_numbers_of_the_literature() {
    let text = fs::read_to_string(super::folder().join("../crates/cli/doc/numbers.md")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    write_files(&text, folder.path());
    let rows = rows(&text);
    assert!(rows.len() > 100, "only {} rows", rows.len());
    // `cargo xtask verify --slow` says so.
    let all = env::var_os("SLOW_NUMBERS").is_some();
    let rows: Vec<&Row> = rows.iter().filter(|row| all || !row.slow).collect();
    let wrong = |row: &Row| {
        let printed = shell(&row.command, folder.path());
        let mut lines = printed.lines();
        let meant = |meant: &String| lines.any(|line| is_meant(line, meant));
        let right = !row.prints.is_empty() && row.prints.iter().all(meant);
        (!right).then(|| format!("{}: {}\n{:?}\n{printed}", row.what, row.command, row.prints))
    };
    // Most of the time goes by while processes begin and end.
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let wrong: Vec<String> = thread::scope(|scope| {
        let part = |number| rows.iter().skip(number).step_by(threads);
        let work =
            |number| scope.spawn(move || part(number).filter_map(|row| wrong(row)).collect::<Vec<_>>());
        let threads: Vec<_> = (0..threads).map(work).collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
