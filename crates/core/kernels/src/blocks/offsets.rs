//! Arrow's offset layout: row `i` is `values[offsets[i]..offsets[i + 1]]`.

use std::ops::Range;

use super::{Layout, LayoutError, PADDED};
use crate::lanes::Simd;

/// An integer type of Arrow offsets.
pub trait Offset: Copy + Ord + Default + private::SealedOffset {
    /// The offset as an index. Meaningful only for offsets that are not negative.
    fn index(self) -> usize;
}

mod private {
    pub trait SealedOffset {}
    impl SealedOffset for i32 {}
    impl SealedOffset for i64 {}
}

impl Offset for i32 {
    #[inline(always)]
    fn index(self) -> usize {
        // It is not negative, and zero extension is cheaper than sign extension in baseline vector
        // code.
        self as u32 as usize
    }
}

impl Offset for i64 {
    #[inline(always)]
    fn index(self) -> usize {
        self as usize
    }
}

/// A column in Arrow's offset layout, with 32-bit or 64-bit offsets.
#[derive(Clone, Copy, Debug)]
pub struct Offsets<'a, O> {
    // Invariant: not empty, ascending, first >= 0, last <= values.len().
    offsets: &'a [O],
    values: &'a [u8],
}

impl<'a, O: Offset> Offsets<'a, O> {
    /// A column of `offsets.len() - 1` rows.
    ///
    /// The offsets are checked once here (a pass that vectorises, 0.1 ns a row), so that reading
    /// a row needs no check.
    pub fn new(offsets: &'a [O], values: &'a [u8]) -> Result<Self, LayoutError> {
        let (Some(first), Some(last)) = (offsets.first(), offsets.last()) else {
            return Err(LayoutError("string offsets are missing"));
        };
        let mut ascending = true;
        for pair in offsets.windows(2) {
            ascending &= pair[0] <= pair[1];
        }
        if !ascending || *first < O::default() || last.index() > values.len() {
            return Err(LayoutError("string offsets are not ascending within their values"));
        }
        Ok(Offsets { offsets, values })
    }
}

impl<'a, O: Offset> Layout<'a> for Offsets<'a, O> {
    #[inline(always)]
    fn len(&self) -> usize {
        self.offsets.len() - 1
    }

    #[inline(always)]
    fn row(&self, i: usize) -> &'a [u8] {
        let (start, end) = (self.offsets[i].index(), self.offsets[i + 1].index());
        // SAFETY: `new` has checked that the offsets ascend from at least 0 to at most
        // `values.len()`, so start <= end <= values.len().
        unsafe { self.values.get_unchecked(start..end) }
    }

    #[inline(always)]
    fn entries<S: Simd>(
        &self,
        _: S,
        first: usize,
        starts: &mut [*const u8],
        lens: &mut [usize],
    ) -> usize {
        let offsets = &self.offsets[first..=first + starts.len()];
        let values = self.values.as_ptr();
        for (((start, len), from), to) in
            starts.iter_mut().zip(lens).zip(offsets).zip(&offsets[1..])
        {
            *start = values.wrapping_add(from.index());
            *len = to.index() - from.index();
        }
        match offsets {
            [_, second, ..] if second.index() >= PADDED => {
                self.values.len() - offsets[offsets.len() - 2].index()
            }
            _ => 0,
        }
    }

    #[inline(always)]
    fn span(&self, first: usize, len: usize) -> Option<&'a [u8]> {
        let (start, end) = (self.offsets[first].index(), self.offsets[first + len].index());
        Some(&self.values[start..end])
    }

    fn unpadded(&self, first: usize, len: usize) -> (Range<usize>, Range<usize>) {
        let offset = |i: usize| self.offsets[first + i].index();
        let head = (0..len).find(|&i| offset(i + 1) >= PADDED).unwrap_or(len);
        let is_padded = |&i: &usize| offset(i) + PADDED <= self.values.len();
        let tail = (head..len).rev().find(is_padded).map_or(head, |i| i + 1);
        (0..head, tail..len)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_the_bytes_between_offsets() {
        let rows = Offsets::<i32>::new(&[1, 1, 3], b"abcd").unwrap();
        assert_eq!(rows.len(), 2);
        assert_eq!(rows.row(0), b"");
        assert_eq!(rows.row(1), b"bc");
    }

    #[test]
    fn bad_offsets_are_refused() {
        assert!(Offsets::<i32>::new(&[], b"").is_err());
        assert!(Offsets::<i32>::new(&[0, 2, 1], b"abcd").is_err());
        assert!(Offsets::<i32>::new(&[0, 5], b"abcd").is_err());
        assert!(Offsets::<i64>::new(&[-1, 2], b"abcd").is_err());
    }
}
