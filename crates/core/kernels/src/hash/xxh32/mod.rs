//! XXH32. Spec: <https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md>

mod lanes;

use xxhash_rust::xxh32::xxh32 as one;

use super::per_row;
use crate::isa::Isa;
use crate::rows::{Block, Few, HashKernel, Seeds, one_by_one};

const P1: u32 = 0x9E37_79B1;
const P2: u32 = 0x85EB_CA77;
const P3: u32 = 0xC2B2_AE3D;
const P4: u32 = 0x27D4_EB2F;
const P5: u32 = 0x1656_67B1;

/// The bytes of a round of the four accumulators.
const STRIPE: usize = 16;

/// Batches of fewer rows need no block.
///
/// | ns a row on Zen 4, the crate : AVX2 : AVX-512 | 1 row | 4 | 8 | 12 | 16 |
/// |---|---|---|---|---|---|
/// | words | 19 : 44 : 45 | 13 : 21 : 20 | 12 : 9.2 : 16 | 11 : 13 : 9.8 | 11 : 6.2 : 5.7 |
/// | texts of 20 to 120 bytes | 31 : 58 : 58 | 26 : 35 : 34 | 24 : 22 : 29 | 24 : 26 : 26 | 23 : 16 : 17 |
const FEW: Few = Few::by_isa(64, 8, 12);

/// XXH32 of each row under its 32-bit seed.
pub const XXH32: HashKernel<u32, u32> = HashKernel::of_blocks(xxh32)
    .or_few(|isa, rows, seeds, out| one_by_one(FEW, isa, rows, seeds, out, one));

fn xxh32(isa: Isa, block: &Block<'_>, seeds: Seeds<'_, u32>, out: &mut [u32]) {
    match isa {
        // Four lanes execute 1.1 to 1.9 times as many instructions.
        Isa::Portable | Isa::Neon(_) => per_row::seeded(block, seeds, out, one),
        Isa::Avx2(simd) => simd.vectorize32(lanes::Lanes { block, seeds, out }),
        Isa::Avx512(simd) => simd.vectorize32(lanes::Lanes { block, seeds, out }),
    }
}
