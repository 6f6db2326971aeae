//! The studio: puzzles drawn, solved, played and shared on a page in a browser.
//!
//! The page asks, and is told: a [`Request`] is a JSON object, and the answer to it a stream of JSON objects, its events.
//! Who carries them is no matter of this crate, which has no input and output, no clock and no thread of its own:
//! the command does it with a small server on this machine, a WebAssembly module with a worker inside the page.
//! The page ([`page`]) does not know which of the two it talks to.
//!
//! | request | asks for | events |
//! |---|---|---|
//! | `hello` | what there is: lattices, boxes, piece sets, puzzles, properties | `hello` |
//! | `open` | a puzzle of the library | `text` |
//! | `fresh` | a puzzle to begin with | `text` |
//! | `facts` | what a text says, and what is known of the puzzle | `puzzle`, `facts`, `price` |
//! | `edit` | the text after a change that was drawn | `text` |
//! | `picture`, `piece` | SVG of a puzzle, of a piece by itself | `picture` |
//! | `solve`, `best` | solutions as they are found, or the best ones | `solution` …, `answer` |
//! | `count` | how many there are | `answer` |
//! | `hints`, `random` | a puzzle with one solution, a puzzle made by chance | `made` |
//! | `tray` | the pieces, to be played with | `tray` |
//! | `light` | whether what lies there can be completed, and perhaps one more piece | `light` |
//! | `lines` | solutions as JSON lines | `text` |
//!
//! Every request may say `"seconds": N`: then it is stopped after that time, by its carrier, who also tells how far it has
//! come by [`progress`]. What cannot be done is told by an event `refusal` with a sentence.
//!
//! A cell is `[x, y, z, class]`: its coordinates as the user writes them, and its place in
//! [`cell_classes`](polydlx::lattice::Lattice::cell_classes).
//!
//! ```
//! use polydlx::{cover::Monitor, library::Library};
//! use polydlx_studio::{Home, Request};
//!
//! let home = Home { threads: 1, memory: 1 << 30, pace: 1.0, sets: &Library };
//! let text = "|! lattice square\\n|! use pentominoes\\n[0-5][0-9]\\n";
//! let request = format!(r#"{{"ask": "count", "text": "{text}", "which": "symmetry"}}"#);
//! let mut events = Vec::new();
//! Request::read(&request).unwrap().answer(&home, &Monitor::new(), &mut |event| events.push(event));
//! assert!(events.last().unwrap().contains(r#""count":"2339""#));
//! ```

mod cell;
mod edit;
mod facts;
mod hello;
mod look;
mod make;
pub mod page;
mod play;
mod puzzle;
mod random;
mod request;
mod search;
mod suit;

pub use request::{Request, progress, refusal};

use polydlx::spec::Sets;

/// Where requests are answered: by what means.
#[derive(Clone, Copy)]
pub struct Home<'a> {
    /// How many threads search; without threads 1.
    pub threads: usize,
    /// How many bytes a request may use, about.
    pub memory: usize,
    /// How many seconds a second of the prices in plans takes here, about.
    pub pace: f64,
    /// Where piece sets come from.
    pub sets: &'a (dyn Sets + Sync),
}

impl Home<'_> {
    /// How much of the memory is for the puzzle, its placements and their symmetries.
    fn for_puzzle(&self) -> usize {
        self.memory / 2
    }

    /// How much of it is for what a search stores.
    fn for_states(&self) -> usize {
        self.memory / 2
    }
}
