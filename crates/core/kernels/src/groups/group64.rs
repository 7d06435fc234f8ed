//! The rows of a group of lanes, and loads that stay inside them.

use std::marker::PhantomData;

use crate::blocks::Block;
use crate::lanes::{Lanes64, Simd};
use crate::limits::{MAX_LANES, PADDED};

/// One row in each 64-bit lane.
#[derive(Clone, Copy)]
pub(crate) struct Group64<'a, S: Simd> {
    simd: S,
    // Invariant: each lane describes bytes that are readable for 'a. PADDED bytes are readable from
    // the start and before the end, even if the row is shorter.
    starts: <S::U64 as Lanes64>::Addresses,
    ends: <S::U64 as Lanes64>::Addresses,
    len: S::U64,
    // Invariant: this many bytes are readable from every start.
    room: usize,
    rows: PhantomData<&'a [u8]>,
}

/// An order of the 16 bytes that [`Group64::rearranged`] reads of rows of up to 16 bytes, for each
/// length: the first 16 if there is `ROOM` for them, otherwise the first 8 and the last 8.
pub(crate) struct ByteOrders<const ROOM: bool>(pub [[u8; 16]; 17]);

const _: () = assert!(size_of::<usize>() == size_of::<u64>(), "lanes of 64 bits hold addresses");
const _: () = assert!(PADDED >= 8, "8 bytes are read around every row");

impl<'a, S: Simd> Group64<'a, S> {
    /// The rows of a block from `first` on. Lanes after its last row hold other readable bytes.
    /// Panics if `first` is not a row.
    #[inline(always)]
    pub(crate) fn consecutive(simd: S, block: &Block<'a>, first: usize) -> Self {
        let (starts, lens) = block.entries();
        assert!(S::U64::LANES <= MAX_LANES && first < block.len());
        Self::new(simd, &starts[first..], &lens[first..], block.room())
    }

    /// The rows `ids`, one a lane. Panics if an id is not a row of the block, or if there are fewer
    /// ids than lanes.
    #[inline(always)]
    pub(crate) fn pick(simd: S, block: &Block<'a>, ids: &[u8]) -> Self {
        assert!(ids.iter().all(|id| usize::from(*id) < block.len()));
        // SAFETY: the ids have been checked.
        unsafe { Self::pick_unchecked(simd, block, ids) }
    }

    /// Like [`Group64::pick`], without a check of the ids.
    ///
    /// # Safety
    /// Each id is a row of the block.
    #[inline(always)]
    pub(crate) unsafe fn pick_unchecked(simd: S, block: &Block<'a>, ids: &[u8]) -> Self {
        let (block_starts, block_lens) = block.entries();
        // Loaded this way, because a vector load would wait for stores of single lengths.
        // SAFETY: the caller vouches for the ids.
        let len = unsafe { S::U64::pick_lens(simd, block_lens, ids) };
        let (mut starts, mut lens) = ([std::ptr::null(); MAX_LANES], [0; MAX_LANES]);
        for ((start, len), id) in starts.iter_mut().zip(&mut lens).zip(&ids[..S::U64::LANES]) {
            let id = usize::from(*id);
            debug_assert!(id < block.len());
            // SAFETY: the caller vouches for the id.
            unsafe {
                *start = *block_starts.get_unchecked(id);
                *len = *block_lens.get_unchecked(id);
            }
        }
        Self::with(simd, &starts, &lens, len, block.room())
    }

    /// The first of some entries of a block that has this room.
    #[inline(always)]
    fn new(simd: S, starts: &[*const u8], lens: &[usize], room: usize) -> Self {
        Self::with(simd, starts, lens, S::U64::lens(simd, lens), room)
    }

    /// Like [`Group64::new`], with the vector of the lengths.
    #[inline(always)]
    fn with(simd: S, starts: &[*const u8], lens: &[usize], len: S::U64, room: usize) -> Self {
        let starts = S::U64::addresses(simd, starts);
        Group64 { simd, starts, ends: len.advance(starts, lens), len, room, rows: PhantomData }
    }

    /// The lengths of the rows.
    #[inline(always)]
    pub(crate) fn len(&self) -> S::U64 {
        self.len
    }

    /// The first 8 bytes of each row. Bytes after a shorter row's end are arbitrary.
    #[inline(always)]
    pub(crate) fn first8(&self) -> S::U64 {
        // SAFETY: PADDED bytes are readable from every start.
        unsafe { S::U64::gather(self.starts, 0) }
    }

    /// The last 8 bytes of each row. Bytes before a shorter row's start are arbitrary.
    #[inline(always)]
    pub(crate) fn last8(&self) -> S::U64 {
        // SAFETY: PADDED bytes are readable before every end.
        unsafe { S::U64::gather(self.ends, -8) }
    }

    /// Bytes of each row in the order for its length, as two words: byte `i` is the one numbered
    /// `order[i]`, or 0 if that is 0x80. `None` if shifts are as fast. Panics if a row has more
    /// than 16 bytes, or if there is no `ROOM`.
    #[inline(always)]
    pub(crate) fn rearranged<const ROOM: bool>(
        &self,
        orders: &ByteOrders<ROOM>,
    ) -> Option<[S::U64; 2]> {
        assert!(!ROOM || self.room >= 16);
        // SAFETY: 16 bytes are readable from every start if there is ROOM, and PADDED bytes from
        // every start and before every end.
        unsafe { self.len.rearranged::<ROOM>(self.starts, self.ends, &orders.0) }
    }

    /// The 8 bytes of each row from `position` on if the row has them, otherwise 0.
    #[inline(always)]
    pub(crate) fn at8(&self, position: usize) -> S::U64 {
        let fits = self.len.gt(S::U64::splat(self.simd, position as u64 + 7));
        // SAFETY: where it fits, position + 8 <= len.
        unsafe { S::U64::gather_where(fits, self.starts, position as isize) }
    }

    /// The 16 bytes of each row from `position` on; 0 for words that are not in the row.
    #[inline(always)]
    pub(crate) fn pair(&self, position: usize) -> [S::U64; 2] {
        [self.at8(position), self.at8(position + 8)]
    }

    /// The 8 bytes of each row from that lane of `positions` on if the row has them, otherwise 0.
    #[inline(always)]
    pub(crate) fn at_each(&self, positions: S::U64) -> S::U64 {
        let seven = S::U64::splat(self.simd, 7);
        let fits = self.len.gt(positions + seven);
        // SAFETY: where it fits, position + 8 <= len.
        unsafe { S::U64::gather_each(fits, self.starts, positions, 0) }
    }

    /// The 32 bytes of each row from `position` on, as four words, if the row has them, otherwise
    /// zeros.
    #[inline(always)]
    pub(crate) fn at32(&self, position: usize) -> [S::U64; 4] {
        let fits = self.len.gt(S::U64::splat(self.simd, position as u64 + 31));
        // SAFETY: where it fits, position + 32 <= len.
        unsafe { S::U64::gather4_where(fits, self.starts, position as isize) }
    }

    /// The last `len % 8` bytes of each row, as the low bytes. The bytes above them are arbitrary.
    #[inline(always)]
    pub(crate) fn rest8(&self) -> S::U64 {
        let rest = self.len & S::U64::splat(self.simd, 7);
        self.last8().shr_by((S::U64::splat(self.simd, 8) - rest).shl::<3>())
    }

    /// The group as rows of at least `MIN` bytes, whose loads need no check. Panics if a row is
    /// shorter.
    #[inline(always)]
    pub(crate) fn at_least<const MIN: usize>(self) -> AtLeast<'a, S, MIN> {
        let is_shorter = S::U64::splat(self.simd, MIN as u64).gt(self.len);
        assert!(!S::U64::any(is_shorter), "a row is shorter");
        AtLeast(self)
    }
}

/// A group of rows that all have at least `MIN` bytes.
#[derive(Clone, Copy)]
pub(crate) struct AtLeast<'a, S: Simd, const MIN: usize>(Group64<'a, S>);

impl<S: Simd, const MIN: usize> AtLeast<'_, S, MIN> {
    /// The lengths of the rows.
    #[inline(always)]
    pub(crate) fn len(&self) -> S::U64 {
        self.0.len
    }

    /// The 16 bytes of each row from `POSITION` on, as two words.
    #[inline(always)]
    pub(crate) fn at2<const POSITION: usize>(&self) -> [S::U64; 2] {
        assert!(POSITION + 16 <= MIN); // settled when compiled
        // SAFETY: every row has MIN bytes.
        unsafe { S::U64::gather2(self.0.starts, POSITION as isize) }
    }

    /// The 32 bytes of each row from `POSITION` on, as four words.
    #[inline(always)]
    pub(crate) fn at4<const POSITION: usize>(&self) -> [S::U64; 4] {
        assert!(POSITION + 32 <= MIN); // settled when compiled
        // SAFETY: every row has MIN bytes.
        unsafe { S::U64::gather4(self.0.starts, POSITION as isize) }
    }

    /// The 16 bytes of each row that start `DISTANCE` bytes before its end, as two words.
    #[inline(always)]
    pub(crate) fn before_end2<const DISTANCE: usize>(&self) -> [S::U64; 2] {
        assert!(16 <= DISTANCE && DISTANCE <= MIN); // settled when compiled
        // SAFETY: every row has MIN bytes.
        unsafe { S::U64::gather2(self.0.ends, -(DISTANCE as isize)) }
    }

    /// The 32 bytes of each row that start `DISTANCE` bytes before its end, as four words.
    #[inline(always)]
    pub(crate) fn before_end4<const DISTANCE: usize>(&self) -> [S::U64; 4] {
        assert!(32 <= DISTANCE && DISTANCE <= MIN); // settled when compiled
        // SAFETY: every row has MIN bytes.
        unsafe { S::U64::gather4(self.0.ends, -(DISTANCE as isize)) }
    }
}
