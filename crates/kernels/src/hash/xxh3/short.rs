//! Hashes rows of at most 16 bytes in order, one in each lane, without a branch on the length.

use super::class::{Class, ShortClass, To16};
use super::schedule::{Hash, hashes};
use super::secret::{COLUMN, SecretWords, Seed};
use crate::groups::Group64;
use crate::lanes::{Kernel, Lanes64, Simd};
use crate::rows::{AT_ONCE, Block, Seeds};

/// XXH3 in `WORDS` words of the rows of a block.
///
/// A loop of its own, because among the loops over lists the compiler keeps none of its addresses in registers: words
/// take 3.3 ns there.
pub(super) struct Short<'a, T, const WORDS: usize, const SEEDS: u8> {
    pub(super) block: &'a Block<'a>,
    pub(super) seeds: Seeds<'a, u64>,
    /// The secret of a constant seed.
    pub(super) secret: &'a SecretWords,
    pub(super) out: &'a mut [T],
}

impl<T, const WORDS: usize, const SEEDS: u8> Kernel for Short<'_, T, WORDS, SEEDS>
where
    T: Hash<WORDS>,
    To16: ShortClass<WORDS>,
{
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        match self.block.room() >= 16 {
            true => self.run_class::<S, <To16 as ShortClass<WORDS>>::WithRoom>(simd),
            false => self.run_class::<S, <To16 as ShortClass<WORDS>>::Merged>(simd),
        }
    }
}

impl<T: Hash<WORDS>, const WORDS: usize, const SEEDS: u8> Short<'_, T, WORDS, SEEDS> {
    #[inline(always)]
    fn run_class<S: Simd, C: Class<WORDS>>(self, simd: S) {
        let (block, secret, ahead) = (self.block, self.secret, self.block.ahead());
        let constant = match self.seeds {
            Seeds::Constant(seed) => S::U64::splat(simd, seed),
            Seeds::Column(_) => S::U64::splat(simd, 0),
        };
        let whole = block.len() - block.len() % S::U64::LANES;
        let (out, rest) = self.out.split_at_mut(whole);
        for (i, out) in out.chunks_mut(AT_ONCE).enumerate() {
            let rows = i * AT_ONCE..i * AT_ONCE + out.len();
            if let Some(ahead) = ahead {
                ahead.fetch(rows.clone());
            }
            let groups = Group64::each(simd, block, rows.clone());
            let firsts = rows.step_by(S::U64::LANES);
            for ((out, group), first) in out.chunks_exact_mut(S::U64::LANES).zip(groups).zip(firsts)
            {
                let lanes = match self.seeds {
                    Seeds::Column(seeds) if SEEDS == COLUMN => S::U64::load(simd, &seeds[first..]),
                    _ => constant,
                };
                let seed = Seed::<S::U64, SEEDS> { simd, lanes, secret, rereads: false };
                let words = C::hash(group, seed);
                out.copy_from_slice(&hashes::<T, S, WORDS>(words)[..S::U64::LANES]);
            }
        }
        for (i, out) in rest.iter_mut().enumerate() {
            *out = T::seeded(block.row(whole + i), self.seeds.of(whole + i));
        }
    }
}
