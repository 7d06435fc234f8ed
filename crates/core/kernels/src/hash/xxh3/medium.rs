//! Rows of 17 to 240 bytes, one after the other, and with AVX-512 one in each lane.
//!
//! XXH3 multiplies pairs of 16 bytes, one of a pair from either end of the row: one pair up to 32
//! bytes, two up to 64, three up to 96 and four up to 128. If lengths vary, a branch on the number
//! of pairs is mispredicted. So XXH3-64, one after the other, takes as many pairs of each row as
//! the longest rows of the column have, and leaves those that a row lacks out of the sum:
//!
//! ```text
//! sum = len * PRIME64_1
//! for i in 0..pairs:
//!     product = mix16(row[16 i..], secret[32 i..]) + mix16(row[len - 16 i - 16..], secret[32 i + 16..])
//!     sum += if len > 32 i { product } else { 0 }
//! hash = avalanche(sum)
//! ```
//!
//! Rows of 129 to 240 bytes, and all of XXH3-128, go to the crate.
//!
//! Lanes hash lists of rows that have as many pairs, where no branch is needed. They stay for
//! AVX-512 because of XXH3-128: in DuckDB, `count(xxh128(s))` takes 6.7 ns for UUIDs and 10.8 for
//! texts of 20 to 120 bytes, and row by row 9.1 and 15.2; `xxh3` takes 5.4 and 9.3, row by row 6.6
//! and 10.7 (Zen 5).

use std::hint::select_unpredictable;

use super::long::{PRIME64_1, PRIME64_2, PRIME64_4, SecretWords, avalanche, fold, word_at};
use super::short::{self, LengthRange, RowSeed};
use super::{ListedRows, MEDIUM, SHORT, Xxh3Hash, long};
use crate::blocks::{AT_ONCE, Block, Fetch, Layout, LengthSample, Seeds};
use crate::groups::{ClassMembers, Group64};
use crate::isa::Isa;
use crate::lanes::{Avx512, Kernel, Lanes64, Simd};

/// Rows to hash one after the other. A trait and not a closure, which would not be inlined.
pub(super) trait InTurn<'r> {
    fn len(&self) -> usize;
    /// The number of row `at` in the column or the block.
    fn id(&self, at: usize) -> usize;
    /// The row with a number.
    fn row(&self, id: usize) -> &'r [u8];
    /// Prefetches for so many rows. It is called before each [`AT_ONCE`] rows.
    #[inline(always)]
    fn fetch(&self, _rows: usize) {}
}

/// The rows of a column.
pub(super) struct ColumnRows<'a, L> {
    pub layout: &'a L,
    pub sample: &'a LengthSample,
}

impl<'r, L: Layout<'r>> InTurn<'r> for ColumnRows<'_, L> {
    #[inline(always)]
    fn len(&self) -> usize {
        self.layout.len()
    }

    #[inline(always)]
    fn id(&self, at: usize) -> usize {
        at
    }

    #[inline(always)]
    fn row(&self, id: usize) -> &'r [u8] {
        self.sample.row_and_prefetch(self.layout, id)
    }
}

/// Listed rows of a block.
pub(super) struct BlockRows<'a, 'r> {
    pub block: &'a Block<'r>,
    pub members: ClassMembers<'a>,
    pub fetch: &'a Fetch<'a>,
}

impl<'r> InTurn<'r> for BlockRows<'_, 'r> {
    #[inline(always)]
    fn len(&self) -> usize {
        self.members.ids().len()
    }

    #[inline(always)]
    fn id(&self, at: usize) -> usize {
        usize::from(self.members.ids()[at])
    }

    #[inline(always)]
    fn row(&self, id: usize) -> &'r [u8] {
        self.block.row(id)
    }

    #[inline(always)]
    fn fetch(&self, rows: usize) {
        self.fetch.next(rows);
    }
}

/// Hashes rows one after the other. Over columns that stream, this loop has 1.03 to 1.29 times the
/// speed of the crate's (texts of 19 to 120 bytes, Zen 3), since it waits for lengths, rows and
/// hashes at the same time.
pub(super) struct RowByRow<'a, T, R> {
    pub isa: Isa,
    pub rows: R,
    pub seeds: Seeds<'a, u64>,
    /// The secret under the seed of all rows, if they have one.
    pub secret: &'a SecretWords,
    /// The most pairs of nearly all rows: [`most_pairs`].
    pub pairs: usize,
    /// The hash of each row, by its number.
    pub out: &'a mut [T],
}

impl<'r, T: Xxh3Hash, R: InTurn<'r>> Kernel for RowByRow<'_, T, R> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let RowByRow { isa, rows, seeds, secret, pairs, out } = self;
        for start in (0..rows.len()).step_by(AT_ONCE) {
            let end = rows.len().min(start + AT_ONCE);
            rows.fetch(end - start);
            for at in start..end {
                let id = rows.id(at);
                let (row, out) = (rows.row(id), &mut out[id]);
                // Each hash is written where it is made. Chosen among several, 16 bytes would come
                // through memory.
                match seeds {
                    Seeds::Constant(seed) => match T::of_medium(row, secret, pairs) {
                        Some(hash) => *out = hash,
                        None => hash_row_to(isa, row, seed, out),
                    },
                    Seeds::Column(seeds) => hash_row_to(isa, row, seeds[id], out),
                }
            }
        }
    }
}

/// Hashes a row of any length.
#[inline(always)]
fn hash_row_to<T: Xxh3Hash>(isa: Isa, row: &[u8], seed: u64, out: &mut T) {
    if row.len() > MEDIUM {
        *out = long::hash_row(isa, row, seed);
    } else {
        *out = T::of_row(row, seed);
    }
}

/// The most pairs that a row has.
const MOST_PAIRS: usize = 4;

/// The greatest number of pairs among rows of these lengths, at least 1. Rows over 128 bytes don't
/// count.
#[inline(always)]
pub(super) fn most_pairs(lens: impl Iterator<Item = usize>) -> usize {
    let pairs = lens.map(|len| len.div_ceil(32)).filter(|pairs| *pairs <= MOST_PAIRS);
    pairs.fold(1, usize::max)
}

/// XXH3-64 of a row of 17 to 128 bytes, most likely one with at most so many `pairs`. `None` for
/// other rows.
#[inline(always)]
pub(super) fn hash_64(row: &[u8], secret: &SecretWords, pairs: usize) -> Option<u64> {
    if !(SHORT + 1..=32 * MOST_PAIRS).contains(&row.len()) {
        return None;
    }
    let pairs = if row.len() > 32 * pairs { MOST_PAIRS } else { pairs };
    let mut sum = (row.len() as u64).wrapping_mul(PRIME64_1);
    sum = sum.wrapping_add(product(row, secret, 0));
    // Not a loop: the compiler wouldn't unroll it.
    if pairs > 1 {
        sum = sum.wrapping_add(product(row, secret, 1));
    }
    if pairs > 2 {
        sum = sum.wrapping_add(product(row, secret, 2));
    }
    if pairs > 3 {
        sum = sum.wrapping_add(product(row, secret, 3));
    }
    Some(avalanche(sum))
}

/// `XXH3_mix16B` of both ends of pair `i`, or 0 if the row has no such pair: then other bytes are
/// multiplied.
#[inline(always)]
fn product(row: &[u8], secret: &SecretWords, i: usize) -> u64 {
    let last = row.len() - 16;
    let (first, second) = ((16 * i).min(last), last.saturating_sub(16 * i));
    let (first, second) = (&row[first..first + 16], &row[second..second + 16]);
    let product = fold(word_at(first, 0) ^ secret[4 * i], word_at(first, 8) ^ secret[4 * i + 1])
        .wrapping_add(fold(
            word_at(second, 0) ^ secret[4 * i + 2],
            word_at(second, 8) ^ secret[4 * i + 3],
        ));
    select_unpredictable(row.len() > 32 * i, product, 0)
}

/// Hashes rows of the range that ends with `longest` in lanes.
pub(super) fn hash_in_lanes<T: Xxh3Hash>(simd: Avx512, longest: u8, rows: ListedRows<'_, T>)
where
    RowsTo128<17>: LengthRange<T>,
    RowsTo128<33>: LengthRange<T>,
    RowsTo128<65>: LengthRange<T>,
    RowsTo128<97>: LengthRange<T>,
    RowsTo240: LengthRange<T>,
{
    simd.vectorize(InLanes(rows, longest));
}

struct InLanes<'a, T>(ListedRows<'a, T>, u8);

impl<T: Xxh3Hash> Kernel for InLanes<'_, T>
where
    RowsTo128<17>: LengthRange<T>,
    RowsTo128<33>: LengthRange<T>,
    RowsTo128<65>: LengthRange<T>,
    RowsTo128<97>: LengthRange<T>,
    RowsTo240: LengthRange<T>,
{
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        match self.1 {
            32 => short::hash_range::<_, S, RowsTo128<17>>(self.0, simd),
            64 => short::hash_range::<_, S, RowsTo128<33>>(self.0, simd),
            96 => short::hash_range::<_, S, RowsTo128<65>>(self.0, simd),
            128 => short::hash_range::<_, S, RowsTo128<97>>(self.0, simd),
            _ => short::hash_range::<_, S, RowsTo240>(self.0, simd),
        }
    }
}

/// Rows from `MIN` bytes, which is 17, 33, 65 or 97, up to the next multiple of 32, in lanes.
pub(super) struct RowsTo128<const MIN: usize>;
/// Rows of 129 to 240 bytes, in lanes.
pub(super) struct RowsTo240;

/// XXH3-64: 16 bytes from either end, then the next 16, up to the middle.
impl<const MIN: usize> LengthRange<u64> for RowsTo128<MIN> {
    #[inline(always)]
    fn hash<S: Simd>(rows: Group64<'_, S>, seed: RowSeed<'_, S::U64>) -> [S::U64; 2] {
        let rows = rows.at_least::<MIN>();
        let mut acc = rows.len() * seed.splat(PRIME64_1);
        if MIN <= 32 {
            acc = acc + mix16(seed, rows.at2::<0>(), 0);
            return [
                seed.avalanche(acc + mix16(seed, rows.before_end2::<16>(), 16)),
                seed.splat(0),
            ];
        }
        let ([a, b, c, d], [w, x, y, z]) = (rows.at4::<0>(), rows.before_end4::<32>());
        acc = acc + mix16(seed, [a, b], 0) + mix16(seed, [y, z], 16);
        acc = acc + mix16(seed, [c, d], 32) + mix16(seed, [w, x], 48);
        if MIN > 96 {
            let ([a, b, c, d], [w, x, y, z]) = (rows.at4::<32>(), rows.before_end4::<64>());
            acc = acc + mix16(seed, [a, b], 64) + mix16(seed, [y, z], 80);
            acc = acc + mix16(seed, [c, d], 96) + mix16(seed, [w, x], 112);
        } else if MIN > 64 {
            acc = acc + mix16(seed, rows.at2::<32>(), 64);
            acc = acc + mix16(seed, rows.before_end2::<48>(), 80);
        }
        [seed.avalanche(acc), seed.splat(0)]
    }
}

impl LengthRange<u64> for RowsTo240 {
    #[inline(always)]
    fn hash<S: Simd>(rows: Group64<'_, S>, seed: RowSeed<'_, S::U64>) -> [S::U64; 2] {
        let (each, rows) = (rows, rows.at_least::<129>());
        let len = rows.len();
        let mut acc = len * seed.splat(PRIME64_1);
        let first = [rows.at4::<0>(), rows.at4::<32>(), rows.at4::<64>(), rows.at4::<96>()];
        for (i, [a, b, c, d]) in first.into_iter().enumerate() {
            acc = acc + mix16(seed, [a, b], 32 * i) + mix16(seed, [c, d], 32 * i + 16);
        }
        acc = seed.avalanche(acc);
        // The last 16 bytes take the end of the smallest secret.
        let mut end = mix16(seed, rows.before_end2::<16>(), 136 - 17);
        for i in 8..15 {
            let has_round = len.gt(seed.splat(16 * i as u64 + 15));
            if !<S::U64 as Lanes64>::any(has_round) {
                break;
            }
            let mixed = mix16(seed, each.pair(16 * i), 16 * (i - 8) + 3);
            end = end + Lanes64::select(has_round, mixed, seed.splat(0));
        }
        [seed.avalanche(acc + end), seed.splat(0)]
    }
}

/// `XXH128_mix32B`: 16 bytes from two places, with the secret from `at` on.
#[inline(always)]
fn mix32<L: Lanes64>(
    seed: RowSeed<'_, L>,
    acc: [L; 2],
    first: [L; 2],
    second: [L; 2],
    at: usize,
) -> [L; 2] {
    [
        (acc[0] + mix16(seed, first, at)) ^ (second[0] + second[1]),
        (acc[1] + mix16(seed, second, at + 16)) ^ (first[0] + first[1]),
    ]
}

/// The two halves, from the accumulators of rows of 17 to 240 bytes.
#[inline(always)]
fn finish<L: Lanes64>(seed: RowSeed<'_, L>, acc: [L; 2], len: L) -> [L; 2] {
    let low = acc[0] + acc[1];
    let seeded_len = len - seed.lanes;
    let high = acc[0] * seed.splat(PRIME64_1)
        + acc[1] * seed.splat(PRIME64_4)
        + seeded_len * seed.splat(PRIME64_2);
    [seed.avalanche(low), seed.splat(0) - seed.avalanche(high)]
}

/// XXH3-128: from the middle to both ends, since the order matters here.
impl<const MIN: usize> LengthRange<[u8; 16]> for RowsTo128<MIN> {
    #[inline(always)]
    fn hash<S: Simd>(rows: Group64<'_, S>, seed: RowSeed<'_, S::U64>) -> [S::U64; 2] {
        let rows = rows.at_least::<MIN>();
        let len = rows.len();
        let mut acc = [len * seed.splat(PRIME64_1), seed.splat(0)];
        if MIN <= 32 {
            acc = mix32(seed, acc, rows.at2::<0>(), rows.before_end2::<16>(), 0);
            return finish(seed, acc, len);
        }
        if MIN > 96 {
            let ([a, b, c, d], [w, x, y, z]) = (rows.at4::<32>(), rows.before_end4::<64>());
            acc = mix32(seed, acc, [c, d], [w, x], 96);
            acc = mix32(seed, acc, [a, b], [y, z], 64);
        } else if MIN > 64 {
            acc = mix32(seed, acc, rows.at2::<32>(), rows.before_end2::<48>(), 64);
        }
        let ([a, b, c, d], [w, x, y, z]) = (rows.at4::<0>(), rows.before_end4::<32>());
        acc = mix32(seed, acc, [c, d], [w, x], 32);
        acc = mix32(seed, acc, [a, b], [y, z], 0);
        finish(seed, acc, len)
    }
}

impl LengthRange<[u8; 16]> for RowsTo240 {
    #[inline(always)]
    fn hash<S: Simd>(rows: Group64<'_, S>, seed: RowSeed<'_, S::U64>) -> [S::U64; 2] {
        let (each, rows) = (rows, rows.at_least::<129>());
        let len = rows.len();
        let mut acc = [len * seed.splat(PRIME64_1), seed.splat(0)];
        let first = [rows.at4::<0>(), rows.at4::<32>(), rows.at4::<64>(), rows.at4::<96>()];
        for (i, [a, b, c, d]) in first.into_iter().enumerate() {
            acc = mix32(seed, acc, [a, b], [c, d], 32 * i);
        }
        acc = [seed.avalanche(acc[0]), seed.avalanche(acc[1])];
        for at in [128, 160, 192] {
            let has_step = len.gt(seed.splat(at as u64 + 31));
            if !<S::U64 as Lanes64>::any(has_step) {
                break;
            }
            let mixed = mix32(seed, acc, each.pair(at), each.pair(at + 16), at - 128 + 3);
            acc = [
                Lanes64::select(has_step, mixed[0], acc[0]),
                Lanes64::select(has_step, mixed[1], acc[1]),
            ];
        }
        // The last 32 bytes take the end of the smallest secret, under the negative seed.
        let [w, x, y, z] = rows.before_end4::<32>();
        acc = mix32(seed.negated(), acc, [y, z], [w, x], 136 - 17 - 16);
        finish(seed, acc, len)
    }
}

/// `XXH3_mix16B` of two words, with the secret from `at` on.
#[inline(always)]
fn mix16<L: Lanes64>(seed: RowSeed<'_, L>, input: [L; 2], at: usize) -> L {
    let key = seed.key(at);
    (input[0] ^ key[0]).fold(input[1] ^ key[1])
}
