//! Finds the blocks of an .xz file, and the length of their content, from its indexes.
//!
//! A stream is a header of 12 bytes, blocks, an index that lists them, and a footer of 12 bytes with the position of
//! the index. It is therefore read from the end. liblzma checks all of it again.

use super::{CodecError, MIN_DICTIONARY, corrupt};
use crate::{copied, crc32, push, with_room};

/// The start of a stream.
pub(super) const MAGIC: [u8; 6] = [0xFD, b'7', b'z', b'X', b'Z', 0];
const FOOTER_MAGIC: &[u8; 2] = b"YZ";

/// The lengths of a stream's header and of its footer.
const HEADER: usize = 12;
const FOOTER: usize = 12;

/// The filter that needs a dictionary, and the code of the largest dictionary.
const LZMA2: u64 = 0x21;
const MAX_CODE: u8 = 40;

/// More content than any byte can encode. At best, a match of 273 bytes takes 14 bits that cost 0.022 bits each: 7,090
/// bytes of content per byte.
const MAX_RATIO: u64 = 8192;

/// The contents of the indexes.
#[derive(Default)]
pub(super) struct XzLayout {
    /// The blocks from the first to the last.
    pub(super) blocks: Vec<XzBlock>,
    /// The bytes of content in all blocks.
    pub(super) content: u64,
    /// The most bytes of content in one block.
    pub(super) largest_block: u64,
}

pub(super) struct XzBlock {
    /// The position of the block's header.
    pub(super) start: usize,
    /// The bytes of its content.
    pub(super) content: u64,
}

impl XzLayout {
    pub(super) fn parse(file: &[u8]) -> Result<Self, CodecError> {
        if !file.starts_with(&MAGIC) {
            return Err(corrupt("it does not start with the magic number FD 37 7A 58 5A 00"));
        }
        if !file.len().is_multiple_of(4) {
            return Err(corrupt("its length is not a multiple of 4"));
        }
        let mut layout = XzLayout::default();
        let mut rest = file;
        while !rest.is_empty() {
            while let Some(unpadded) = rest.strip_suffix(&[0; 4]) {
                rest = unpadded;
            }
            rest = layout.read_last_stream(rest)?;
        }
        layout.blocks.reverse();
        Ok(layout)
    }

    /// Adds the blocks of the stream at the end of `file`, the last block first, and returns the bytes before the
    /// stream.
    fn read_last_stream<'a>(&mut self, file: &'a [u8]) -> Result<&'a [u8], CodecError> {
        let (before, footer) =
            file.split_last_chunk::<FOOTER>().ok_or_else(|| corrupt("it ends too early"))?;
        let [crc @ .., _, _, _, _, _, _, _, _] = footer;
        if &footer[10..] != FOOTER_MAGIC || crc32(&footer[4..10]) != u32::from_le_bytes(*crc) {
            return Err(corrupt("it does not end with the footer of a stream"));
        }
        let [_, _, _, _, size @ .., _, _, _, _] = footer;
        let index_len = (u64::from(u32::from_le_bytes(*size)) + 1) * 4;
        let index_start = (before.len() as u64).checked_sub(index_len);
        let index_start =
            index_start.ok_or_else(|| corrupt("its index is larger than the file"))?;
        let (before, index) = before.split_at(index_start as usize);
        let records = read_index(index)?;
        let mut start = before.len();
        for (unpadded, content) in records.into_iter().rev() {
            let len =
                usize::try_from(unpadded).ok().and_then(|len| len.checked_next_multiple_of(4));
            start = len
                .and_then(|len| start.checked_sub(len))
                .ok_or_else(|| corrupt("its index lists blocks that are larger than the file"))?;
            if content > unpadded.saturating_mul(MAX_RATIO) {
                let reason =
                    format!("its index says {content} bytes, more than {unpadded} bytes can hold");
                return Err(corrupt(reason));
            }
            self.add(XzBlock { start, content })?;
        }
        let header = start.checked_sub(HEADER).filter(|at| before[*at..].starts_with(&MAGIC));
        let missing = || corrupt("a stream does not start with the magic number FD 37 7A 58 5A 00");
        header.map(|at| &before[..at]).ok_or_else(missing)
    }

    fn add(&mut self, block: XzBlock) -> Result<(), CodecError> {
        let content = self.content.checked_add(block.content);
        self.content = content.ok_or_else(|| corrupt("its index lists more than 2^64 bytes"))?;
        self.largest_block = self.largest_block.max(block.content);
        push(&mut self.blocks, block)
    }
}

/// The length of each block without padding, and of its content.
fn read_index(index: &[u8]) -> Result<Vec<(u64, u64)>, CodecError> {
    let damaged = || corrupt("its index is damaged");
    let (body, crc) = index.split_last_chunk::<4>().ok_or_else(damaged)?;
    if crc32(body) != u32::from_le_bytes(*crc) {
        return Err(damaged());
    }
    let mut rest = body.strip_prefix(&[0]).ok_or_else(damaged)?;
    let count = take_number(&mut rest).ok_or_else(damaged)?;
    // A record takes two bytes at least.
    let count = usize::try_from(count).ok().filter(|count| *count <= rest.len() / 2);
    let count = count.ok_or_else(damaged)?;
    let mut records = with_room(count)?;
    for _ in 0..count {
        let unpadded = take_number(&mut rest).filter(|len| *len > 0).ok_or_else(damaged)?;
        records.push((unpadded, take_number(&mut rest).ok_or_else(damaged)?));
    }
    Ok(records)
}

/// A number in groups of seven bits, the lowest first. The high bit of a byte means that more follow.
fn take_number(rest: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..63).step_by(7) {
        let (byte, after) = rest.split_first()?;
        *rest = after;
        number |= u64::from(byte & 0x7F) << shift;
        if byte & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}

/// The header of the block at the start of `block`, with a dictionary that is not much larger than `content` bytes.
/// `None` if the dictionary is small already, or if the header is damaged, which liblzma reports.
pub(super) fn with_small_dictionary(
    block: &[u8],
    content: u64,
) -> Result<Option<Vec<u8>>, CodecError> {
    let Some((header, at, code)) = small_dictionary(block, content) else { return Ok(None) };
    let mut header = copied(header)?;
    header[at] = code;
    let end = header.len() - 4;
    let crc = crc32(&header[..end]);
    header[end..].copy_from_slice(&crc.to_le_bytes());
    Ok(Some(header))
}

/// The header of a block, the position of its dictionary's code in it, and the code of a smaller dictionary.
fn small_dictionary(block: &[u8], content: u64) -> Option<(&[u8], usize, u8)> {
    let len = (usize::from(*block.first()?) + 1) * 4;
    let header = block.get(..len)?;
    let (body, crc) = header.split_last_chunk::<4>()?;
    if crc32(body) != u32::from_le_bytes(*crc) {
        return None;
    }
    let at = dictionary_code(body)?;
    let code = (0..=MAX_CODE).find(|code| dictionary_size(*code) >= content)?;
    (code < body[at] && body[at] <= MAX_CODE).then_some((header, at, code))
}

/// The position of the code of LZMA2's dictionary in the header of a block.
fn dictionary_code(header: &[u8]) -> Option<usize> {
    const COMPRESSED_SIZE: u8 = 0x40;
    const CONTENT_SIZE: u8 = 0x80;
    let flags = *header.get(1)?;
    let mut rest = &header[2..];
    for size in [COMPRESSED_SIZE, CONTENT_SIZE] {
        if flags & size != 0 {
            take_number(&mut rest)?;
        }
    }
    for _ in 0..=flags & 0b11 {
        let filter = take_number(&mut rest)?;
        let len = usize::try_from(take_number(&mut rest)?).ok()?;
        if filter == LZMA2 {
            return (len == 1 && !rest.is_empty()).then(|| header.len() - rest.len());
        }
        rest = rest.get(len..)?;
    }
    None
}

/// The dictionary size for a code: 4 KiB, 6 KiB, 8 KiB, 12 KiB and so on.
fn dictionary_size(code: u8) -> u64 {
    match code {
        MAX_CODE => u64::from(u32::MAX),
        _ => (u64::from(MIN_DICTIONARY / 2) * u64::from(2 | code & 1)) << (code / 2),
    }
}
