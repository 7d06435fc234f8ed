//! Judges a column by a few of its rows.

use std::ops::RangeInclusive;

use super::{FORESEEN, Layout};

/// The places at which two neighbors are read.
const SAMPLED: usize = 16;

/// Whether at least three quarters of the sampled rows have a length in `lens` and lie in order. A column of fewer than 32 rows
/// has no sample.
#[inline(always)]
pub(crate) fn are_in_order<'a>(layout: &impl Layout<'a>, lens: RangeInclusive<usize>) -> bool {
    let step = layout.len() / SAMPLED;
    if step < 2 {
        return false;
    }
    let fits = |i: &usize| {
        let [first, second] = [layout.row(*i), layout.row(*i + 1)];
        let is_near = first.as_ptr().addr().abs_diff(second.as_ptr().addr()) <= FORESEEN;
        is_near && [first, second].iter().all(|row| lens.contains(&row.len()))
    };
    4 * (0..SAMPLED).map(|i| i * step).filter(fits).count() >= 3 * SAMPLED
}
