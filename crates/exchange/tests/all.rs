//! All tests from outside in one program, which is linked once.

mod burrtools;
mod others;
