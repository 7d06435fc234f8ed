//! Redshift's `fnv_hash`: FNV-1a of 64 bits over the bytes of a value in memory.
//!
//! Spec: <https://docs.aws.amazon.com/redshift/latest/dg/r_FNV_HASH.html>. The seed is the hash
//! before the value. Only the types are hashed for which that page has results.

use super::engine::{Engine, EngineTypes};
use crate::hash::fnv::{BASIS_64, fnv1a_64};

/// Redshift.
pub(super) struct RedshiftEngine;

#[inline(always)]
fn fnv1a(bytes: &[u8], hash: i64) -> i64 {
    fnv1a_64(bytes, hash.cast_unsigned()).cast_signed()
}

impl Engine for RedshiftEngine {
    type Hash = i64;
    const SEED: i64 = BASIS_64.cast_signed();
    const NAME: &'static str = "Redshift";
    const TYPES: EngineTypes = EngineTypes::FEWEST;

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
