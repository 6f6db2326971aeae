//! All tests from outside in one program, which is linked once.

#[cfg(feature = "png")]
mod bitmaps;
mod board;
mod geometry;
mod laser;
#[cfg(feature = "pdf")]
mod paper;
mod pictures;
