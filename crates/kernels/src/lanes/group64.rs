//! The rows of a group of lanes, and loads that stay inside them.

use std::marker::PhantomData;

use super::{Lanes64, Simd};
use crate::rows::{Block, MAX_LANES, PADDED};

/// One row in each 64-bit lane.
#[derive(Clone, Copy)]
pub(crate) struct Group64<'a, S: Simd> {
    simd: S,
    // Invariant: each lane describes bytes that are readable for 'a, PADDED of them at least.
    start: S::U64,
    len: S::U64,
    rows: PhantomData<&'a [u8]>,
}

const _: () = assert!(size_of::<usize>() == size_of::<u64>(), "lanes of 64 bits hold addresses");

impl<'a, S: Simd> Group64<'a, S> {
    /// The rows of a block from `first` on; lanes past its last row hold rows that are not in it.
    /// Panics where `first` is no row.
    #[inline(always)]
    pub fn of(simd: S, block: &Block<'a>, first: usize) -> Self {
        let (starts, lens) = block.entries();
        assert!(S::U64::LANES <= MAX_LANES && first < block.len());
        // SAFETY: a block has MAX_LANES entries after its last row, all of which describe readable
        // bytes, and a usize is as wide as a pointer.
        let (start, len) = unsafe {
            (
                S::U64::load_pointers(simd, starts.as_ptr().add(first)),
                S::U64::load_pointers(simd, lens.as_ptr().add(first).cast()),
            )
        };
        Group64 { simd, start, len, rows: PhantomData }
    }

    /// The rows that `ids` names, one a lane. Panics where there are fewer ids than lanes.
    #[inline(always)]
    pub fn pick(simd: S, block: &Block<'a>, ids: &[u8]) -> Self {
        let (starts, lens) = block.entries();
        let ids = &ids[..S::U64::LANES];
        let lanes = lens.len();
        assert!(ids.iter().all(|id| usize::from(*id) < lanes));
        // SAFETY: the ids have been checked, there is one for each lane, and a usize is as wide as
        // a pointer.
        let (start, len) = unsafe {
            (
                S::U64::pick_pointers(simd, starts.as_ptr(), ids.as_ptr()),
                S::U64::pick_pointers(simd, lens.as_ptr().cast(), ids.as_ptr()),
            )
        };
        Group64 { simd, start, len, rows: PhantomData }
    }

    /// The lengths of the rows.
    #[inline(always)]
    pub fn len(&self) -> S::U64 {
        self.len
    }

    /// The first 8 bytes of each row. Those past a shorter row's end are anything.
    #[inline(always)]
    pub fn first8(&self) -> S::U64 {
        const { assert!(PADDED >= 8) };
        // SAFETY: PADDED bytes are readable from every start.
        unsafe { S::U64::gather_all(self.start) }
    }

    /// The last 8 bytes of each row of 8 bytes or more; 0 for shorter rows.
    #[inline(always)]
    pub fn last8(&self) -> S::U64 {
        let eight = S::U64::splat(self.simd, 8);
        let fits = self.len.gt(S::U64::splat(self.simd, 7));
        // SAFETY: where the row has 8 bytes, its last 8 are readable.
        unsafe { S::U64::gather(self.start + self.len - eight, fits) }
    }

    /// The 8 bytes of each row from `position` on where they are in the row, else 0.
    #[inline(always)]
    pub fn at(&self, position: S::U64) -> S::U64 {
        let eight = S::U64::splat(self.simd, 8);
        let fits = S::U64::and(
            self.len.gt(S::U64::splat(self.simd, 7)),
            (self.len - eight + S::U64::splat(self.simd, 1)).gt(position),
        );
        // SAFETY: where `fits`, position <= len - 8.
        unsafe { S::U64::gather(self.start + position, fits) }
    }

    /// The 32 bytes of each row from `position` on, as four words, where they are in the row; else
    /// zeros.
    #[inline(always)]
    pub fn at32(&self, position: S::U64) -> [S::U64; 4] {
        let last = S::U64::splat(self.simd, 31);
        let fits = S::U64::and(self.len.gt(last), (self.len - last).gt(position));
        let first = self.start + position;
        // SAFETY: where `fits`, position <= len - 32.
        unsafe {
            [
                S::U64::gather(first, fits),
                S::U64::gather(first + S::U64::splat(self.simd, 8), fits),
                S::U64::gather(first + S::U64::splat(self.simd, 16), fits),
                S::U64::gather(first + S::U64::splat(self.simd, 24), fits),
            ]
        }
    }

    /// The last `len % 8` bytes of each row, as the low bytes; what is above them is anything.
    #[inline(always)]
    pub fn rest8(&self) -> S::U64 {
        const { assert!(PADDED >= 8) };
        let eight = S::U64::splat(self.simd, 8);
        let long = self.len.gt(S::U64::splat(self.simd, 7));
        let last = S::U64::select(long, self.start + self.len - eight, self.start);
        // SAFETY: where the row has 8 bytes, its last 8 are readable; PADDED bytes are readable
        // from every start.
        let word = unsafe { S::U64::gather_all(last) };
        let rest = self.len & S::U64::splat(self.simd, 7);
        let other = (eight - rest).shl::<3>();
        let zero = S::U64::splat(self.simd, 0);
        word.shr_by(S::U64::select(long, other, zero))
    }

    /// The group as one of rows that all have `MIN` bytes or more, which spares each load its
    /// check. Panics where one is shorter.
    #[inline(always)]
    pub fn at_least<const MIN: u64>(self) -> AtLeast<'a, S, MIN> {
        assert!(!S::U64::any(S::U64::splat(self.simd, MIN).gt(self.len)), "a row is shorter");
        AtLeast(self)
    }
}

/// A group of rows that all have `MIN` bytes or more.
#[derive(Clone, Copy)]
pub(crate) struct AtLeast<'a, S: Simd, const MIN: u64>(Group64<'a, S>);

impl<S: Simd, const MIN: u64> AtLeast<'_, S, MIN> {
    /// The lengths of the rows.
    #[inline(always)]
    pub fn len(&self) -> S::U64 {
        self.0.len
    }

    /// The 8 bytes of each row from `POSITION` on.
    #[inline(always)]
    pub fn at<const POSITION: u64>(&self) -> S::U64 {
        const { assert!(POSITION + 8 <= MIN) };
        // SAFETY: every row has MIN bytes.
        unsafe { S::U64::gather_all(self.0.start + S::U64::splat(self.0.simd, POSITION)) }
    }

    /// The 8 bytes of each row that start `DISTANCE` bytes before its end.
    #[inline(always)]
    pub fn before_end<const DISTANCE: u64>(&self) -> S::U64 {
        const { assert!(8 <= DISTANCE && DISTANCE <= MIN) };
        let distance = S::U64::splat(self.0.simd, DISTANCE);
        // SAFETY: every row has MIN bytes.
        unsafe { S::U64::gather_all(self.0.start + self.0.len - distance) }
    }
}
