//! Selected rows of another layout, in any order.

use std::ops::Range;

use super::Layout;

/// `len` rows of `layout`: row `i` is its row `id(i)`.
pub(super) struct PickedRows<'l, L, F> {
    pub layout: &'l L,
    pub len: usize,
    pub id: F,
}

impl<'a, L: Layout<'a>, F: Fn(usize) -> usize> Layout<'a> for PickedRows<'_, L, F> {
    fn len(&self) -> usize {
        self.len
    }

    #[inline(always)]
    fn row(&self, i: usize) -> &'a [u8] {
        self.layout.row((self.id)(i))
    }

    /// Any row may be the first or the last one of its buffer.
    fn unpadded(&self, _: usize, len: usize) -> (Range<usize>, Range<usize>) {
        (0..len, len..len)
    }

    /// Visits only the rows that are unpadded: copying every word would take 4 ns each.
    #[inline(always)]
    fn each_unpadded(&self, first: usize, len: usize, mut each: impl FnMut(usize)) {
        let (head, tail) = self.layout.unpadded(0, self.layout.len());
        if head.is_empty() && tail.is_empty() {
            return;
        }
        for i in 0..len {
            let id = (self.id)(first + i);
            if head.contains(&id) || tail.contains(&id) {
                each(i);
            }
        }
    }
}
