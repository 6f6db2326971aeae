//! All tests from outside in one program, which is linked once.

mod golden;
mod peers;
mod text;
