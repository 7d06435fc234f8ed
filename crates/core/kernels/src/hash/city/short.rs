//! Rows of up to 32 bytes, for which CityHash 1.1 and FarmHash are the same.

use std::num::Wrapping;

use super::{CityWord, K0, K1, K2, fetch, fetch32, length, pair, rotr, shift_mix};

pub(super) fn up_to_32(row: &[u8]) -> CityWord {
    let (len, mul) = (row.len(), K2 + length(row) + length(row));
    match len {
        0 => K2,
        1..=3 => up_to_3(row, K0),
        4..=7 => pair(length(row) + (fetch32(row, 0) << 3), fetch32(row, len - 4), mul),
        8..=16 => {
            let (a, b) = (fetch(row, 0) + K2, fetch(row, len - 8));
            pair(rotr(b, 37) * mul + a, (rotr(a, 25) + b) * mul, mul)
        }
        _ => {
            let [first, second] = ends(row, K1, mul);
            pair(first, second, mul)
        }
    }
}

/// Rows of 1 to 3 bytes, under a constant that differs between versions.
#[inline(always)]
pub(super) fn up_to_3(row: &[u8], constant: CityWord) -> CityWord {
    let len = row.len();
    let [a, b, c] = [row[0], row[len / 2], row[len - 1]].map(|byte| Wrapping(u64::from(byte)));
    let (y, z) = (a + (b << 8), length(row) + (c << 2));
    shift_mix((y * K2) ^ (z * constant)) * K2
}

/// The first and the last 16 bytes as two words. The first word is multiplied by `first`.
#[inline(always)]
pub(super) fn ends(row: &[u8], first: CityWord, mul: CityWord) -> [CityWord; 2] {
    let len = row.len();
    let (a, b) = (fetch(row, 0) * first, fetch(row, 8));
    let (c, d) = (fetch(row, len - 8) * mul, fetch(row, len - 16) * K2);
    [rotr(a + b, 43) + rotr(c, 30) + d, a + rotr(b + K2, 18) + c]
}
