//! What can be seen of the crate from outside, and modules that stand by themselves; the tests of the workspace see more of it.

mod family;
mod parts;
#[path = "../src/shuffle.rs"]
mod shuffle;
mod split;
#[path = "../src/team.rs"]
mod team;
mod wherever;
