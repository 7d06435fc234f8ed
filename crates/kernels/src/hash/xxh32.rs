//! XXH32. Spec: <https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md>

use super::per_row;
use crate::rows::Block;

/// XXH32 of each row under its 32-bit seed.
pub fn xxh32(block: &Block<'_, u32>, out: &mut [u32]) {
    per_row::seeded(block, out, xxhash_rust::xxh32::xxh32);
}
