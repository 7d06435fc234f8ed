//! Rows of bytes to 4 lanes of 32 bits and back.

use std::arch::aarch64::*;
use std::hint::select_unpredictable;

use super::{Neon, U32x4};
use crate::lanes::{LaneSpans, Rows32};
use crate::limits::MAX_LANES;

/// An index of a byte for which a shuffle gives 0.
const NONE: u8 = 0xff;

/// The 16 entries from `n` on are the indexes of the bytes from byte `n` on, then 16, the byte
/// after them, then `NONE`.
static FROM: [u8; 96] = {
    let (mut order, mut i) = ([NONE; 96], 0);
    while i <= 16 {
        order[i] = i as u8;
        i += 1;
    }
    order
};

/// Entry `n` is the order of a row of `n` bytes in a vector of its first 8 and its last 8 bytes.
/// For a row of up to 8 bytes, both are the first 8.
static SHORT: [[u8; 16]; 17] = short_rows(0);

/// The same with the row at the end of the 16 bytes.
static SHORT_AT_END: [[u8; 16]; 17] = short_rows(1);

const fn short_rows(at_end: usize) -> [[u8; 16]; 17] {
    let mut orders = [[NONE; 16]; 17];
    let mut n = 0;
    while n <= 16 {
        let mut i = 0;
        while i < n {
            orders[n][i + at_end * (16 - n)] = if i < 8 { i as u8 } else { (i + 16 - n) as u8 };
            i += 1;
        }
        n += 1;
    }
    orders
}

impl Rows32 for U32x4 {
    #[inline(always)]
    fn narrow(_: Neon, lens: &[usize; 4]) -> Self {
        let lens = lens.as_ptr().cast::<u64>();
        // SAFETY: there are 4 lengths.
        U32x4(unsafe { vqmovn_high_u64(vqmovn_u64(vld1q_u64(lens)), vld1q_u64(lens.add(2))) })
    }

    #[inline(always)]
    unsafe fn load_full(_: Neon, spans: &LaneSpans<U32x4>, offset: usize) -> [Self; 16] {
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

    /// Doesn't branch on the length of a row. If a row has only part of a piece of 16 bytes, the
    /// load starts earlier, so that it lies in the row, and the bytes are shuffled to the front.
    #[inline(always)]
    unsafe fn load_part<const PAD: bool>(
        _: Neon,
        spans: &LaneSpans<U32x4>,
        offset: usize,
    ) -> [Self; 16] {
        let rests = rests(spans, offset);
        let (shortest, longest) = unsafe { (vminvq_s32(rests), vmaxvq_s32(rests)) };
        let mut copies = [[0; 16]; 4];
        // SAFETY: the caller vouches for the rows.
        let starts = unsafe { starts(spans, offset, &mut copies) };
        let part = RowPart { starts, rests, shortest, longest };
        // Not a loop, so that all words stay in registers.
        // SAFETY: as above; what is read of short rows is in `copies`.
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
    unsafe fn load_short(_: Neon, spans: &LaneSpans<U32x4>) -> [Self; 4] {
        let mut rows = zeros();
        for (lane, row) in rows.iter_mut().enumerate() {
            // SAFETY: the caller vouches for the row.
            *row = unsafe { short_row(spans.starts[lane], spans.lens[lane], &SHORT) };
        }
        transpose(rows)
    }

    #[inline(always)]
    fn four_words(words: [Self; 4]) -> Option<[[u8; 16]; 4]> {
        // SAFETY: a vector is 16 bytes.
        Some(transpose(words.map(|word| word.0)).map(|row| unsafe { std::mem::transmute(row.0) }))
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

/// 64 bytes of each of four rows; some rows have fewer.
struct RowPart {
    /// Where they start in each row, or one byte after the row's end if it has ended before.
    starts: [*const u8; 4],
    /// How many bytes each row has from there on, or -1 if it has ended before.
    rests: int32x4_t,
    /// The least of these.
    shortest: i32,
    /// The greatest.
    longest: i32,
}

impl RowPart {
    /// The words of the `I`-th 16 bytes of each row.
    ///
    /// # Safety
    /// The bytes of each row from its start on, and the last 16 before the end of a row that ends
    /// in the piece or before it, are readable.
    #[inline(always)]
    unsafe fn piece<const I: i32, const PAD: bool>(&self) -> [U32x4; 4] {
        // These branches depend on the whole group of rows.
        if self.longest < 16 * I || !PAD && self.longest == 16 * I {
            return zeros().map(U32x4);
        }
        let mut pieces = zeros();
        if self.shortest >= 16 * (I + 1) {
            for (start, piece) in self.starts.iter().zip(&mut pieces) {
                // SAFETY: all rows have the piece.
                *piece = unsafe { vld1q_u32(start.add(16 * I as usize).cast()) };
            }
            return transpose(pieces);
        }
        // How many bytes of the piece lie after the end of each row. The load starts that much
        // earlier. SAFETY: a vector is four words.
        let missing: [u32; 4] = unsafe {
            let missing = vsubq_s32(vdupq_n_s32(16 * (I + 1)), self.rests);
            std::mem::transmute(vmaxq_s32(missing, vdupq_n_s32(0)))
        };
        for ((start, missing), piece) in self.starts.iter().zip(missing).zip(&mut pieces) {
            let missing = missing as usize;
            // SAFETY: these are the last 16 bytes of the row, or those of the piece; `missing` is
            // at most 65.
            *piece = unsafe {
                let bytes = vld1q_u8(start.wrapping_sub(missing).wrapping_add(16 * I as usize));
                let order = vld1q_u8(FROM.as_ptr().add(missing));
                vreinterpretq_u32_u8(if PAD {
                    vqtbl2q_u8(uint8x16x2_t(bytes, vdupq_n_u8(0x80)), order)
                } else {
                    vqtbl1q_u8(bytes, order)
                })
            };
        }
        transpose(pieces)
    }
}

/// How many bytes each row has from `offset` on in the lane's part, or -1 if it has ended before.
#[inline(always)]
fn rests(spans: &LaneSpans<U32x4>, offset: usize) -> int32x4_t {
    // SAFETY: there are four of each.
    unsafe {
        let offset = vdupq_n_u64(offset as u64);
        let two = |lane: usize| {
            let len = vld1q_u64(spans.lens.as_ptr().add(lane).cast());
            let position = vld1q_u64(spans.positions.as_ptr().add(lane).cast());
            vreinterpretq_s64_u64(vsubq_u64(vsubq_u64(len, position), offset))
        };
        let rests = vqmovn_high_s64(vqmovn_s64(two(0)), two(2));
        vmaxq_s32(rests, vdupq_n_s32(-1))
    }
}

/// Where the bytes from `offset` on start in each row. A row of fewer than 16 bytes is copied to
/// the end of its entry of `copies`, and its bytes start there. The copying is in a branch, so that
/// other rows don't execute its instructions.
///
/// # Safety
/// Every lane's span satisfies the description of [`LaneSpans`].
#[inline(always)]
unsafe fn starts(
    spans: &LaneSpans<U32x4>,
    offset: usize,
    copies: &mut [[u8; 16]; 4],
) -> [*const u8; 4] {
    let at = |lane: usize| (spans.positions[lane] + offset).min(spans.lens[lane] + 1);
    let mut starts = std::array::from_fn(|lane| spans.starts[lane].wrapping_add(at(lane)));
    if spans.lens.iter().any(|len| *len < 16) {
        for (lane, start) in starts.iter_mut().enumerate() {
            let (copy, len) = (copies[lane].as_mut_ptr(), spans.lens[lane]);
            // SAFETY: the caller vouches for the row.
            unsafe { vst1q_u32(copy.cast(), short_row(spans.starts[lane], len, &SHORT_AT_END)) };
            let copied =
                copy.cast_const().wrapping_add(16).wrapping_sub(len).wrapping_add(at(lane));
            *start = select_unpredictable(len < 16, copied, *start);
        }
    }
    starts
}

/// A row of up to 16 bytes, placed among zeros by `orders`; arbitrary bytes if the row is longer.
///
/// # Safety
/// The row is readable, and the first 8 bytes from its start are.
#[inline(always)]
unsafe fn short_row(start: *const u8, len: usize, orders: &[[u8; 16]; 17]) -> uint32x4_t {
    // SAFETY: the caller vouches for the bytes; there is an order for each length up to 16.
    unsafe {
        let bytes = vcombine_u8(vld1_u8(start), vld1_u8(start.add(len.max(8) - 8)));
        let order = vld1q_u8(orders.as_ptr().add(len.min(16)).cast());
        vreinterpretq_u32_u8(vqtbl1q_u8(bytes, order))
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

/// Four rows of four words to a vector of each word. Its own inverse.
#[inline(always)]
fn transpose([a, b, c, d]: [uint32x4_t; 4]) -> [U32x4; 4] {
    unsafe {
        let wide = |x| vreinterpretq_u64_u32(x);
        let (ab02, ab13) = (wide(vtrn1q_u32(a, b)), wide(vtrn2q_u32(a, b)));
        let (cd02, cd13) = (wide(vtrn1q_u32(c, d)), wide(vtrn2q_u32(c, d)));
        [
            U32x4(vreinterpretq_u32_u64(vtrn1q_u64(ab02, cd02))),
            U32x4(vreinterpretq_u32_u64(vtrn1q_u64(ab13, cd13))),
            U32x4(vreinterpretq_u32_u64(vtrn2q_u64(ab02, cd02))),
            U32x4(vreinterpretq_u32_u64(vtrn2q_u64(ab13, cd13))),
        ]
    }
}
