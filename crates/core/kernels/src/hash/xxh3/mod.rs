//! XXH3, 64 and 128 bits. Spec: <https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md>
//!
//! XXH3 is a different hash for each of several ranges of length. If the lengths of a column vary,
//! mispredicted branches on them cost more than the arithmetic. So the rows of a range run
//! together, in a loop without such a branch:
//!
//! | rows | loop | file |
//! |---|---|---|
//! | up to 16 bytes | one row in each lane: XXH3-64 computes all lengths at once, XXH3-128 takes lists of rows up to 3, 8 and 16 bytes | `short.rs` |
//! | 17 to 240 bytes | one after the other; with AVX-512 one row in each lane | `medium.rs` |
//! | longer | one after the other: stripes of 64 bytes into eight accumulators, which are one vector or two | `long.rs` |
//!
//! A column is hashed like this:
//!
//! ```text
//! if the rows are few, or if the CPU lacks AVX-512 and most rows of a sample have 17 to 240 bytes:
//!     hash them one after the other, straight from the layout
//! else, for each block of 256 rows:
//!     list the rows by range, unless all are of one; prefetch or touch them, by `Fetch`
//!     hash each list
//! ```
//!
//! Lanes multiply 64 bits. AVX-512 has that instruction. AVX2 makes it of three others, which pays
//! for XXH3-64 up to 16 bytes alone. XXH3-128 multiplies more often: without AVX-512, its short
//! rows run in one lane, and the crate hashes the others up to 240 bytes.

mod long;
mod medium;
mod short;

use std::hint::black_box;

use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed, xxh3_128, xxh3_128_with_seed};

pub use long::Xxh3;
use long::{SecretBytes, SecretWords, derive_words};
use medium::{BlockRows, ColumnRows, RowByRow, most_pairs};

use crate::blocks::{
    Block, Fetch, FewLimits, HashKernel, Layout, LengthSample, RowHash, Seeds, one_by_one,
};
use crate::groups::{ClassMembers, ClassPartition, LengthExtent};
use crate::isa::Isa;
use crate::lanes::{Avx512, ClassLists, Kernel, Scalar};

/// XXH3-64 of each row under its seed.
pub const XXH3_64: HashKernel<u64, u64> =
    HashKernel::of_blocks(hash_block).or_few(|isa, rows, seeds, out| {
        let few = FewLimits { portable: u16::MAX, avx2: 96, avx512: 56, short: 28 };
        one_by_one(few, isa, rows, seeds, out, Xxh3OneByOne { isa })
    });

/// XXH3-128 of each row under its seed, in the canonical form: 16 bytes, big-endian, high half
/// first.
pub const XXH3_128: HashKernel<u64, [u8; 16]> =
    HashKernel::of_blocks(hash_block).or_few(|isa, rows, seeds, out| {
        one_by_one(FewLimits::by_isa(u16::MAX, 96, 64), isa, rows, seeds, out, Xxh3OneByOne { isa })
    });

/// The longest row that is hashed in lanes.
const SHORT: usize = 16;

/// The longest row of the pairs that [`medium`] multiplies.
const MOST_WITH_PAIRS: usize = 128;

/// The longest row that has no stripes.
const MEDIUM: usize = 240;

/// Rows of a block that belong to one range of lengths, in a list.
struct ListedRows<'a, T> {
    members: ClassMembers<'a>,
    seeds: Seeds<'a, u64>,
    /// The secret under the seed of all rows, if they have one.
    secret: &'a SecretWords,
    fetch: &'a Fetch<'a>,
    /// The hash of each row of the block.
    out: &'a mut [T],
}

/// What XXH3-64 and XXH3-128 don't share.
trait Xxh3Hash: Copy {
    /// The ranges of lengths that run together, up to [`MEDIUM`]: the longest row of each.
    fn ranges(isa: Isa) -> &'static [u8];
    /// Hashes rows of a range up to [`SHORT`] in lanes.
    fn hash_short(isa: Isa, longest: u8, rows: ListedRows<'_, Self>);
    /// The hash of one row by the crate.
    fn of_row(row: &[u8], seed: u64) -> Self;
    /// The hash of a row of 17 to 128 bytes, if that is faster than the crate. `None` for other
    /// rows.
    fn of_medium(row: &[u8], secret: &SecretWords, pairs: usize) -> Option<Self>;
    /// Hashes rows of a range up to [`MEDIUM`] in lanes.
    fn hash_medium(simd: Avx512, longest: u8, rows: ListedRows<'_, Self>);
    /// Hashes rows one after the other, compiled for an instruction set if that is faster.
    fn run_row_by_row<K: Kernel<Output = ()>>(isa: Isa, kernel: K);
    /// The hash whose halves these are: XXH3-64 has only the low one.
    fn from_words(low: u64, high: u64) -> Self;
    /// The hash of a row over [`MEDIUM`] bytes, from the sums of its stripes.
    fn of_sums(sums: &[u64; 8], len: u64, secret: &SecretBytes) -> Self;
}

impl Xxh3Hash for u64 {
    fn ranges(isa: Isa) -> &'static [u8] {
        match isa {
            Isa::Avx512(_) => &[16, 32, 64, 96, 128, 240],
            _ => &[16, 240],
        }
    }

    fn hash_short(isa: Isa, _: u8, rows: ListedRows<'_, u64>) {
        short::hash_64(isa, rows);
    }

    #[inline(always)]
    fn of_row(row: &[u8], seed: u64) -> u64 {
        if seed == 0 { xxh3_64(row) } else { xxh3_64_with_seed(row, seed) }
    }

    #[inline(always)]
    fn of_medium(row: &[u8], secret: &SecretWords, pairs: usize) -> Option<u64> {
        medium::hash_64(row, secret, pairs)
    }

    fn hash_medium(simd: Avx512, longest: u8, rows: ListedRows<'_, u64>) {
        medium::hash_in_lanes(simd, longest, rows);
    }

    #[inline(always)]
    fn run_row_by_row<K: Kernel<Output = ()>>(isa: Isa, kernel: K) {
        isa.vectorize(kernel);
    }

    #[inline(always)]
    fn from_words(low: u64, _: u64) -> u64 {
        low
    }

    #[inline(always)]
    fn of_sums(sums: &[u64; 8], len: u64, secret: &SecretBytes) -> u64 {
        long::merge_64(sums, len, secret)
    }
}

impl Xxh3Hash for [u8; 16] {
    fn ranges(isa: Isa) -> &'static [u8] {
        match isa {
            Isa::Portable => &[240],
            Isa::Avx512(_) => &[3, 8, 16, 32, 64, 96, 128, 240],
            // One lane: DuckDB takes 14.2 ns for words and 11.6 for 8 to 24 bytes, and 18.3 and
            // 14.8 with the crate (Zen 5).
            _ => &[3, 8, 16, 240],
        }
    }

    fn hash_short(isa: Isa, longest: u8, rows: ListedRows<'_, [u8; 16]>) {
        short::hash_128(isa, longest, rows);
    }

    #[inline(always)]
    fn of_row(row: &[u8], seed: u64) -> [u8; 16] {
        crate_128(row, seed).to_be_bytes()
    }

    /// A loop like that of XXH3-64 is slower: UUIDs take 7.1 ns with it and 4.5 with the crate, and
    /// texts as long (Zen 5).
    #[inline(always)]
    fn of_medium(_: &[u8], _: &SecretWords, _: usize) -> Option<[u8; 16]> {
        None
    }

    fn hash_medium(simd: Avx512, longest: u8, rows: ListedRows<'_, [u8; 16]>) {
        medium::hash_in_lanes(simd, longest, rows);
    }

    /// The crate is called for each row, and calls between code for different instruction sets cost
    /// 2 ns.
    #[inline(always)]
    fn run_row_by_row<K: Kernel<Output = ()>>(_: Isa, kernel: K) {
        kernel.with_simd(Scalar);
    }

    #[inline(always)]
    fn from_words(low: u64, high: u64) -> [u8; 16] {
        (u128::from(high) << 64 | u128::from(low)).to_be_bytes()
    }

    #[inline(always)]
    fn of_sums(sums: &[u64; 8], len: u64, secret: &SecretBytes) -> [u8; 16] {
        long::merge_128(sums, len, secret).to_be_bytes()
    }
}

/// Not inlined, so that the result comes in two registers. 16 bytes would come through memory,
/// written as two words and read as one vector, which waits for both. UUIDs took 9.4 ns instead of
/// 7.0.
#[inline(never)]
fn crate_128(row: &[u8], seed: u64) -> u128 {
    if seed == 0 { xxh3_128(row) } else { xxh3_128_with_seed(row, seed) }
}

/// Hashes a column without blocks.
struct Xxh3OneByOne {
    isa: Isa,
}

impl<T: Xxh3Hash> RowHash<u64, T> for Xxh3OneByOne {
    #[inline(always)]
    fn hash(&self, row: &[u8], seed: u64) -> T {
        if row.len() > MEDIUM { long::hash_row(self.isa, row, seed) } else { T::of_row(row, seed) }
    }

    #[inline(always)]
    fn is_best_for(&self, sample: &LengthSample) -> bool {
        !matches!(self.isa, Isa::Avx512(_)) && sample.most_are(SHORT + 1..=MEDIUM)
    }

    #[inline(always)]
    fn column<'a>(
        &self,
        layout: &impl Layout<'a>,
        sample: &LengthSample,
        seeds: &Seeds<'_, u64>,
        out: &mut [T],
    ) {
        assert_eq!(layout.len(), out.len());
        let rows = ColumnRows { layout, sample };
        // Hidden from the compiler, as below.
        let secret = &black_box(derive_words(seeds.constant().unwrap_or_default()));
        let pairs = most_pairs(sample.lens());
        T::run_row_by_row(
            self.isa,
            RowByRow { isa: self.isa, rows, seeds: *seeds, secret, pairs, out },
        );
    }
}

/// Hashes the rows of a block, range by range.
fn hash_block<T: Xxh3Hash>(isa: Isa, block: &Block<'_>, seeds: Seeds<'_, u64>, out: &mut [T]) {
    assert_eq!(block.len(), out.len());
    let extent = LengthExtent::of_block(isa, block);
    let ranges = T::ranges(isa);
    let range_of = |len: usize| ranges.iter().position(|longest| len <= usize::from(*longest));
    let is_listed = range_of(extent.shortest) != range_of(extent.longest);
    let fetch = &Fetch::of_block(block, extent.longest, is_listed);
    // Hidden from the compiler, which would turn it into immediate operands.
    let secret = &black_box(derive_words(seeds.constant().unwrap_or_default()));
    let mut lists = ClassLists::new();
    let partition = ClassPartition::new(isa, block, ranges, extent, &mut lists);
    for (range, longest) in ranges.iter().chain([&u8::MAX]).enumerate() {
        let members = partition.members(range);
        if members.ids().is_empty() {
            continue;
        }
        let rows = ListedRows { members, seeds, secret, fetch, out: &mut *out };
        match (usize::from(*longest), isa) {
            (..=SHORT, _) => T::hash_short(isa, *longest, rows),
            (..=MEDIUM, Isa::Avx512(simd)) => T::hash_medium(simd, *longest, rows),
            (..=MEDIUM, _) => {
                let rows = BlockRows { block, members, fetch };
                // Counting the pairs of all rows would take as long as it saves.
                let pairs = most_pairs([extent.longest.min(MOST_WITH_PAIRS)].into_iter());
                T::run_row_by_row(
                    isa,
                    RowByRow { isa, rows, seeds, secret, pairs, out: &mut *out },
                );
            }
            _ => long::hash_rows(isa, block, rows),
        }
    }
}
