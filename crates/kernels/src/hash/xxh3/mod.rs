//! XXH3, 64 and 128 bits. Spec: <https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md>
//!
//! XXH3 is a hash for each of several ranges of length. If the lengths of a column vary, mispredicted branches on them cost
//! more than the arithmetic. So each range has a loop that doesn't branch on the length, or branches predictably:
//!
//! | rows | loop | file |
//! |---|---|---|
//! | up to 16 bytes | one row in each lane, all lengths at once | `short.rs` |
//! | 17 to 240 bytes | one after the other: the pairs of words that a row lacks are left out of its sum | `medium.rs` |
//! | longer | one after the other: stripes of 64 bytes into eight accumulators, which are one vector or two | `long.rs` |
//!
//! How a column is hashed:
//!
//! ```text
//! if the rows are few, or a sample shows that most have 17 to 240 bytes:
//!     hash them one after the other, straight from the layout
//! else, for each block of 256 rows:
//!     if all have at most 16 bytes: hash them in lanes, in order
//!     else: list them by range, and hash each list
//! ```
//!
//! Lanes need a multiplication of 64 bits, which AVX-512 has and AVX2 builds from three; two lanes of NEON would not pay, so
//! there, as without vectors, rows up to 240 bytes run one after the other. XXH3-128 has no lanes: it multiplies to 128 bits
//! twice as often, and what engines do with a result of 16 bytes takes most of a query's time.

mod long;
mod medium;
mod short;

use xxhash_rust::xxh3::{xxh3_64_with_seed, xxh3_128_with_seed};

pub use long::Xxh3;
use long::{LongRows, Secret};
use medium::RowByRow;
use short::ShortRows;

use crate::groups::{Extent, Partition};
use crate::isa::Isa;
use crate::lanes::Lists;
use crate::rows::{Block, Fetch, Few, HashKernel, Layout, RowHash, Sample, Seeds, one_by_one};

/// XXH3-64 of each row under its seed.
pub const XXH3_64: HashKernel<u64, u64> =
    HashKernel::of_blocks(hash_block).or_few(|isa, rows, seeds, out| {
        let few = Few { portable: u16::MAX, avx2: 96, avx512: 56, short: 28 };
        one_by_one(few, isa, rows, seeds, out, OneByOne { isa })
    });

/// XXH3-128 of each row under its seed, in the canonical form: 16 bytes, big-endian, high half
/// first.
pub const XXH3_128: HashKernel<u64, [u8; 16]> =
    HashKernel::of_blocks(hash_block).or_few(|isa, rows, seeds, out| {
        one_by_one(Few::by_isa(u16::MAX, 96, 64), isa, rows, seeds, out, OneByOne { isa })
    });

/// The longest row that is hashed in lanes.
const SHORT: usize = 16;

/// The longest row that has no stripes.
const MEDIUM: usize = 240;

/// What XXH3-64 and XXH3-128 don't share.
trait Hash: Copy {
    /// The longest row of each range of lengths that run together, up to [`MEDIUM`].
    const RANGES: &[u8];
    /// Hashes rows of the range that ends with `longest`.
    fn hash_short(isa: Isa, longest: u8, rows: ShortRows<'_, Self>);
    /// The hash of one row by the crate.
    fn of(row: &[u8], seed: u64) -> Self;
    /// The hash of a row of 17 to 128 bytes, if that is faster than the crate. `None` for other rows.
    fn of_medium(row: &[u8], secret: &Secret, pairs: usize) -> Option<Self>;
    /// The hash whose halves these are: XXH3-64 has only the low one.
    fn from_words(low: u64, high: u64) -> Self;
    /// The hash of a row over [`MEDIUM`] bytes, from the sums of its stripes.
    fn of_sums(sums: &[u64; 8], len: u64, secret: &Secret) -> Self;
}

impl Hash for u64 {
    const RANGES: &[u8] = &[16, 240];

    fn hash_short(isa: Isa, _: u8, rows: ShortRows<'_, u64>) {
        short::hash_64(isa, rows);
    }

    #[inline(always)]
    fn of(row: &[u8], seed: u64) -> u64 {
        xxh3_64_with_seed(row, seed)
    }

    #[inline(always)]
    fn of_medium(row: &[u8], secret: &Secret, pairs: usize) -> Option<u64> {
        medium::hash(row, secret, pairs)
    }

    #[inline(always)]
    fn from_words(low: u64, _: u64) -> u64 {
        low
    }

    #[inline(always)]
    fn of_sums(sums: &[u64; 8], len: u64, secret: &Secret) -> u64 {
        long::merge_64(sums, len, secret)
    }
}

impl Hash for [u8; 16] {
    const RANGES: &[u8] = &[3, 8, 16, 240];

    fn hash_short(isa: Isa, longest: u8, rows: ShortRows<'_, [u8; 16]>) {
        short::hash_128(isa, longest, rows);
    }

    #[inline(always)]
    fn of(row: &[u8], seed: u64) -> [u8; 16] {
        crate_128(row, seed).to_be_bytes()
    }

    /// A loop of our own is slower: UUIDs took 11.7 ns with it and 9.6 with the crate (Zen 3).
    #[inline(always)]
    fn of_medium(_: &[u8], _: &Secret, _: usize) -> Option<[u8; 16]> {
        None
    }

    #[inline(always)]
    fn from_words(low: u64, high: u64) -> [u8; 16] {
        (u128::from(high) << 64 | u128::from(low)).to_be_bytes()
    }

    #[inline(always)]
    fn of_sums(sums: &[u64; 8], len: u64, secret: &Secret) -> [u8; 16] {
        long::merge_128(sums, len, secret).to_be_bytes()
    }
}

/// Not inlined, so that the result comes in two registers. 16 bytes would come through memory, written as two words and read
/// as one vector, which waits for both. UUIDs took 9.4 ns instead of 7.0.
#[inline(never)]
fn crate_128(row: &[u8], seed: u64) -> u128 {
    xxh3_128_with_seed(row, seed)
}

/// Hashes a column without blocks.
struct OneByOne {
    isa: Isa,
}

impl<T: Hash> RowHash<u64, T> for OneByOne {
    #[inline(always)]
    fn hash(&self, row: &[u8], seed: u64) -> T {
        medium::hash_row(self.isa, row, seed)
    }

    #[inline(always)]
    fn is_best_for(&self, sample: &Sample) -> bool {
        sample.most_are(SHORT + 1..=MEDIUM)
    }

    #[inline(always)]
    fn column<'a>(
        &self,
        layout: &impl Layout<'a>,
        sample: &Sample,
        seeds: &Seeds<'_, u64>,
        out: &mut [T],
    ) {
        assert_eq!(layout.len(), out.len());
        let row = |i| sample.row_and_prefetch(layout, i);
        let pairs = medium::pairs(sample.longest(MEDIUM));
        self.isa.run(RowByRow { isa: self.isa, ids: 0..out.len(), row, seeds: *seeds, pairs, out });
    }
}

/// Hashes the rows of a block, range by range.
fn hash_block<T: Hash>(isa: Isa, block: &Block<'_>, seeds: Seeds<'_, u64>, out: &mut [T]) {
    assert_eq!(block.len(), out.len());
    let extent = Extent::of(isa, block);
    let fetch = &Fetch::of_block(block);
    let mut lists = Lists::new();
    let partition = Partition::new(isa, block, T::RANGES, extent, &mut lists);
    for (range, longest) in T::RANGES.iter().chain([&u8::MAX]).enumerate() {
        let members = partition.members(range);
        if members.ids().is_empty() {
            continue;
        }
        match usize::from(*longest) {
            ..=SHORT => {
                T::hash_short(isa, *longest, ShortRows { members, seeds, fetch, out: &mut *out });
            }
            MEDIUM => {
                let row = |id| {
                    fetch.next(1);
                    block.row(id)
                };
                let ids = members.ids().iter().map(|id| usize::from(*id));
                let pairs = medium::pairs(extent.longest.min(MEDIUM));
                isa.run(RowByRow { isa, ids, row, seeds, pairs, out: &mut *out });
            }
            _ => long::hash_rows(isa, LongRows { block, members, seeds, out: &mut *out }),
        }
    }
}
