//! XXH64. Spec: <https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md>

mod accumulators;
mod lanes;
mod long;
pub(crate) mod one;
mod rounds;
mod scalar;
mod state;

pub use state::Xxh64;

use xxhash_rust::xxh64::xxh64 as one_row;

use crate::isa::Isa;
use crate::lanes::{Kernel, Scalar};
use crate::rows::{
    Block, Few, HashKernel, Layout, RowHash, Seeds, are_in_order, every_row, one_by_one,
};

const P1: u64 = 0x9E37_79B1_85EB_CA87;
const P2: u64 = 0xC2B2_AE3D_27D4_EB4F;
const P3: u64 = 0x1656_67B1_9E37_79F9;
const P4: u64 = 0x85EB_CA77_C2B2_AE63;
const P5: u64 = 0x27D4_EB2F_1656_67C5;

/// The bytes of a round of the four accumulators.
const STRIPE: usize = 32;

/// Batches of fewer rows need no block. From 128 rows on, rows that don't go into lanes are sorted.
///
/// | ns a row on Zen 4, the crate : AVX2 : AVX-512 | 1 row | 4 | 6 | 8 | 16 | 64 |
/// |---|---|---|---|---|---|---|
/// | words | 19 : 41 : 42 | 14 : 19 : 20 | 13 : 17 : 12 | 13 : 16 : 8.5 | 12 : 13 : 5.7 | 11 : 11 : 4.1 |
/// | texts of 20 to 120 bytes | 31 : 55 : 55 | 27 : 34 : 34 | 31 : 37 : 33 | 25 : 29 : 21 | 24 : 26 : 15 | 23 : 24 : 11 |
const FEW: Few = Few::by_isa(128, 128, 6);

/// XXH64 of each row under its seed.
pub const XXH64: HashKernel<u64, u64> = HashKernel::of_blocks(xxh64)
    .or_few(|isa, rows, seeds, out| one_by_one(FEW, isa, rows, seeds, out, OneRow { isa }));

/// XXH64 of one row by the crate.
struct OneRow {
    isa: Isa,
}

impl RowHash<u64, u64> for OneRow {
    #[inline(always)]
    fn hash(&self, row: &[u8], seed: u64) -> u64 {
        match self.isa {
            Isa::Avx2(_) | Isa::Avx512(_) if row.len() >= long::LONG => {
                long_row(self.isa, row, seed)
            }
            _ => one_row(row, seed),
        }
    }

    #[inline(always)]
    fn column<'a>(&self, layout: &impl Layout<'a>, seeds: &Seeds<'_, u64>, out: &mut [u64]) {
        if self.is_best_for(layout) {
            // Without the branch for long rows: with it, UUIDs take 13.1 instead of 11.2 ns (Zen 3).
            assert_eq!(layout.len(), out.len());
            for (i, out) in out.iter_mut().enumerate() {
                *out = one_row(layout.long_row(i), seeds.of(i));
            }
        } else {
            every_row(layout, seeds, out, |row, seed| self.hash(row, seed));
        }
    }

    /// Without lanes, columns whose rows are too long for sorting to pay need no blocks.
    #[inline(always)]
    fn is_best_for<'a>(&self, layout: &impl Layout<'a>) -> bool {
        matches!(self.isa, Isa::Portable | Isa::Avx2(_))
            && are_in_order(layout, scalar::SHORT + 1..=scalar::SORTED)
    }
}

/// Hashes a row of at least [`long::LONG`] bytes with vectors.
#[inline(never)]
fn long_row(isa: Isa, row: &[u8], seed: u64) -> u64 {
    isa.run(long::LongRow { row, seed })
}

fn xxh64(isa: Isa, block: &Block<'_>, seeds: Seeds<'_, u64>, out: &mut [u64]) {
    match isa {
        Isa::Portable => scalar::Sorted { block, seeds, out }.run(Scalar),
        // Four lanes of AVX2 compute each product from three smaller ones. For words they are as fast as this, and for
        // about 900 bytes they take 145 ns instead of 83.
        Isa::Avx2(simd) => simd.vectorize(scalar::Sorted { block, seeds, out }),
        Isa::Neon(simd) => simd.vectorize(scalar::Sorted { block, seeds, out }),
        Isa::Avx512(simd) => simd.vectorize(lanes::Lanes { block, seeds, out }),
    }
}
