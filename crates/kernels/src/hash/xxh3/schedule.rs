//! Chooses the rows of a block that run together: as many rows of one length class as there are lanes.

use std::ops::Range;

use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed, xxh3_128, xxh3_128_with_seed};

use super::class::*;
use super::long;
use super::secret::{COLUMN, SecretWords, Seed, bytes, derive};
use crate::groups::{Members, Partition};
use crate::lanes::{Kernel, Lanes64, Simd, Stripes};
use crate::rows::{AT_ONCE, Ahead, BLOCK_ROWS, Block, Following, MAX_LANES, Seeds};

/// The output type of a hash of `WORDS` words.
pub(super) trait Hash<const WORDS: usize>: Copy {
    fn from_words(words: [u64; WORDS]) -> Self;
    /// The hash of one row under seed 0.
    fn of(row: &[u8]) -> Self;
    /// The hash of one row under a seed.
    fn seeded(row: &[u8], seed: u64) -> Self;
}

impl Hash<1> for u64 {
    #[inline(always)]
    fn from_words([hash]: [u64; 1]) -> u64 {
        hash
    }

    #[inline(always)]
    fn of(row: &[u8]) -> u64 {
        xxh3_64(row)
    }

    #[inline(always)]
    fn seeded(row: &[u8], seed: u64) -> u64 {
        xxh3_64_with_seed(row, seed)
    }
}

/// The canonical form: big-endian, high half first.
impl Hash<2> for [u8; 16] {
    #[inline(always)]
    fn from_words([low, high]: [u64; 2]) -> [u8; 16] {
        ((u128::from(high) << 64) | u128::from(low)).to_be_bytes()
    }

    #[inline(always)]
    fn of(row: &[u8]) -> [u8; 16] {
        crate_128(row).to_be_bytes()
    }

    #[inline(always)]
    fn seeded(row: &[u8], seed: u64) -> [u8; 16] {
        crate_128_with_seed(row, seed).to_be_bytes()
    }
}

// Not inlined, so that the result comes in two registers. 16 bytes would come through memory, written as two words and
// read as one vector, which waits for both. UUIDs took 9.4 ns instead of 7.0.

#[inline(never)]
fn crate_128(row: &[u8]) -> u128 {
    xxh3_128(row)
}

#[inline(never)]
fn crate_128_with_seed(row: &[u8], seed: u64) -> u128 {
    xxh3_128_with_seed(row, seed)
}

/// The number of lines that each [`AT_ONCE`] rows prefetch: the bytes of rows of 20 bytes. A number that follows the length of
/// the rows is mispredicted.
const LINES: usize = 5;

/// The number of bytes that a block prefetches of the next one.
pub(super) const PREFETCHED: usize = BLOCK_ROWS / AT_ONCE * LINES * 64;

/// XXH3 in `WORDS` words of the rows of a block.
pub(super) struct Rows<'a, T, const WORDS: usize, const SEEDS: u8> {
    pub(super) block: &'a Block<'a>,
    pub(super) partition: &'a Partition<'a>,
    /// Whether the first class has all rows up to 16 bytes.
    pub(super) merged: bool,
    pub(super) seeds: Seeds<'a, u64>,
    /// The secret of a constant seed.
    pub(super) secret: &'a SecretWords,
    pub(super) out: &'a mut [T],
    /// The rows of the next block, if they should be prefetched.
    pub(super) ahead: Option<&'a dyn Ahead>,
    /// The bytes after this block, if they should be prefetched.
    pub(super) following: Following,
    /// The number of rows hashed so far.
    pub(super) hashed: usize,
}

impl<T, const WORDS: usize, const SEEDS: u8> Kernel for Rows<'_, T, WORDS, SEEDS>
where
    T: Hash<WORDS>,
    To3: Class<WORDS>,
    To8: Class<WORDS>,
    To16: ShortClass<WORDS>,
    Mid<17>: Class<WORDS>,
    Mid<33>: Class<WORDS>,
    Mid<65>: Class<WORDS>,
    Mid<97>: Class<WORDS>,
    To240: Class<WORDS>,
{
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(mut self, simd: S) {
        for class in 0..=bounds(self.merged).len() {
            self.run_class(simd, class, self.partition.members(class));
        }
    }
}

impl<T, const WORDS: usize, const SEEDS: u8> Rows<'_, T, WORDS, SEEDS>
where
    T: Hash<WORDS>,
    To3: Class<WORDS>,
    To8: Class<WORDS>,
    To16: ShortClass<WORDS>,
    Mid<17>: Class<WORDS>,
    Mid<33>: Class<WORDS>,
    Mid<65>: Class<WORDS>,
    Mid<97>: Class<WORDS>,
    To240: Class<WORDS>,
{
    #[inline(always)]
    fn run_class<S: Simd>(&mut self, simd: S, class: usize, members: Members<'_>) {
        if members.ids().is_empty() {
            return;
        }
        let multiplier = simd.multiplier();
        match class + if self.merged { 2 } else { 0 } {
            0 => self.run_rows::<S::Multiplier, To3>(multiplier, members),
            1 => self.run_rows::<S::Multiplier, To8>(multiplier, members),
            2 if WORDS == 1 && S::U64::LANES > 1 && self.merged => {
                self.run_rows::<S, <To16 as ShortClass<WORDS>>::Merged>(simd, members);
            }
            2 => self.run_rows::<S::Multiplier, To16>(multiplier, members),
            3 => self.run_rows::<S::Multiplier, Mid<17>>(multiplier, members),
            4 => self.run_rows::<S::Multiplier, Mid<33>>(multiplier, members),
            5 => self.run_rows::<S::Multiplier, Mid<65>>(multiplier, members),
            6 => self.run_rows::<S::Multiplier, Mid<97>>(multiplier, members),
            7 => self.run_rows::<S::Multiplier, To240>(multiplier, members),
            _ => self.run_long(simd, members),
        }
    }

    #[inline(always)]
    fn run_rows<S: Simd, C: Class<WORDS>>(&mut self, simd: S, members: Members<'_>) {
        let mut done = 0;
        while done < members.ids().len() {
            let end = members.ids().len().min(done + AT_ONCE);
            if let Some(ahead) = self.ahead {
                ahead.fetch(self.hashed..self.hashed + end - done);
            }
            self.following.fetch(LINES);
            self.hashed += end - done;
            self.run_part::<S, C>(simd, members, done..end);
            done = end;
        }
    }

    #[inline(always)]
    fn run_part<S: Simd, C: Class<WORDS>>(
        &mut self,
        simd: S,
        members: Members<'_>,
        part: Range<usize>,
    ) {
        // Locals stay in registers. The compiler assumes that writing a hash could change a value behind a reference.
        let (out, seeds, secret) = (&mut *self.out, self.seeds, self.secret);
        let constant = match seeds {
            Seeds::Constant(seed) => S::U64::splat(simd, seed),
            Seeds::Column(_) => S::U64::splat(simd, 0),
        };
        let Range { start: mut done, end } = part;
        if members.are_all() {
            for out in out[done..end].chunks_exact_mut(S::U64::LANES) {
                let lanes = match seeds {
                    Seeds::Column(seeds) if SEEDS == COLUMN => S::U64::load(simd, &seeds[done..]),
                    _ => constant,
                };
                let rows = members.group_in_order(simd, done);
                let words =
                    C::hash(rows, Seed::<S::U64, SEEDS> { simd, lanes, secret, rereads: false });
                out.copy_from_slice(&hashes::<T, S, WORDS>(words)[..S::U64::LANES]);
                done += S::U64::LANES;
            }
        }
        let ids = &members.ids()[..end];
        while done < end {
            let lanes = match seeds {
                Seeds::Column(seeds) if SEEDS == COLUMN => members.values(simd, seeds, done),
                _ => constant,
            };
            let rows = members.group(simd, done);
            let words =
                C::hash(rows, Seed::<S::U64, SEEDS> { simd, lanes, secret, rereads: false });
            for (id, hash) in ids[done..].iter().zip(&hashes::<T, S, WORDS>(words)[..S::U64::LANES])
            {
                out[usize::from(*id)] = *hash;
            }
            done += S::U64::LANES;
        }
    }

    /// Hashes rows over 240 bytes, one after the other, in runs that take turns.
    #[inline(always)]
    fn run_long<S: Simd>(&mut self, simd: S, members: Members<'_>) {
        let constant = if let Seeds::Constant(seed) = self.seeds { seed } else { 0 };
        let mut last = (constant, bytes(self.secret));
        let run = members.ids().len().div_ceil(S::Stripes::RUNS);
        let (block, out) = (self.block, &mut *self.out);
        for at in 0..run {
            for id in members.ids()[at..].iter().step_by(run) {
                let id = usize::from(*id);
                let seed = self.seeds.of(id);
                if seed != last.0 {
                    last = (seed, bytes(&derive(seed)));
                }
                out[id] = T::from_words(long::hash(simd, block.row(id), &last.1));
            }
        }
    }
}

/// The hash of each lane.
#[inline(always)]
pub(super) fn hashes<T: Hash<WORDS>, S: Simd, const WORDS: usize>(
    words: [S::U64; WORDS],
) -> [T; MAX_LANES] {
    let mut stored = [[0; MAX_LANES]; WORDS];
    for (stored, words) in stored.iter_mut().zip(words) {
        words.store(&mut stored[..S::U64::LANES]);
    }
    std::array::from_fn(|i| T::from_words(stored.each_ref().map(|words| words[i])))
}
