//! One row in each lane.

use xxhash_rust::xxh32::xxh32;

use super::{P1, P2, P3, P4, P5, STRIPE};
use crate::groups::grouped::{self, Grouped, Which};
use crate::groups::{Extent, GroupOfWords};
use crate::lanes::{Kernel32, Lanes32, Simd32};
use crate::rows::{Block, Following, MAX_LANES, Seeds};

/// Longer rows prefetch what follows their block.
const SHORT: u32 = 64;

/// Rows sorted by their number of stripes.
pub(super) struct Lanes<'a, 'b> {
    pub block: &'a Block<'b>,
    pub seeds: Seeds<'a, u32>,
    pub out: &'a mut [u32],
}

impl Kernel32 for Lanes<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd32>(self, simd: S) {
        let Lanes { block, seeds, out } = self;
        let extent = Extent::of_lens(block.lens());
        let Extent { shortest, longest } = extent;
        // Constant for the block: mixed lengths would mispredict a choice for each group.
        let words = if shortest == longest { longest % STRIPE >= 8 } else { longest >= 8 };
        let following = &block.following();
        grouped::hash(&Groups { simd, block, following, seeds, words }, block.lens(), extent, out);
    }
}

struct Groups<'a, 'b, S> {
    simd: S,
    block: &'a Block<'b>,
    following: &'a Following,
    seeds: Seeds<'a, u32>,
    /// Whether rows may have 8 bytes or more after their stripes.
    words: bool,
}

impl<S: Simd32> Grouped for Groups<'_, '_, S> {
    type Hash = u32;
    const LANES: usize = S::U32::LANES;
    const STRIPE: usize = STRIPE;

    #[inline(always)]
    fn group(&self, which: Which<'_>, width: usize) -> [u32; MAX_LANES] {
        let rows = match which {
            Which::From(first) => GroupOfWords::consecutive(self.simd, self.block, first),
            Which::Ids(ids) => GroupOfWords::pick(self.simd, self.block, ids),
        };
        let seed = match self.seeds {
            Seeds::Constant(seed) => S::U32::splat(self.simd, seed),
            Seeds::Column(seeds) => S::U32::load(self.simd, &which.pick(seeds, width)),
        };
        let mut hashes = [0; MAX_LANES];
        self.hash(&rows, seed).store(&mut hashes[..S::U32::LANES]);
        hashes
    }

    #[inline(always)]
    fn one(&self, i: usize) -> u32 {
        alone(self.block.row(i), self.seeds.seed(i))
    }

    #[inline(always)]
    fn block(&self) -> &Block<'_> {
        self.block
    }
}

/// Hashes one row. Not inlined: it would be compiled for AVX-512, with the sums in one vector, and 1 MiB would take 106
/// µs instead of 86 on Zen 5.
#[inline(never)]
fn alone(row: &[u8], seed: u32) -> u32 {
    xxh32(row, seed)
}

impl<S: Simd32> Groups<'_, '_, S> {
    #[inline(always)]
    fn hash(&self, rows: &GroupOfWords<'_, S>, seed: S::U32) -> S::U32 {
        let simd = self.simd;
        let has_stripes = rows.len().gt(S::U32::splat(simd, STRIPE as u32 - 1));
        let mut hash = seed + S::U32::splat(simd, P5);
        if S::U32::any(has_stripes) {
            hash = S::U32::select(has_stripes, self.striped(rows, seed), hash);
        }
        hash = hash + rows.len();
        if self.words {
            let rest = rows.len() & S::U32::splat(simd, STRIPE as u32 - 1);
            let has_words = rest.gt(S::U32::splat(simd, 7));
            for word in rows.at8_or_first(rows.len() - rest) {
                hash = S::U32::select(has_words, after_word(simd, hash, word), hash);
            }
        }
        hash = after_bytes(simd, rows, hash);
        hash = (hash ^ hash.shr::<15>()) * S::U32::splat(simd, P2);
        hash = (hash ^ hash.shr::<13>()) * S::U32::splat(simd, P3);
        hash ^ hash.shr::<16>()
    }

    /// The hashes after the stripes of the rows that have any.
    #[inline(always)]
    fn striped(&self, rows: &GroupOfWords<'_, S>, seed: S::U32) -> S::U32 {
        let simd = self.simd;
        let (p1, p2) = (S::U32::splat(simd, P1), S::U32::splat(simd, P2));
        let mut acc = [seed + p1 + p2, seed + p2, seed, seed - p1];
        let end = rows.len() & S::U32::splat(simd, !(STRIPE as u32 - 1));
        let mut position = 0;
        loop {
            let active = end.gt(S::U32::splat(simd, position));
            if !S::U32::any(active) {
                break;
            }
            for (acc, word) in acc.iter_mut().zip(rows.at16(position)) {
                *acc = S::U32::select(active, round(simd, *acc, word), *acc);
            }
            if position >= SHORT {
                self.following.fetch(S::U32::LANES * STRIPE / 64);
            }
            position += STRIPE as u32;
        }
        let [a, b, c, d] = acc;
        a.rotl::<1>() + b.rotl::<7>() + c.rotl::<12>() + d.rotl::<18>()
    }
}

#[inline(always)]
fn round<S: Simd32>(simd: S, acc: S::U32, word: S::U32) -> S::U32 {
    let product = word * S::U32::splat(simd, P2);
    (acc + product).rotl::<13>() * S::U32::splat(simd, P1)
}

#[inline(always)]
fn after_word<S: Simd32>(simd: S, hash: S::U32, word: S::U32) -> S::U32 {
    let mixed = hash + word * S::U32::splat(simd, P3);
    mixed.rotl::<17>() * S::U32::splat(simd, P4)
}

/// The hashes after the last bytes, of which there are up to 7.
#[inline(always)]
fn after_bytes<S: Simd32>(simd: S, rows: &GroupOfWords<'_, S>, mut hash: S::U32) -> S::U32 {
    let (zero, one) = (S::U32::splat(simd, 0), S::U32::splat(simd, 1));
    let (three, seven) = (S::U32::splat(simd, 3), S::U32::splat(simd, 7));
    let (len, count) = (rows.len(), rows.len() & three);
    // The last 8 bytes of a row, or the first 8 of a shorter one, contain both the word and the bytes after it.
    let [low, high] = rows.at8_or_first(len - seven - one);
    let (below, above) = (S::U32::splat(simd, 32) - count.shl::<3>(), count.shl::<3>());
    let long = len.gt(seven);
    let word = S::U32::select(long, low.shr_by(below) | high.shl_by(above), low);
    let short_bytes = S::U32::select(len.gt(three), high, low);
    let mut bytes = S::U32::select(long, high.shr_by(below), short_bytes);
    let has_word = (len & S::U32::splat(simd, 4)).gt(zero);
    hash = S::U32::select(has_word, after_word(simd, hash, word), hash);
    for i in 0..3 {
        let active = count.gt(S::U32::splat(simd, i));
        if !S::U32::any(active) {
            break;
        }
        let mixed = hash + (bytes & S::U32::splat(simd, 0xff)) * S::U32::splat(simd, P5);
        hash = S::U32::select(active, mixed.rotl::<11>() * S::U32::splat(simd, P1), hash);
        bytes = bytes.shr::<8>();
    }
    hash
}
