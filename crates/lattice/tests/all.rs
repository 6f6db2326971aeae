//! What can be seen of the crate from outside; the tests of the workspace see more of it.

mod boxes;
mod digit;
mod feature;
mod kind;
mod letters;
mod lined;
mod motion;
mod polyform;
mod quotient;
mod region;
mod table;
mod words;
mod wrap;
