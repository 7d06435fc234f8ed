//! MetroHash128 of one row.

use std::num::Wrapping;

use super::{MetroConstants, MetroWord, end_stripes, rotr, stripes, take};

const K: MetroConstants =
    [Wrapping(0xc83a_91e1), Wrapping(0x8648_dbdb), Wrapping(0x7bde_c03b), Wrapping(0x2f58_70a5)];

pub(super) fn metrohash128(row: &[u8], seed: u64) -> [u64; 2] {
    let seed = Wrapping(seed);
    let mut v =
        [(seed - K[0]) * K[3], (seed + K[1]) * K[2], (seed + K[0]) * K[2], (seed - K[1]) * K[3]];
    let mut rest = row;
    if row.len() >= 32 {
        rest = stripes(&K, &mut v, row);
        end_stripes(&K, &mut v, 21);
    }
    let [a, b, _, _] = &mut v;
    if rest.len() >= 16 {
        add(a, take::<8>(&mut rest).expect("16 bytes"));
        add(b, take::<8>(&mut rest).expect("8 bytes"));
        cross_a(a, *b, 45);
        cross_b(*a, b, 45);
    }
    if let Some(word) = take::<8>(&mut rest) {
        add(a, word);
        cross_a(a, *b, 27);
    }
    if let Some(word) = take::<4>(&mut rest) {
        add(b, word);
        cross_b(*a, b, 46);
    }
    if let Some(word) = take::<2>(&mut rest) {
        add(a, word);
        cross_a(a, *b, 22);
    }
    if let Some(word) = take::<1>(&mut rest) {
        add(b, word);
        cross_b(*a, b, 58);
    }
    *a += rotr(*a * K[0] + *b, 13);
    *b += rotr(*b * K[1] + *a, 37);
    *a += rotr(*a * K[2] + *b, 13);
    *b += rotr(*b * K[3] + *a, 37);
    [a.0, b.0]
}

#[inline(always)]
fn add(to: &mut MetroWord, word: MetroWord) {
    *to = rotr(*to + word * K[2], 33) * K[3];
}

#[inline(always)]
fn cross_a(a: &mut MetroWord, b: MetroWord, bits: u32) {
    *a ^= rotr(*a * K[2] + b, bits) * K[1];
}

#[inline(always)]
fn cross_b(a: MetroWord, b: &mut MetroWord, bits: u32) {
    *b ^= rotr(*b * K[3] + a, bits) * K[0];
}
