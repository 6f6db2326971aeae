//! What there is instead of PDF files in a build without them.

use crate::picture::{Picture, Refusal};

/// A PDF file: not in this build.
#[derive(Clone, Copy, Debug)]
pub struct Booklet;

impl Booklet {
    /// Nothing.
    pub fn begin() -> (Self, Vec<u8>) {
        (Self, Vec::new())
    }

    /// Refuses all pictures.
    pub fn add(&mut self, _: &Picture) -> Result<Vec<u8>, Refusal> {
        Err(Refusal::LeftOut("pdf"))
    }

    /// Nothing.
    pub fn end(self) -> Vec<u8> {
        Vec::new()
    }
}
