//! Cuts a column into blocks.

use super::ahead::RowsFrom;
use super::{Block, BlockEntries, Layout, Rows, with_layout};
use crate::isa::Isa;
use crate::limits::{BLOCK_ROWS, MAX_LANES};

/// Calls `kernel` with each block of the rows in turn and the number of its first row.
pub fn blocks<'a>(isa: Isa, rows: &Rows<'a>, mut kernel: impl FnMut(usize, &Block<'_>)) {
    let mut entries = BlockEntries::<{ BLOCK_ROWS + MAX_LANES }>::new();
    with_layout!(rows, layout => for first in (0..layout.len()).step_by(BLOCK_ROWS) {
        let len = BLOCK_ROWS.min(layout.len() - first);
        let next = RowsFrom { layout, first: first + len };
        let mut block = entries.fill(isa, layout, first, len);
        block.ahead = (next.first < layout.len()).then_some(&next);
        kernel(first, &block);
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::blocks::{HashKernel, Seeds, hash};

    #[test]
    fn blocks_cover_the_column_in_order() {
        for len in [0, 1, 2, BLOCK_ROWS - 1, BLOCK_ROWS, BLOCK_ROWS + 1, 3 * BLOCK_ROWS] {
            let texts: Vec<String> = (0..len).map(|i| i.to_string()).collect();
            let slices: Vec<&[u8]> = texts.iter().map(|t| t.as_bytes()).collect();
            let seeds: Vec<u64> = (0..len as u64).collect();
            let mut out = vec![(0, 0); len];
            let kernel = HashKernel::of_blocks(|_, block, seeds: Seeds<'_, u64>, out| {
                for (i, (out, row)) in out.iter_mut().zip(block.rows()).enumerate() {
                    assert_eq!(row, block.row(i));
                    *out =
                        (std::str::from_utf8(row).unwrap().parse::<u64>().unwrap(), seeds.seed(i));
                }
            });
            let rows = Rows::Slices(&slices);
            hash(Isa::Portable, &rows, Seeds::Column(&seeds), &mut out, kernel);
            assert!(out.iter().enumerate().all(|(i, &o)| o == (i as u64, i as u64)));
        }
    }
}
