//! CRC-32C by the instruction for it, one row at a time, 8 bytes at a time.
//!
//! Leading zeros do not change a remainder, so a row begins with 1 to 8 bytes behind zeros and goes on
//! with whole words: there is no rest, nor a branch for it.

use super::super::order;
use super::{Iscsi, product};
use crate::lanes::{Carryless, CarrylessKernel, Row};
use crate::rows::Block;

/// Longer rows are multiplied: four products at a time take less than one instruction after the
/// other, each of which waits for the last.
const LONGEST: usize = 160;

/// The CRC-32C of each row.
pub(super) struct Crc32c<'a, 'b> {
    pub block: &'a Block<'b>,
    pub out: &'a mut [u32],
}

impl CarrylessKernel for Crc32c<'_, '_> {
    #[inline(always)]
    fn run<S: Carryless>(self, simd: S) {
        let Crc32c { block, out } = self;
        let (lens, len) = (block.lens(), block.len());
        let out = &mut out[..len];
        let bits = lens.iter().fold(0, |bits, len| bits | len.saturating_sub(1));
        if bits < 32 {
            // Up to four words take no branch.
            for (i, out) in out.iter_mut().enumerate() {
                let row = Row::of(block, i);
                *out = if bits < 16 { short::<2, S>(simd, row) } else { short::<4, S>(simd, row) };
            }
        } else if order::is_steady(lens, words) || lens.iter().all(|len| *len >= product::GIANT) {
            for (i, out) in out.iter_mut().enumerate() {
                *out = any(simd, Row::of(block, i));
            }
        } else {
            block.touch();
            let mut ids = [0; _];
            order::sort::<{ product::GIANT / 8 + 1 }>(&mut ids, lens, words);
            for id in &ids[..len] {
                let i = usize::from(*id);
                out[i] = any(simd, Row::of(block, i));
            }
        }
    }
}

/// How many words of 8 bytes follow the first.
#[inline(always)]
fn words(len: usize) -> usize {
    len.saturating_sub(1) / 8
}

/// The registers that become all ones, the initial register, after 8 - r bytes of zeros.
static INITIAL: [u32; 9] = {
    let mut initial = [u32::MAX; 9];
    let mut r = 8;
    while r > 0 {
        let (mut register, mut bit) = (initial[r], 0);
        while bit < 8 {
            let is_odd = register >> 31 != 0;
            register = if is_odd { (register ^ 0x82f6_3b78) << 1 | 1 } else { register << 1 };
            bit += 1;
        }
        r -= 1;
        initial[r] = register;
    }
    initial
};

/// The register after the first `r` bytes of a row, up to 8.
#[inline(always)]
fn first<S: Carryless>(simd: S, row: Row<'_>, r: usize) -> u32 {
    // Twice half of the shift, which may be 64.
    let half = 32 - 4 * r;
    simd.crc32c(INITIAL[r], row.at8_or_first(0) << half << half)
}

/// Of a row of up to `WORDS` words.
#[inline(always)]
fn short<const WORDS: usize, S: Carryless>(simd: S, row: Row<'_>) -> u32 {
    let words = words(row.len());
    let mut position = row.len() - 8 * words;
    let mut crc = first(simd, row, position);
    for i in 1..WORDS {
        let next = simd.crc32c(crc, row.at8_or_first(position));
        crc = std::hint::select_unpredictable(i <= words, next, crc);
        position += 8;
    }
    !crc
}

/// Of any row.
#[inline(always)]
fn any<S: Carryless>(simd: S, row: Row<'_>) -> u32 {
    if row.len() > LONGEST {
        return product::any::<Iscsi, S>(simd, row);
    }
    let r = row.len() - 8 * words(row.len());
    let mut crc = first(simd, row, r);
    for word in row.bytes()[r..].as_chunks::<8>().0 {
        crc = simd.crc32c(crc, u64::from_le_bytes(*word));
    }
    !crc
}
