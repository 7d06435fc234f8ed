//! The scalar form of a hash over a block: one call a row.

use crate::rows::{Block, Seeds};

/// `out[i] = hash(row i, seed i)`, with the choice between the kinds of seed made once.
#[inline(always)]
pub(super) fn seeded<S: Copy, T>(
    block: &Block<'_>,
    seeds: Seeds<'_, S>,
    out: &mut [T],
    hash: impl Fn(&[u8], S) -> T,
) {
    match seeds {
        Seeds::Constant(seed) => unseeded(block, out, |row| hash(row, seed)),
        Seeds::Column(seeds) => {
            for ((out, row), seed) in out.iter_mut().zip(block.rows()).zip(seeds) {
                *out = hash(row, *seed);
            }
        }
    }
}

/// `out[i] = hash(row i)`.
#[inline(always)]
pub(super) fn unseeded<T>(block: &Block<'_>, out: &mut [T], hash: impl Fn(&[u8]) -> T) {
    for (out, row) in out.iter_mut().zip(block.rows()) {
        *out = hash(row);
    }
}
