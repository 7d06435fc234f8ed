//! Sorts inputs by their number of blocks, so that the lanes of a group end together.

use super::compress::BLOCK;
use crate::blocks::MAX_LANES;
use crate::groups::order;
use crate::isa::Isa;

/// The bytes in a chunk.
pub(super) const CHUNK: usize = 1024;
/// The most chunks in a row whose chunks and parents are hashed in lanes.
pub(super) const MAX_CHUNKS: usize = 16;

/// The longest row of four blocks.
const SHORT: usize = 256;

/// The number of blocks in up to a chunk. An empty one also has a block.
#[inline(always)]
pub(super) fn blocks_in(len: usize) -> usize {
    len.div_ceil(BLOCK).max(1)
}

/// Inputs by length.
pub(super) struct LengthOrder {
    // The entries after the last input name arbitrary inputs.
    ids: order::OrderedIds,
    chunks: usize,
    trees: usize,
    len: usize,
}

impl LengthOrder {
    /// Sorts inputs of these lengths by their number of blocks, followed by those that [`is_tree`]
    /// finds, and then the others. Panics if there are more than
    /// [`BLOCK_ROWS`](crate::blocks::BLOCK_ROWS).
    #[inline(always)]
    pub(crate) fn sorted(lens: &[usize]) -> LengthOrder {
        let mut ids = [0; _];
        order::sort::<CLASSES>(&mut ids, lens, class);
        let chunks = lens.iter().filter(|len| **len <= CHUNK).count();
        let mut trees = chunks;
        if chunks < lens.len() {
            trees += lens.iter().filter(|len| class(**len) == TREES).count();
        }
        LengthOrder { ids, chunks, trees, len: lens.len() }
    }

    /// [`LengthOrder::sorted`] for rows of at most `longest` bytes.
    #[inline(always)]
    pub(crate) fn sorted_rows(isa: Isa, lens: &[usize], longest: usize) -> LengthOrder {
        if longest > SHORT {
            return Self::sorted(lens);
        }
        let mut ids = [0; _];
        order::sort_by_class(isa, &mut ids, lens, &[64, 128, 192]);
        LengthOrder { ids, chunks: lens.len(), trees: lens.len(), len: lens.len() }
    }

    /// The ids of the inputs of up to one chunk, the shortest first, and [`MAX_LANES`] more.
    #[inline(always)]
    pub(crate) fn chunks(&self) -> (&[u8], usize) {
        (&self.ids[..self.chunks + MAX_LANES], self.chunks)
    }

    /// The ids of the inputs that are trees of chunks.
    #[inline(always)]
    pub(crate) fn trees(&self) -> &[u8] {
        &self.ids[self.chunks..self.trees]
    }

    /// The ids of the other inputs.
    #[inline(always)]
    pub(crate) fn long(&self) -> &[u8] {
        &self.ids[self.trees..self.len]
    }
}

/// Whether a row of more than a chunk is hashed in lanes. A row that fills the lanes by itself
/// isn't: the crate uses lanes for it, too.
#[inline(always)]
fn is_tree(len: usize) -> bool {
    len <= MAX_CHUNKS * CHUNK && !len.is_multiple_of(8 * CHUNK)
}

/// The class of inputs that are trees. Each class before it has one number of blocks, and the class
/// after it has the other inputs.
const TREES: usize = CHUNK / BLOCK;
const CLASSES: usize = TREES + 2;

#[inline(always)]
fn class(len: usize) -> usize {
    let class = len.saturating_sub(1) / BLOCK;
    let several = TREES + usize::from(!is_tree(len));
    std::hint::select_unpredictable(len <= CHUNK, class, several)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::blocks::BLOCK_ROWS;

    #[test]
    fn short_rows_are_sorted_by_blocks() {
        let lens: Vec<usize> = (0..BLOCK_ROWS).map(|i| i * i * i % (SHORT + 1)).collect();
        for isa in Isa::available() {
            let order = LengthOrder::sorted_rows(isa, &lens, SHORT);
            let (sorted, count) = order.chunks();
            let mut sorted = sorted[..count].to_vec();
            assert!(sorted.is_sorted_by_key(|id| blocks_in(lens[usize::from(*id)])), "{isa}");
            sorted.sort_unstable();
            assert_eq!(sorted, (0..=255).collect::<Vec<u8>>(), "{isa}");
        }
    }

    #[test]
    fn inputs_are_sorted_by_blocks() {
        let mut lens: Vec<usize> = (0..BLOCK_ROWS).map(|i| i * i * i % 20_000).collect();
        lens[100] = 8 * CHUNK;
        let order = LengthOrder::sorted(&lens);
        let (chunks, count) = order.chunks();
        assert_eq!(chunks.len(), count + MAX_LANES);
        let sorted = [&chunks[..count], order.trees(), order.long()].concat();
        let class = |id: &u8| match lens[usize::from(*id)] {
            len if len <= CHUNK => blocks_in(len),
            len if len > 16 * CHUNK || len == 8 * CHUNK => 101,
            _ => 100,
        };
        assert!(sorted.is_sorted_by_key(class));
        assert!(chunks[..count].iter().all(|id| class(id) < 100));
        assert!(order.trees().iter().all(|id| class(id) == 100));
        assert!(count > 0 && !order.trees().is_empty() && !order.long().is_empty());
        let mut ids = sorted;
        ids.sort_unstable();
        assert_eq!(ids, (0..=255).collect::<Vec<u8>>());
    }
}
