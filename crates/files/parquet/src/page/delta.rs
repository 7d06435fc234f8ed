//! The headers of the DELTA encodings, which claim how many values follow.
//!
//! Version 59 of the `parquet` crate allocates memory for that many values before it reads one. The
//! claims are therefore checked against the number of values that the levels give.
//!
//! <https://parquet.apache.org/docs/file-format/data-pages/encodings/>

use super::varint;

/// Codes of the encodings.
const BINARY_PACKED: i32 = 5;
const LENGTH_BYTE_ARRAY: i32 = 6;
pub(crate) const BYTE_ARRAY: i32 = 7;

/// Returns whether an encoding is one of the DELTA encodings.
pub(crate) fn is_delta(encoding: i32) -> bool {
    matches!(encoding, BINARY_PACKED | LENGTH_BYTE_ARRAY | BYTE_ARRAY)
}

/// Returns whether an encoding stores the lengths of byte arrays. All lengths are decoded at once.
pub(crate) fn has_lengths(encoding: i32) -> bool {
    matches!(encoding, LENGTH_BYTE_ARRAY | BYTE_ARRAY)
}

/// Checks the number of values that a page's data claims. Accepts data in any other encoding.
///
/// # Errors
/// Returns a description of the problem if the header is invalid or claims a number other than `values`.
pub(crate) fn check(encoding: i32, data: &[u8], values: u64) -> Result<(), String> {
    match encoding {
        BINARY_PACKED | LENGTH_BYTE_ARRAY => check_packed(data, values),
        BYTE_ARRAY => check_byte_arrays(data, values),
        _ => Ok(()),
    }
}

/// Checks DELTA_BINARY_PACKED data. DELTA_LENGTH_BYTE_ARRAY begins with such data.
fn check_packed(data: &[u8], values: u64) -> Result<(), String> {
    PackedBlock::read(&mut &*data, values).map(drop)
}

/// Checks both headers of DELTA_BYTE_ARRAY: the lengths of the prefixes and those of the suffixes.
fn check_byte_arrays(mut data: &[u8], values: u64) -> Result<(), String> {
    PackedBlock::read(&mut data, values)?.skip_blocks(&mut data)?;
    check_packed(data, values)
}

/// Checks that byte arrays fit the bytes that follow their lengths. Accepts data in any other encoding. The data must
/// have passed [`check`].
///
/// # Errors
/// Returns an error if the lengths can't be read, if one is negative, or if they are too long.
pub(crate) fn check_lengths(encoding: i32, mut data: &[u8], values: u64) -> Result<(), String> {
    if encoding == BYTE_ARRAY {
        PackedBlock::read(&mut data, values)?.skip_blocks(&mut data)?;
    } else if encoding != LENGTH_BYTE_ARRAY {
        return Ok(());
    }
    let mut lengths = DeltaDecoder::read(data, values)?;
    PackedBlock::read(&mut data, values)?.skip_blocks(&mut data)?;
    let mut left = data.len() as u64;
    for _ in 0..values {
        // Lengths have 32 bits and wrap around at 32 bits.
        let length = lengths.next()? as i32;
        let rest = u64::try_from(length).ok().and_then(|length| left.checked_sub(length));
        left =
            rest.ok_or_else(|| format!("a length of {length}, but only {left} bytes are left"))?;
    }
    Ok(())
}

/// Returns the most bytes that `batch` consecutive byte arrays take once decoded. Each array repeats a
/// prefix of the one before it, so decoded arrays can take many times the size of their page. Batches
/// are counted from the first array. Batches that start elsewhere take at most twice as much.
///
/// # Errors
/// Returns an error if the lengths can't be read or if one is negative.
pub(crate) fn largest_batch(data: &[u8], values: u64, batch: u64) -> Result<u64, String> {
    let mut suffixes = data;
    PackedBlock::read(&mut suffixes, values)?.skip_blocks(&mut suffixes)?;
    let mut prefixes = DeltaDecoder::read(data, values)?;
    let mut suffixes = DeltaDecoder::read(suffixes, values)?;
    let (mut largest, mut bytes) = (0, 0u64);
    for index in 0..values {
        if index % batch.max(1) == 0 {
            bytes = 0;
        }
        // Lengths have 32 bits and wrap around at 32 bits.
        for length in [prefixes.next()? as i32, suffixes.next()? as i32] {
            let length = u64::try_from(length).map_err(|_| format!("a length of {length}"))?;
            bytes = bytes.saturating_add(length);
        }
        largest = largest.max(bytes);
    }
    Ok(largest)
}

/// Returns whether DELTA_BINARY_PACKED data of a 32-bit column have deltas that don't fit 32 bits. The format requires that
/// such deltas wrap around. DuckDB, cuDF and arrow-go before 2026 write them in full, and not every reader accepts them.
///
/// # Errors
/// Returns an error if the deltas can't be read.
pub(crate) fn exceeds_32_bits(encoding: i32, data: &[u8], values: u64) -> Result<bool, String> {
    if encoding != BINARY_PACKED {
        return Ok(false);
    }
    let mut wide = false;
    let mut data = data;
    PackedBlock::read(&mut data, values)?.each_block(&mut data, |least, widths| {
        wide |= i32::try_from(least).is_err() || widths.iter().any(|width| *width > 32);
    })?;
    Ok(wide)
}

/// Decodes DELTA_BINARY_PACKED numbers of 32 bits whose deltas may be longer, to the PLAIN encoding.
///
/// # Errors
/// Returns an error if the deltas can't be read or an allocation fails.
pub(crate) fn plain_32_bits(data: &[u8], values: u64) -> Result<Vec<u8>, String> {
    let mut deltas = DeltaDecoder::read(data, values)?;
    let mut plain = Vec::new();
    let bytes = usize::try_from(values).ok().and_then(|values| values.checked_mul(4));
    let bytes = bytes.ok_or_else(|| format!("{values} deltas"))?;
    plain.try_reserve_exact(bytes).map_err(|error| error.to_string())?;
    for _ in 0..values {
        plain.extend_from_slice(&(deltas.next()? as i32).to_le_bytes());
    }
    Ok(plain)
}

/// Decodes DELTA_BINARY_PACKED numbers one by one.
struct DeltaDecoder<'a> {
    packed: PackedBlock,
    /// The bytes after the current miniblock.
    data: &'a [u8],
    /// The next number.
    value: i64,
    least: i64,
    /// The bit widths of the remaining miniblocks of the block.
    widths: &'a [u8],
    width: u8,
    /// The current miniblock: its bits, how many bits have been read, and how many deltas are left.
    bits: &'a [u8],
    bit: u64,
    left: u64,
}

impl<'a> DeltaDecoder<'a> {
    fn read(mut data: &'a [u8], values: u64) -> Result<Self, String> {
        let packed = PackedBlock::read(&mut data, values)?;
        let (value, widths, bits) = (packed.first, &data[..0], &data[..0]);
        Ok(DeltaDecoder { packed, data, value, least: 0, widths, width: 0, bits, bit: 0, left: 0 })
    }

    /// Returns the next number. The header gives how many numbers there are.
    fn next(&mut self) -> Result<i64, String> {
        let value = self.value;
        self.packed.total = self.packed.total.saturating_sub(1);
        if self.packed.total > 0 {
            let delta = self.delta()?;
            self.value = value.wrapping_add(self.least).wrapping_add(delta as i64);
        }
        Ok(value)
    }

    fn delta(&mut self) -> Result<u64, String> {
        if self.left == 0 {
            self.miniblock().ok_or("the page ends within its deltas")?;
        }
        self.left -= 1;
        let (mut delta, mut read) = (0u64, 0);
        while read < u64::from(self.width) {
            let at = self.bit + read;
            let byte = u64::from(self.bits[(at / 8) as usize]) >> (at % 8);
            delta |= byte << read;
            read += 8 - at % 8;
        }
        self.bit += u64::from(self.width);
        let unused = 64 - u32::from(self.width);
        Ok(delta.checked_shl(unused).unwrap_or(0).checked_shr(unused).unwrap_or(0))
    }

    /// Moves to the next miniblock. Returns `None` if the data ends before or within it, or if its width is
    /// above 64 bits.
    fn miniblock(&mut self) -> Option<()> {
        if self.widths.is_empty() {
            self.least = zigzag(varint(&mut self.data)?);
            (self.widths, self.data) = self.data.split_at_checked(self.packed.miniblocks)?;
        }
        let (width, widths) = self.widths.split_first()?;
        let bytes = self.packed.miniblock_len / 8 * u64::from(*width);
        let bytes = usize::try_from(bytes).ok().filter(|_| *width <= 64)?;
        (self.bits, self.data) = self.data.split_at_checked(bytes)?;
        (self.width, self.widths, self.bit, self.left) =
            (*width, widths, 0, self.packed.miniblock_len);
        Some(())
    }
}

fn zigzag(value: u64) -> i64 {
    (value >> 1) as i64 ^ -((value & 1) as i64)
}

struct PackedBlock {
    first: i64,
    miniblocks: usize,
    miniblock_len: u64,
    total: u64,
}

impl PackedBlock {
    /// Reads the header of deltas. It must claim exactly `values` deltas.
    fn read(data: &mut &[u8], values: u64) -> Result<Self, String> {
        let mut number = || varint(data).ok_or("the page ends within the head of its deltas");
        let (block_len, miniblocks, total) = (number()?, number()?, number()?);
        if total != values {
            let claimed = format!("the page claims {total} deltas but has {values} values");
            return Err(claimed);
        }
        let first = zigzag(number()?);
        let claimed = || format!("{miniblocks} miniblocks in a block of {block_len} deltas");
        if miniblocks == 0 || block_len % miniblocks != 0 || block_len > 1 << 31 {
            return Err(claimed());
        }
        let miniblock_len = block_len / miniblocks;
        if miniblock_len == 0 || miniblock_len % 32 != 0 {
            return Err(claimed());
        }
        // Each miniblock has a byte for its width.
        let miniblocks =
            usize::try_from(miniblocks).ok().filter(|n| total <= 1 || *n <= data.len());
        let miniblocks = miniblocks.ok_or_else(claimed)?;
        Ok(PackedBlock { first, miniblocks, miniblock_len, total })
    }

    /// Skips the blocks.
    fn skip_blocks(&self, data: &mut &[u8]) -> Result<(), String> {
        self.each_block(data, |_, _| ())
    }

    /// Calls `each` with the least delta of each block and the widths of its miniblocks, except those of miniblocks
    /// after the last value: they have a width, but no data.
    fn each_block(&self, data: &mut &[u8], mut each: impl FnMut(i64, &[u8])) -> Result<(), String> {
        let cut_off = || "the page ends within its deltas".to_owned();
        let mut left = self.total.saturating_sub(1);
        while left > 0 {
            let least = zigzag(varint(data).ok_or_else(cut_off)?);
            let (widths, rest) = data.split_at_checked(self.miniblocks).ok_or_else(cut_off)?;
            *data = rest;
            let mut used = 0;
            for width in widths {
                if left == 0 {
                    break;
                }
                used += 1;
                let bytes = self.miniblock_len / 8 * u64::from(*width);
                let bytes = usize::try_from(bytes).map_err(|_| cut_off())?;
                *data = data.get(bytes..).ok_or_else(cut_off)?;
                left = left.saturating_sub(self.miniblock_len);
            }
            each(least, &widths[..used]);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of the specification: 7, 5, 3, 1, 2, 3, 4, 5 in a block of 128 with four miniblocks.
    #[test]
    fn the_numbers_of_the_specification() {
        // Deltas -2, -2, -2, 1, 1, 1, 1, of which -2 is the least: 0, 0, 0, 3, 3, 3, 3 in two bits.
        let mut data = vec![0x80, 0x01, 4, 8, 14, 3, 2, 0, 0, 0];
        data.extend([0b1100_0000, 0b0011_1111, 0, 0, 0, 0, 0, 0]);
        let mut deltas = DeltaDecoder::read(&data, 8).expect("a head");
        let numbers: Result<Vec<i64>, String> = (0..8).map(|_| deltas.next()).collect();
        assert_eq!(numbers, Ok(vec![7, 5, 3, 1, 2, 3, 4, 5]));
        let mut cut_off = DeltaDecoder::read(&data[..17], 8).expect("a head");
        assert!(cut_off.next().is_err());
    }

    /// 2^31 - 1 and -2^31, whose difference takes 33 bits: -(2^32 - 1), as the least delta.
    #[test]
    fn deltas_of_33_bits() {
        let mut data = vec![0x80, 0x01, 4, 2, 0xfe, 0xff, 0xff, 0xff, 0x0f];
        data.extend([0xfd, 0xff, 0xff, 0xff, 0x1f, 0, 0, 0, 0]);
        assert_eq!(exceeds_32_bits(BINARY_PACKED, &data, 2), Ok(true));
        let expected = [i32::MAX.to_le_bytes(), i32::MIN.to_le_bytes()].concat();
        assert_eq!(plain_32_bits(&data, 2), Ok(expected));
        // The same numbers with a delta that wraps around, 1.
        let mut wrapped = data[..9].to_vec();
        wrapped.extend([2, 0, 0, 0, 0]);
        assert_eq!(exceeds_32_bits(BINARY_PACKED, &wrapped, 2), Ok(false));
        assert_eq!(plain_32_bits(&wrapped, 2), plain_32_bits(&data, 2));
    }

    /// Prefixes 0, 100, 100, …, and suffixes 100, 0, 0, …: each is 100 bytes long.
    #[test]
    fn copies_of_the_value_before() {
        // As zigzag varints, c8 01 is 100 and c7 01 is -100, the least delta.
        let prefixes = {
            let mut data = vec![0x80, 0x01, 4, 64, 0, 0, 8, 8, 0, 0, 100];
            data.extend([0; 63]);
            data
        };
        let suffixes = {
            let mut data = vec![0x80, 0x01, 4, 64, 0xc8, 0x01, 0xc7, 0x01, 8, 8, 0, 0, 0];
            data.extend([100; 63]);
            data
        };
        let data = [prefixes, suffixes].concat();
        assert_eq!(largest_batch(&data, 64, 64), Ok(6400));
        assert_eq!(largest_batch(&data, 64, 8), Ok(800));
        assert_eq!(largest_batch(&data, 64, 60), Ok(6000));
    }
}
