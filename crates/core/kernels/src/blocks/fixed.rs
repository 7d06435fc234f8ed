//! Rows of one width, one after the other.

use std::ops::Range;

use super::{Layout, LayoutError, PADDED};
use crate::lanes::Simd;

/// A column whose rows all have the same width.
#[derive(Clone, Copy, Debug)]
pub struct Fixed<'a> {
    width: usize,
    len: usize,
    values: &'a [u8],
}

impl<'a> Fixed<'a> {
    /// A column of `len` rows of `width` bytes (which may be 0).
    pub fn new(width: usize, len: usize, values: &'a [u8]) -> Result<Self, LayoutError> {
        if width.checked_mul(len) != Some(values.len()) {
            return Err(LayoutError("fixed-width values do not fill their rows"));
        }
        Ok(Fixed { width, len, values })
    }
}

impl<'a> Layout<'a> for Fixed<'a> {
    #[inline(always)]
    fn len(&self) -> usize {
        self.len
    }

    #[inline(always)]
    fn row(&self, i: usize) -> &'a [u8] {
        &self.values[i * self.width..][..self.width]
    }

    #[inline(always)]
    fn entries<S: Simd>(
        &self,
        _: S,
        first: usize,
        starts: &mut [*const u8],
        lens: &mut [usize],
    ) -> usize {
        assert!(first + starts.len() <= self.len);
        for (i, start) in starts.iter_mut().enumerate() {
            *start = self.values.as_ptr().wrapping_add((first + i) * self.width);
        }
        lens.fill(self.width);
        match starts.len().checked_sub(1) {
            Some(last) if (first + 1) * self.width >= PADDED => {
                self.values.len() - (first + last) * self.width
            }
            _ => 0,
        }
    }

    #[inline(always)]
    fn span(&self, first: usize, len: usize) -> Option<&'a [u8]> {
        Some(&self.values[first * self.width..][..len * self.width])
    }

    fn unpadded(&self, first: usize, len: usize) -> (Range<usize>, Range<usize>) {
        let offset = |i: usize| (first + i) * self.width;
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
    fn rows_lie_one_after_the_other() {
        let rows = Fixed::new(2, 2, b"abcd").unwrap();
        assert_eq!((rows.row(0), rows.row(1)), (&b"ab"[..], &b"cd"[..]));
        assert_eq!(Fixed::new(0, 3, b"").unwrap().row(2), b"");
        assert!(Fixed::new(2, 2, b"abc").is_err());
    }
}
