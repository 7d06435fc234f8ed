//! The layouts in which engines store a column of strings, and the blocks that kernels read.
//!
//! [`Rows`] is a borrowed view of a column in one of the layouts. [`blocks`] cuts it into
//! [`Block`]s of starts and lengths; the layout is matched once per block, never once per row.

mod ahead;
mod block;
mod cut;
mod entries;
mod fetch;
mod fixed;
mod following;
mod kernel;
mod offsets;
mod picked;
mod repeats;
mod sample;
mod string_t;
mod strings;
mod touch;
mod valid;
mod views;

pub use crate::limits::BLOCK_ROWS;
pub(crate) use crate::limits::{MAX_LANES, PADDED};
pub(crate) use ahead::{AT_ONCE, FORESEEN, RowsAhead, prefetch};
pub use block::{Block, Seeds};
pub use cut::blocks;
pub(crate) use entries::BlockEntries;
pub(crate) use fetch::Fetch;
pub use fixed::Fixed;
pub(crate) use following::FollowingBytes;
pub(crate) use kernel::{FewLimits, RowHash, one_by_one};
pub use kernel::{HashKernel, hash};
pub use offsets::{Offset, Offsets};
pub use repeats::Repeats;
pub(crate) use sample::LengthSample;
pub use string_t::StringT;
pub use strings::Strings;
pub use valid::{are_few, hash_valid, valid_blocks};
pub use views::{ViewDamage, Views};

use std::fmt;
use std::ops::Range;

use crate::lanes::Simd;

/// A column of byte strings, borrowed from an engine in the engine's own layout.
#[derive(Clone, Copy, Debug)]
pub enum Rows<'a> {
    /// Arrow `Utf8` and `Binary`.
    Offsets32(Offsets<'a, i32>),
    /// Arrow `LargeUtf8` and `LargeBinary`.
    Offsets64(Offsets<'a, i64>),
    /// Arrow `Utf8View` and `BinaryView`.
    Views(Views<'a>),
    /// Arrow `FixedSizeBinary`, and digests that are hashed again.
    Fixed(Fixed<'a>),
    /// DuckDB `VARCHAR` and `BLOB`.
    Strings(Strings<'a>),
    /// Rows that an adapter has spelled out, such as the text of an ENUM.
    Slices(&'a [&'a [u8]]),
}

/// What every layout provides. Rows that are NULL in DuckDB read as empty.
pub(crate) trait Layout<'a> {
    fn len(&self) -> usize;
    /// Row `i`. Panics if `i` is not below `len`.
    fn row(&self, i: usize) -> &'a [u8];

    /// The length of row `i`. Panics if `i` is not below `len`.
    #[inline(always)]
    fn row_len(&self, i: usize) -> usize {
        self.row(i).len()
    }

    /// Row `i`, which most likely has more than 12 bytes. Panics if `i` is not below `len`.
    #[inline(always)]
    fn long_row(&self, i: usize) -> &'a [u8] {
        self.row(i)
    }

    /// Writes the starts and the lengths of the rows from `first` on. Panics past the last row.
    ///
    /// Returns the number of bytes that are readable from each start. If there are [`PADDED`] or
    /// more, none of the rows is copied because it is among [`Layout::unpadded`]. 0 if the number
    /// isn't known.
    #[inline(always)]
    fn entries<S: Simd>(
        &self,
        _: S,
        first: usize,
        starts: &mut [*const u8],
        lens: &mut [usize],
    ) -> usize {
        for (i, (start, len)) in starts.iter_mut().zip(lens).enumerate() {
            let row = self.row(first + i);
            (*start, *len) = (row.as_ptr(), row.len());
        }
        0
    }

    /// Adds the length of each row from `first` on to the next entry of `to`. Panics past the last
    /// row.
    #[inline(always)]
    fn add_lens<S: Simd>(&self, _: S, first: usize, to: &mut [usize]) {
        for (i, to) in to.iter_mut().enumerate() {
            *to += self.row_len(first + i);
        }
    }

    /// The bytes of `len` rows from `first` on, if the rows lie one after the other. Panics past
    /// the last row.
    #[inline(always)]
    fn span(&self, _first: usize, _len: usize) -> Option<&'a [u8]> {
        None
    }

    /// The rows around which [`PADDED`] bytes may not be readable, among `len` rows from `first` on
    /// and counted from `first`: the first ones, which end near the start of their buffer, and the
    /// last ones, which start near its end.
    fn unpadded(&self, first: usize, len: usize) -> (Range<usize>, Range<usize>);

    /// Calls `each` with each row of [`Layout::unpadded`].
    #[inline(always)]
    fn each_unpadded(&self, first: usize, len: usize, each: impl FnMut(usize)) {
        let (head, tail) = self.unpadded(first, len);
        head.chain(tail).for_each(each);
    }
}

impl<'a> Layout<'a> for &'a [&'a [u8]] {
    fn len(&self) -> usize {
        <[_]>::len(self)
    }

    #[inline(always)]
    fn row(&self, i: usize) -> &'a [u8] {
        self[i]
    }

    fn unpadded(&self, _: usize, len: usize) -> (Range<usize>, Range<usize>) {
        (0..len, len..len)
    }
}

/// Runs an expression with `$layout` bound to the layout inside `$rows`.
macro_rules! with_layout {
    ($rows:expr, $layout:ident => $body:expr) => {
        match $rows {
            Rows::Offsets32($layout) => $body,
            Rows::Offsets64($layout) => $body,
            Rows::Views($layout) => $body,
            Rows::Fixed($layout) => $body,
            Rows::Strings($layout) => $body,
            Rows::Slices($layout) => $body,
        }
    };
}
pub(crate) use with_layout;

impl<'a> Rows<'a> {
    /// The number of rows, NULLs included.
    pub fn len(&self) -> usize {
        with_layout!(self, layout => layout.len())
    }

    /// Whether it has no rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The bytes of row `i`. Panics if `i` is not below [`Rows::len`].
    #[inline]
    pub fn row(&self, i: usize) -> &'a [u8] {
        with_layout!(self, layout => layout.row(i))
    }
}

/// Buffers that do not describe a column of strings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayoutError(&'static str);

impl fmt::Display for LayoutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl std::error::Error for LayoutError {}
