//! Rows, arrays and outputs next to unreadable pages: a kernel that reads before the first or past
//! the last byte of a buffer crashes here.

mod arrays;
mod outputs;
mod rows;

use crate::support::fence::Fence;

/// The longest of [`lengths`].
const LONGEST: usize = 9_000;

/// Every length to 300, and some longer ones around the blocks of hashes.
fn lengths() -> impl Iterator<Item = usize> {
    let longer = [511, 512, 1_023, 1_024, 1_025, 2_048, 2_049, 4_095, 4_096, 4_097, 4_160, LONGEST];
    (0..=300).chain(longer)
}

/// The end of its pages at which an array lies.
#[derive(Clone, Copy, Debug)]
enum Place {
    Start,
    End,
}

impl Place {
    /// A copy of `values` at this end.
    fn put<'a, T: Copy>(self, fence: &'a mut Fence, values: &[T]) -> &'a mut [T] {
        match self {
            Place::Start => fence.at_start(values),
            Place::End => fence.at_end(values),
        }
    }
}
