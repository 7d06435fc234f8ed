//! CRC-32C by the CPU's CRC instruction, 8 bytes at a time.
//!
//! Leading zeros do not change a remainder. So the first word of a row is zeros and then 1 to 8
//! bytes, and all other words are whole: no tail is left, and no branch is needed for one.

use super::{IscsiCrc, product};
use crate::blocks::Block;
use crate::groups::{SingleRow, order};
use crate::lanes::{Carryless, CarrylessKernel};

/// Longer rows are multiplied: four products at a time take less time than the instructions, each
/// of which waits for the preceding one.
const LONGEST: usize = 160;

/// Where a product of four pairs takes four instructions, such rows go through the crate, which
/// runs this instruction and products side by side: 52 ns for JSON of 900 bytes, and 75 by products
/// alone.
const GIANT: usize = 512;

/// Sorting distinguishes rows by their number of words, up to this many.
const KEYS: usize = 129;

/// Rows side by side. The instruction takes 3 cycles and starts every cycle, but the processor
/// doesn't find the next row behind those that wait: 64 bytes take 6.1 ns alone on Zen 4 and 4.1 by
/// four.
const ROWS: usize = 4;

/// The CRC-32C of each row.
pub(super) struct Crc32c<'a, 'b> {
    pub block: &'a Block<'b>,
    pub out: &'a mut [u32],
}

impl CarrylessKernel for Crc32c<'_, '_> {
    #[inline(always)]
    fn with_simd<S: Carryless>(self, simd: S) {
        let Crc32c { block, out } = self;
        let (lens, len) = (block.lens(), block.len());
        let out = &mut out[..len];
        let bits = lens.iter().fold(0, |bits, len| bits | len.saturating_sub(1));
        if bits < 32 {
            // Up to four words take no branch. Hashing two rows side by side takes longer: 6.8 ns
            // instead of 4.9.
            for (i, out) in out.iter_mut().enumerate() {
                let row = SingleRow::new(block, i);
                *out = if bits < 16 { short::<2, S>(simd, row) } else { short::<4, S>(simd, row) };
            }
        } else if order::is_steady(lens, words) || product::is_long(block) {
            each(simd, block, out, |place| place);
        } else {
            block.touch();
            let mut ids = [0; _];
            order::sort::<KEYS>(&mut ids, lens, words);
            each(simd, block, out, |place| usize::from(ids[place]));
        }
    }
}

/// Hashes all rows, in the order that `id` gives them. Neighbours in this order with the same
/// number of words are hashed side by side.
#[inline(always)]
fn each<S: Carryless>(simd: S, block: &Block<'_>, out: &mut [u32], id: impl Fn(usize) -> usize) {
    let mut place = 0;
    while place < out.len() {
        let row = SingleRow::new(block, id(place));
        if place + ROWS <= out.len() && row.len() <= LONGEST {
            let (mut rows, mut are_alike) = ([row; ROWS], true);
            for (i, next) in rows.iter_mut().enumerate().skip(1) {
                *next = SingleRow::new(block, id(place + i));
                are_alike &= words(next.len()) == words(row.len());
            }
            if are_alike {
                for (i, crc) in side_by_side(simd, rows).into_iter().enumerate() {
                    out[id(place + i)] = crc;
                }
                place += ROWS;
                continue;
            }
        }
        out[id(place)] = any(simd, row);
        place += 1;
    }
}

/// The number of words of 8 bytes after the first.
#[inline(always)]
fn words(len: usize) -> usize {
    len.saturating_sub(1) / 8
}

/// The initial register that becomes all ones after 8 - r bytes of zeros.
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
fn first<S: Carryless>(simd: S, row: SingleRow<'_>, r: usize) -> u32 {
    // Twice half of the shift, which may be 64.
    let half = 32 - 4 * r;
    simd.crc32c(INITIAL[r], row.at8_or_first(0) << half << half)
}

/// Hashes a row of up to `WORDS` words.
#[inline(always)]
fn short<const WORDS: usize, S: Carryless>(simd: S, row: SingleRow<'_>) -> u32 {
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

/// Hashes rows with the same number of words.
#[inline(always)]
fn side_by_side<S: Carryless>(simd: S, rows: [SingleRow<'_>; ROWS]) -> [u32; ROWS] {
    let count = words(rows[0].len());
    let mut crcs = [0; ROWS];
    let mut rest: [&[[u8; 8]]; ROWS] = [&[]; ROWS];
    for ((crc, rest), row) in crcs.iter_mut().zip(&mut rest).zip(rows) {
        let r = row.len() - 8 * count;
        *crc = first(simd, row, r);
        *rest = &row.bytes()[r..].as_chunks().0[..count];
    }
    for i in 0..count {
        for (crc, rest) in crcs.iter_mut().zip(rest) {
            *crc = simd.crc32c(*crc, u64::from_le_bytes(rest[i]));
        }
    }
    crcs.map(|crc| !crc)
}

/// Hashes any row.
#[inline(always)]
fn any<S: Carryless>(simd: S, row: SingleRow<'_>) -> u32 {
    if row.len() >= GIANT && !S::WIDE {
        return product::giant::<IscsiCrc>(row.bytes());
    }
    if row.len() > LONGEST {
        return product::any::<IscsiCrc, S>(simd, row);
    }
    let r = row.len() - 8 * words(row.len());
    let mut crc = first(simd, row, r);
    for word in row.bytes()[r..].as_chunks::<8>().0 {
        crc = simd.crc32c(crc, u64::from_le_bytes(*word));
    }
    !crc
}
