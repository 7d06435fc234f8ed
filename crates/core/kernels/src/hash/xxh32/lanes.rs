//! One row in each lane.

use xxhash_rust::xxh32::xxh32;

use super::{P1, P2, P3, P4, P5, STRIPE};
use crate::groups::grouped::{self, Grouped, Which};
use crate::groups::{Extent, Group32};
use crate::lanes::{Kernel32, Lanes32, Simd32};
use crate::rows::{Block, Following, MAX_LANES, Seeds};

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
        let following = &block.following();
        let groups = Groups { simd, block, following, seeds, longest: extent.longest };
        grouped::hash(&groups, block.lens(), extent, out);
    }
}

struct Groups<'a, 'b, S> {
    simd: S,
    block: &'a Block<'b>,
    following: &'a Following,
    seeds: Seeds<'a, u32>,
    /// Bytes of the longest row. Constant for the block: the longest of each group would be mispredicted.
    longest: usize,
}

impl<S: Simd32> Grouped for Groups<'_, '_, S> {
    type Hash = u32;
    const LANES: usize = S::U32::LANES;
    const STRIPE: usize = STRIPE;

    #[inline(always)]
    fn group(&self, which: Which<'_>, width: usize) -> [u32; MAX_LANES] {
        let rows = match which {
            Which::From(first) => Group32::consecutive(self.simd, self.block, first),
            Which::Ids(ids) => Group32::pick(self.simd, self.block, ids),
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
    fn hash(&self, rows: &Group32<'_, S>, seed: S::U32) -> S::U32 {
        let (simd, lens) = (self.simd, rows.lens());
        let (accs, rest) = self.stripes(rows, seed);
        let [a, b, c, d] = accs;
        let striped = a.rotl::<1>() + b.rotl::<7>() + c.rotl::<12>() + d.rotl::<18>();
        let has_stripes = lens.gt(S::U32::splat(simd, STRIPE as u32 - 1));
        let hash = S::U32::select(has_stripes, striped, seed + S::U32::splat(simd, P5));
        let mut hash = after_rest(simd, hash + lens, lens, rest);
        hash = (hash ^ hash.shr::<15>()) * S::U32::splat(simd, P2);
        hash = (hash ^ hash.shr::<13>()) * S::U32::splat(simd, P3);
        hash ^ hash.shr::<16>()
    }

    /// The accumulators after the stripes of each row, and the words after these, with zeros after the row's end.
    #[inline(always)]
    fn stripes(&self, rows: &Group32<'_, S>, seed: S::U32) -> ([S::U32; 4], [S::U32; 4]) {
        let simd = self.simd;
        let (p1, p2, zero) =
            (S::U32::splat(simd, P1), S::U32::splat(simd, P2), S::U32::splat(simd, 0));
        let mut states = ([seed + p1 + p2, seed + p2, seed, seed - p1], [zero; 4]);
        if self.longest <= STRIPE {
            self.stripe(rows, 0, &rows.short_words(), &mut states);
            return states;
        }
        let mut block = 0;
        loop {
            let words = rows.words(block);
            for (i, stripe) in words.as_chunks().0.iter().enumerate() {
                if 64 * block + STRIPE * i >= self.longest {
                    break;
                }
                self.stripe(rows, 64 * block + STRIPE * i, stripe, &mut states);
            }
            block += 1;
            if !S::U32::any(rows.lens().gt(S::U32::splat(simd, 64 * block as u32))) {
                return states;
            }
            // One line a row.
            self.following.fetch(S::U32::LANES);
        }
    }

    /// A stripe goes to the accumulators of the rows that have all of it, and to the rest of the others.
    #[inline(always)]
    fn stripe(
        &self,
        rows: &Group32<'_, S>,
        position: usize,
        stripe: &[S::U32; 4],
        (accs, rest): &mut ([S::U32; 4], [S::U32; 4]),
    ) {
        let zero = S::U32::splat(self.simd, 0);
        let is_whole = rows.lens().gt(S::U32::splat(self.simd, (position + STRIPE - 1) as u32));
        for (i, word) in stripe.iter().enumerate() {
            accs[i] = S::U32::select(is_whole, round(self.simd, accs[i], *word), accs[i]);
            rest[i] = rest[i] | S::U32::select(is_whole, zero, *word);
        }
    }
}

#[inline(always)]
fn round<S: Simd32>(simd: S, acc: S::U32, word: S::U32) -> S::U32 {
    let product = word * S::U32::splat(simd, P2);
    (acc + product).rotl::<13>() * S::U32::splat(simd, P1)
}

/// The hashes after the up to three words and three bytes that follow the stripes.
#[inline(always)]
fn after_rest<S: Simd32>(
    simd: S,
    mut hash: S::U32,
    lens: S::U32,
    [first, second, third, fourth]: [S::U32; 4],
) -> S::U32 {
    let count = lens & S::U32::splat(simd, STRIPE as u32 - 1);
    let mut bytes = first;
    for (i, (word, next)) in [(first, second), (second, third), (third, fourth)].iter().enumerate()
    {
        let has_word = count.gt(S::U32::splat(simd, 4 * i as u32 + 3));
        let mixed = hash + *word * S::U32::splat(simd, P3);
        hash = S::U32::select(has_word, mixed.rotl::<17>() * S::U32::splat(simd, P4), hash);
        bytes = S::U32::select(has_word, *next, bytes);
    }
    let count = lens & S::U32::splat(simd, 3);
    for i in 0..3 {
        let has_byte = count.gt(S::U32::splat(simd, i));
        if !S::U32::any(has_byte) {
            break;
        }
        let mixed = hash + (bytes & S::U32::splat(simd, 0xff)) * S::U32::splat(simd, P5);
        hash = S::U32::select(has_byte, mixed.rotl::<11>() * S::U32::splat(simd, P1), hash);
        bytes = bytes.shr::<8>();
    }
    hash
}
