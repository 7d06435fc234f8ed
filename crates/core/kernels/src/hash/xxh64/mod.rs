//! XXH64. Spec: <https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md>

mod lanes;
pub(crate) mod one;
mod sorted;
mod stripes;

use xxhash_rust::xxh64::xxh64 as one_row;

pub use stripes::Xxh64;

use crate::blocks::{
    Block, FewLimits, HashKernel, Layout, LengthSample, RowHash, Seeds, one_by_one,
};
use crate::isa::Isa;
use crate::lanes::{Kernel, Scalar};
use sorted::SortedRows;
use stripes::{LONG, Xxh64LongRow};

const P1: u64 = 0x9E37_79B1_85EB_CA87;
const P2: u64 = 0xC2B2_AE3D_27D4_EB4F;
const P3: u64 = 0x1656_67B1_9E37_79F9;
const P4: u64 = 0x85EB_CA77_C2B2_AE63;
const P5: u64 = 0x27D4_EB2F_1656_67C5;

/// The bytes of a round of the four accumulators.
const STRIPE: usize = 32;

/// Batches of fewer rows need no block. Without AVX-512, sorting fewer than 128 costs more than it
/// saves.
///
/// | ns a row on Zen 4, the crate : AVX-512 | 1 row | 4 | 6 | 8 | 16 | 64 |
/// |---|---|---|---|---|---|---|
/// | words | 19 : 42 | 14 : 20 | 13 : 12 | 13 : 8.5 | 12 : 5.7 | 11 : 4.1 |
/// | texts of 20 to 120 bytes | 31 : 55 | 27 : 34 | 31 : 33 | 25 : 21 | 24 : 15 | 23 : 11 |
const FEW: FewLimits = FewLimits::by_isa(128, 128, 6);

/// XXH64 of each row under its seed: with AVX-512 one row in each lane, with others one after the
/// other, by length. Four lanes of AVX2 compute each product from three smaller ones; they take 145
/// ns for about 900 bytes, and the crate 83.
pub const XXH64: HashKernel<u64, u64> = HashKernel::of_blocks(hash_block)
    .or_few(|isa, rows, seeds, out| one_by_one(FEW, isa, rows, seeds, out, Xxh64OneByOne { isa }));

/// Hashes a column without blocks.
struct Xxh64OneByOne {
    isa: Isa,
}

impl RowHash<u64, u64> for Xxh64OneByOne {
    #[inline(always)]
    fn hash(&self, row: &[u8], seed: u64) -> u64 {
        hash_row(self.isa, row, seed)
    }

    #[inline(always)]
    fn is_best_for(&self, sample: &LengthSample) -> bool {
        !matches!(self.isa, Isa::Avx512(_)) && sample.most_are(sorted::SHORT + 1..=sorted::SORTED)
    }

    #[inline(always)]
    fn column<'a>(
        &self,
        layout: &impl Layout<'a>,
        sample: &LengthSample,
        seeds: &Seeds<'_, u64>,
        out: &mut [u64],
    ) {
        assert_eq!(layout.len(), out.len());
        for (i, out) in out.iter_mut().enumerate() {
            *out = hash_row(self.isa, sample.row_and_prefetch(layout, i), seeds.seed(i));
        }
    }
}

/// The hash of one row, by the crate if it isn't long.
#[inline(always)]
fn hash_row(isa: Isa, row: &[u8], seed: u64) -> u64 {
    match isa {
        Isa::Avx2(_) | Isa::Avx512(_) if row.len() >= LONG => long_row(isa, row, seed),
        _ => one_row(row, seed),
    }
}

/// Hashes a row of at least [`LONG`] bytes with vectors.
#[inline(never)]
fn long_row(isa: Isa, row: &[u8], seed: u64) -> u64 {
    isa.vectorize(Xxh64LongRow { row, seed })
}

fn hash_block(isa: Isa, block: &Block<'_>, seeds: Seeds<'_, u64>, out: &mut [u64]) {
    match isa {
        Isa::Avx512(simd) => simd.vectorize(lanes::StripeLanes { block, seeds, out }),
        Isa::Portable => SortedRows { block, seeds, out }.with_simd(Scalar),
        Isa::Avx2(simd) => simd.vectorize(SortedRows { block, seeds, out }),
        Isa::Neon(simd) => simd.vectorize(SortedRows { block, seeds, out }),
    }
}
