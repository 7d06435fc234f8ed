//! Hashes a row that is one number.

use super::{P1, P2, P3, P4, P5};

/// XXH64 of the 4 little-endian bytes of a number.
#[inline(always)]
pub(crate) fn word32(value: u32, seed: u64) -> u64 {
    let hash = seed.wrapping_add(P5).wrapping_add(4) ^ u64::from(value).wrapping_mul(P1);
    finish(hash.rotate_left(23).wrapping_mul(P2).wrapping_add(P3))
}

/// XXH64 of the 8 little-endian bytes of a number.
#[inline(always)]
pub(crate) fn word64(value: u64, seed: u64) -> u64 {
    let round = value.wrapping_mul(P2).rotate_left(31).wrapping_mul(P1);
    let hash = seed.wrapping_add(P5).wrapping_add(8) ^ round;
    finish(hash.rotate_left(27).wrapping_mul(P1).wrapping_add(P4))
}

#[inline(always)]
fn finish(hash: u64) -> u64 {
    let hash = (hash ^ hash >> 33).wrapping_mul(P2);
    let hash = (hash ^ hash >> 29).wrapping_mul(P3);
    hash ^ hash >> 32
}

#[cfg(test)]
mod tests {
    use super::*;
    use xxhash_rust::xxh64::xxh64;

    #[test]
    fn a_number_is_its_bytes() {
        for seed in [0, 42, u64::MAX, P1] {
            for value in (0..64).map(|bit| u64::MAX >> bit ^ 0x5555_0001) {
                assert_eq!(word64(value, seed), xxh64(&value.to_le_bytes(), seed));
                let value = value as u32;
                assert_eq!(word32(value, seed), xxh64(&value.to_le_bytes(), seed));
            }
        }
    }
}
