//! Buckets of hashes, without a division and without the bias of a remainder.
//! Reference: D. Lemire, "Fast random integer generation in an interval", 2019,
//! <https://arxiv.org/abs/1805.10941>

/// The bucket of a hash among `count`, from 0 on: the high 64 bits of `hash * count`. Each bucket
/// gets 2^64 / `count` hashes, or one more.
#[inline(always)]
pub fn hash_bucket(hash: u64, count: u32) -> i32 {
    // Below `count`, which the callers keep below 2^31.
    ((u128::from(hash) * u128::from(count)) >> 64) as i32
}
