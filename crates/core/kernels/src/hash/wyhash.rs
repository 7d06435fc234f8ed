//! wyhash, final version 4.2, under its default secret.
//! Reference: <https://github.com/wangyi-fudan/wyhash/blob/master/wyhash.h>
//!
//! The crate `wyhash` has final version 3, whose values differ, so we have our own implementation,
//! one row at a time.

use super::per_row::{per_row, u32_at, u64_at};
use crate::blocks::HashKernel;

/// The default secret of version 4.2. Version 4.0 had another.
const SECRET: [u64; 4] =
    [0x2d35_8dcc_aa6c_78a5, 0x8bb8_4b93_962e_acc9, 0x4b33_a62e_d433_d4a3, 0x4d5a_2da5_1de1_aa47];

/// wyhash of each row under its seed.
pub const WYHASH: HashKernel<u64, u64> = per_row!(hash_row);

#[inline(always)]
fn hash_row(row: &[u8], seed: u64) -> u64 {
    let len = row.len();
    let seed = seed ^ mix(seed ^ SECRET[0], SECRET[1]);
    let (a, b, seed) = match len {
        0 => (0, 0, seed),
        1..=3 => {
            let [first, middle, last] = [row[0], row[len / 2], row[len - 1]].map(u64::from);
            (first << 16 | middle << 8 | last, 0, seed)
        }
        4..=16 => {
            // For 4 to 7 bytes, both pairs are the first and the last four bytes; for more they
            // overlap.
            let step = len / 8 * 4;
            let pair = |at, then| u64::from(u32_at(row, at)) << 32 | u64::from(u32_at(row, then));
            (pair(0, step), pair(len - 4, len - 4 - step), seed)
        }
        _ => (u64_at(row, len - 16), u64_at(row, len - 8), absorb(row, seed)),
    };
    let product = u128::from(a ^ SECRET[1]) * u128::from(b ^ seed);
    mix(product as u64 ^ SECRET[0] ^ len as u64, (product >> 64) as u64 ^ SECRET[1])
}

/// The seed after all but the last 1 to 16 bytes of a longer row.
fn absorb(row: &[u8], mut seed: u64) -> u64 {
    let mut rest = row;
    let round = |bytes: &[u8], secret: u64, seed: u64| {
        mix(u64_at(bytes, 0) ^ secret, u64_at(bytes, 8) ^ seed)
    };
    if rest.len() >= 48 {
        let mut others = [seed; 2];
        while let Some((chunk, tail)) = rest.split_first_chunk::<48>() {
            seed = round(chunk, SECRET[1], seed);
            others[0] = round(&chunk[16..], SECRET[2], others[0]);
            others[1] = round(&chunk[32..], SECRET[3], others[1]);
            rest = tail;
        }
        seed ^= others[0] ^ others[1];
    }
    while rest.len() > 16 {
        seed = round(rest, SECRET[1], seed);
        rest = &rest[16..];
    }
    seed
}

#[inline(always)]
fn mix(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}
