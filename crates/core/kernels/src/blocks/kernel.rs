//! Kernels: how a hash runs over a column.

use super::{Block, Layout, LengthSample, Rows, Seeds, blocks, with_layout};
use crate::isa::Isa;

/// Writes the hash of each row of a block under its seed, on an instruction set.
type BlockKernel<S, T> = fn(Isa, &Block<'_>, Seeds<'_, S>, &mut [T]);

/// Hashes the rows of a column one by one if that is faster than by blocks; returns whether it did.
///
/// The seeds come by reference. A copy would be read as one vector, and that load waits 4 ns until
/// the two words just stored reach the cache.
type FewKernel<S, T> = fn(Isa, &Rows<'_>, &Seeds<'_, S>, &mut [T]) -> bool;

/// A hash function over columns: seeds are of type `S`, hashes of type `T`.
///
/// It hashes blocks of rows. Setting up a block takes 20 to 25 ns, so it may hash a few rows
/// without one.
#[derive(Debug)]
pub struct HashKernel<S, T> {
    block: BlockKernel<S, T>,
    few: Option<FewKernel<S, T>>,
}

// Derived, they would require `S: Copy` and `T: Copy`.
impl<S, T> Clone for HashKernel<S, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S, T> Copy for HashKernel<S, T> {}

impl<S: Copy, T> HashKernel<S, T> {
    /// A kernel that hashes blocks only.
    pub const fn of_blocks(block: BlockKernel<S, T>) -> Self {
        HashKernel { block, few: None }
    }

    /// The kernel with a function for few rows, which calls [`one_by_one`].
    pub(crate) const fn or_few(self, few: FewKernel<S, T>) -> Self {
        HashKernel { few: Some(few), ..self }
    }

    /// Hashes each row of a block under its seed.
    ///
    /// # Panics
    /// Panics if `out` or a column of seeds is not as long as the block.
    #[inline]
    pub fn hash_block(&self, isa: Isa, block: &Block<'_>, seeds: Seeds<'_, S>, out: &mut [T]) {
        (self.block)(isa, block, seeds, out);
    }

    /// Hashes the rows of a column one by one if that is faster than by blocks; returns whether it
    /// did.
    #[inline(always)]
    pub(crate) fn hash_few(
        &self,
        isa: Isa,
        rows: &Rows<'_>,
        seeds: &Seeds<'_, S>,
        out: &mut [T],
    ) -> bool {
        self.few.is_some_and(|few| few(isa, rows, seeds, out))
    }
}

/// The limits below which hashing rows one by one is faster than hashing them as a block.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FewLimits {
    pub portable: u16,
    pub avx2: u16,
    pub avx512: u16,
    /// The limit with AVX2 and AVX-512 if all rows have at most [`SHORT`] bytes.
    pub short: u16,
}

/// The longest row to which [`FewLimits::short`] applies.
const SHORT: usize = 16;

impl FewLimits {
    /// The limits for rows of any length.
    pub(crate) const fn by_isa(portable: u16, avx2: u16, avx512: u16) -> Self {
        FewLimits { portable, avx2, avx512, short: u16::MAX }
    }

    /// Whether rows of these lengths are few.
    #[inline(always)]
    pub(crate) fn are(self, isa: Isa, mut lens: impl ExactSizeIterator<Item = usize>) -> bool {
        let (few, short) = match isa {
            Isa::Portable => (self.portable, u16::MAX),
            // Unmeasured on ARM.
            Isa::Avx2(_) | Isa::Neon(_) => (self.avx2, self.short),
            Isa::Avx512(_) => (self.avx512, self.short),
        };
        lens.len() < usize::from(few)
            && (lens.len() < usize::from(short) || lens.any(|len| len > SHORT))
    }
}

/// A hash of one row.
pub(crate) trait RowHash<S: Copy, T> {
    /// The hash of a row under a seed.
    fn hash(&self, row: &[u8], seed: S) -> T;

    /// Whether a column that isn't short is best hashed row by row, too.
    #[inline(always)]
    fn is_best_for(&self, _: &LengthSample) -> bool {
        false
    }

    /// Hashes every row of such a column, which is as long as `out`.
    #[inline(always)]
    fn column<'a>(
        &self,
        layout: &impl Layout<'a>,
        _: &LengthSample,
        seeds: &Seeds<'_, S>,
        out: &mut [T],
    ) {
        every_row(layout, seeds, out, |row, seed| self.hash(row, seed));
    }
}

/// Hashes the rows one by one.
///
/// # Panics
/// Panics if `out` or a column of seeds is not as long as the column.
#[inline(always)]
fn every_row<'a, S: Copy, T>(
    layout: &impl Layout<'a>,
    seeds: &Seeds<'_, S>,
    out: &mut [T],
    hash: impl Fn(&[u8], S) -> T,
) {
    let len = layout.len();
    assert_eq!(len, out.len());
    match *seeds {
        Seeds::Constant(seed) => {
            for (i, out) in out.iter_mut().enumerate() {
                *out = hash(layout.row(i), seed);
            }
        }
        Seeds::Column(seeds) => {
            assert_eq!(len, seeds.len());
            for (i, (out, seed)) in out.iter_mut().zip(seeds).enumerate() {
                *out = hash(layout.row(i), *seed);
            }
        }
    }
}

impl<S: Copy, T, F: Fn(&[u8], S) -> T> RowHash<S, T> for F {
    #[inline(always)]
    fn hash(&self, row: &[u8], seed: S) -> T {
        self(row, seed)
    }
}

/// Hashes the rows one by one if they are `few`, or if that is best anyway; returns whether it did.
///
/// # Panics
/// Panics if the rows are few and `out` or a column of seeds is not as long as the column.
#[inline(always)]
pub(crate) fn one_by_one<S: Copy, T>(
    few: FewLimits,
    isa: Isa,
    rows: &Rows<'_>,
    seeds: &Seeds<'_, S>,
    out: &mut [T],
    hash: impl RowHash<S, T>,
) -> bool {
    if let Rows::Strings(strings) = rows
        && let Some(strings) = strings.without_nulls()
    {
        return hash_layout(few, isa, &strings, seeds, out, hash);
    }
    with_layout!(rows, layout => hash_layout(few, isa, layout, seeds, out, hash))
}

/// [`one_by_one`] for one layout. Not inlined: a function of all layouts saves more registers than
/// one layout needs.
#[inline(never)]
fn hash_layout<'a, S: Copy, T>(
    few: FewLimits,
    isa: Isa,
    layout: &impl Layout<'a>,
    seeds: &Seeds<'_, S>,
    out: &mut [T],
    hash: impl RowHash<S, T>,
) -> bool {
    if few.are(isa, (0..layout.len()).map(|i| layout.row_len(i))) {
        every_row(layout, seeds, out, |row, seed| hash.hash(row, seed));
        return true;
    }
    let sample = LengthSample::take(layout).filter(|sample| hash.is_best_for(sample));
    if let Some(sample) = &sample {
        hash.column(layout, sample, seeds, out);
    }
    sample.is_some()
}

/// Hashes a column: `out[i]` becomes the hash of row `i`.
///
/// # Panics
/// Panics if `out` or a column of seeds is not as long as the column.
#[inline]
pub fn hash<S: Copy, T>(
    isa: Isa,
    rows: &Rows<'_>,
    seeds: Seeds<'_, S>,
    out: &mut [T],
    kernel: HashKernel<S, T>,
) {
    if !kernel.hash_few(isa, rows, &seeds, out) {
        by_blocks(isa, rows, seeds, out, kernel);
    }
}

/// Not inlined: entering it touches its stack of 9 KiB.
#[inline(never)]
fn by_blocks<S: Copy, T>(
    isa: Isa,
    rows: &Rows<'_>,
    seeds: Seeds<'_, S>,
    out: &mut [T],
    kernel: HashKernel<S, T>,
) {
    assert_eq!(rows.len(), out.len());
    blocks(isa, rows, |first, block| {
        let len = block.len();
        kernel.hash_block(isa, block, seeds.part(first, len), &mut out[first..first + len]);
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::xxh3;

    fn out_of(len: usize, rows: usize, seeds: Seeds<'_, u64>) {
        let rows = vec![&b"row"[..]; rows];
        let mut out = vec![0; len];
        hash(Isa::current(), &Rows::Slices(&rows), seeds, &mut out, xxh3::XXH3_64);
    }

    #[test]
    #[should_panic(expected = "assertion")]
    fn few_rows_want_as_many_hashes() {
        out_of(2, 1, Seeds::Constant(0));
    }

    #[test]
    #[should_panic(expected = "assertion")]
    fn few_rows_want_as_many_seeds() {
        out_of(2, 2, Seeds::Column(&[1]));
    }

    #[test]
    #[should_panic(expected = "assertion")]
    fn blocks_want_as_many_hashes() {
        out_of(1999, 2000, Seeds::Constant(0));
    }

    /// The limit for short rows applies only with lanes.
    #[test]
    fn rows_are_few_by_instruction_set_and_length() {
        let few = FewLimits { portable: 10, avx2: 9, avx512: 9, short: 4 };
        let are = |isa, count, last| {
            let mut lens = vec![SHORT; count];
            lens.extend(last);
            few.are(isa, lens.into_iter())
        };
        assert!(are(Isa::Portable, 9, None));
        assert!(!are(Isa::Portable, 10, None));
        for isa in Isa::available().skip(1) {
            assert!(are(isa, 3, None));
            assert!(!are(isa, 4, None));
            assert!(are(isa, 7, Some(SHORT + 1)));
            assert!(!are(isa, 8, Some(SHORT + 1)));
        }
    }
}
