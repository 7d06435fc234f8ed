//! The rows of a group of 32-bit lanes: their bytes as vectors of words, and digests back as bytes.

use std::marker::PhantomData;

use crate::blocks::Block;
use crate::lanes::{LaneSpans, Lanes32, Rows32, Simd32};
use crate::limits::{MAX_LANES, PADDED};

/// One row, or the rest of a row from a position on, in each 32-bit lane.
#[derive(Clone, Copy)]
pub(crate) struct Group32<'a, S: Simd32> {
    simd: S,
    // Invariant: each span describes a row that is readable for 'a.
    spans: LaneSpans<S::U32>,
    lens: S::U32,
    /// Invariant: this many bytes are readable from every lane's position on. Offsets into them fit
    /// in a lane.
    room: usize,
    rows: PhantomData<&'a [u8]>,
}

impl<'a, S: Simd32> Group32<'a, S> {
    /// The rows of a block from `first` on. Lanes after its last row hold other readable bytes.
    /// Panics if `first` is not a row.
    #[inline(always)]
    pub(crate) fn consecutive(simd: S, block: &Block<'a>, first: usize) -> Self {
        let (starts, lens) = block.entries();
        assert!(first < block.len());
        // A block goes on after its last row.
        let spans = LaneSpans {
            starts: S::U32::first(&starts[first..]),
            lens: S::U32::first(&lens[first..]),
            positions: S::U32::each(|_| 0),
        };
        let lens = S::U32::narrow(simd, &spans.lens);
        Group32 { simd, spans, lens, room: room(block), rows: PhantomData }
    }

    /// The rows `ids`, one a lane. Panics if there are fewer ids than lanes.
    #[inline(always)]
    pub(crate) fn pick(simd: S, block: &Block<'a>, ids: &[u8]) -> Self {
        let (starts, lens) = block.entries();
        let ids = &ids[..S::U32::LANES];
        let spans = LaneSpans {
            starts: S::U32::each(|lane| starts[usize::from(ids[lane])]),
            lens: S::U32::each(|lane| lens[usize::from(ids[lane])]),
            positions: S::U32::each(|_| 0),
        };
        let lens = S::U32::narrow(simd, &spans.lens);
        Group32 { simd, spans, lens, room: room(block), rows: PhantomData }
    }

    /// The rows in `parts`, each from a position on, one a lane. Panics if there are fewer parts
    /// than lanes, or if a position is after the end of its row.
    #[inline(always)]
    pub(crate) fn pick_parts(simd: S, block: &Block<'a>, parts: &[(u8, usize)]) -> Self {
        let (starts, lens) = block.entries();
        let parts = &parts[..S::U32::LANES];
        let mut spans = LaneSpans::<S::U32>::of_no_rows();
        let mut rests = S::U32::each(|_| 0);
        for (lane, (id, position)) in parts.iter().enumerate() {
            let len = lens[usize::from(*id)];
            assert!(*position <= len);
            spans.starts[lane] = starts[usize::from(*id)];
            spans.lens[lane] = len;
            spans.positions[lane] = *position;
            rests[lane] = len - position;
        }
        let lens = S::U32::narrow(simd, &rests);
        Group32 { simd, spans, lens, room: 0, rows: PhantomData }
    }

    /// The lengths of the rows or parts, at most `u32::MAX`.
    #[inline(always)]
    pub(crate) fn lens(&self) -> S::U32 {
        self.lens
    }

    /// Bytes `64 * block..64 * (block + 1)` of each row, with zeros after its end. Vector `w` holds
    /// word `w` of every lane, little-endian.
    #[inline(always)]
    pub(crate) fn words(&self, block: usize) -> [S::U32; 16] {
        self.load::<false>(block)
    }

    /// Like [`Group32::words`], with the byte 0x80 after the last byte of each row that ends in the
    /// block.
    #[inline(always)]
    pub(crate) fn padded_words(&self, block: usize) -> [S::U32; 16] {
        self.load::<true>(block)
    }

    /// The words of rows of up to 16 bytes, with zeros after a row's end. For longer rows and parts
    /// of rows, the words are arbitrary.
    #[inline(always)]
    pub(crate) fn short_words(&self) -> [S::U32; 4] {
        const { assert!(PADDED >= 8) };
        if self.room >= 16 {
            // SAFETY: by the invariants.
            unsafe { S::U32::load_short_and_cut(self.simd, &self.spans, self.lens) }
        } else {
            // SAFETY: by the invariant.
            unsafe { S::U32::load_short(self.simd, &self.spans) }
        }
    }

    #[inline(always)]
    fn load<const PAD: bool>(&self, block: usize) -> [S::U32; 16] {
        if self.fill(block) {
            // SAFETY: each row has 64 bytes there.
            unsafe { S::U32::load_full(self.simd, &self.spans, 64 * block) }
        } else if self.room / 64 > block {
            // SAFETY: by the invariants.
            unsafe { S::U32::load_and_cut::<PAD>(self.simd, &self.spans, self.lens, 64 * block) }
        } else {
            // SAFETY: by the invariant.
            unsafe { S::U32::load_part::<PAD>(self.simd, &self.spans, 64 * block) }
        }
    }

    /// Whether every row reaches the end of a block.
    #[inline(always)]
    fn fill(&self, block: usize) -> bool {
        let end = (block as u64).saturating_add(1).saturating_mul(64);
        match u32::try_from(end) {
            Ok(end) => !S::U32::any(S::U32::splat(self.simd, end).gt(self.lens)),
            Err(_) => false,
        }
    }
}

/// The room of a block, as far as lanes count.
#[inline(always)]
fn room(block: &Block<'_>) -> usize {
    block.room().min(u32::MAX as usize)
}

/// The words of 64 bytes a lane, in the order of [`Group32::words`], of bytes that need not be
/// rows. Panics if there are fewer blocks than lanes.
#[inline(always)]
pub(crate) fn words_of<S: Simd32>(simd: S, blocks: &[&[u8; 64]]) -> [S::U32; 16] {
    let mut spans = LaneSpans::<S::U32>::of_no_rows();
    for (lane, block) in blocks[..S::U32::LANES].iter().enumerate() {
        spans.starts[lane] = block.as_ptr();
    }
    // SAFETY: each lane has 64 bytes.
    unsafe { S::U32::load_full(simd, &spans, 0) }
}

/// The digests of a group of lanes as bytes.
pub(crate) struct GroupDigests {
    rows: [[u8; 32]; MAX_LANES],
    lanes: usize,
}

impl GroupDigests {
    /// Digests of up to eight words, as little-endian bytes.
    #[inline(always)]
    pub(crate) fn new<S: Simd32, const W: usize>(simd: S, words: [S::U32; W]) -> Self {
        let mut digests = Self::empty();
        digests.put(simd, words);
        digests
    }

    /// Room for digests.
    #[inline(always)]
    pub(crate) fn empty() -> Self {
        GroupDigests { rows: [[0; 32]; MAX_LANES], lanes: 0 }
    }

    /// Like [`GroupDigests::new`], in place.
    #[inline(always)]
    pub(crate) fn put<S: Simd32, const W: usize>(&mut self, simd: S, words: [S::U32; W]) {
        S::U32::store_rows(eight(simd, words), &mut self.rows);
        self.lanes = S::U32::LANES;
    }

    /// Writes digests of eight words one after the other to `out`. Returns `false` if `width` is
    /// not 32, or if `out` has no room for [`MAX_LANES`] of them. Copying them costs 0.5 to 1 ns a
    /// row.
    #[inline(always)]
    pub(crate) fn write_whole<S: Simd32, const W: usize>(
        simd: S,
        words: [S::U32; W],
        width: usize,
        out: &mut [u8],
    ) -> bool {
        match out.as_chunks_mut().0.first_chunk_mut() {
            Some(rows) if width == 32 => {
                S::U32::store_rows(eight(simd, words), rows);
                true
            }
            _ => false,
        }
    }

    /// Writes digests of four words to `out`: one after the other until it is full or, with the ids
    /// of rows, as [`GroupDigests::write_to`] does. Returns `false` if there are other than four words,
    /// or if it isn't the fastest way here.
    #[inline(always)]
    pub(crate) fn write_four<V: Rows32, const W: usize>(
        words: [V; W],
        ids: Option<&[u8]>,
        out: &mut [u8],
    ) -> bool {
        let Some(four) = words.first_chunk().filter(|_| W == 4) else { return false };
        let Some(rows) = V::four_words(*four) else { return false };
        let (rows, out) = (rows.as_ref(), out.as_chunks_mut().0);
        match ids {
            // Whole groups without a branch for each row.
            None if out.len() >= rows.len() => out[..rows.len()].copy_from_slice(rows),
            None => out.copy_from_slice(&rows[..out.len()]),
            Some(ids) if ids.len() >= rows.len() => scatter(rows, &ids[..rows.len()], out),
            Some(ids) => scatter(rows, ids, out),
        }
        true
    }

    /// The digest of each lane.
    #[inline(always)]
    pub(crate) fn rows(&self) -> &[[u8; 32]] {
        &self.rows[..self.lanes]
    }

    /// Writes the first `width` bytes of each digest, one after the other, until `out` is full.
    #[inline(always)]
    pub(crate) fn write(&self, width: usize, out: &mut [u8]) {
        match width {
            // Constant widths compile to moves, others to calls of memcpy.
            16 => self.write_as::<16>(out),
            20 => self.write_as::<20>(out),
            32 => self.write_as::<32>(out),
            _ => write_rows(self.rows(), width, out),
        }
    }

    /// Writes the first `width` bytes of the digest in each of the first lanes to the place of its
    /// row in `out`; `ids` has the rows. Panics if the place or the lane doesn't exist.
    #[inline(always)]
    pub(crate) fn write_to(&self, ids: &[u8], width: usize, out: &mut [u8]) {
        assert!(ids.len() <= self.lanes);
        match width {
            16 => self.write_to_as::<16>(ids, out),
            20 => self.write_to_as::<20>(ids, out),
            32 => self.write_to_as::<32>(ids, out),
            _ => write_rows_to(self.rows(), ids, width, out),
        }
    }

    #[inline(always)]
    fn write_as<const WIDTH: usize>(&self, out: &mut [u8]) {
        for (row, out) in self.rows().iter().zip(out.as_chunks_mut::<WIDTH>().0) {
            *out = *row.first_chunk().expect("no digest is wider than 32 bytes");
        }
    }

    #[inline(always)]
    fn write_to_as<const WIDTH: usize>(&self, ids: &[u8], out: &mut [u8]) {
        let (out, _) = out.as_chunks_mut::<WIDTH>();
        for (row, id) in self.rows().iter().zip(ids) {
            out[usize::from(*id)] = *row.first_chunk().expect("no digest is wider than 32 bytes");
        }
    }
}

/// Writes each row to the place that its id names.
#[inline(always)]
fn scatter<const WIDTH: usize>(rows: &[[u8; WIDTH]], ids: &[u8], out: &mut [[u8; WIDTH]]) {
    for (row, id) in rows.iter().zip(ids) {
        out[usize::from(*id)] = *row;
    }
}

/// The words, followed by zeros.
#[inline(always)]
fn eight<S: Simd32, const W: usize>(simd: S, words: [S::U32; W]) -> [S::U32; 8] {
    const { assert!(W <= 8) };
    let mut eight = [S::U32::splat(simd, 0); 8];
    eight[..W].copy_from_slice(&words);
    eight
}

/// Not inlined: that would only make kernels longer.
#[inline(never)]
fn write_rows(rows: &[[u8; 32]], width: usize, out: &mut [u8]) {
    for (row, out) in rows.iter().zip(out.chunks_exact_mut(width)) {
        out.copy_from_slice(&row[..width]);
    }
}

#[inline(never)]
fn write_rows_to(rows: &[[u8; 32]], ids: &[u8], width: usize, out: &mut [u8]) {
    for (row, id) in rows.iter().zip(ids) {
        out[usize::from(*id) * width..][..width].copy_from_slice(&row[..width]);
    }
}

#[cfg(all(test, unix))] // they map pages that cannot be read
mod tests;
