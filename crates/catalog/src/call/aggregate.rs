//! What aggregates make of rows.

use hashlane_kernels::hash::xxh3;
use hashlane_kernels::isa::Isa;
use hashlane_kernels::row::Column;
use hashlane_kernels::rows::{BLOCK_ROWS, Seeds};

use super::{CallError, Source};
use crate::function::Function;

/// Calls `each` with every row and its `row_xxh128`, which multisets of rows are the sums of.
///
/// # Errors
/// Where there is no memory for a row; `each` may then have been called for others.
pub fn each_row_hash(
    function: &Function,
    columns: &[Column<'_>],
    len: usize,
    mut each: impl FnMut(usize, &[u8; 16]),
) -> Result<(), CallError> {
    crate::ready()?;
    let isa = Isa::current();
    let mut hashes = [[0; 16]; BLOCK_ROWS];
    let encoded = Source::Row { columns, len }.blocks(isa, |first, block| {
        let hashes = &mut hashes[..block.len()];
        xxh3::xxh3_128(isa, block, Seeds::Constant(0), hashes);
        for (i, hash) in hashes.iter().enumerate() {
            each(first + i, hash);
        }
    });
    encoded.map_err(|e| CallError::out_of_memory(function, e.bytes))
}
