//! Rows of bytes to 4 lanes of 32 bits and back.

use std::arch::aarch64::*;
use std::hint::select_unpredictable;

use super::transpose::transpose;
use super::{Neon, U32x4};
use crate::lanes::{Rows32, Spans};
use crate::limits::MAX_LANES;

/// An index of a byte for which a shuffle gives 0.
const NONE: u8 = 0xff;

/// 16 entries from entry `n` on are the indexes of the bytes from byte `n` on.
static FROM: [u8; 32] = {
    let (mut order, mut i) = ([NONE; 32], 0);
    while i < 16 {
        order[i] = i as u8;
        i += 1;
    }
    order
};

/// Entry `n` has the indexes of the bytes of a row of `n` bytes, whose first 8 are followed by its last 8. Of rows of up to 8
/// bytes both are the first 8.
static SHORT: [[u8; 16]; 17] = {
    let mut orders = [[NONE; 16]; 17];
    let mut n = 0;
    while n <= 16 {
        let mut i = 0;
        while i < n {
            orders[n][i] = if i < 8 { i as u8 } else { (i + 16 - n) as u8 };
            i += 1;
        }
        n += 1;
    }
    orders
};

impl Rows32 for U32x4 {
    #[inline(always)]
    fn narrow(_: Neon, lens: &[usize; MAX_LANES]) -> Self {
        let lens = lens.as_ptr().cast::<u64>();
        // SAFETY: 4 of the 16 lengths are read.
        U32x4(unsafe { vqmovn_high_u64(vqmovn_u64(vld1q_u64(lens)), vld1q_u64(lens.add(2))) })
    }

    #[inline(always)]
    unsafe fn load_full(_: Neon, spans: &Spans, offset: usize) -> [Self; 16] {
        let mut rows = [zeros(); 4];
        for (lane, row) in rows.iter_mut().enumerate() {
            let start = spans.starts[lane].wrapping_add(spans.positions[lane] + offset);
            for (i, piece) in row.iter_mut().enumerate() {
                // SAFETY: the caller vouches for 64 bytes.
                *piece = unsafe { vld1q_u32(start.add(16 * i).cast()) };
            }
        }
        words(rows)
    }

    /// Without a branch on the length of a row. A piece of 16 bytes that isn't in all rows is loaded so that it lies in the row,
    /// and shuffled to the front.
    #[inline(always)]
    unsafe fn load_part<const PAD: bool>(_: Neon, spans: &Spans, offset: usize) -> [Self; 16] {
        let rests = rests(spans, offset);
        let (shortest, longest) = unsafe { (vminvq_s32(rests), vmaxvq_s32(rests)) };
        let mut copies = [[0; 16]; 4];
        // SAFETY: the caller vouches for the rows.
        let rows = unsafe { at_least_16(spans, &mut copies) };
        let part = Part { spans, offset, rows, rests, shortest, longest };
        // Not a loop, so that all words stay in registers.
        // SAFETY: as above; `rows` are readable as long as `copies` are.
        let [a, b, c, d] = unsafe {
            [
                part.piece::<0, PAD>(),
                part.piece::<1, PAD>(),
                part.piece::<2, PAD>(),
                part.piece::<3, PAD>(),
            ]
        };
        [
            a[0], a[1], a[2], a[3], b[0], b[1], b[2], b[3], c[0], c[1], c[2], c[3], d[0], d[1],
            d[2], d[3],
        ]
    }

    #[inline(always)]
    unsafe fn load_short(_: Neon, spans: &Spans) -> [Self; 4] {
        let mut rows = zeros();
        for (lane, row) in rows.iter_mut().enumerate() {
            // SAFETY: the caller vouches for the row.
            *row = unsafe { vreinterpretq_u32_u8(short_row(spans.starts[lane], spans.lens[lane])) };
        }
        transpose(rows)
    }

    #[inline(always)]
    fn store_rows([a, b, c, d, e, f, g, h]: [Self; 8], rows: &mut [[u8; 32]; MAX_LANES]) {
        let low = transpose([a.0, b.0, c.0, d.0]);
        let high = transpose([e.0, f.0, g.0, h.0]);
        for ((row, low), high) in rows.iter_mut().zip(low).zip(high) {
            let (first, second) = row.split_at_mut(16);
            unsafe {
                vst1q_u8(first.as_mut_ptr(), vreinterpretq_u8_u32(low.0));
                vst1q_u8(second.as_mut_ptr(), vreinterpretq_u8_u32(high.0));
            }
        }
    }
}

/// 64 bytes of four rows that don't all have so many.
struct Part<'a> {
    spans: &'a Spans,
    offset: usize,
    /// Where the rows, or copies of them, start, and where their last 16 bytes do.
    rows: [(*const u8, usize); 4],
    /// How many bytes each row has from the offset on, or less than 0 if it has ended before.
    rests: int32x4_t,
    /// The least of these.
    shortest: i32,
    /// The greatest.
    longest: i32,
}

impl Part<'_> {
    /// The words of the `I`-th 16 bytes of each row.
    ///
    /// # Safety
    /// The rows and their copies are readable.
    #[inline(always)]
    unsafe fn piece<const I: i32, const PAD: bool>(&self) -> [U32x4; 4] {
        // The branches are those of a whole group of rows.
        if self.longest < 16 * I || !PAD && self.longest == 16 * I {
            return zeros().map(U32x4);
        }
        let mut pieces = zeros();
        if self.shortest >= 16 * (I + 1) {
            for (lane, piece) in pieces.iter_mut().enumerate() {
                let position = self.spans.positions[lane] + self.offset + 16 * I as usize;
                // SAFETY: all rows have the piece.
                *piece = unsafe { vld1q_u32(self.spans.starts[lane].add(position).cast()) };
            }
            return transpose(pieces);
        }
        for (lane, piece) in pieces.iter_mut().enumerate() {
            let (row, last) = self.rows[lane];
            let position = self.spans.positions[lane] + self.offset + 16 * I as usize;
            let from = position.min(last);
            // SAFETY: the row or its copy has 16 bytes from `last` on; FROM has 32 entries.
            *piece = unsafe {
                let order = vld1q_u8(FROM.as_ptr().add((position - from).min(16)));
                vreinterpretq_u32_u8(vqtbl1q_u8(vld1q_u8(row.add(from)), order))
            };
        }
        let mut words = transpose(pieces);
        if PAD {
            pad(unsafe { vsubq_s32(self.rests, vdupq_n_s32(16 * I)) }, &mut words);
        }
        words
    }
}

/// How many bytes each row has from `offset` on in the lane's part, or less than 0 if it has ended before.
#[inline(always)]
fn rests(spans: &Spans, offset: usize) -> int32x4_t {
    let mut rests = [0; 4];
    for (lane, rest) in rests.iter_mut().enumerate() {
        *rest = spans.lens[lane].wrapping_sub(spans.positions[lane] + offset) as i64;
    }
    unsafe {
        let low = vqmovn_s64(vld1q_s64(rests.as_ptr()));
        vqmovn_high_s64(low, vld1q_s64(rests.as_ptr().add(2)))
    }
}

/// Where each row starts and where its last 16 bytes do. If a row has fewer, rows are copied: in a branch, so that no other rows
/// take the instructions of this.
///
/// # Safety
/// Every lane's span satisfies the description of [`Spans`].
#[inline(always)]
unsafe fn at_least_16(spans: &Spans, copies: &mut [[u8; 16]; 4]) -> [(*const u8, usize); 4] {
    let mut rows = [(std::ptr::null(), 0); 4];
    let mut is_any_short = false;
    for (lane, row) in rows.iter_mut().enumerate() {
        *row = (spans.starts[lane], spans.lens[lane].max(16) - 16);
        is_any_short |= spans.lens[lane] < 16;
    }
    if is_any_short {
        for (lane, row) in rows.iter_mut().enumerate() {
            let copy = copies[lane].as_mut_ptr();
            // SAFETY: the caller vouches for the row.
            unsafe { vst1q_u8(copy, short_row(spans.starts[lane], spans.lens[lane])) };
            row.0 = select_unpredictable(spans.lens[lane] < 16, copy.cast_const(), row.0);
        }
    }
    rows
}

/// Puts 0x80 after the last byte of rows that have `rests` bytes left, if that is within the words.
#[inline(always)]
fn pad(rests: int32x4_t, words: &mut [U32x4; 4]) {
    unsafe {
        // Of a row that has ended before, a large number.
        let rests = vreinterpretq_u32_s32(rests);
        let bits = vshlq_n_u32::<3>(vandq_u32(rests, vdupq_n_u32(3)));
        let padding = vshlq_u32(vdupq_n_u32(0x80), vreinterpretq_s32_u32(bits));
        let word = vshrq_n_u32::<2>(rests);
        for (i, x) in words.iter_mut().enumerate() {
            // A mask of ones is -1, and the bytes from the end of the row on are zeros.
            x.0 = vmlsq_u32(x.0, vceqq_u32(word, vdupq_n_u32(i as u32)), padding);
        }
    }
}

/// A row of up to 16 bytes, followed by zeros; of a longer row, arbitrary bytes.
///
/// # Safety
/// The row is readable, and the first 8 bytes from its start are.
#[inline(always)]
unsafe fn short_row(start: *const u8, len: usize) -> uint8x16_t {
    // SAFETY: the caller vouches for the bytes; SHORT has an entry for each length up to 16.
    unsafe {
        let bytes = vcombine_u8(vld1_u8(start), vld1_u8(start.add(len.max(8) - 8)));
        vqtbl1q_u8(bytes, vld1q_u8(SHORT.as_ptr().add(len.min(16)).cast()))
    }
}

#[inline(always)]
fn zeros() -> [uint32x4_t; 4] {
    [unsafe { vdupq_n_u32(0) }; 4]
}

/// The words of four rows of 64 bytes.
#[inline(always)]
fn words([a, b, c, d]: [[uint32x4_t; 4]; 4]) -> [U32x4; 16] {
    let mut words = [U32x4(a[0]); 16];
    for i in 0..4 {
        words[4 * i..4 * i + 4].copy_from_slice(&transpose([a[i], b[i], c[i], d[i]]));
    }
    words
}
