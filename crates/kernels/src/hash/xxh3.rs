//! XXH3, 64 and 128 bits. Spec: <https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md>

use xxhash_rust::xxh3;

use super::per_row;
use crate::isa::Isa;
use crate::rows::{Block, Seeds};

/// XXH3-64 of each row under its seed.
pub fn xxh3_64(_: Isa, block: &Block<'_>, seeds: Seeds<'_, u64>, out: &mut [u64]) {
    match seeds {
        // Seed 0 is the default secret; saying so saves deriving one for every row over 240 bytes.
        Seeds::Constant(0) => per_row::unseeded(block, out, xxh3::xxh3_64),
        _ => per_row::seeded(block, seeds, out, xxh3::xxh3_64_with_seed),
    }
}

/// XXH3-128 of each row under its seed, in the canonical form: 16 bytes, big-endian, high half
/// first.
pub fn xxh3_128(_: Isa, block: &Block<'_>, seeds: Seeds<'_, u64>, out: &mut [[u8; 16]]) {
    match seeds {
        Seeds::Constant(0) => {
            per_row::unseeded(block, out, |row| xxh3::xxh3_128(row).to_be_bytes());
        }
        _ => per_row::seeded(block, seeds, out, |row, seed| {
            xxh3::xxh3_128_with_seed(row, seed).to_be_bytes()
        }),
    }
}
