//! How kernels with one row in each lane process the rows of a block.
//!
//! A lane that has finished waits for the longest row of its group, so rows are sorted by their
//! number of stripes unless all have about the same. Rows that would leave lanes empty are hashed
//! one by one: a giant among short rows, and the last rows of a block.

use super::{LengthExtent, order};
use crate::blocks::{AT_ONCE, Block, MAX_LANES};

/// Longer rows are hashed one by one: side by side, they compete for the sets of the L1 cache.
const LONGEST: usize = 8 << 10;

/// Sorting distinguishes rows by their number of stripes, up to this many.
const KEYS: usize = 65;

/// The rows of a group.
#[derive(Clone, Copy)]
pub(crate) enum GroupRows<'a> {
    /// Consecutive rows from one on; not all need be in the block.
    From(usize),
    /// One for each lane.
    Ids(&'a [u8]),
}

/// A hash that works on groups of rows.
pub(crate) trait GroupedHash {
    /// The hash of a row.
    type Hash: Copy + Default;
    /// Rows in a group.
    const LANES: usize;
    /// The length of the pieces that it loops over.
    const STRIPE: usize;

    /// Hashes a group. Only the first `LANES` results, one per lane, are meaningful. `width` rows
    /// are in the block.
    fn group(&self, which: GroupRows<'_>, width: usize) -> [Self::Hash; MAX_LANES];

    /// The hash of row `i`.
    fn one(&self, i: usize) -> Self::Hash;

    /// The rows.
    fn block(&self) -> &Block<'_>;
}

/// Hashes the rows of a block, whose lengths are `lens` and have this extent.
#[inline(always)]
pub(crate) fn hash<G: GroupedHash>(
    grouped: &G,
    lens: &[usize],
    extent: LengthExtent,
    out: &mut [G::Hash],
) {
    assert_eq!(lens.len(), out.len());
    if 2 * lens.len() <= G::LANES {
        return out.iter_mut().enumerate().for_each(|(i, out)| *out = grouped.one(i));
    }
    let LengthExtent { shortest, longest } = extent;
    // Waiting for one stripe costs less than sorting.
    if longest / G::STRIPE <= shortest / G::STRIPE + 1 {
        in_order(grouped, longest, out);
    } else {
        sorted(grouped, lens, out);
    }
}

#[inline(always)]
fn in_order<G: GroupedHash>(grouped: &G, longest: usize, out: &mut [G::Hash]) {
    let ahead = grouped.block().ahead();
    for first in (0..out.len()).step_by(G::LANES) {
        if let Some(ahead) = ahead
            && first.is_multiple_of(AT_ONCE)
        {
            ahead.fetch(first..first + AT_ONCE);
        }
        let width = G::LANES.min(out.len() - first);
        if longest <= LONGEST && 2 * width > G::LANES {
            let hashes = grouped.group(GroupRows::From(first), width);
            // A length that is not a constant would compile to a call.
            match out[first..].split_at_mut_checked(G::LANES) {
                Some((out, _)) => out.copy_from_slice(&hashes[..G::LANES]),
                None => out[first..].copy_from_slice(&hashes[..width]),
            }
        } else {
            for (lane, out) in out[first..first + width].iter_mut().enumerate() {
                *out = grouped.one(first + lane);
            }
        }
    }
}

#[inline(always)]
fn sorted<G: GroupedHash>(grouped: &G, lens: &[usize], out: &mut [G::Hash]) {
    grouped.block().touch();
    let mut ids = [0; _];
    order::sort::<KEYS>(&mut ids, lens, |len| len / G::STRIPE);
    let ahead = grouped.block().ahead();
    for first in (0..lens.len()).step_by(G::LANES) {
        if let Some(ahead) = ahead
            && first.is_multiple_of(AT_ONCE)
        {
            ahead.fetch(first..first + AT_ONCE);
        }
        let width = G::LANES.min(lens.len() - first);
        let ids = &ids[first..first + G::LANES];
        if is_worth_lanes::<G>(lens, &ids[..width]) {
            let hashes = grouped.group(GroupRows::Ids(ids), width);
            for (id, hash) in ids[..width].iter().zip(&hashes) {
                out[usize::from(*id)] = *hash;
            }
        } else {
            for id in &ids[..width] {
                out[usize::from(*id)] = grouped.one(usize::from(*id));
            }
        }
    }
}

/// Whether the rows keep at least half of the lanes busy.
#[inline(always)]
fn is_worth_lanes<G: GroupedHash>(lens: &[usize], ids: &[u8]) -> bool {
    let stripes = |id: u8| lens[usize::from(id)] / G::STRIPE;
    let last = stripes(ids[ids.len() - 1]);
    if ids.len() == G::LANES && stripes(ids[0]) == last && last < KEYS - 1 {
        return true;
    }
    // The work after the stripes costs about as much as two of them.
    let (mut sum, mut longest) = (0, 0);
    for id in ids {
        let len = lens[usize::from(*id)];
        (sum, longest) = (sum + len.min(LONGEST) + 2 * G::STRIPE, longest.max(len));
    }
    longest <= LONGEST && 2 * sum >= G::LANES * (longest + 2 * G::STRIPE)
}

impl GroupRows<'_> {
    /// The values of the group's first `width` rows, then arbitrary ones.
    #[inline(always)]
    pub(crate) fn pick<T: Copy + Default>(self, values: &[T], width: usize) -> [T; MAX_LANES] {
        if let GroupRows::From(first) = self
            && let Some(run) = values[first..].first_chunk::<MAX_LANES>()
        {
            return *run;
        }
        let mut picked = [T::default(); MAX_LANES];
        match self {
            GroupRows::From(first) => {
                for (picked, value) in picked.iter_mut().zip(&values[first..first + width]) {
                    *picked = *value;
                }
            }
            GroupRows::Ids(ids) => {
                for (picked, id) in picked.iter_mut().zip(&ids[..width]) {
                    *picked = values[usize::from(*id)];
                }
            }
        }
        picked
    }
}
