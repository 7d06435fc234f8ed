//! XXH3-64 of the rows of a column one by one, without a block between layout and hashes.

use std::hint::black_box;

use xxhash_rust::xxh3::xxh3_64_with_seed;

use super::class::{CLASSED, Class, Mid, To240};
use super::secret::{COLUMN, CONSTANT, SECRET_WORDS, SecretWords, Seed, ZERO, derive};
use super::{OneRow, form, mixed};
use crate::groups::Group64;
use crate::isa::Isa;
use crate::lanes::{Avx2, Kernel, Lanes64, Scalar, Simd};
use crate::rows::{Layout, RowHash, Seeds, every_row, prefetch};

/// How far ahead of a row memory is prefetched: the CPU's own prefetchers stop at the end of a page of 4 KiB. On Zen 3, UUIDs
/// in views that come from memory take 6.9 ns with this and 7.3 without; 512 and 1,024 bytes gain less.
const AHEAD: usize = 2 << 10;

/// The fewest rows of such a loop, since looking at the lengths first takes 50 ns: 64 UUIDs take 5.9 ns a row in it, and 5.2 with the
/// crate; texts of 20 to 120 bytes 9.4 and 11.0.
const LEAST_ROWS: usize = 96;

/// The rows whose lengths decide between the two forms.
const SAMPLED: usize = 16;

/// XXH3-64 of one row by the crate, and of columns by [`RowByRow`] with AVX2.
pub(super) struct OneRow64(pub(super) OneRow<1>);

impl RowHash<(), u64> for OneRow64 {
    #[inline(always)]
    fn hash(&self, row: &[u8], (): ()) -> u64 {
        self.0.hash(row, ())
    }

    #[inline(always)]
    fn is_best_for<'a>(&self, layout: &impl Layout<'a>) -> bool {
        form::is_row_by_row(self.0.isa, layout)
    }

    #[inline(always)]
    fn column<'a>(&self, layout: &impl Layout<'a>, seeds: &Seeds<'_, ()>, out: &mut [u64]) {
        match self.row_by_row(layout) {
            Some((simd, mixed)) => simd.vectorize(RowByRow::<_, ZERO> {
                hash: &self.0,
                layout,
                mixed,
                seeds: Seeds::Constant(0),
                secret: &SECRET_WORDS,
                out,
            }),
            None => every_row(layout, seeds, out, |row, ()| self.hash(row, ())),
        }
    }
}

impl RowHash<u64, u64> for OneRow64 {
    #[inline(always)]
    fn hash(&self, row: &[u8], seed: u64) -> u64 {
        self.0.hash(row, seed)
    }

    #[inline(always)]
    fn is_best_for<'a>(&self, layout: &impl Layout<'a>) -> bool {
        form::is_row_by_row(self.0.isa, layout)
    }

    #[inline(always)]
    fn column<'a>(&self, layout: &impl Layout<'a>, seeds: &Seeds<'_, u64>, out: &mut [u64]) {
        let (hash, seeds) = (&self.0, *seeds);
        match (self.row_by_row(layout), seeds) {
            (Some((simd, mixed)), Seeds::Constant(seed)) => {
                let secret = &derive(seed);
                simd.vectorize(RowByRow::<_, CONSTANT> { hash, layout, mixed, seeds, secret, out });
            }
            (Some((simd, mixed)), Seeds::Column(_)) if mixed > 0 => {
                let secret = &SECRET_WORDS;
                simd.vectorize(RowByRow::<_, COLUMN> { hash, layout, mixed, seeds, secret, out });
            }
            // With the branch on long rows, UUIDs take 7.8 instead of 6.0 ns; few are long here.
            (Some(_), Seeds::Column(_)) => every_row(layout, &seeds, out, xxh3_64_with_seed),
            _ => every_row(layout, &seeds, out, |row, seed| self.hash(row, seed)),
        }
    }
}

impl OneRow64 {
    /// If [`RowByRow`] is best for a column, returns its instruction set and its field `mixed`.
    #[inline(always)]
    fn row_by_row<'a>(&self, layout: &impl Layout<'a>) -> Option<(Avx2, usize)> {
        match self.0.isa {
            Isa::Avx2(simd) if layout.len() >= LEAST_ROWS => Some((simd, longest_mixed(layout))),
            _ => None,
        }
    }
}

/// A loop over a column that waits for lengths, rows and hashes at the same time, where blocks wait for one after the other. In
/// the crate's loop a UUID takes 80 instructions, here 57.
///
/// XXH3-128 has no such loop: for UUIDs it took 11.7 ns where the crate took 9.6, and for texts as long as the crate.
struct RowByRow<'a, L, const SEEDS: u8> {
    /// For rows of other lengths.
    hash: &'a OneRow<1>,
    layout: &'a L,
    /// The longest row that is hashed without a branch on its length; 0 if the lengths can be predicted.
    mixed: usize,
    seeds: Seeds<'a, u64>,
    /// The secret of a constant seed.
    secret: &'a SecretWords,
    out: &'a mut [u64],
}

impl<'r, L: Layout<'r>, const SEEDS: u8> Kernel for RowByRow<'_, L, SEEDS> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, _: S) {
        let RowByRow { hash, layout, mixed, seeds, secret, out } = self;
        assert_eq!(layout.len(), out.len());
        if let Seeds::Column(seeds) = seeds {
            assert_eq!(layout.len(), seeds.len());
        }
        // Hidden from the compiler, which would turn it into immediate operands.
        let secret = black_box(secret);
        for (i, out) in out.iter_mut().enumerate() {
            let row = layout.long_row(i);
            prefetch(row.as_ptr().wrapping_add(AHEAD));
            let seed = if SEEDS == ZERO { 0 } else { seeds.of(i) };
            let lanes = Lanes64::splat(Scalar, seed);
            let lane = Seed::<_, SEEDS> { simd: Scalar, lanes, secret, rereads: true };
            *out = match row.len() {
                len if (17..=mixed).contains(&len) => mixed::hash(row, lane, mixed > 96).into(),
                // Here the crate is faster: UUIDs take 6.8 ns with it and 8.3 with this.
                _ if SEEDS == COLUMN => hash.hash(row, seed),
                33..=64 => of_class::<Mid<33>, SEEDS>(row, lane),
                17..=32 => of_class::<Mid<17>, SEEDS>(row, lane),
                65..=96 => of_class::<Mid<65>, SEEDS>(row, lane),
                97..=128 => of_class::<Mid<97>, SEEDS>(row, lane),
                129..=CLASSED => of_class::<To240, SEEDS>(row, lane),
                _ => hash.hash(row, seed),
            };
        }
    }
}

/// The hash of a row that belongs to a class.
#[inline(always)]
fn of_class<C: Class<1>, const SEEDS: u8>(
    row: &[u8],
    seed: Seed<'_, <Scalar as Simd>::U64, SEEDS>,
) -> u64 {
    let [hash] = C::hash(Group64::one(row), seed);
    hash.into()
}

/// The field `mixed` of [`RowByRow`]: 0 if nearly all rows over 16 bytes are of one class. Judged by a sample, without branches on
/// the lengths.
#[inline(always)]
fn longest_mixed<'a>(layout: &impl Layout<'a>) -> usize {
    let mut classes = [0u8; 5];
    for i in (0..layout.len()).step_by(layout.len() / SAMPLED) {
        let len = layout.row_len(i);
        let of_class = &mut classes[(len.saturating_sub(1) / 32).min(4)];
        *of_class = of_class.saturating_add(u8::from(len > 16));
    }
    match classes {
        [_, 0, 0, 0, _] | [0, _, 0, 0, _] | [0, 0, _, 0, _] | [0, 0, 0, _, _] => 0,
        [_, _, _, 0, _] => 96,
        _ => 128,
    }
}
