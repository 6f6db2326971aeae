//! What can be seen of the crate from outside, and a module that stands by itself; the tests of the workspace see more of it.

#[path = "../src/colors.rs"]
mod colors;
mod parse;
