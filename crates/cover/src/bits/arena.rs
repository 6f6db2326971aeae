//! Words that begin at a cache line: a vector that lies across two lines costs two reads.

use super::lanes::BLOCK;

/// Room behind the last word, so that there is a cache line to begin at, and blocks can be read.
const SLACK: usize = 16 + BLOCK;

/// A growing array of words.
#[derive(Debug)]
pub(super) struct Arena {
    words: Vec<u32>,
    /// Where the first cache line begins.
    start: usize,
}

impl Arena {
    /// Zeros, at least so many.
    pub(super) fn new(len: usize) -> Self {
        let words = vec![0; len + SLACK];
        let start = words.as_ptr().align_offset(64).min(16);
        Self { words, start }
    }

    #[inline(always)]
    pub(super) fn words(&self) -> &[u32] {
        &self.words[self.start..]
    }

    #[inline(always)]
    pub(super) fn words_mut(&mut self) -> &mut [u32] {
        &mut self.words[self.start..]
    }

    /// Makes room for so many words.
    #[inline(always)]
    pub(super) fn reserve(&mut self, len: usize) {
        if self.words.len() < len + SLACK {
            *self = self.copy(2 * len);
        }
    }

    /// The vector cannot just be copied or grow, since what is aligned is the place and not the index.
    #[cold]
    fn copy(&self, len: usize) -> Self {
        let old = self.words();
        let mut new = Self::new(len.max(old.len()));
        new.words_mut()[..old.len()].copy_from_slice(old);
        new
    }
}

impl Clone for Arena {
    fn clone(&self) -> Self {
        self.copy(0)
    }
}
