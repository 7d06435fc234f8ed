//! MetroHash64 of one row.

use std::num::Wrapping;

use super::{MetroConstants, end_stripes, rotr, stripes, take};

const K: MetroConstants =
    [Wrapping(0xd6d0_18f5), Wrapping(0xa2aa_033b), Wrapping(0x6299_2fc1), Wrapping(0x30bc_5b29)];

pub(super) fn metrohash64(row: &[u8], seed: u64) -> u64 {
    let start = (Wrapping(seed) + K[2]) * K[0];
    let mut hash = start;
    let mut rest = row;
    if row.len() >= 32 {
        let mut v = [start; 4];
        rest = stripes(&K, &mut v, row);
        end_stripes(&K, &mut v, 37);
        hash += v[0] ^ v[1];
    }
    if rest.len() >= 16 {
        let mut half = || {
            let word = take::<8>(&mut rest).expect("16 bytes");
            rotr(hash + word * K[2], 29) * K[3]
        };
        let (mut first, mut second) = (half(), half());
        first ^= rotr(first * K[0], 21) + second;
        second ^= rotr(second * K[3], 21) + first;
        hash += second;
    }
    let tails = [
        (take::<8>(&mut rest), 55),
        (take::<4>(&mut rest), 26),
        (take::<2>(&mut rest), 48),
        (take::<1>(&mut rest), 37),
    ];
    for (word, bits) in tails {
        if let Some(word) = word {
            hash += word * K[3];
            hash ^= rotr(hash, bits) * K[1];
        }
    }
    hash ^= rotr(hash, 28);
    hash *= K[0];
    hash ^= rotr(hash, 29);
    hash.0
}
