//! Redshift's `fnv_hash`: FNV-1a of 64 bits over the bytes of a value in memory.
//!
//! Spec: <https://docs.aws.amazon.com/redshift/latest/dg/r_FNV_HASH.html>. The seed is the hash before the value. Only
//! the types are hashed for which that page has results.

use super::engine::{Engine, Types};

/// Redshift.
pub(super) struct Redshift;

/// FNV's offset basis.
const BASIS: u64 = 0xcbf2_9ce4_8422_2325;
const PRIME: u64 = 0x0000_0100_0000_01b3;

#[inline(always)]
fn fnv1a(bytes: &[u8], hash: i64) -> i64 {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(PRIME);
    bytes.iter().fold(hash.cast_unsigned(), step).cast_signed()
}

impl Engine for Redshift {
    type Hash = i64;
    const SEED: i64 = BASIS.cast_signed();
    const NAME: &'static str = "Redshift";
    const TYPES: Types = Types::FEWEST;

    #[inline(always)]
    fn null(hash: i64) -> i64 {
        hash
    }

    #[inline(always)]
    fn short(value: i16, hash: i64) -> i64 {
        fnv1a(&value.to_le_bytes(), hash)
    }

    #[inline(always)]
    fn int(value: i32, hash: i64) -> i64 {
        fnv1a(&value.to_le_bytes(), hash)
    }

    #[inline(always)]
    fn long(value: i64, hash: i64) -> i64 {
        fnv1a(&value.to_le_bytes(), hash)
    }

    #[inline(always)]
    fn text(value: &[u8], hash: i64) -> i64 {
        fnv1a(value, hash)
    }

    #[inline(always)]
    fn binary(value: &[u8], hash: i64) -> i64 {
        fnv1a(value, hash)
    }
}
