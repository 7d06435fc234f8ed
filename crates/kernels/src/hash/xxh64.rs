//! XXH64. Spec: <https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md>

use super::per_row;
use crate::isa::Isa;
use crate::rows::{Block, Seeds};

/// XXH64 of each row under its seed.
pub fn xxh64(_: Isa, block: &Block<'_>, seeds: Seeds<'_, u64>, out: &mut [u64]) {
    per_row::seeded(block, seeds, out, xxhash_rust::xxh64::xxh64);
}
