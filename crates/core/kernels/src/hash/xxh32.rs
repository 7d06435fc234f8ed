//! XXH32. Spec: <https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md>

use super::per_row::per_row;
use crate::blocks::HashKernel;

/// XXH32 of each row under its 32-bit seed.
pub const XXH32: HashKernel<u32, u32> = per_row!(::xxhash_rust::xxh32::xxh32);
