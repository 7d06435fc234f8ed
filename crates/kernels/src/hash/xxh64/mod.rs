//! XXH64. Spec: <https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md>

mod lanes;
pub(crate) mod one;
mod rounds;
mod scalar;
mod state;

pub use state::Xxh64;

use crate::isa::Isa;
use crate::lanes::{Kernel, Scalar};
use crate::rows::{Block, Seeds};

const P1: u64 = 0x9E37_79B1_85EB_CA87;
const P2: u64 = 0xC2B2_AE3D_27D4_EB4F;
const P3: u64 = 0x1656_67B1_9E37_79F9;
const P4: u64 = 0x85EB_CA77_C2B2_AE63;
const P5: u64 = 0x27D4_EB2F_1656_67C5;

/// The bytes of a round of the four accumulators.
const STRIPE: usize = 32;

/// XXH64 of each row under its seed.
pub fn xxh64(isa: Isa, block: &Block<'_>, seeds: Seeds<'_, u64>, out: &mut [u64]) {
    match isa {
        Isa::Portable => scalar::Sorted { block, seeds, out }.run(Scalar),
        // Four lanes of AVX2 have to make each product of three smaller ones. On words they are as
        // fast as this, and on ~900 B they take 145 ns instead of 83.
        Isa::Avx2(simd) => simd.vectorize(scalar::Sorted { block, seeds, out }),
        Isa::Avx512(simd) => simd.vectorize(lanes::Lanes { block, seeds, out }),
    }
}
