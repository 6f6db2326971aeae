//! Pictures as bitmaps and on paper: see [`Picture::png`] and [`Picture::pdf`].

pub use polydlx_draw::{Picture, Refusal};
