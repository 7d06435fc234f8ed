//! Hashes of one row at a time, and how they read its words.

use crate::blocks::{Block, FewLimits, Rows, Seeds, one_by_one};
use crate::isa::Isa;

/// Batches of fewer rows need no block. On Zen 4 wyhash takes 13.9 ns for a single word. Row by row
/// it takes 7.0 per word in a batch of 16 and 6.4 in 24. As blocks it takes 6.2 in 32, 4.9 in 48
/// and 4.6 in 64, since there the hash is inlined.
pub(crate) const FEW: FewLimits = FewLimits::by_isa(32, 32, 32);

/// The kernel of a function that takes a row and its seed.
macro_rules! per_row {
    ($hash:expr) => {
        $crate::blocks::HashKernel::of_blocks(|_, block, seeds, out| {
            $crate::hash::per_row::seeded(block, seeds, out, $hash);
        })
        .or_few(|isa, rows, seeds, out| $crate::hash::per_row::few(isa, rows, seeds, out, $hash))
    };
}
pub(crate) use per_row;

/// [`one_by_one`] for [`FEW`] rows. It takes a pointer, so that kernels share its code. Inlined,
/// the code would exist for every layout.
pub(crate) fn few<S: Copy, T>(
    isa: Isa,
    rows: &Rows<'_>,
    seeds: &Seeds<'_, S>,
    out: &mut [T],
    hash: fn(&[u8], S) -> T,
) -> bool {
    one_by_one(FEW, isa, rows, seeds, out, hash)
}

/// `out[i] = hash(row i, seed i)`. Matches the kind of seed once.
#[inline(always)]
pub(crate) fn seeded<S: Copy, T>(
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
pub(crate) fn unseeded<T>(block: &Block<'_>, out: &mut [T], hash: impl Fn(&[u8]) -> T) {
    for (out, row) in out.iter_mut().zip(block.rows()) {
        *out = hash(row);
    }
}

/// The little-endian word of the four bytes from `at` on. Panics if the row is too short.
#[inline(always)]
pub(crate) fn u32_at(row: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(*row[at..].first_chunk().expect("four bytes"))
}

/// The little-endian word of the eight bytes from `at` on. Panics if the row is too short.
#[inline(always)]
pub(crate) fn u64_at(row: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(*row[at..].first_chunk().expect("eight bytes"))
}

/// Up to eight bytes as the low bytes of a word.
#[inline(always)]
pub(crate) fn low_bytes(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte))
}
