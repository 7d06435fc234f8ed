//! Chunks of FSST: a symbol table, then each value compressed on its own, so that one value can be read without the
//! others.
//!
//! Every chunk has its own table. With one table per pack, a builder would have to keep values until there are enough
//! to train on, and packs could not be concatenated without compressing them again.

use ::fsst::Compressor;

use super::{append, corrupt};
use crate::fsst::{FsstDecoder, LONGEST_SYMBOL, TRAINING, compress_all};
use crate::{Appended, CodecError, probe, with_room};

/// The number of symbols of one byte, which come last, follows from the other counts.
const COUNTS: usize = LONGEST_SYMBOL - 1;

/// A table doesn't pay for less content: its head, a symbol and the codes are as long.
const LEAST_CONTENT: usize = 32;

/// Training reads this much content completely, and drops symbols that save less than they take in the table. From
/// this length on, it draws random lines, some of them twice, and keeps all symbols.
const WHOLE_SAMPLE: usize = (16 << 10) - 1;

/// The symbols of a chunk, read in place.
#[derive(Clone, Copy)]
pub(super) struct ChunkSymbols<'a> {
    /// The number of symbols with 2, 3, … 8 bytes, and with 1.
    counts: [u8; LONGEST_SYMBOL],
    /// The symbols' bytes, and the rest of the chunk.
    bytes: &'a [u8],
}

impl<'a> ChunkSymbols<'a> {
    /// Splits the bytes after the lengths into symbols and codes. Without symbols, the values are stored uncompressed.
    pub(super) fn split(rest: &'a [u8]) -> Result<(Option<Self>, &'a [u8]), CodecError> {
        let ends = || corrupt("a chunk ends within its symbols");
        let (&count, rest) = rest.split_first().ok_or_else(ends)?;
        if count == 0 {
            return Ok((None, rest));
        }
        let (longer, bytes) = rest.split_first_chunk::<COUNTS>().ok_or_else(ends)?;
        let of_one_byte = longer.iter().try_fold(count, |left, longer| left.checked_sub(*longer));
        let Some(of_one_byte) = of_one_byte else {
            return Err(corrupt(format!("a chunk claims {count} symbols, but lists more lengths")));
        };
        let mut counts = [of_one_byte; LONGEST_SYMBOL];
        counts[..COUNTS].copy_from_slice(longer);
        let symbols = ChunkSymbols { counts, bytes };
        let total = symbols.lengths().map(usize::from).sum();
        let codes = bytes.get(total..).ok_or_else(ends)?;
        Ok((Some(symbols), codes))
    }

    /// The length of each symbol in the order of codes.
    fn lengths(&self) -> impl Iterator<Item = u8> {
        let lengths = (2..=LONGEST_SYMBOL as u8).chain([1]);
        lengths.zip(self.counts).flat_map(|(length, count)| (0..count).map(move |_| length))
    }

    pub(super) fn decoder(&self) -> FsstDecoder {
        let mut rest = self.bytes;
        FsstDecoder::new(self.lengths().map(|length| {
            let symbol = rest.first_chunk().copied().unwrap_or_else(|| {
                let mut padded = [0; LONGEST_SYMBOL];
                padded[..rest.len()].copy_from_slice(rest);
                padded
            });
            rest = &rest[usize::from(length)..];
            (symbol, length)
        }))
    }
}

/// Values that are compressed one by one.
pub(super) struct CompressedValues {
    compressor: Compressor,
    /// The codes of each value, `None` for NULL.
    pub(super) lengths: Vec<Option<u32>>,
}

impl CompressedValues {
    /// Appends the codes of values of these lengths to `codes`, with symbols trained on the same values. `None` if the
    /// codes and the table would not be shorter than the values.
    pub(super) fn new(
        lengths: &[Option<u32>],
        content: &[u8],
        codes: &mut Vec<u8>,
    ) -> Result<Option<Self>, CodecError> {
        if content.len() < LEAST_CONTENT {
            return Ok(None);
        }
        let mut values = with_room(lengths.len())?;
        let mut rest = content;
        for length in lengths.iter().flatten() {
            let (value, after) = rest.split_at(*length as usize);
            values.push(value);
            rest = after;
        }
        probe(TRAINING)?;
        let compressor = Compressor::train(&sample(&values, content.len())?);
        let (start, mut ends) = (codes.len(), Vec::new());
        compress_all(&compressor, &values, codes, &mut ends)?;
        if codes.len() - start + table_bytes(&compressor) >= content.len() {
            return Ok(None);
        }
        // There are fewer codes than bytes of content, whose number fits 32 bits.
        let mut compressed = with_room(lengths.len())?;
        let (mut ends, mut last) = (ends.into_iter(), start as u64);
        compressed.extend(lengths.iter().map(|length| {
            let end = length.and_then(|_| ends.next())?;
            Some((end - std::mem::replace(&mut last, end)) as u32)
        }));
        Ok(Some(CompressedValues { compressor, lengths: compressed }))
    }

    /// Appends the table.
    pub(super) fn write_symbols(&self, out: &mut Vec<u8>) -> Appended {
        let lengths = self.compressor.symbol_lengths();
        // There are 255 at most.
        let count = |length| lengths.iter().filter(|other| **other == length).count() as u8;
        append(out, &[lengths.len() as u8])?;
        append(out, &std::array::from_fn::<u8, COUNTS, _>(|i| count(i as u8 + 2)))?;
        for (symbol, length) in self.compressor.symbol_table().iter().zip(lengths) {
            append(out, &symbol.to_u64().to_le_bytes()[..usize::from(*length)])?;
        }
        Ok(())
    }
}

/// Appends what replaces the table if the values are stored uncompressed.
pub(super) fn write_none(out: &mut Vec<u8>) -> Appended {
    append(out, &[0])
}

fn table_bytes(compressor: &Compressor) -> usize {
    1 + COUNTS
        + compressor.symbol_lengths().iter().map(|length| usize::from(*length)).sum::<usize>()
}

/// Values from all over the chunk with at most [`WHOLE_SAMPLE`] bytes in total, or all values if they have no more
/// bytes. Also all values if each is longer; training then uses parts of them.
fn sample<'a>(values: &[&'a [u8]], content: usize) -> Result<Vec<&'a [u8]>, CodecError> {
    let mut sample = with_room(values.len())?;
    let (mut seen, mut taken) = (0, 0);
    for value in values {
        seen += value.len();
        // Lengths are below 2^32, so that products fit.
        if (taken + value.len()) as u64 * content as u64 <= seen as u64 * WHOLE_SAMPLE as u64 {
            taken += value.len();
            sample.push(*value);
        }
    }
    if taken == 0 {
        sample.clear();
        sample.extend(values);
    }
    Ok(sample)
}
