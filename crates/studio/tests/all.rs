//! All tests from outside in one program, which is linked once.

mod edit;
mod play;
mod protocol;
