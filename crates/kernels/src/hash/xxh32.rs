//! XXH32. Spec: <https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md>

use super::per_row;
use crate::isa::Isa;
use crate::rows::{Block, Seeds};

/// XXH32 of each row under its 32-bit seed.
pub fn xxh32(_: Isa, block: &Block<'_>, seeds: Seeds<'_, u32>, out: &mut [u32]) {
    per_row::seeded(block, seeds, out, xxhash_rust::xxh32::xxh32);
}
