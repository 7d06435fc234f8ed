//! CRCs by carryless multiplication, one row at a time. A multiplication replaces 16 bytes by the
//! 16 bytes that have the same remainder 16 bytes further on. At the end, Barrett's reduction
//! computes the remainder.
//! <https://www.intel.com/content/dam/www/public/us/en/documents/white-papers/fast-crc-computation-generic-polynomials-pclmulqdq-paper.pdf>
//!
//! Leading zeros do not change a remainder. So the first piece of a row is zeros and then 1 to 16
//! bytes, and all other pieces of 16 are whole: no tail is left, and no branch is needed for one.

use super::super::per_row;
use super::{CrcPolynomial, vectorized};
use crate::blocks::Block;
use crate::groups::{SingleRow, order};
use crate::isa::Isa;
use crate::lanes::{Carryless, CarrylessKernel};

/// A CRC.
pub(super) trait Crc {
    /// Its values.
    type Value;
    const POLYNOMIAL: CrcPolynomial;

    /// The value that a register gives out.
    fn value(register: u64) -> Self::Value;

    /// The CRC of a row that is long enough for a function of its own.
    fn giant(row: &[u8]) -> Self::Value;
}

/// The CRC of each row.
pub(super) fn rows<C: Crc>(isa: Isa, block: &Block<'_>, out: &mut [C::Value]) {
    if let Err(CrcProducts { block, out }) = vectorized(isa, CrcProducts::<C> { block, out }) {
        per_row::unseeded(block, out, C::giant);
    }
}

/// Sorting distinguishes rows by their number of pieces, up to this many.
const KEYS: usize = 65;

pub(super) struct CrcProducts<'a, 'b, C: Crc> {
    block: &'a Block<'b>,
    out: &'a mut [C::Value],
}

impl<C: Crc> CarrylessKernel for CrcProducts<'_, '_, C> {
    #[inline(always)]
    fn with_simd<S: Carryless>(self, simd: S) {
        let CrcProducts { block, out } = self;
        let (lens, len) = (block.lens(), block.len());
        let out = &mut out[..len];
        let bits = lens.iter().fold(0, |bits, len| bits | len.saturating_sub(1));
        if bits < 32 {
            // Up to two pieces take no branch.
            for (i, out) in out.iter_mut().enumerate() {
                let row = SingleRow::new(block, i);
                let register =
                    if bits < 16 { one::<C, S>(simd, row) } else { two::<C, S>(simd, row) };
                *out = C::value(register);
            }
        } else if order::is_steady(lens, pieces) || is_long(block) {
            for (i, out) in out.iter_mut().enumerate() {
                *out = any::<C, S>(simd, SingleRow::new(block, i));
            }
        } else {
            block.touch();
            let mut ids = [0; _];
            order::sort::<KEYS>(&mut ids, lens, pieces);
            for id in &ids[..len] {
                let i = usize::from(*id);
                out[i] = any::<C, S>(simd, SingleRow::new(block, i));
            }
        }
    }
}

/// The hash of a giant. Not inlined: inlining slows the crate down by 4 % for CRC-32C, even for 1
/// MiB.
#[inline(never)]
pub(super) fn giant<C: Crc>(row: &[u8]) -> C::Value {
    C::giant(row)
}

/// Whether rows have more than 128 bytes on average, counting at most the first 1,024 of each row.
///
/// Such rows are visited in order. A block of them is larger than the L1 cache: over a column that
/// comes from memory JSON of 900 bytes takes 55 ns in order on Zen 4 and 165 sorted, rows of 100 to
/// 180 bytes 18 and 58. The branch that is mispredicted at the end of a row doesn't depend on the
/// products, so part of its cost is hidden.
#[inline(always)]
pub(super) fn is_long(block: &Block<'_>) -> bool {
    let short = 128 * block.len();
    // The total length decides for most blocks without reading all lengths.
    block.bytes() > short && block.lens().iter().map(|len| *len.min(&1024)).sum::<usize>() > short
}

/// The number of pieces of 16 bytes after the first.
#[inline(always)]
fn pieces(len: usize) -> usize {
    len.saturating_sub(1) / 16
}

/// Indices that move the first `r` of 16 bytes to the end, after zeros. The first 8 bytes are in
/// the low word and, if `r` is at least 8, the last 8 in the high word.
static RIGHT: [[u8; 16]; 17] = {
    let mut orders = [[0x80; 16]; 17];
    let mut r = 0;
    while r <= 16 {
        let mut i = 16 - r;
        while i < 16 {
            orders[r][i] = if r >= 8 && i >= 8 { i as u8 } else { (i + r - 16) as u8 };
            i += 1;
        }
        r += 1;
    }
    orders
};

/// The first `r` bytes of a row, up to 16, after zeros, with the initial register.
#[inline(always)]
fn first<C: Crc, S: Carryless>(simd: S, row: SingleRow<'_>, r: usize) -> S::Pair {
    let low = row.at8_or_first(0);
    let high = row.at8_or_first(r.wrapping_sub(8));
    let bytes = simd.shuffle(simd.pair(low, high), &RIGHT[r]);
    let [low, high] = const { C::POLYNOMIAL.initial }[r];
    simd.xor(bytes, simd.pair(low, high))
}

/// Returns the 16 bytes that have the same remainder 16 bytes further on.
#[inline(always)]
fn fold<C: Crc, S: Carryless>(simd: S, bytes: S::Pair) -> S::Pair {
    times(simd, bytes, const { C::POLYNOMIAL.fold })
}

/// Multiplies each half by its factor.
#[inline(always)]
fn times<S: Carryless>(simd: S, bytes: S::Pair, [low, high]: [u64; 2]) -> S::Pair {
    let factors = simd.pair(low, high);
    simd.xor(simd.mul_low(bytes, factors), simd.mul_high(bytes, factors))
}

/// Returns the register after 16 bytes: their remainder.
#[inline(always)]
fn reduce<C: Crc, S: Carryless>(simd: S, bytes: S::Pair) -> u64 {
    let polynomial = const { C::POLYNOMIAL };
    // The low half 64 bits further on, and the high half where it belongs then.
    let product = simd.mul_low(bytes, simd.pair(polynomial.fold[1], 0));
    let bytes = simd.xor(product, simd.pair(simd.high(bytes), 0));
    let quotient = simd.mul_low(bytes, simd.pair(polynomial.quotient, 0));
    let product = simd.mul_low(quotient, simd.pair(polynomial.shifted, 0));
    let lost = if polynomial.has_one { simd.low(quotient) } else { 0 };
    simd.high(simd.xor(bytes, product)) ^ lost
}

/// Hashes a row of up to 16 bytes.
#[inline(always)]
fn one<C: Crc, S: Carryless>(simd: S, row: SingleRow<'_>) -> u64 {
    reduce::<C, S>(simd, first::<C, S>(simd, row, row.len()))
}

/// Hashes a row of up to 32 bytes.
#[inline(always)]
fn two<C: Crc, S: Carryless>(simd: S, row: SingleRow<'_>) -> u64 {
    let start = first::<C, S>(simd, row, row.len() - 16 * pieces(row.len()));
    let (low, high) = (row.len().wrapping_sub(16), row.len().wrapping_sub(8));
    let last = simd.pair(row.at8_or_first(low), row.at8_or_first(high));
    let both = simd.xor(fold::<C, S>(simd, start), last);
    reduce::<C, S>(simd, simd.select(row.len() > 16, both, start))
}

/// Hashes any row.
#[inline(always)]
pub(super) fn any<C: Crc, S: Carryless>(simd: S, row: SingleRow<'_>) -> C::Value {
    if row.len() >= S::GIANT {
        return giant::<C>(row.bytes());
    }
    let r = row.len() - 16 * pieces(row.len());
    let mut bytes = first::<C, S>(simd, row, r);
    let mut pieces = row.bytes()[r..].as_chunks::<16>().0;
    if pieces.len() >= 7 {
        (bytes, pieces) = by_four::<C, S>(simd, bytes, pieces);
    }
    for piece in pieces {
        bytes = simd.xor(fold::<C, S>(simd, bytes), simd.load(piece));
    }
    C::value(reduce::<C, S>(simd, bytes))
}

/// Folds all pieces but the last into 16 bytes, in four independent chains of products. Returns
/// these and the last piece.
#[inline(always)]
fn by_four<C: Crc, S: Carryless>(
    simd: S,
    first: S::Pair,
    pieces: &[[u8; 16]],
) -> (S::Pair, &[[u8; 16]]) {
    let (next, pieces) = pieces.split_at(3);
    let chains = [first, simd.load(&next[0]), simd.load(&next[1]), simd.load(&next[2])];
    let (fours, rest) = pieces.as_chunks::<4>();
    let chains = simd.fold_fours(chains, fours, const { C::POLYNOMIAL.fold4 });
    let [a, b, c, d] = chains;
    let a = times(simd, a, const { C::POLYNOMIAL.fold3 });
    let b = times(simd, b, const { C::POLYNOMIAL.fold2 });
    let c = fold::<C, S>(simd, c);
    (simd.xor(simd.xor(a, b), simd.xor(c, d)), rest)
}

#[cfg(test)]
mod tests {
    use super::super::{IsoCrc, NvmeCrc};
    use super::*;
    use crate::blocks::{Rows, blocks};

    /// The products of CPUs without wide ones, whose rows this CPU may never multiply.
    fn narrow<C: Crc<Value: Copy + Default + std::fmt::Debug + PartialEq>>(rows: &[&[u8]]) {
        let expected: Vec<C::Value> = rows.iter().map(|row| C::giant(row)).collect();
        blocks(Isa::Portable, &Rows::Slices(rows), |first, block| {
            for isa in Isa::available() {
                let mut out = vec![C::Value::default(); block.len()];
                let products = CrcProducts::<C> { block, out: &mut out };
                match isa {
                    Isa::Avx2(simd) => simd.vectorize_carryless(products),
                    Isa::Avx512(simd) => simd.vectorize_carryless(products),
                    Isa::Portable | Isa::Neon(_) => continue,
                }
                assert_eq!(out, expected[first..first + block.len()], "{isa}");
            }
        });
    }

    #[test]
    fn narrow_products_agree_with_the_crate() {
        let text: Vec<u8> = (0..3000u32).map(|i| (i * i % 251) as u8).collect();
        let rows: Vec<&[u8]> = (0..1100).map(|len| &text[len..2 * len]).collect();
        narrow::<IsoCrc>(&rows);
        narrow::<NvmeCrc>(&rows);
        let long: Vec<&[u8]> = (0..300).map(|i| &text[i..i + 700 + 2 * i]).collect();
        narrow::<IsoCrc>(&long);
        narrow::<NvmeCrc>(&long);
    }
}
