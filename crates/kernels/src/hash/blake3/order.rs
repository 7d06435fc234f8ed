//! Sorts inputs by their number of blocks, so that the lanes of a group end together.

use super::compress::BLOCK;
use crate::rows::{BLOCK_ROWS, MAX_LANES};

/// The bytes in a chunk.
pub(super) const CHUNK: usize = 1024;
/// The most chunks in a row whose chunks and parents are hashed in lanes.
pub(super) const MAX_CHUNKS: usize = 16;

/// The number of blocks in up to a chunk. An empty one also has a block.
#[inline(always)]
pub(super) fn blocks_in(len: usize) -> usize {
    len.div_ceil(BLOCK).max(1)
}

/// Up to [`BLOCK_ROWS`] inputs by length.
pub(super) struct Order {
    // MAX_LANES more entries than there are inputs; these name arbitrary inputs.
    ids: [u8; BLOCK_ROWS + MAX_LANES],
    chunks: usize,
    trees: usize,
    len: usize,
}

impl Order {
    /// Sorts inputs of these lengths by their number of blocks, followed by those that [`is_tree`] finds, and
    /// then the others.
    #[inline(always)]
    pub fn of(lens: impl Iterator<Item = usize> + Clone) -> Order {
        const CHUNK_BLOCKS: usize = CHUNK / BLOCK;
        let mut ends = [0u16; CHUNK_BLOCKS + 3];
        let mut count = 0;
        for len in lens.clone() {
            ends[class(len) + 1] += 1;
            count += 1;
        }
        for i in 1..ends.len() {
            ends[i] += ends[i - 1];
        }
        let mut ids = [0; BLOCK_ROWS + MAX_LANES];
        for (id, len) in lens.enumerate() {
            let place = &mut ends[class(len)];
            ids[usize::from(*place)] = id as u8;
            *place += 1;
        }
        // Each place has advanced to the start of the next class.
        let (chunks, trees) = (ends[CHUNK_BLOCKS - 1], ends[CHUNK_BLOCKS]);
        Order { ids, chunks: chunks.into(), trees: trees.into(), len: count }
    }

    /// The ids of the inputs of up to one chunk, the shortest first, and [`MAX_LANES`] more.
    #[inline(always)]
    pub fn chunks(&self) -> (&[u8], usize) {
        (&self.ids[..self.chunks + MAX_LANES], self.chunks)
    }

    /// The ids of the inputs that are trees of chunks.
    #[inline(always)]
    pub fn trees(&self) -> &[u8] {
        &self.ids[self.chunks..self.trees]
    }

    /// The ids of the others.
    #[inline(always)]
    pub fn long(&self) -> &[u8] {
        &self.ids[self.trees..self.len]
    }
}

/// Whether a row of more than a chunk is hashed in lanes. A row that fills the lanes by itself isn't: the
/// crate does that as well.
#[inline(always)]
fn is_tree(len: usize) -> bool {
    len <= MAX_CHUNKS * CHUNK && !len.is_multiple_of(8 * CHUNK)
}

#[inline(always)]
fn class(len: usize) -> usize {
    let class = len.saturating_sub(1) / BLOCK;
    let several = CHUNK / BLOCK + usize::from(!is_tree(len));
    std::hint::select_unpredictable(len <= CHUNK, class, several)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inputs_are_sorted_by_blocks_and_keep_their_order() {
        let mut lens: Vec<usize> = (0..BLOCK_ROWS).map(|i| i * i * i % 20_000).collect();
        lens[100] = 8 * CHUNK;
        let order = Order::of(lens.iter().copied());
        let mut expected: Vec<u8> = (0..=255).collect();
        expected.sort_by_key(|id| match lens[usize::from(*id)] {
            len if len <= CHUNK => blocks_in(len),
            len if len > 16 * CHUNK || len == 8 * CHUNK => 101,
            _ => 100,
        });
        let (chunks, count) = order.chunks();
        assert_eq!(chunks.len(), count + MAX_LANES);
        assert_eq!([&chunks[..count], order.trees(), order.long()].concat(), expected);
        assert!(count > 0 && !order.trees().is_empty() && !order.long().is_empty());
    }
}
