//! XXH3, 64 and 128 bits. Spec: <https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md>
//!
//! For short rows, mispredicted branches on the length cost more than the arithmetic. So a block's rows are listed by
//! length class, and each class runs in a loop of its own without such a branch. With AVX-512 there is a row in each
//! lane. AVX2's lanes don't multiply 64 bits: they take blocks of rows up to 16 bytes, and other rows run one at a
//! time. The portable form is the crate's. `form.rs` chooses.
//!
//! [`Xxh3`] hashes input that arrives in pieces.

mod class;
mod form;
mod hash128;
mod hash64;
mod long;
mod mix;
mod mixed;
mod row_by_row;
mod schedule;
mod secret;
mod short;
mod state;
mod uniform;

use std::hint::black_box;

use class::CLASSED;
use form::Form;
use long::LongRow;
use row_by_row::OneRow64;
use schedule::{Hash, PREFETCHED, Rows};
use secret::{COLUMN, CONSTANT, SECRET_WORDS, SecretWords, ZERO, bytes, derive};
use short::Short;
pub use state::Xxh3;
use uniform::Uniform;

use super::per_row;
use crate::groups::{Extent, Partition};
use crate::isa::Isa;
use crate::lanes::{Kernel, Lists};
use crate::rows::{self, Block, Few, HashKernel, Layout, RowHash, Seeds, every_row, one_by_one};

/// XXH3-64 of each row under its seed.
pub const XXH3_64: HashKernel<u64, u64> =
    HashKernel::of_blocks(hash::<u64, 1>).or_few(|isa, rows, seeds, out| {
        few(form::few(1), isa, rows, seeds, out, OneRow64(OneRow { isa }))
    });

/// XXH3-128 of each row under its seed, in the canonical form: 16 bytes, big-endian, high half
/// first.
pub const XXH3_128: HashKernel<u64, [u8; 16]> = HashKernel::of_blocks(hash::<[u8; 16], 2>)
    .or_few(|isa, rows, seeds, out| few(form::few(2), isa, rows, seeds, out, OneRow::<2> { isa }));

/// Hashes rows one by one if they are few, or if that is best anyway.
fn few<T, H: RowHash<(), T> + RowHash<u64, T>>(
    limits: Few,
    isa: Isa,
    rows: &rows::Rows<'_>,
    seeds: &Seeds<'_, u64>,
    out: &mut [T],
    hash: H,
) -> bool {
    match seeds {
        Seeds::Constant(0) => one_by_one(limits, isa, rows, &Seeds::Constant(()), out, hash),
        _ => one_by_one(limits, isa, rows, seeds, out, hash),
    }
}

fn hash<T: Hash<WORDS>, const WORDS: usize>(
    isa: Isa,
    block: &Block<'_>,
    seeds: Seeds<'_, u64>,
    out: &mut [T],
) where
    for<'a> Rows<'a, T, WORDS, ZERO>: Kernel<Output = ()>,
    for<'a> Rows<'a, T, WORDS, CONSTANT>: Kernel<Output = ()>,
    for<'a> Rows<'a, T, WORDS, COLUMN>: Kernel<Output = ()>,
    for<'a> Short<'a, T, WORDS, ZERO>: Kernel<Output = ()>,
    for<'a> Short<'a, T, WORDS, CONSTANT>: Kernel<Output = ()>,
    for<'a> Short<'a, T, WORDS, COLUMN>: Kernel<Output = ()>,
    for<'a> Uniform<'a, T, WORDS, ZERO>: Kernel<Output = ()>,
    for<'a> Uniform<'a, T, WORDS, CONSTANT>: Kernel<Output = ()>,
    for<'a> Uniform<'a, T, WORDS, COLUMN>: Kernel<Output = ()>,
{
    assert_eq!(block.len(), out.len());
    let isa = if form::is_for_crate(isa, block, WORDS) { Isa::Portable } else { isa };
    match (isa, seeds) {
        (Isa::Portable, Seeds::Constant(0)) => per_row::unseeded(block, out, T::of),
        (Isa::Portable, _) => per_row::seeded(block, seeds, out, T::seeded),
        (_, Seeds::Constant(0)) => {
            // Hidden from the compiler, which would turn it into immediate operands.
            by_class::<T, WORDS, ZERO>(isa, block, seeds, black_box(&SECRET_WORDS), out);
        }
        (_, Seeds::Constant(seed)) => {
            by_class::<T, WORDS, CONSTANT>(isa, block, seeds, &derive(seed), out);
        }
        (_, Seeds::Column(_)) => {
            by_class::<T, WORDS, COLUMN>(isa, block, seeds, &SECRET_WORDS, out);
        }
    }
}

/// Hashes one row: by the crate, which is compiled for the baseline, or by stripes if the row has any. A type, because
/// a closure would not be inlined.
struct OneRow<const WORDS: usize> {
    isa: Isa,
}

impl<T: Hash<WORDS>, const WORDS: usize> RowHash<(), T> for OneRow<WORDS> {
    #[inline(always)]
    fn hash(&self, row: &[u8], (): ()) -> T {
        if row.len() > CLASSED { long_row(self.isa, row, 0) } else { T::of(row) }
    }

    /// For XXH3-128, the crate's loop, but not over Arrow's offsets: there, UUIDs that stream take 8.2 ns and in blocks 7.5
    /// (Zen 3).
    #[inline(always)]
    fn is_best_for<'a>(&self, layout: &impl Layout<'a>) -> bool {
        WORDS == 2
            && form::is_row_by_row(self.isa, layout)
            && layout.span(0, layout.len()).is_none()
    }

    #[inline(always)]
    fn column<'a>(&self, layout: &impl Layout<'a>, seeds: &Seeds<'_, ()>, out: &mut [T]) {
        match self.isa {
            // A column that isn't short is here because its rows are long.
            Isa::Avx2(_) if layout.len() >= usize::from(form::few(WORDS).avx2) => {
                assert_eq!(layout.len(), out.len());
                for (i, out) in out.iter_mut().enumerate() {
                    *out = self.hash(layout.long_row(i), ());
                }
            }
            _ => every_row(layout, seeds, out, |row, ()| self.hash(row, ())),
        }
    }
}

impl<T: Hash<WORDS>, const WORDS: usize> RowHash<u64, T> for OneRow<WORDS> {
    #[inline(always)]
    fn hash(&self, row: &[u8], seed: u64) -> T {
        if row.len() > CLASSED { long_row(self.isa, row, seed) } else { T::seeded(row, seed) }
    }
}

/// Hashes a row over [`CLASSED`] bytes. A MiB takes 26 µs with the crate, 19 with AVX2 and 10 with AVX-512 (Zen 5).
#[inline(never)]
fn long_row<T: Hash<WORDS>, const WORDS: usize>(isa: Isa, row: &[u8], seed: u64) -> T {
    match isa {
        Isa::Portable => T::seeded(row, seed),
        isa => T::from_words(isa.run(LongRow { row, secret: &bytes(&derive(seed)) })),
    }
}

/// `secret` belongs to a constant seed.
fn by_class<T: Hash<WORDS>, const WORDS: usize, const SEEDS: u8>(
    isa: Isa,
    block: &Block<'_>,
    seeds: Seeds<'_, u64>,
    secret: &SecretWords,
    out: &mut [T],
) where
    for<'a> Rows<'a, T, WORDS, SEEDS>: Kernel<Output = ()>,
    for<'a> Short<'a, T, WORDS, SEEDS>: Kernel<Output = ()>,
    for<'a> Uniform<'a, T, WORDS, SEEDS>: Kernel<Output = ()>,
{
    let extent = Extent::of(isa, block);
    match form::of(isa, block, extent, WORDS, SEEDS) {
        Form::Crate if SEEDS == ZERO => per_row::unseeded(block, out, T::of),
        Form::Crate => per_row::seeded(block, seeds, out, T::seeded),
        Form::InOrder { shortest } => {
            isa.run(Uniform::<T, WORDS, SEEDS> { block, shortest, seeds, secret, out });
        }
        Form::Short => isa.run(Short::<T, WORDS, SEEDS> { block, seeds, secret, out }),
        Form::Listed { merged } => {
            let mut lists = Lists::new();
            let bounds = class::bounds(merged);
            let following = block.following_from(form::prefetched(isa));
            let is_prefetched = following.are_ahead() && block.bytes() <= PREFETCHED;
            let touched = (!is_prefetched).then(|| form::touched(isa, WORDS));
            let partition = &Partition::new(isa, block, bounds, extent, touched, &mut lists);
            let ahead = if following.are_ahead() { None } else { block.ahead() };
            isa.run(Rows::<T, WORDS, SEEDS> {
                block,
                partition,
                merged,
                seeds,
                secret,
                out,
                ahead,
                following,
                hashed: 0,
            });
        }
    }
}
