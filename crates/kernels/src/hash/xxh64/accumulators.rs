//! The accumulators of one row, and the hash that they end in.

use super::{P1, P2, P3, P4, P5};

/// The accumulators before any input.
#[inline(always)]
pub(super) fn initial(seed: u64) -> [u64; 4] {
    let second = seed.wrapping_add(P2);
    [second.wrapping_add(P1), second, seed, seed.wrapping_sub(P1)]
}

/// Returns an accumulator after a word.
#[inline(always)]
pub(super) fn round(acc: u64, word: u64) -> u64 {
    add(acc, word.wrapping_mul(P2))
}

/// Returns an accumulator after a word, given its product with [`P2`].
#[inline(always)]
pub(super) fn add(acc: u64, product: u64) -> u64 {
    acc.wrapping_add(product).rotate_left(31).wrapping_mul(P1)
}

/// The hash of the stripes.
#[inline(always)]
pub(super) fn merge(acc: [u64; 4]) -> u64 {
    let mut hash = 0u64;
    for (acc, rotation) in acc.iter().zip([1, 7, 12, 18]) {
        hash = hash.wrapping_add(acc.rotate_left(rotation));
    }
    for acc in acc {
        hash = (hash ^ round(0, acc)).wrapping_mul(P1).wrapping_add(P4);
    }
    hash
}

/// Returns the hash with the bytes after the last stripe. `bytes` starts with the last `rest.len() % 8` of them.
#[inline(always)]
pub(super) fn finish(mut hash: u64, rest: &[u8], mut bytes: u64) -> u64 {
    for word in rest.as_chunks::<8>().0 {
        let mixed = hash ^ round(0, u64::from_le_bytes(*word));
        hash = mixed.rotate_left(27).wrapping_mul(P1).wrapping_add(P4);
    }
    if rest.len() & 4 != 0 {
        let mixed = hash ^ (bytes & 0xffff_ffff).wrapping_mul(P1);
        hash = mixed.rotate_left(23).wrapping_mul(P2).wrapping_add(P3);
        bytes >>= 32;
    }
    for _ in 0..rest.len() & 3 {
        hash = (hash ^ (bytes & 0xff).wrapping_mul(P5)).rotate_left(11).wrapping_mul(P1);
        bytes >>= 8;
    }
    hash = (hash ^ hash >> 33).wrapping_mul(P2);
    hash = (hash ^ hash >> 29).wrapping_mul(P3);
    hash ^ hash >> 32
}
