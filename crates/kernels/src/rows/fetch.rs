//! What a kernel that lists the rows of a block prefetches meanwhile.

use std::cell::Cell;

use super::{AT_ONCE, Ahead, Block, Following};

/// The fewest bytes of a block for which this pays.
const LEAST: usize = 2 << 10;

/// The number of lines that [`AT_ONCE`] rows prefetch: the bytes of rows of 20 bytes. A number that follows the length of
/// the rows is mispredicted.
const LINES: usize = 5;

/// What is prefetched.
pub(crate) enum Fetch<'a> {
    /// Nothing: the block is short.
    Nothing,
    /// The bytes that follow the block, since its rows lie in order.
    Next(Following),
    /// The rows of the next block, which lie anywhere. The number of them that have been prefetched.
    Ahead(&'a dyn Ahead, Cell<usize>),
}

impl<'a> Fetch<'a> {
    /// The decision for a block.
    #[inline(always)]
    pub fn of_block(block: &Block<'a>) -> Self {
        if let Some(ahead) = block.ahead() {
            return Fetch::Ahead(ahead, Cell::new(0));
        }
        let following = block.following_from(LEAST);
        if following.are_ahead() { Fetch::Next(following) } else { Fetch::Nothing }
    }

    /// Prefetches as much as `rows` rows need, at most [`AT_ONCE`].
    #[inline(always)]
    pub fn next(&self, rows: usize) {
        match self {
            Fetch::Nothing => {}
            Fetch::Next(following) => following.fetch(LINES * rows / AT_ONCE),
            Fetch::Ahead(ahead, done) => {
                ahead.fetch(done.get()..done.get() + rows);
                done.set(done.get() + rows);
            }
        }
    }
}
