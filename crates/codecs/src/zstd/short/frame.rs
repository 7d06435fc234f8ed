//! Reads the frames that this decoder supports: a single segment of one block, with the length of its content. RFC
//! 8878, 3.1.1.1 and 3.1.1.2.

use super::LONGEST;
use crate::zstd::{CHECKSUM_LEN, CONTENT_CHECKSUM_FLAG};

/// A frame of one block.
#[derive(Clone, Copy)]
pub(in crate::zstd) struct Frame<'a> {
    /// The id of the dictionary that it names, if any.
    pub dictionary: Option<u32>,
    /// The length of the content.
    pub size: usize,
    /// The checksum of the content, or nothing.
    pub checksum: &'a [u8],
    pub(super) kind: Kind,
    /// The bytes before the block, and the block.
    pub(super) bytes: &'a [u8],
    /// Where the block starts.
    pub(super) block: usize,
}

/// The kinds of blocks.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Raw,
    RepeatedByte,
    Compressed,
}

const MAGIC: u32 = 0xFD2F_B528;

/// Where the fields of variable length start, after the magic number and the descriptor.
const FIELDS: usize = 5;

const BLOCK_HEADER: usize = 3;

/// Bits of the descriptor.
const SINGLE_SEGMENT: u8 = 0b0010_0000;
const RESERVED: u8 = 0b0000_1000;

impl<'a> Frame<'a> {
    /// The frame in `row`. `None` if there are more frames or if this decoder doesn't support the frame.
    #[inline]
    pub fn read(row: &'a [u8]) -> Option<Frame<'a>> {
        let (magic, rest) = row.split_first_chunk()?;
        let (descriptor, rest) = rest.split_first()?;
        let taken = descriptor & (SINGLE_SEGMENT | RESERVED) == SINGLE_SEGMENT;
        if u32::from_le_bytes(*magic) != MAGIC || !taken {
            return None;
        }
        // A frame with fewer bytes after its descriptor has at most one byte of content.
        let fields = u64::from_le_bytes(*rest.first_chunk()?);
        let id_len = [0, 1, 2, 4][usize::from(descriptor & 0b11)];
        let id = fields & ((1 << (8 * id_len)) - 1);
        let size = fields >> (8 * id_len);
        let (size, size_len) = match descriptor >> 6 {
            0 => (size & 0xFF, 1),
            1 => (256 + (size & 0xFFFF), 2),
            // Longer than this decoder supports.
            _ => return None,
        };
        let dictionary = Some(id as u32).filter(|id| *id != 0);
        let checksum = descriptor & CONTENT_CHECKSUM_FLAG != 0;
        Frame::of_block(row, FIELDS + id_len + size_len, dictionary, size as usize, checksum)
    }

    /// The frame whose header ends at `at`.
    #[inline(always)]
    fn of_block(
        row: &'a [u8],
        at: usize,
        dictionary: Option<u32>,
        size: usize,
        checksum: bool,
    ) -> Option<Frame<'a>> {
        let &[low, middle, high] = row.get(at..)?.first_chunk::<BLOCK_HEADER>()?;
        let head = u32::from_le_bytes([low, middle, high, 0]);
        let (last, len) = (head & 1 == 1, (head >> 3) as usize);
        let (kind, stored, fits) = match head >> 1 & 0b11 {
            0 => (Kind::Raw, len, len == size),
            1 => (Kind::RepeatedByte, 1, len == size),
            // libzstd rejects a block that is longer than the content.
            2 => (Kind::Compressed, len, len <= size),
            _ => return None,
        };
        let block = at + BLOCK_HEADER;
        let (bytes, checksum_bytes) = row.split_at_checked(block + stored)?;
        let expected = if checksum { CHECKSUM_LEN } else { 0 };
        let fits = last && fits && size <= LONGEST && checksum_bytes.len() == expected;
        fits.then_some(Frame { dictionary, size, checksum: checksum_bytes, kind, bytes, block })
    }
}
