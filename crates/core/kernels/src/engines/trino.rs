//! Trino's `xxhash64`: XXH64 under the seed 0 as eight bytes, big-endian.
//! Spec: <https://trino.io/docs/current/functions/binary.html>

use crate::hash::algorithm::digest_u64;
use crate::hash::{Algorithm, xxh64};

/// `xxhash64` of Trino.
pub static TRINO_XXHASH64: Algorithm = Algorithm::of_blocks("xxhash64", 8, |isa, block, out| {
    digest_u64(isa, block, out, xxh64::XXH64);
});
