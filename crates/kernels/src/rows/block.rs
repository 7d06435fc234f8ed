//! Blocks: what a kernel reads.

use super::Rows;

/// The most rows in a block: its slices take 4 KiB of the stack and stay in the L1 cache. From 64 to
/// 512 rows, whole queries take the same time.
pub const BLOCK_ROWS: usize = 256;

/// The seed of each row.
#[derive(Clone, Copy, Debug)]
pub enum Seeds<'a, S> {
    /// One seed for all rows.
    Constant(S),
    /// A seed for each row.
    Column(&'a [S]),
}

impl<S: Copy> Seeds<'_, S> {
    /// The seeds of `len` rows from `first` on.
    pub fn part(&self, first: usize, len: usize) -> Self {
        match self {
            Seeds::Constant(seed) => Seeds::Constant(*seed),
            Seeds::Column(seeds) => Seeds::Column(&seeds[first..first + len]),
        }
    }
}

/// A run of at most [`BLOCK_ROWS`] rows with their seeds.
#[derive(Clone, Copy, Debug)]
pub struct Block<'a, S> {
    rows: &'a [&'a [u8]],
    seeds: Seeds<'a, S>,
}

impl<'a, S: Copy> Block<'a, S> {
    /// A block of `rows`; a column of seeds must have as many.
    pub fn new(rows: &'a [&'a [u8]], seeds: Seeds<'a, S>) -> Self {
        if let Seeds::Column(seeds) = seeds {
            assert_eq!(rows.len(), seeds.len());
        }
        Block { rows, seeds }
    }

    /// The rows' bytes.
    pub fn rows(&self) -> &'a [&'a [u8]] {
        self.rows
    }

    /// The rows' seeds.
    pub fn seeds(&self) -> Seeds<'a, S> {
        self.seeds
    }
}

/// Calls `kernel` with the first row and the slices of one block after the other.
pub fn blocks<'a>(rows: &Rows<'a>, mut kernel: impl FnMut(usize, &[&'a [u8]])) {
    let mut slices = [&[][..]; BLOCK_ROWS];
    for first in (0..rows.len()).step_by(BLOCK_ROWS) {
        let slices = &mut slices[..BLOCK_ROWS.min(rows.len() - first)];
        rows.gather(first, slices);
        kernel(first, slices);
    }
}

/// Runs a hash kernel over a column: `out[i]` becomes the hash of row `i`.
///
/// # Panics
/// Where `out` or a column of seeds has not as many entries as there are rows.
pub fn hash<S: Copy, T>(
    rows: &Rows<'_>,
    seeds: Seeds<'_, S>,
    out: &mut [T],
    kernel: fn(&Block<'_, S>, &mut [T]),
) {
    assert_eq!(rows.len(), out.len());
    blocks(rows, |first, slices| {
        let block = Block::new(slices, seeds.part(first, slices.len()));
        kernel(&block, &mut out[first..first + slices.len()]);
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_cover_the_column_in_order() {
        for len in [0, 1, BLOCK_ROWS - 1, BLOCK_ROWS, BLOCK_ROWS + 1, 3 * BLOCK_ROWS] {
            let texts: Vec<String> = (0..len).map(|i| i.to_string()).collect();
            let slices: Vec<&[u8]> = texts.iter().map(|t| t.as_bytes()).collect();
            let seeds: Vec<u64> = (0..len as u64).collect();
            let mut out = vec![(0, 0); len];
            hash(&Rows::Slices(&slices), Seeds::Column(&seeds), &mut out, |block, out| {
                let Seeds::Column(seeds) = block.seeds() else { panic!("seeds were a column") };
                for (i, out) in out.iter_mut().enumerate() {
                    let text = std::str::from_utf8(block.rows()[i]).unwrap();
                    *out = (text.parse::<u64>().unwrap(), seeds[i]);
                }
            });
            assert!(out.iter().enumerate().all(|(i, &o)| o == (i as u64, i as u64)));
        }
    }
}
