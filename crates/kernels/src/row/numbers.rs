//! Columns of whole numbers, a chunk at a time.
//!
//! First, a chunk's magnitudes are converted from their type, so that the rest is compiled once for all types. Then all
//! of them are split into groups of 7 bits at once, which vectorizes. Then each is written with two stores, whatever
//! its length. A loop over a number's groups would mispredict once per value.

use super::column::{Class, Column, DECIMAL, Integers, NULL, with_integers};
use super::integer::{CONTINUED, Integer, high_groups, len_of, long_varint, low_groups};
use super::write::{Ids, SLACK, Writer};
use crate::isa::Isa;
use crate::lanes::{Kernel, Simd};

/// Numbers in a chunk.
const CHUNK: usize = 256;

/// A chunk of numbers of at most 64 bits.
struct Chunk {
    magnitudes: [u64; CHUNK],
    negatives: [bool; CHUNK],
    nulls: [bool; CHUNK],
    /// The number of digits after a decimal's point.
    scales: [u8; CHUNK],
}

/// Writes whole numbers, each multiplied by `unit`.
pub(super) fn integers(
    isa: Isa,
    column: &Column<'_>,
    class: Class,
    values: &Integers<'_>,
    unit: u64,
    ids: impl Ids,
    to: &mut Writer<'_>,
) {
    with_integers!(values, value => {
        each_chunk(to, |first, to| {
            let mut chunk = Chunk::new();
            if chunk.fill(column, ids, first, to.cursors.len(), unit, value) {
                isa.run(WriteNumbers::<false> { tag: class as u8, chunk: &chunk, nulls: column.valid.is_some(), to });
            } else {
                wide(column, class as u8, ids, first, to, |id| {
                    let (negative, magnitude) = value(id).split();
                    (negative, magnitude * u128::from(unit), None)
                });
            }
        });
    });
}

/// Writes decimals without trailing zeros.
pub(super) fn decimals(
    isa: Isa,
    column: &Column<'_>,
    values: &Integers<'_>,
    scale: u8,
    ids: impl Ids,
    to: &mut Writer<'_>,
) {
    with_integers!(values, value => {
        each_chunk(to, |first, to| {
            let len = to.cursors.len();
            let mut chunk = Chunk::new();
            if chunk.fill(column, ids, first, len, 1, value) {
                for (magnitude, of) in chunk.magnitudes[..len].iter_mut().zip(&mut chunk.scales) {
                    (*magnitude, *of) = without_zeros(*magnitude, scale);
                }
                isa.run(WriteNumbers::<true> { tag: DECIMAL, chunk: &chunk, nulls: column.valid.is_some(), to });
            } else {
                wide(column, DECIMAL, ids, first, to, |id| {
                    let (negative, magnitude) = value(id).split();
                    let (magnitude, scale) = without_zeros_128(magnitude, scale);
                    (negative, magnitude, Some(scale))
                });
            }
        });
    });
}

/// Calls `write` with each chunk's first row and cursors.
fn each_chunk(to: &mut Writer<'_>, mut write: impl FnMut(usize, &mut Writer<'_>)) {
    for (i, cursors) in to.cursors.chunks_mut(CHUNK).enumerate() {
        write(i * CHUNK, &mut Writer { buffer: to.buffer, cursors });
    }
}

impl Chunk {
    fn new() -> Self {
        Chunk {
            magnitudes: [0; CHUNK],
            negatives: [false; CHUNK],
            nulls: [false; CHUNK],
            scales: [0; CHUNK],
        }
    }

    /// Reads `len` numbers, multiplied by `unit`. Returns `false` if one takes more than 64 bits.
    #[inline(always)]
    fn fill<I: Integer>(
        &mut self,
        column: &Column<'_>,
        ids: impl Ids,
        first: usize,
        len: usize,
        unit: u64,
        value: impl Fn(usize) -> I,
    ) -> bool {
        let mut high = 0;
        let numbers = self.magnitudes[..len].iter_mut().zip(&mut self.negatives[..len]);
        for (at, (to, sign)) in numbers.enumerate() {
            let (negative, magnitude) = value(ids.id(first + at)).split();
            // This can't overflow: only types of at most 64 bits have a unit.
            let magnitude = magnitude.wrapping_mul(unit.into());
            high |= (magnitude >> 64) as u64;
            (*to, *sign) = (magnitude as u64, negative);
        }
        if column.valid.is_some() {
            for (at, null) in self.nulls[..len].iter_mut().enumerate() {
                *null = !column.is_valid(ids.id(first + at));
            }
        }
        high == 0
    }
}

/// Writes numbers of more than 64 bits one by one. `value` also returns a decimal's scale.
fn wide(
    column: &Column<'_>,
    tag: u8,
    ids: impl Ids,
    first: usize,
    to: &mut Writer<'_>,
    value: impl Fn(usize) -> (bool, u128, Option<u8>),
) {
    for at in 0..to.cursors.len() {
        let id = ids.id(first + at);
        if !column.is_valid(id) {
            to.bytes(at, &[NULL]);
            continue;
        }
        let (negative, magnitude, scale) = value(id);
        let (bytes, len) = long_varint(magnitude);
        to.bytes(at, &[tag, u8::from(!negative)]);
        to.bytes(at, &bytes[..len]);
        to.bytes(at, scale.as_slice());
    }
}

/// Writes a chunk to as many rows as there are cursors.
struct WriteNumbers<'c, 'w, 'b, const DECIMALS: bool> {
    tag: u8,
    chunk: &'c Chunk,
    /// Whether there may be NULLs.
    nulls: bool,
    to: &'w mut Writer<'b>,
}

impl<const DECIMALS: bool> Kernel for WriteNumbers<'_, '_, '_, DECIMALS> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, _: S) {
        let len = self.to.cursors.len();
        let mut low = [0; CHUNK];
        let mut longest = 0;
        for (low, magnitude) in low[..len].iter_mut().zip(&self.chunk.magnitudes) {
            *low = low_groups(*magnitude);
            longest |= *magnitude;
        }
        match (longest >> 56 != 0, self.nulls) {
            (false, false) => self.each::<false, false>(&low),
            (false, true) => self.each::<false, true>(&low),
            (true, false) => self.each::<true, false>(&low),
            (true, true) => self.each::<true, true>(&low),
        }
    }
}

impl<const DECIMALS: bool> WriteNumbers<'_, '_, '_, DECIMALS> {
    /// `LONG`: a varint may have more than 8 bytes. `NULLS`: a value may be NULL.
    #[inline(always)]
    fn each<const LONG: bool, const NULLS: bool>(self, low: &[u64; CHUNK]) {
        let Chunk { magnitudes, negatives, nulls, scales } = self.chunk;
        let to = self.to;
        for (at, cursor) in to.cursors.iter_mut().enumerate().take(CHUNK) {
            let len = len_of(magnitudes[at]);
            let slot: &mut [u8; SLACK] =
                (&mut to.buffer[*cursor..*cursor + SLACK]).try_into().expect("as long as that");
            slot[..2].copy_from_slice(&[self.tag, u8::from(!negatives[at])]);
            slot[2..10].copy_from_slice(&(low[at] | CONTINUED[len]).to_le_bytes());
            if LONG {
                slot[10..12].copy_from_slice(&high_groups(magnitudes[at], len).to_le_bytes());
            }
            let mut written = 2 + len;
            if DECIMALS {
                slot[written & (SLACK - 1)] = scales[at];
                written += 1;
            }
            if NULLS {
                slot[0] = if nulls[at] { NULL } else { self.tag };
                written = if nulls[at] { 1 } else { written };
            }
            *cursor += written;
        }
    }
}

#[inline(always)]
fn without_zeros(mut magnitude: u64, mut scale: u8) -> (u64, u8) {
    if magnitude == 0 {
        return (0, 0);
    }
    while scale > 0 && magnitude.is_multiple_of(10) {
        (magnitude, scale) = (magnitude / 10, scale - 1);
    }
    (magnitude, scale)
}

fn without_zeros_128(mut magnitude: u128, mut scale: u8) -> (u128, u8) {
    if magnitude == 0 {
        return (0, 0);
    }
    while scale > 0 && magnitude.is_multiple_of(10) {
        (magnitude, scale) = (magnitude / 10, scale - 1);
    }
    (magnitude, scale)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zeros_at_the_end_go() {
        assert_eq!(without_zeros(150, 2), (15, 1));
        assert_eq!(without_zeros(15000, 3), (15, 0));
        assert_eq!(without_zeros(1500, 1), (150, 0));
        assert_eq!(without_zeros(0, 7), (0, 0));
        assert_eq!(without_zeros_128(15 * 10u128.pow(30), 31), (15, 1));
        assert_eq!(without_zeros_128(0, 7), (0, 0));
    }
}
