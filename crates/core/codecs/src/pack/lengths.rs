//! The head of a chunk: the bit-packed lengths of its values.
//!
//! There is one code per value, and all codes have the same width. In a chunk without NULLs, code `c` is the length
//! `base + c`. In a chunk with NULLs, code 0 is NULL and `c` is the length `base + c - 1`. Values of one length take
//! no bits, and neither does a chunk of NULLs.
//!
//! Widths are powers of two, so that no code crosses a byte boundary. With arbitrary widths, packs of log lines were
//! 0.8 % smaller, but every `get` adds up lengths: for a chunk of 4,200 values that took 9,000 ns instead of 2,000.

use super::{append, corrupt};
use crate::{Appended, CodecError, grow};

/// Bytes before the codes: the width, and the base.
const FIXED: usize = 5;
/// In the first byte: code 0 is NULL.
const NULLS: u8 = 0x80;

/// The lengths of a chunk's values, read in place.
#[derive(Clone, Copy)]
pub(super) struct ChunkLengths<'a> {
    codes: &'a [u8],
    count: usize,
    width: CodeWidth,
    base: u32,
    nulls: bool,
}

/// The range of a value in the content of its chunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ValueSpan {
    pub(super) start: usize,
    pub(super) len: usize,
}

impl ValueSpan {
    pub(super) fn slice(self, content: &[u8]) -> &[u8] {
        &content[self.start..][..self.len]
    }

    pub(super) fn end(self) -> usize {
        self.start + self.len
    }
}

impl<'a> ChunkLengths<'a> {
    /// Splits a chunk of `count` values into lengths and payload.
    pub(super) fn split(chunk: &'a [u8], count: usize) -> Result<(Self, &'a [u8]), CodecError> {
        let ends = || corrupt("a chunk ends within the lengths of its values");
        let (&[first, b0, b1, b2, b3], rest) =
            chunk.split_first_chunk::<FIXED>().ok_or_else(ends)?;
        let width = CodeWidth::of_bits(first & !NULLS).ok_or_else(|| {
            corrupt(format!("the lengths of a chunk's values take {} bits each", first & !NULLS))
        })?;
        let (codes, payload) = rest.split_at_checked(width.bytes(count)).ok_or_else(ends)?;
        let base = u32::from_le_bytes([b0, b1, b2, b3]);
        Ok((ChunkLengths { codes, count, width, base, nulls: first & NULLS != 0 }, payload))
    }

    /// The length of value `i`, if it is not NULL.
    pub(super) fn get(&self, i: usize) -> Option<u64> {
        match (self.width.code(self.codes, i), self.nulls) {
            (0, true) => None,
            (code, nulls) => Some(u64::from(self.base) + u64::from(code) - u64::from(nulls)),
        }
    }

    /// The length of the first `count` values in bytes.
    fn sum(&self, count: usize) -> u64 {
        let CodeSum { codes, values } = self.width.sum(self.codes, count);
        match self.nulls {
            true => values * u64::from(self.base) + codes - values,
            false => count as u64 * u64::from(self.base) + codes,
        }
    }

    /// The length of all values in bytes.
    pub(super) fn total(&self) -> u64 {
        self.sum(self.count)
    }

    /// The range of value `i` in the content, if it is not NULL.
    pub(super) fn span(&self, i: usize) -> Option<ValueSpan> {
        // The caller checks that the content fits the pack or the limit, so it fits a usize.
        let len = self.get(i)? as usize;
        Some(ValueSpan { start: self.sum(i) as usize, len })
    }
}

/// The number of bits of a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CodeWidth {
    W0,
    W1,
    W2,
    W4,
    W8,
    W16,
    W32,
}

/// The sum of the codes.
#[derive(Default)]
struct CodeSum {
    codes: u64,
    /// The number of codes that are not 0.
    values: u64,
}

impl CodeWidth {
    const ALL: [(u8, CodeWidth); 7] = [
        (0, CodeWidth::W0),
        (1, CodeWidth::W1),
        (2, CodeWidth::W2),
        (4, CodeWidth::W4),
        (8, CodeWidth::W8),
        (16, CodeWidth::W16),
        (32, CodeWidth::W32),
    ];

    fn of_bits(bits: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|(b, _)| *b == bits).map(|(_, width)| width)
    }

    /// The least width that holds `code`.
    fn for_code(code: u32) -> Self {
        let bits = u32::BITS - code.leading_zeros();
        let width = Self::ALL.into_iter().find(|(b, _)| u32::from(*b) >= bits);
        width.map_or(CodeWidth::W32, |(_, width)| width)
    }

    fn bits(self) -> u8 {
        Self::ALL[self as usize].0
    }

    /// The number of bytes of `count` codes. A chunk has at most 2^24.
    fn bytes(self, count: usize) -> usize {
        (count * usize::from(self.bits())).div_ceil(8)
    }

    /// Code `i` of `codes`.
    fn code(self, codes: &[u8], i: usize) -> u32 {
        match self {
            CodeWidth::W0 => 0,
            CodeWidth::W1 => u32::from(codes[i / 8] >> (i % 8) & 1),
            CodeWidth::W2 => u32::from(codes[i / 4] >> (i % 4 * 2) & 3),
            CodeWidth::W4 => u32::from(codes[i / 2] >> (i % 2 * 4) & 15),
            CodeWidth::W8 => u32::from(codes[i]),
            CodeWidth::W16 => u32::from(u16::from_le_bytes(codes.as_chunks().0[i])),
            CodeWidth::W32 => u32::from_le_bytes(codes.as_chunks().0[i]),
        }
    }

    /// The first `count` of `codes`.
    fn sum(self, codes: &[u8], count: usize) -> CodeSum {
        match self {
            CodeWidth::W0 => CodeSum::default(),
            CodeWidth::W1 => self.sum_of_parts::<1>(codes, count),
            CodeWidth::W2 => self.sum_of_parts::<2>(codes, count),
            CodeWidth::W4 => self.sum_of_parts::<4>(codes, count),
            CodeWidth::W8 => self.sum_of_parts::<8>(codes, count),
            CodeWidth::W16 => CodeSum::of_codes(
                codes.as_chunks().0[..count].iter().map(|c| u16::from_le_bytes(*c).into()),
            ),
            CodeWidth::W32 => CodeSum::of_codes(
                codes.as_chunks().0[..count].iter().map(|c| u32::from_le_bytes(*c)),
            ),
        }
    }

    /// [`CodeWidth::sum`] of codes of at most a byte. The sums of 2^24 fit 32 bits.
    fn sum_of_parts<const BITS: usize>(self, codes: &[u8], count: usize) -> CodeSum {
        let per_byte = 8 / BITS;
        let (mut sum, mut values) = (0u32, 0u32);
        for byte in &codes[..count / per_byte] {
            for part in 0..per_byte {
                let code = byte >> (part * BITS) & (u8::MAX >> (8 - BITS));
                sum += u32::from(code);
                values += u32::from(code != 0);
            }
        }
        for i in count / per_byte * per_byte..count {
            let code = self.code(codes, i);
            sum += code;
            values += u32::from(code != 0);
        }
        CodeSum { codes: sum.into(), values: values.into() }
    }
}

impl CodeSum {
    fn of_codes(codes: impl Iterator<Item = u32>) -> Self {
        codes.fold(CodeSum::default(), |sum, code| CodeSum {
            codes: sum.codes + u64::from(code),
            values: sum.values + u64::from(code != 0),
        })
    }
}

/// Appends the head of a chunk of values of these lengths, 2^32 - 2 at most.
pub(super) fn write(lengths: &[Option<u32>], out: &mut Vec<u8>) -> Appended {
    let base = lengths.iter().flatten().min().copied().unwrap_or(0);
    let nulls = lengths.iter().any(Option::is_none);
    let code = |length: &Option<u32>| length.map_or(0, |length| length - base + u32::from(nulls));
    let width = CodeWidth::for_code(lengths.iter().map(code).max().unwrap_or(0));
    append(out, &[width.bits() | if nulls { NULLS } else { 0 }])?;
    append(out, &base.to_le_bytes())?;
    let start = out.len();
    grow(out, width.bytes(lengths.len()))?;
    let codes = &mut out[start..];
    let bits = usize::from(width.bits());
    for (i, length) in lengths.iter().enumerate() {
        let (code, at) = (code(length).to_le_bytes(), i * bits);
        match bits {
            0 => break,
            1..8 => codes[at / 8] |= code[0] << (at % 8),
            _ => codes[at / 8..][..bits / 8].copy_from_slice(&code[..bits / 8]),
        }
    }
    Ok(())
}
