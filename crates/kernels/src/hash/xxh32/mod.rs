//! XXH32. Spec: <https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md>

mod lanes;

use xxhash_rust::xxh32::xxh32 as one;

use super::per_row;
use crate::isa::Isa;
use crate::rows::{Block, Seeds};

const P1: u32 = 0x9E37_79B1;
const P2: u32 = 0x85EB_CA77;
const P3: u32 = 0xC2B2_AE3D;
const P4: u32 = 0x27D4_EB2F;
const P5: u32 = 0x1656_67B1;

/// The bytes of a round of the four accumulators.
const STRIPE: usize = 16;

/// XXH32 of each row under its 32-bit seed.
pub fn xxh32(isa: Isa, block: &Block<'_>, seeds: Seeds<'_, u32>, out: &mut [u32]) {
    match isa {
        Isa::Portable => per_row::seeded(block, seeds, out, one),
        Isa::Avx2(simd) => simd.vectorize32(lanes::Lanes { block, seeds, out }),
        Isa::Avx512(simd) => simd.vectorize32(lanes::Lanes { block, seeds, out }),
    }
}
