//! Arrow's view layout: 16 bytes a row, short strings inside the view.
//!
//! A view is a little-endian `u128`: bits 0..32 the length; up to 12 bytes of data from bit 32 on,
//! or a 4-byte prefix, a buffer index (bits 64..96) and an offset into it (bits 96..128).
//! Spec: <https://arrow.apache.org/docs/format/Columnar.html#variable-size-binary-view-layout>

use std::hint::select_unpredictable;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use super::{Layout, LayoutError, MAX_LANES, PADDED};
use crate::lanes::{Lanes64, Simd};
use crate::limits::MAX_INLINE;

/// The half of a word that holds the length, and of the other word the index of the buffer.
const LOW_HALF: u64 = 0xffff_ffff;

/// The views that are checked together: those of short strings alone need one comparison each.
const CHECKED: usize = 64;

/// A column in Arrow's view layout, read in place.
#[derive(Clone, Copy, Debug)]
pub struct Views<'a> {
    views: &'a [u128],
    buffers: &'a [&'a [u8]],
    /// Takes note of views that point outside their buffers. `None` if all have been checked.
    damage: Option<&'a ViewDamage>,
}

/// Whether views that were [checked as they were read](Views::checked_when_read) point outside
/// their buffers.
#[derive(Debug, Default)]
pub struct ViewDamage(AtomicBool);

impl ViewDamage {
    /// Must be called after the last row was read.
    ///
    /// # Errors
    /// Returns an error if a view that was read points outside its buffers.
    pub fn ensure_none(&self) -> Result<(), LayoutError> {
        match self.0.load(Ordering::Relaxed) {
            true => Err(OUTSIDE),
            false => Ok(()),
        }
    }

    #[cold]
    fn note(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

const OUTSIDE: LayoutError = LayoutError("a string view points outside its buffers");

impl<'a> Views<'a> {
    /// A column of `views.len()` rows whose long strings lie in `buffers`.
    ///
    /// Checks every view, including those of NULL slots.
    ///
    /// # Errors
    /// Returns an error if a view points outside its buffers.
    pub fn new(views: &'a [u128], buffers: &'a [&'a [u8]]) -> Result<Self, LayoutError> {
        // Selects, not branches: mixed lengths would mispredict them, 3 ns a row.
        let is_outside = |view: u128| {
            let is_long = len(view) > MAX_INLINE;
            let buffer = buffers.get(select_unpredictable(is_long, buffer_index(view), 0));
            is_long & buffer.is_none_or(|b| offset(view) + len(view) > b.len())
        };
        let has_long =
            |part: &[u128]| part.iter().fold(false, |any, &v| any | (len(v) > MAX_INLINE));
        let fits = |part: &[u128]| !part.iter().fold(false, |any, &view| any | is_outside(view));
        if !views.chunks(CHECKED).all(|part| !has_long(part) || fits(part)) {
            return Err(OUTSIDE);
        }
        Ok(Views { views, buffers, damage: None })
    }

    /// A column like [`Views::new`]'s whose views are checked when they are read. Those that point
    /// outside their buffers read as empty, and `damage` takes note of it: call
    /// [`ViewDamage::ensure_none`] before using a result.
    ///
    /// A pass of its own over views that come from memory takes 2.3 ns a row.
    pub fn checked_when_read(
        views: &'a [u128],
        buffers: &'a [&'a [u8]],
        damage: &'a ViewDamage,
    ) -> Self {
        Views { views, buffers, damage: Some(damage) }
    }

    /// Views of this column, in a column of their own.
    ///
    /// # Safety
    /// Each is an [entry](Views::entries) of this column.
    pub(super) unsafe fn with_views<'b>(&self, views: &'b [u128]) -> Views<'b>
    where
        'a: 'b,
    {
        Views { views, ..*self }
    }

    /// The two words of each row.
    #[inline(always)]
    pub(super) fn entries(&self) -> &'a [[u64; 2]] {
        words(self.views)
    }
}

#[inline(always)]
fn len(view: u128) -> usize {
    view as u32 as usize
}

#[inline(always)]
fn buffer_index(view: u128) -> usize {
    (view >> 64) as u32 as usize
}

#[inline(always)]
fn offset(view: u128) -> usize {
    (view >> 96) as u32 as usize
}

/// Views as two words each: the length and the prefix, then the buffer's index and the offset.
#[inline(always)]
fn words(views: &[u128]) -> &[[u64; 2]] {
    const { assert!(align_of::<u128>() >= align_of::<u64>()) };
    // SAFETY: a view has the same size, at least the alignment, and no byte that is unwritten.
    unsafe { std::slice::from_raw_parts(views.as_ptr().cast(), views.len()) }
}

/// The buffer of the first long string among views that are two words each.
fn first_buffer(views: &[[u64; 2]]) -> Option<usize> {
    let long = views.iter().find(|[head, _]| *head as u32 as usize > MAX_INLINE);
    long.map(|[_, place]| *place as u32 as usize)
}

/// Writes the starts and the lengths of a group.
#[inline(always)]
fn put<L: Lanes64>(starts: &mut [*const u8], lens: &mut [usize], start: L, len: L) {
    let mut stored = [0; MAX_LANES];
    len.store(&mut stored[..L::LANES]);
    for (len, stored) in lens.iter_mut().zip(stored) {
        *len = stored as usize;
    }
    start.store(&mut stored[..L::LANES]);
    for (start, stored) in starts.iter_mut().zip(stored) {
        *start = std::ptr::with_exposed_provenance(stored as usize);
    }
}

/// The value of the lane that has the least.
#[inline(always)]
fn least<L: Lanes64>(values: L) -> usize {
    let mut stored = [u64::MAX; MAX_LANES];
    values.store(&mut stored[..L::LANES]);
    stored.iter().fold(u64::MAX, |least, value| least.min(*value)) as usize
}

impl Views<'_> {
    /// The address and the length of the string of a view of this column.
    #[inline(always)]
    fn place(&self, view: &u128) -> (*const u8, usize) {
        match self.damage {
            Some(_) => self.checked_place(view),
            None => (self.data(view), len(*view)),
        }
    }

    /// The same, with a check. A view that points outside is empty, and `damage` takes note of it.
    #[inline(always)]
    fn checked_place(&self, view: &u128) -> (*const u8, usize) {
        let (inline, len) = (std::ptr::from_ref(view).cast::<u8>().wrapping_add(4), len(*view));
        if len <= MAX_INLINE {
            return (inline, len);
        }
        let buffer = self.buffers.get(buffer_index(*view)).copied().unwrap_or_default();
        if offset(*view) + len > buffer.len() {
            self.damage.into_iter().for_each(ViewDamage::note);
            return (inline, 0);
        }
        (buffer.as_ptr().wrapping_add(offset(*view)), len)
    }

    /// The address of the string of a view that has been checked.
    #[inline(always)]
    fn data(&self, view: &u128) -> *const u8 {
        let inline = std::ptr::from_ref(view).cast::<u8>().wrapping_add(4);
        let is_long = len(*view) > MAX_INLINE;
        // Selects, not branches: mixed lengths would mispredict them.
        let buffer = self.buffers.get(select_unpredictable(is_long, buffer_index(*view), 0));
        let long = buffer.map_or(inline, |b| b.as_ptr().wrapping_add(offset(*view)));
        select_unpredictable(is_long, long, inline)
    }

    /// The number of bytes that can be read from the start of the string of a view.
    #[inline(always)]
    fn room(&self, view: &u128) -> usize {
        let inline = self.end().addr() - std::ptr::from_ref(view).addr() - 4;
        let is_long = len(*view) > MAX_INLINE;
        let buffer = self.buffers.get(select_unpredictable(is_long, buffer_index(*view), 0));
        let (end, bytes) = (offset(*view) + len(*view), buffer.map_or(0, |buffer| buffer.len()));
        // A view that points outside reads as one without content.
        select_unpredictable(is_long & (end <= bytes), bytes.wrapping_sub(offset(*view)), inline)
    }

    /// The address after the last view.
    #[inline(always)]
    fn end(&self) -> *const u128 {
        self.views.as_ptr_range().end
    }

    /// Writes the starts and the lengths of views, one in each lane, up to the first group whose
    /// long strings lie in several buffers or outside. Returns the number of views that it wrote,
    /// and how many bytes can be read from each of their starts. Both are 0 if it wrote none.
    #[inline(always)]
    fn entries_in_lanes<S: Simd>(
        &self,
        simd: S,
        views: &[u128],
        starts: &mut [*const u8],
        lens: &mut [usize],
    ) -> (usize, usize) {
        let lanes = S::U64::LANES;
        let splat = |x| S::U64::splat(simd, x);
        let address = |buffer: usize| {
            let buffer = self.buffers.get(buffer).copied().unwrap_or_default();
            (buffer.as_ptr().expose_provenance() as u64, buffer.len() as u64)
        };
        let steps: [u64; MAX_LANES] = std::array::from_fn(|i| (i * size_of::<u128>()) as u64);
        let first = views.as_ptr().expose_provenance() as u64 + 4;
        let mut inline = splat(first) + S::U64::load(simd, &steps);
        let last = splat(self.end().expose_provenance() as u64);
        let mut room = splat(i64::MAX as u64);
        let done = |groups, room| (groups * lanes, if groups > 0 { least(room) } else { 0 });
        let (mut buffer, (mut base, mut end)) = (0, address(0));
        let groups = words(views).chunks_exact(lanes);
        let entries = starts.chunks_exact_mut(lanes).zip(lens.chunks_exact_mut(lanes));
        for (i, (group, (starts, lens))) in groups.zip(entries).enumerate() {
            let [head, place] = S::U64::load_pairs(simd, group);
            let len = head & splat(LOW_HALF);
            let is_long = len.gt(splat(MAX_INLINE as u64));
            let is_elsewhere = |buffer: usize| {
                let other = (place & splat(LOW_HALF)) ^ splat(buffer as u64);
                S::U64::any(S::U64::select(is_long, other, splat(0)).gt(splat(0)))
            };
            if is_elsewhere(buffer) {
                buffer = first_buffer(group).unwrap_or(buffer);
                (base, end) = address(buffer);
                if is_elsewhere(buffer) {
                    return done(i, room);
                }
            }
            let offset = place.shr::<32>();
            if self.damage.is_some()
                && S::U64::any(S::U64::select(is_long, offset + len, splat(0)).gt(splat(end)))
            {
                return done(i, room);
            }
            let start = S::U64::select(is_long, splat(base) + offset, inline);
            put(starts, lens, start, len);
            let rest = S::U64::select(is_long, splat(end) - offset, last - inline);
            room = S::U64::select(room.gt(rest), rest, room);
            inline = inline + splat((lanes * size_of::<u128>()) as u64);
        }
        done(views.len() / lanes, room)
    }
}

impl<'a> Layout<'a> for Views<'a> {
    #[inline(always)]
    fn len(&self) -> usize {
        self.views.len()
    }

    #[inline(always)]
    fn row_len(&self, i: usize) -> usize {
        len(self.views[i])
    }

    #[inline(always)]
    fn row(&self, i: usize) -> &'a [u8] {
        let (start, len) = self.place(&self.views[i]);
        // SAFETY: an inline string of at most 12 bytes starts 4 bytes into its 16-byte view, which
        // lives for 'a. A long one lies inside its buffer, which `new` or `place` has checked.
        unsafe { std::slice::from_raw_parts(start, len) }
    }

    /// A branch, where [`Layout::row`] selects: UUIDs from memory take 6.2 ns instead of 7.0.
    #[inline(always)]
    fn long_row(&self, i: usize) -> &'a [u8] {
        let (start, len) = self.checked_place(&self.views[i]);
        // SAFETY: as for `row`.
        unsafe { std::slice::from_raw_parts(start, len) }
    }

    /// Uses lanes as long as the long strings of a group lie in one buffer.
    #[inline(always)]
    fn entries<S: Simd>(
        &self,
        simd: S,
        first: usize,
        starts: &mut [*const u8],
        lens: &mut [usize],
    ) -> usize {
        let views = &self.views[first..first + starts.len()];
        let (done, mut room) = match S::U64::LANES {
            1 => (0, 0),
            _ => self.entries_in_lanes(simd, views, starts, lens),
        };
        for ((view, start), row_len) in views.iter().zip(starts).zip(&mut *lens).skip(done) {
            (*start, *row_len) = self.place(view);
            if room > 0 {
                room = room.min(self.room(view));
                // From the start of an inline string, the views after it can be read, too.
                *start = std::ptr::with_exposed_provenance(start.expose_provenance());
            }
        }
        match lens.first() {
            // It may be copied, since nothing lies before it.
            Some(len) if first == 0 && *len < PADDED => 0,
            _ => room,
        }
    }

    /// A short row has 12 readable bytes inside its view, and the preceding view before it. A long
    /// row has 13 bytes or more.
    fn unpadded(&self, first: usize, len: usize) -> (Range<usize>, Range<usize>) {
        const { assert!(MAX_INLINE >= PADDED) };
        let is_first = usize::from(first == 0 && len > 0);
        (0..is_first, len..len)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::blocks::Rows;
    use crate::blocks::entries::BlockEntries;
    use crate::isa::Isa;

    fn long_view(len: u32, buffer: u32, offset: u32) -> u128 {
        u128::from(len) | u128::from(buffer) << 64 | u128::from(offset) << 96
    }

    #[test]
    fn short_and_long_rows() {
        let buffer: &[u8] = b"...thirteen bytes";
        let inline = u128::from_le_bytes(*b"\x03\0\0\0abc\0\0\0\0\0\0\0\0\0");
        let views = [inline, long_view(13, 0, 3), 0];
        let buffers = [buffer];
        let rows = Views::new(&views, &buffers).unwrap();
        assert_eq!(rows.row(0), b"abc");
        assert_eq!(rows.row(1), b"thirteen byte");
        assert_eq!(rows.row(2), b"");
    }

    #[test]
    fn views_outside_their_buffers_are_refused() {
        let buffer: &[u8] = b"thirteen byte";
        assert!(Views::new(&[long_view(13, 0, 0)], &[buffer]).is_ok());
        assert!(Views::new(&[long_view(13, 0, 1)], &[buffer]).is_err());
        assert!(Views::new(&[long_view(13, 1, 0)], &[buffer]).is_err());
        assert!(Views::new(&[long_view(u32::MAX, 0, u32::MAX)], &[buffer]).is_err());
    }

    #[test]
    fn a_block_has_no_more_room_than_its_rows() {
        let (a, b) = ([b'a'; 300], [b'b'; 200]);
        let buffers: [&[u8]; 2] = [&a, &b];
        let long = |i: u32| long_view(13 + i, 0, 3 * i);
        let short_too = |i: u32| if i.is_multiple_of(3) { u128::from(i % 13) } else { long(i) };
        let two_buffers = |i: u32| if i == 17 { long_view(20, 1, 150) } else { long(i) };
        let outside = |i: u32| if i == 17 { long_view(200, 0, 101) } else { long(i) };
        let columns = [
            Vec::from_iter((0..40).map(long)),
            Vec::from_iter((0..40).map(short_too)),
            Vec::from_iter((0..40).map(two_buffers)),
            Vec::from_iter((0..40).map(outside)),
        ];
        for (views, isa) in
            columns.iter().flat_map(|column| Isa::available().map(move |isa| (column, isa)))
        {
            let damage = ViewDamage::default();
            let rows = Rows::Views(Views::checked_when_read(views, &buffers, &damage));
            let mut entries = BlockEntries::<{ 64 + MAX_LANES }>::new();
            let block = entries.rows(isa, &rows, 1, 39);
            let views = views.as_ptr_range();
            let all = [a.as_ptr_range(), b.as_ptr_range(), views.start.cast()..views.end.cast()];
            let rest = |start: &*const u8| {
                let bytes =
                    all.iter().find(|bytes| bytes.contains(start)).expect("a start of ours");
                bytes.end.addr() - start.addr()
            };
            let least = block.entries().0[..39].iter().map(rest).min().unwrap();
            let expected = if isa.name() == "portable" { PADDED } else { least };
            assert_eq!(block.room(), expected, "{isa}");
        }
    }
}
