//! PostgreSQL's `hashtext` and `hashtextextended`: Bob Jenkins's lookup3 with a mixer from his
//! earlier work.
//!
//! Spec: `hash_bytes` and `hash_bytes_extended` in PostgreSQL 15 (`src/common/hashfn.c`), on a
//! little-endian machine.

use crate::blocks::HashKernel;
use crate::hash::per_row::{low_bytes, per_row, u32_at};

/// `hashtext` of each row; the seeds are not read.
pub const POSTGRES_HASHTEXT: HashKernel<u32, i32> = per_row!(|row, _| hash(row, 0).1.cast_signed());

/// `hashtextextended` of each row under a seed, whose bits count.
pub const POSTGRES_HASHTEXTEXTENDED: HashKernel<u64, i64> = per_row!(|row, seed| {
    let (high, low) = hash(row, seed);
    (u64::from(high) << 32 | u64::from(low)).cast_signed()
});

/// The high and the low half of a row's hash.
#[inline(always)]
fn hash(row: &[u8], seed: u64) -> (u32, u32) {
    let start = 0x9e37_79b9_u32.wrapping_add(row.len() as u32).wrapping_add(3_923_095);
    let mut state = [start; 3];
    if seed != 0 {
        state[0] = state[0].wrapping_add((seed >> 32) as u32);
        state[1] = state[1].wrapping_add(seed as u32);
        mix(&mut state);
    }
    let (blocks, tail) = row.as_chunks::<12>();
    for block in blocks {
        for (i, word) in state.iter_mut().enumerate() {
            *word = word.wrapping_add(u32_at(block, 4 * i));
        }
        mix(&mut state);
    }
    let (first, rest) = tail.split_at(tail.len().min(8));
    let first = low_bytes(first);
    // The length is added instead of the lowest byte of the last word.
    let words = [first as u32, (first >> 32) as u32, (low_bytes(rest) as u32) << 8];
    for (word, more) in state.iter_mut().zip(words) {
        *word = word.wrapping_add(more);
    }
    finish(&mut state);
    (state[1], state[2])
}

#[inline(always)]
fn mix(state: &mut [u32; 3]) {
    let [a, b, c] = state;
    for bits in [4, 6, 8, 16, 19, 4] {
        *a = a.wrapping_sub(*c) ^ c.rotate_left(bits);
        *c = c.wrapping_add(*b);
        (*a, *b, *c) = (*b, *c, *a);
    }
}

#[inline(always)]
fn finish(state: &mut [u32; 3]) {
    let [a, b, c] = state;
    for bits in [14, 11, 25, 16, 4, 14, 24] {
        *c = (*c ^ *b).wrapping_sub(b.rotate_left(bits));
        (*a, *b, *c) = (*b, *c, *a);
    }
    (*a, *b, *c) = (*c, *a, *b);
}
