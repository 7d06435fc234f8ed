//! One row in each lane.

use xxhash_rust::xxh64::xxh64;

use super::{P1, P2, P3, P4, P5, STRIPE};
use crate::blocks::{Block, FollowingBytes, MAX_LANES, Seeds};
use crate::groups::grouped::{self, GroupRows, GroupedHash};
use crate::groups::{Group64, LengthExtent};
use crate::lanes::{Kernel, Lanes64, Simd};

/// Longer rows prefetch what follows their block. Those of 64 bytes would lose a tenth in the
/// cache.
const SHORT: usize = 64;

/// Rows sorted by their number of stripes.
pub(super) struct StripeLanes<'a, 'b> {
    pub block: &'a Block<'b>,
    pub seeds: Seeds<'a, u64>,
    pub out: &'a mut [u64],
}

impl Kernel for StripeLanes<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let StripeLanes { block, seeds, out } = self;
        let extent = LengthExtent::of_lens(block.lens());
        let LengthExtent { shortest, longest } = extent;
        // Constant for the block: mixed lengths would mispredict a choice for each group.
        let words = if shortest == longest { longest % STRIPE / 8 } else { (longest / 8).min(3) };
        let following = &block.following();
        grouped::hash(
            &LaneGroups { simd, block, following, seeds, words },
            block.lens(),
            extent,
            out,
        );
    }
}

struct LaneGroups<'a, 'b, S> {
    simd: S,
    block: &'a Block<'b>,
    following: &'a FollowingBytes,
    seeds: Seeds<'a, u64>,
    /// The most words of 8 bytes after the stripes of a row.
    words: usize,
}

impl<S: Simd> GroupedHash for LaneGroups<'_, '_, S> {
    type Hash = u64;
    const LANES: usize = S::U64::LANES;
    const STRIPE: usize = STRIPE;

    #[inline(always)]
    fn group(&self, which: GroupRows<'_>, width: usize) -> [u64; MAX_LANES] {
        let rows = match which {
            GroupRows::From(first) => Group64::consecutive(self.simd, self.block, first),
            GroupRows::Ids(ids) => Group64::pick(self.simd, self.block, ids),
        };
        let seed = match self.seeds {
            Seeds::Constant(seed) => S::U64::splat(self.simd, seed),
            Seeds::Column(seeds) => S::U64::load(self.simd, &which.pick(seeds, width)),
        };
        let mut hashes = [0; MAX_LANES];
        self.hash(&rows, seed).store(&mut hashes[..S::U64::LANES]);
        hashes
    }

    #[inline(always)]
    fn one(&self, i: usize) -> u64 {
        xxh64(self.block.row(i), self.seeds.seed(i))
    }

    #[inline(always)]
    fn block(&self) -> &Block<'_> {
        self.block
    }
}

impl<S: Simd> LaneGroups<'_, '_, S> {
    #[inline(always)]
    fn hash(&self, rows: &Group64<'_, S>, seed: S::U64) -> S::U64 {
        let simd = self.simd;
        let has_stripes = rows.len().gt(S::U64::splat(simd, STRIPE as u64 - 1));
        let mut hash = seed + S::U64::splat(simd, P5);
        if S::U64::any(has_stripes) {
            hash = S::U64::select(has_stripes, self.striped(rows, seed), hash);
        }
        hash = after_words(simd, rows, hash + rows.len(), self.words);
        hash = after_bytes(simd, rows, hash);
        hash = (hash ^ hash.shr::<33>()) * S::U64::splat(simd, P2);
        hash = (hash ^ hash.shr::<29>()) * S::U64::splat(simd, P3);
        hash ^ hash.shr::<32>()
    }

    /// The hashes after the stripes of the rows that have any.
    #[inline(always)]
    fn striped(&self, rows: &Group64<'_, S>, seed: S::U64) -> S::U64 {
        let simd = self.simd;
        let (p1, p2) = (S::U64::splat(simd, P1), S::U64::splat(simd, P2));
        let (zero, p4) = (S::U64::splat(simd, 0), S::U64::splat(simd, P4));
        let mut acc = [seed + p1 + p2, seed + p2, seed, seed - p1];
        let end = rows.len() & S::U64::splat(simd, !(STRIPE as u64 - 1));
        let mut position = 0;
        let mut active = end.gt(zero);
        while S::U64::any(active) {
            for (acc, word) in acc.iter_mut().zip(rows.at32(position)) {
                *acc = S::U64::select(active, round(simd, *acc, word), *acc);
            }
            if position >= SHORT {
                self.following.fetch(S::U64::LANES * STRIPE / 64);
            }
            position += STRIPE;
            active = end.gt(S::U64::splat(simd, position as u64));
        }
        let [a, b, c, d] = acc;
        let mut hash = a.rotl::<1>() + b.rotl::<7>() + c.rotl::<12>() + d.rotl::<18>();
        for acc in acc {
            hash = (hash ^ round(simd, zero, acc)) * p1 + p4;
        }
        hash
    }
}

#[inline(always)]
fn round<S: Simd>(simd: S, acc: S::U64, word: S::U64) -> S::U64 {
    let product = word * S::U64::splat(simd, P2);
    (acc + product).rotl::<31>() * S::U64::splat(simd, P1)
}

/// The hashes after the words of 8 bytes that follow the stripes.
#[inline(always)]
fn after_words<S: Simd>(simd: S, rows: &Group64<'_, S>, mut hash: S::U64, words: usize) -> S::U64 {
    let (p1, p4) = (S::U64::splat(simd, P1), S::U64::splat(simd, P4));
    let end = rows.len() & S::U64::splat(simd, !7);
    let mut position = rows.len() & S::U64::splat(simd, !(STRIPE as u64 - 1));
    for _ in 0..words {
        let mixed = hash ^ round(simd, S::U64::splat(simd, 0), rows.at_each(position));
        hash = S::U64::select(end.gt(position), mixed.rotl::<27>() * p1 + p4, hash);
        position = position + S::U64::splat(simd, 8);
    }
    hash
}

/// The hashes after the last bytes, of which there are up to 7.
#[inline(always)]
fn after_bytes<S: Simd>(simd: S, rows: &Group64<'_, S>, mut hash: S::U64) -> S::U64 {
    let (p1, p5) = (S::U64::splat(simd, P1), S::U64::splat(simd, P5));
    let mut bytes = rows.rest8();
    let has_four = (rows.len() & S::U64::splat(simd, 4)).gt(S::U64::splat(simd, 0));
    if S::U64::any(has_four) {
        let mixed = hash ^ ((bytes & S::U64::splat(simd, 0xffff_ffff)) * p1);
        let next = mixed.rotl::<23>() * S::U64::splat(simd, P2) + S::U64::splat(simd, P3);
        hash = S::U64::select(has_four, next, hash);
        bytes = S::U64::select(has_four, bytes.shr::<32>(), bytes);
    }
    let count = rows.len() & S::U64::splat(simd, 3);
    for i in 0..3 {
        let active = count.gt(S::U64::splat(simd, i));
        if !S::U64::any(active) {
            break;
        }
        let mixed = hash ^ ((bytes & S::U64::splat(simd, 0xff)) * p5);
        hash = S::U64::select(active, mixed.rotl::<11>() * p1, hash);
        bytes = bytes.shr::<8>();
    }
    hash
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::blocks::{Rows, blocks};
    use crate::lanes::Scalar;

    /// The kernel for lanes, with a single lane.
    #[test]
    fn one_lane_is_the_crate() {
        let bytes: Vec<u8> = (0..=300u32).map(|i| (i * 7) as u8).collect();
        let texts: Vec<&[u8]> = (0..=300).map(|len| &bytes[..len]).collect();
        blocks(crate::isa::Isa::Portable, &Rows::Slices(&texts), |first, block| {
            let seeds: Vec<u64> = (0..block.len() as u64).map(|i| i << 60 | i).collect();
            let mut out = vec![0; block.len()];
            StripeLanes { block, seeds: Seeds::Column(&seeds), out: &mut out }.with_simd(Scalar);
            for (i, out) in out.iter().enumerate() {
                assert_eq!(*out, xxh64(block.row(i), seeds[i]), "of {} bytes", first + i);
            }
        });
    }
}
