//! Hashes of one row at a time.

use crate::isa::Isa;
use crate::rows::{Block, Few, Rows, Seeds, one_by_one};

/// Fewer rows need no block. On Zen 4 a word takes wyhash 13.9 ns by itself, 7.0 in 16, 6.4 in 24; as blocks, 6.2 in 32,
/// 4.9 in 48 and 4.6 in 64, since there the hash is inlined.
pub(super) const FEW: Few = Few::by_isa(32, 32, 32);

/// The kernel of a function of a row and its seed.
macro_rules! per_row {
    ($hash:expr) => {
        $crate::rows::HashKernel::of_blocks(|_, block, seeds, out| {
            $crate::hash::per_row::seeded(block, seeds, out, $hash);
        })
        .or_few(|isa, rows, seeds, out| $crate::hash::per_row::few(isa, rows, seeds, out, $hash))
    };
}
pub(super) use per_row;

/// [`one_by_one`] for [`FEW`] rows. By a pointer, so that kernels share its code: inlined, it would be there for every
/// layout.
pub(super) fn few<S: Copy, T>(
    isa: Isa,
    rows: &Rows<'_>,
    seeds: &Seeds<'_, S>,
    out: &mut [T],
    hash: fn(&[u8], S) -> T,
) -> bool {
    one_by_one(FEW, isa, rows, seeds, out, hash)
}

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
