//! Tilings for people: with lines and colours, as far as the terminal can show them.

use polydlx::draw::drawing;
use polydlx::draw::terminal::{Terminal, least_width, picture};
use polydlx::lattice::{Puzzle, Tiling};
use polydlx::solutions::{Found, Letters, Writer};
use std::io::{self, Write};

/// Pictures for a terminal.
pub(crate) struct Picture<'a> {
    puzzle: &'a Puzzle,
    letters: Letters<'a>,
    terminal: Terminal,
}

impl<'a> Picture<'a> {
    pub(crate) fn new(puzzle: &'a Puzzle, terminal: Terminal) -> Self {
        Self { puzzle, letters: Letters::new(puzzle), terminal }
    }

    /// What new symbols mean, a heading, and the tiling; with letters alone if the terminal is too narrow for lines.
    pub(crate) fn show(&mut self, tiling: &Tiling, heading: &str) -> String {
        let legend = self.letters.legend(tiling);
        let mut drawing = drawing(self.puzzle, tiling);
        if least_width(&drawing) > self.terminal.width {
            return format!("{legend}{heading}{}", self.letters.draw(tiling));
        }
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
