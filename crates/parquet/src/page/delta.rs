//! The heads of the DELTA encodings, which claim how many values follow.
//!
//! The `parquet` crate 59 takes memory for that many before it reads one. So the claims are checked
//! against the number of values that the levels give.
//!
//! <https://parquet.apache.org/docs/file-format/data-pages/encodings/>

use super::levels::varint;

/// Codes of the encodings.
const BINARY_PACKED: i32 = 5;
const LENGTH_BYTE_ARRAY: i32 = 6;
const BYTE_ARRAY: i32 = 7;

/// Whether an encoding is one of these.
pub(crate) fn is_delta(encoding: i32) -> bool {
    matches!(encoding, BINARY_PACKED | LENGTH_BYTE_ARRAY | BYTE_ARRAY)
}

/// Checks what the data of a page claim, if they are in one of these encodings.
///
/// # Errors
/// What is wrong, if they claim other than `values` values.
pub(crate) fn check(encoding: i32, data: &[u8], values: u64) -> Result<(), String> {
    match encoding {
        BINARY_PACKED | LENGTH_BYTE_ARRAY => check_packed(data, values),
        BYTE_ARRAY => check_byte_arrays(data, values),
        _ => Ok(()),
    }
}

/// Checks DELTA_BINARY_PACKED data, and the same in front of DELTA_LENGTH_BYTE_ARRAY.
fn check_packed(data: &[u8], values: u64) -> Result<(), String> {
    Packed::read(&mut &*data, values).map(drop)
}

/// Checks both heads of DELTA_BYTE_ARRAY: prefixes, and the lengths of suffixes.
fn check_byte_arrays(mut data: &[u8], values: u64) -> Result<(), String> {
    Packed::read(&mut data, values)?.skip_blocks(&mut data)?;
    check_packed(data, values)
}

struct Packed {
    miniblocks: usize,
    miniblock_len: u64,
    total: u64,
}

impl Packed {
    /// The head of deltas, of which there must be as many as there are values.
    fn read(data: &mut &[u8], values: u64) -> Result<Self, String> {
        let mut number = || varint(data).ok_or("the page ends within the head of its deltas");
        let (block_len, miniblocks, total) = (number()?, number()?, number()?);
        if total != values {
            let claimed = format!("{total} deltas are claimed, where the page has {values} values");
            return Err(claimed);
        }
        // The first value.
        number()?;
        let claimed = || format!("{miniblocks} miniblocks in a block of {block_len} deltas");
        if miniblocks == 0 || block_len % miniblocks != 0 || block_len > 1 << 31 {
            return Err(claimed());
        }
        let miniblock_len = block_len / miniblocks;
        if miniblock_len == 0 || miniblock_len % 32 != 0 {
            return Err(claimed());
        }
        // Each has a byte for its width.
        let miniblocks =
            usize::try_from(miniblocks).ok().filter(|n| total <= 1 || *n <= data.len());
        let miniblocks = miniblocks.ok_or_else(claimed)?;
        Ok(Packed { miniblocks, miniblock_len, total })
    }

    /// Passes over the blocks. Miniblocks behind the last value have a width and no data.
    fn skip_blocks(&self, data: &mut &[u8]) -> Result<(), String> {
        let cut_off = || "the page ends within its deltas".to_owned();
        let mut left = self.total.saturating_sub(1);
        while left > 0 {
            varint(data).ok_or_else(cut_off)?;
            let (widths, rest) = data.split_at_checked(self.miniblocks).ok_or_else(cut_off)?;
            *data = rest;
            for width in widths {
                if left == 0 {
                    break;
                }
                let bytes = self.miniblock_len / 8 * u64::from(*width);
                let bytes = usize::try_from(bytes).map_err(|_| cut_off())?;
                *data = data.get(bytes..).ok_or_else(cut_off)?;
                left = left.saturating_sub(self.miniblock_len);
            }
        }
        Ok(())
    }
}
