//! Decides which rows of a block go into lanes, and in which order.

use crate::blocks::Block;
use crate::groups::{LengthExtent, order};
use crate::isa::Isa;

/// Rows of this many bytes or more stay out of lanes, where a row's length in bits is one word.
const LONGEST: usize = 1 << 29;

/// Rows of this many padded blocks or more are sorted by comparison.
const CLASSES: usize = 64;

/// The longest rows of 1, 2, 3 and 4 padded blocks.
const SHORT: [u8; 4] = [55, 119, 183, 247];

/// The number of 64-byte blocks in a row with its padding, which is at least 9 bytes.
#[inline(always)]
pub(super) fn padded_blocks(len: usize) -> usize {
    len / 64 + 1 + usize::from(len % 64 > 55)
}

/// The rows of a block, those for lanes first.
pub(super) struct LaneOrder {
    /// `None` if it is the order of the block. Every entry names a row, also those past the last.
    ids: Option<order::OrderedIds>,
    /// The number of rows that go into lanes, the longest first.
    laned: usize,
}

impl LaneOrder {
    /// Rows go into groups of `lanes` if at least `break_even` of these are busy on average.
    pub(crate) fn for_lanes(
        isa: Isa,
        block: &Block<'_>,
        extent: LengthExtent,
        lanes: usize,
        break_even: usize,
    ) -> LaneOrder {
        let lens = block.lens();
        let LengthExtent { shortest, longest } = extent;
        if padded_blocks(shortest) == padded_blocks(longest) && longest < LONGEST {
            let rest = lens.len() % lanes;
            return LaneOrder {
                ids: None,
                laned: lens.len() - if rest < break_even { rest } else { 0 },
            };
        }
        block.touch_long();
        let sorted = match isa {
            Isa::Neon(_) => finely_sorted(lens),
            _ if longest <= SHORT[SHORT.len() - 1].into() => short_sorted(isa, lens),
            _ => sorted(lens),
        };
        select(lens, &sorted, lanes, break_even)
    }

    /// The ids of the rows that go into lanes, followed by as many more as there are lanes, or
    /// `None` if these are the block's first rows.
    #[inline(always)]
    pub(crate) fn ids(&self) -> Option<&[u8]> {
        self.ids.as_ref().map(|ids| &ids[..])
    }

    /// The number of rows that go into lanes.
    #[inline(always)]
    pub(crate) fn laned(&self) -> usize {
        self.laned
    }

    /// The rows of a block of `len` that don't go into lanes.
    pub(crate) fn rest(&self, len: usize) -> impl Iterator<Item = usize> {
        (self.laned..len).map(|i| self.row(i))
    }

    /// The row at index `i`.
    #[inline(always)]
    pub(crate) fn row(&self, i: usize) -> usize {
        self.ids.as_ref().map_or(i, |ids| usize::from(ids[i]))
    }
}

/// Takes rows out of the lanes until enough lanes of the first group are busy while its longest row
/// runs, then continues after that group.
fn select(
    lens: &[usize],
    sorted: &order::OrderedIds,
    lanes: usize,
    break_even: usize,
) -> LaneOrder {
    let blocks = |id: &u8| padded_blocks(lens[usize::from(*id)]);
    let mut ids: order::OrderedIds = [0; _];
    let (mut laned, mut rest) = (0, lens.len());
    // If the shortest rows keep enough lanes busy beside the longest, no whole group needs a look:
    // a tenth of the instructions that MD5 takes for a row of one block with NEON.
    let least = sorted[..lens.len()].last().map_or(0, blocks);
    let most = sorted.first().map_or(0, blocks);
    if lanes * least >= break_even * most && most < CLASSES {
        laned = lens.len() / lanes * lanes;
        ids[..laned].copy_from_slice(&sorted[..laned]);
    }
    let mut left = &sorted[laned..lens.len()];
    while let Some((longest, others)) = left.split_first() {
        let group = &left[..lanes.min(left.len())];
        let enough = break_even * blocks(longest);
        // The shortest row answers for most groups.
        let are_busy = group.len() * blocks(&group[group.len() - 1]) >= enough
            || group.iter().map(blocks).sum::<usize>() >= enough;
        if are_busy && lens[usize::from(*longest)] < LONGEST {
            ids[laned..laned + group.len()].copy_from_slice(group);
            laned += group.len();
            left = &left[group.len()..];
        } else {
            rest -= 1;
            ids[rest] = *longest;
            left = others;
        }
    }
    LaneOrder { ids: Some(ids), laned }
}

/// The rows by descending number of padded blocks.
fn sorted(lens: &[usize]) -> order::OrderedIds {
    let mut ids = [0; _];
    order::sort::<CLASSES>(&mut ids, lens, |len| padded_blocks(len) - 1);
    descending(&mut ids, lens);
    ids
}

/// The same for rows of no more bytes than the last of [`SHORT`].
fn short_sorted(isa: Isa, lens: &[usize]) -> order::OrderedIds {
    let mut ids = [0; _];
    order::sort_by_class(isa, &mut ids, lens, &SHORT);
    ids[..lens.len()].reverse();
    ids
}

/// The same for few lanes, with the rows of up to 16 bytes last: their groups load their words by a
/// third of the instructions, and the loads decide more of a group's time than the sort.
fn finely_sorted(lens: &[usize]) -> order::OrderedIds {
    let mut ids = [0; _];
    order::sort::<{ CLASSES + 1 }>(&mut ids, lens, |len| {
        padded_blocks(len) - usize::from(len <= 16)
    });
    descending(&mut ids, lens);
    ids
}

/// Reverses rows that are sorted up to those that are sorted by comparison, and sorts these.
#[inline(always)]
fn descending(ids: &mut order::OrderedIds, lens: &[usize]) {
    let sorted = &mut ids[..lens.len()];
    sorted.reverse();
    let is_long = |id: &u8| padded_blocks(lens[usize::from(*id)]) >= CLASSES;
    let long = sorted.iter().take_while(|id| is_long(id)).count();
    sorted[..long].sort_unstable_by_key(|id| std::cmp::Reverse(lens[usize::from(*id)]));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::blocks::{self, Rows};

    /// The rows that go into lanes and the others, the same on every instruction set.
    fn order(lens: &[usize], lanes: usize, break_even: usize) -> (Vec<usize>, Vec<usize>) {
        let longest = vec![0; lens.iter().copied().max().unwrap_or(0)];
        let slices: Vec<&[u8]> = lens.iter().map(|len| &longest[..*len]).collect();
        let mut orders = Vec::new();
        blocks::blocks(Isa::Portable, &Rows::Slices(&slices), |_, block| {
            for isa in Isa::available() {
                let extent = LengthExtent::of_lens(block.lens());
                let order = LaneOrder::for_lanes(isa, block, extent, lanes, break_even);
                let row = |i| order.ids().map_or(i, |ids| usize::from(ids[i]));
                let laned: Vec<usize> = (0..order.laned()).map(row).collect();
                orders.push((laned, order.rest(block.len()).collect()));
            }
        });
        let blocks = |order: &(Vec<usize>, Vec<usize>)| {
            let of = |rows: &[usize]| rows.iter().map(|row| padded_blocks(lens[*row])).collect();
            let of: [Vec<usize>; 2] = [of(&order.0), of(&order.1)];
            of
        };
        assert!(orders.iter().all(|order| blocks(order) == blocks(&orders[0])));
        orders.pop().unwrap()
    }

    /// Rows with as many blocks as others may be in any order.
    fn ascending(mut rows: Vec<usize>) -> Vec<usize> {
        rows.sort_unstable();
        rows
    }

    #[test]
    fn padding_takes_nine_bytes() {
        for (len, blocks) in [(0, 1), (55, 1), (56, 2), (63, 2), (64, 2), (119, 2), (120, 3)] {
            assert_eq!(padded_blocks(len), blocks, "{len}");
        }
    }

    #[test]
    fn rows_of_one_number_of_blocks_keep_their_order() {
        assert_eq!(order(&[3, 55, 0, 7, 1], 2, 1), (vec![0, 1, 2, 3, 4], vec![]));
        assert_eq!(order(&[3, 55, 0, 7, 1], 2, 2), (vec![0, 1, 2, 3], vec![4]));
        assert_eq!(order(&[3, 55, 0], 4, 3), (vec![0, 1, 2], vec![]));
        assert_eq!(order(&[3, 55, 0], 4, 4), (vec![], vec![0, 1, 2]));
    }

    #[test]
    fn the_longest_rows_go_first() {
        let (laned, rest) = order(&[3, 70, 0, 200, 1], 2, 1);
        assert_eq!((&laned[..2], rest), (&[3, 1][..], vec![]));
        assert_eq!(ascending(laned), [0, 1, 2, 3, 4]);
        let giants: Vec<usize> = (0..40).map(|i| 6000 + i * 64).collect();
        assert_eq!(order(&giants, 4, 1), ((0..40).rev().collect(), vec![]));
    }

    #[test]
    fn rows_of_up_to_16_bytes_share_groups_of_few_lanes() {
        let sorted = finely_sorted(&[3, 40, 16, 17, 9, 55, 70, 1]).map(usize::from);
        assert_eq!(sorted[0], 6);
        assert_eq!(ascending(sorted[1..4].to_vec()), [1, 3, 5]);
        assert_eq!(ascending(sorted[4..8].to_vec()), [0, 2, 4, 7]);
    }

    #[test]
    fn a_giant_among_dwarfs_stays_out() {
        let (laned, rest) = order(&[3, 70, 9000, 66, 1, 2, 2], 4, 3);
        assert_eq!((ascending(laned[..2].to_vec()), laned.len()), (vec![1, 3], 4));
        assert_eq!(*rest.last().unwrap(), 2);
        assert_eq!(ascending([laned, rest].concat()), [0, 1, 2, 3, 4, 5, 6]);
    }
}
