//! Tilings for people: with lines and colours, as far as the terminal can show them.

use polydlx::draw::terminal::{Terminal, least_width, picture, words};
use polydlx::draw::{Drawing, drawing};
use polydlx::lattice::{Cell, Puzzle, Tiling};
use polydlx::solutions::{Found, Letters, Writer};
use std::io::{self, Write};

/// Pictures for a terminal.
pub(crate) struct Picture<'a> {
    puzzle: &'a Puzzle,
    letters: Letters<'a>,
    terminal: Terminal,
    labels: Vec<(Cell, String)>,
}

impl<'a> Picture<'a> {
    pub(crate) fn new(puzzle: &'a Puzzle, labels: &[(Cell, String)], terminal: Terminal) -> Self {
        Self { puzzle, letters: Letters::new(puzzle), terminal, labels: labels.to_vec() }
    }

    /// What new symbols mean, a heading, and the tiling; with letters alone if the terminal is too narrow for lines.
    pub(crate) fn show(&mut self, tiling: &Tiling, heading: &str) -> String {
        let mut drawing = Drawing { labels: self.labels.clone(), ..drawing(self.puzzle, tiling) };
        if least_width(&drawing, &self.terminal) > self.terminal.width {
            return format!("{}{heading}{}", self.letters.legend(tiling, &[]), self.letters.draw(tiling));
        }
        let legend = self.letters.legend(tiling, &words(&drawing));
        for (piece, symbol) in drawing.pieces.iter_mut().zip(self.letters.symbols_of(tiling)) {
            piece.name = symbol.to_string();
        }
        format!("{legend}{heading}{}", picture(&drawing, &self.terminal))
    }
}

impl Writer for Picture<'_> {
    fn write(&mut self, found: &Found<'_>, out: &mut dyn Write) -> io::Result<()> {
        let Some(tiling) = found.tiling() else { return Ok(()) };
        writeln!(out, "{}", self.show(tiling, &format!("{}\n", found.heading())))
    }
}
