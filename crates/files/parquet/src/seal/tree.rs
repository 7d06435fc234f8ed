//! BLAKE3 of a file whose segments are hashed by several threads.
//!
//! BLAKE3 is a tree over chunks of 1 KiB. A segment of a power of two of chunks is a subtree, so any thread can hash
//! it, and the subtrees are joined at the end. Segments are added in the order of the file.
//!
//! <https://github.com/BLAKE3-team/BLAKE3-specs>, section 2.1 and 5.1.2

use blake3::Hasher;
use blake3::hazmat::{
    ChainingValue, HasherExt, Mode, merge_subtrees_non_root, merge_subtrees_root,
};

/// Returns the chaining value of a segment that starts at `offset` and is not the whole file.
pub(super) fn segment(bytes: &[u8], offset: u64) -> ChainingValue {
    let mut hasher = Hasher::new();
    hasher.set_input_offset(offset);
    hasher.update(bytes);
    hasher.finalize_non_root()
}

/// The subtrees of the segments so far, the largest first.
#[derive(Debug, Default)]
pub(super) struct Tree {
    subtrees: Vec<ChainingValue>,
    segments: u64,
}

impl Tree {
    /// Adds the next segment. All but the last are of the same size, a power of two of chunks.
    pub fn push(&mut self, segment: ChainingValue) {
        // Equal subtrees are joined only when another segment follows, because the last join is the root's.
        while self.subtrees.len() > self.segments.count_ones() as usize {
            let right = self.subtrees.pop();
            let left = self.subtrees.pop();
            if let (Some(left), Some(right)) = (left, right) {
                self.subtrees.push(merge_subtrees_non_root(&left, &right, Mode::Hash));
            }
        }
        self.subtrees.push(segment);
        self.segments += 1;
    }

    /// Returns the hash of the file, or `None` if it has fewer than two segments.
    pub fn root(mut self) -> Option<blake3::Hash> {
        let mut right = self.subtrees.pop()?;
        let first = *self.subtrees.first()?;
        for left in self.subtrees.drain(1..).rev() {
            right = merge_subtrees_non_root(&left, &right, Mode::Hash);
        }
        Some(merge_subtrees_root(&first, &right, Mode::Hash))
    }
}
