//! Storage for the starts and the lengths of the rows of a block.

use std::marker::PhantomData;
use std::mem::MaybeUninit;

use super::picked::PickedRows;
use super::{Block, Layout, MAX_LANES, PADDED, Rows, with_layout};
use crate::isa::Isa;
use crate::lanes::{Kernel, Simd};

/// A row of less than [`PADDED`] bytes, stored in the middle.
type PaddedRow = [u8; 2 * PADDED];

/// The entries of a block of up to `N - MAX_LANES` rows.
pub(crate) struct BlockEntries<const N: usize> {
    // Invariant: the first `ready` of both are written. Writing all of them would take longer than
    // hashing one row.
    starts: [MaybeUninit<*const u8>; N],
    lens: [MaybeUninit<usize>; N],
    ready: usize,
    /// Copies of short rows whose surroundings aren't readable for [`PADDED`] bytes.
    padded: [MaybeUninit<PaddedRow>; N],
}

static EMPTY: PaddedRow = [0; 2 * PADDED];

fn empty() -> *const u8 {
    EMPTY[PADDED..].as_ptr()
}

impl<const N: usize> BlockEntries<N> {
    #[inline(always)] // so that it is built in place
    pub(crate) fn new() -> Self {
        BlockEntries {
            starts: [MaybeUninit::uninit(); N],
            lens: [MaybeUninit::uninit(); N],
            ready: 0,
            padded: [MaybeUninit::uninit(); N],
        }
    }

    /// Returns `len` entries to write, empty rows in the [`MAX_LANES`] entries after them, and room
    /// for padded copies. Panics if there are fewer.
    #[inline(always)]
    fn first(
        &mut self,
        len: usize,
    ) -> (&mut [*const u8], &mut [usize], &mut [MaybeUninit<PaddedRow>; N]) {
        let end = len + MAX_LANES;
        if self.ready < len {
            self.starts[self.ready..len].fill(MaybeUninit::new(empty()));
            self.lens[self.ready..len].fill(MaybeUninit::new(0));
        }
        // The lanes of a full block end with its rows, so only a short one can be followed by old
        // rows.
        self.starts[len..end].copy_from_slice(&[MaybeUninit::new(empty()); MAX_LANES]);
        self.lens[len..end].copy_from_slice(&[MaybeUninit::new(0); MAX_LANES]);
        self.ready = self.ready.max(end);
        // SAFETY: at least `end` of both are written.
        let (starts, lens) =
            unsafe { (self.starts[..end].assume_init_mut(), self.lens[..end].assume_init_mut()) };
        (starts, lens, &mut self.padded)
    }

    /// The rows of `layout` from `first` on.
    #[inline(always)]
    pub(super) fn fill<'b, 'a: 'b>(
        &'b mut self,
        isa: Isa,
        layout: &impl Layout<'a>,
        first: usize,
        len: usize,
    ) -> Block<'b> {
        assert!(first + len <= layout.len());
        let (starts, lens, padded) = self.first(len);
        let (to, its_lens) = (&mut starts[..len], &mut lens[..len]);
        let room = isa.vectorize(FillEntries {
            layout,
            first,
            starts: to,
            lens: its_lens,
            rows: PhantomData,
        });
        layout.each_unpadded(first, len, |i| {
            if lens[i] < PADDED {
                let copy = padded[i].write([0; 2 * PADDED]);
                copy[PADDED..][..lens[i]].copy_from_slice(layout.row(first + i));
                starts[i] = copy.as_ptr().wrapping_add(PADDED);
            }
        });
        let room = if len == 0 { PADDED } else { room.max(PADDED) };
        if room > PADDED {
            give_room(starts, len);
        }
        Block { starts, lens, span: layout.span(first, len), room, ahead: None }
    }

    /// The rows of a column from `first` on. Panics if there are fewer than `len`.
    pub(crate) fn rows<'b, 'a: 'b>(
        &'b mut self,
        isa: Isa,
        rows: &Rows<'a>,
        first: usize,
        len: usize,
    ) -> Block<'b> {
        with_layout!(rows, layout => self.fill(isa, layout, first, len))
    }

    /// `len` rows of a column in any order: row `at` of the block is row `id(at)` of the column.
    /// Panics if the column has fewer rows.
    pub(crate) fn picked<'b, 'a: 'b>(
        &'b mut self,
        isa: Isa,
        rows: &Rows<'a>,
        len: usize,
        id: impl Fn(usize) -> usize,
    ) -> Block<'b> {
        with_layout!(rows, layout => self.fill(isa, &PickedRows { layout, len, id }, 0, len))
    }

    /// The rows of a buffer from each of `starts` to each of `ends`.
    ///
    /// # Panics
    /// Panics if a row lies outside the buffer, if [`PADDED`] bytes before and after its start are
    /// not in the buffer, or if there are more than `N - MAX_LANES` rows.
    pub(crate) fn spans<'b>(
        &'b mut self,
        isa: Isa,
        buffer: &'b [u8],
        starts: &[usize],
        ends: &[usize],
    ) -> Block<'b> {
        let len = starts.len();
        assert!(len == ends.len());
        let (to, lens, _) = self.first(len);
        let (places, its_lens) = (&mut to[..len], &mut lens[..len]);
        let last = isa.vectorize(BufferSpans { buffer, starts, ends, to: places, lens: its_lens });
        let last = last.expect("rows that lie in their buffer, padded");
        let room = match len {
            0 => PADDED,
            _ => {
                give_room(to, len);
                buffer.len() - last
            }
        };
        Block { starts: to, lens, span: None, room, ahead: None }
    }
}

/// Gives the entries past the last row as much room as the first row has.
fn give_room(starts: &mut [*const u8], len: usize) {
    let first = starts[0];
    starts[len..].fill(first);
}

/// [`Layout::entries`], compiled for an instruction set.
struct FillEntries<'b, 'a, L> {
    layout: &'b L,
    first: usize,
    starts: &'b mut [*const u8],
    lens: &'b mut [usize],
    rows: PhantomData<&'a [u8]>,
}

impl<'a, L: Layout<'a>> Kernel for FillEntries<'_, 'a, L> {
    type Output = usize;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> usize {
        self.layout.entries(simd, self.first, self.starts, self.lens)
    }
}

/// Writes the entries of rows of a buffer.
struct BufferSpans<'a> {
    buffer: &'a [u8],
    starts: &'a [usize],
    ends: &'a [usize],
    to: &'a mut [*const u8],
    lens: &'a mut [usize],
}

impl Kernel for BufferSpans<'_> {
    /// The last start, or `None` if not all rows lie in the buffer, padded.
    type Output = Option<usize>;

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> Option<usize> {
        let (buffer, len) = (self.buffer.as_ptr(), self.buffer.len());
        if self.starts.is_empty() {
            return Some(0);
        }
        let last_start = len.checked_sub(PADDED)?;
        let (mut fit, mut last) = (true, 0);
        for (((start, end), to), span) in
            self.starts.iter().zip(self.ends).zip(self.to).zip(self.lens)
        {
            fit &= (PADDED <= *start) & (*start <= last_start) & (start <= end) & (*end <= len);
            last = last.max(*start);
            *to = buffer.wrapping_add(*start);
            *span = end.wrapping_sub(*start);
        }
        fit.then_some(last)
    }
}
