//! The LZ4 frame format: its constants, and the header of a frame. [`frame`](super::frame) uses them for rows
//! in memory, and the crate hashlane-files for streams.
//!
//! Spec: <https://github.com/lz4/lz4/blob/dev/doc/lz4_Frame_format.md>.

use xxhash_rust::xxh32::xxh32;

/// What a frame begins with.
pub const MAGIC: u32 = 0x184D_2204;
/// What a frame of lz4 before 1.4 begins with.
pub const LEGACY_MAGIC: u32 = 0x184C_2102;
/// What skippable frames begin with. The last four bits may be any. Decoders skip these frames, for zstd as well.
pub const SKIPPABLE_MAGIC: u32 = 0x184D_2A50;

/// In a block's length: the block is stored, not compressed.
pub const STORED: u32 = 1 << 31;

/// How far back a linked block may refer, in bytes.
pub const WINDOW: usize = 64 << 10;

/// The longest block of the format, in bytes.
pub const MAX_BLOCK: usize = 4 << 20;

/// The codes of the four block sizes, and the sizes in bytes.
const BLOCK_SIZES: [(u8, usize); 4] = [(4, 64 << 10), (5, 256 << 10), (6, 1 << 20), (7, MAX_BLOCK)];

/// The bits of the first byte of a frame's descriptor.
pub mod flag {
    /// The version, which is 1.
    pub const VERSION: u8 = 0b0100_0000;
    /// Where the version is.
    pub(crate) const VERSION_MASK: u8 = 0b1100_0000;
    /// Blocks don't refer to each other.
    pub const INDEPENDENT: u8 = 0b0010_0000;
    /// A checksum follows each block.
    pub(crate) const BLOCK_CHECKSUM: u8 = 0b0001_0000;
    /// The descriptor has the size of the content.
    pub(crate) const CONTENT_SIZE: u8 = 0b0000_1000;
    /// A checksum of the content follows the last block.
    pub(crate) const CONTENT_CHECKSUM: u8 = 0b0000_0100;
    /// Must be zero.
    pub(crate) const RESERVED: u8 = 0b0000_0010;
    /// The descriptor has the id of a dictionary.
    pub const DICTIONARY: u8 = 0b0000_0001;
}

/// The longest header that [`Lz4FrameHeader::to_bytes`] writes, with the magic number.
const MOST_WRITTEN: usize = 15;

/// The header of a frame.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Lz4FrameHeader {
    /// The most bytes of a block.
    pub block_size: usize,
    /// Blocks don't refer to each other.
    pub independent: bool,
    /// A checksum follows each block.
    pub block_checksum: bool,
    /// A checksum of the content follows the last block.
    pub content_checksum: bool,
    /// The length of the content, if the header has it.
    pub content_size: Option<u64>,
    /// The id of the dictionary that the frame needs, if the header has one.
    pub dictionary: Option<u32>,
}

impl Lz4FrameHeader {
    /// The header of the frames that we write: independent blocks of the smallest size that holds the content, and a
    /// checksum of the content.
    pub fn to_write(content_size: Option<u64>) -> Self {
        let fits =
            |size: &(u8, usize)| content_size.is_some_and(|content| content <= size.1 as u64);
        let (_, block_size) = BLOCK_SIZES.iter().copied().find(fits).unwrap_or(BLOCK_SIZES[3]);
        Lz4FrameHeader {
            block_size,
            independent: true,
            block_checksum: false,
            content_checksum: true,
            content_size,
            dictionary: None,
        }
    }

    /// The magic number and the header, without a dictionary, and their length.
    pub fn to_bytes(&self) -> ([u8; MOST_WRITTEN], usize) {
        let set = |given: bool, flag: u8| if given { flag } else { 0 };
        let code = BLOCK_SIZES.iter().find(|(_, size)| *size == self.block_size);
        let mut bytes = [0; MOST_WRITTEN];
        bytes[..4].copy_from_slice(&MAGIC.to_le_bytes());
        bytes[4] = flag::VERSION
            | set(self.independent, flag::INDEPENDENT)
            | set(self.block_checksum, flag::BLOCK_CHECKSUM)
            | set(self.content_checksum, flag::CONTENT_CHECKSUM)
            | set(self.content_size.is_some(), flag::CONTENT_SIZE);
        bytes[5] = code.map_or(7, |(code, _)| *code) << 4;
        let mut end = 6;
        if let Some(size) = self.content_size {
            bytes[6..14].copy_from_slice(&size.to_le_bytes());
            end = 14;
        }
        bytes[end] = header_checksum(&bytes[4..end]);
        (bytes, end + 1)
    }

    /// The number of bytes after the flags, the first byte behind the magic number.
    pub fn rest_len(flags: u8) -> usize {
        let size = if flags & flag::CONTENT_SIZE != 0 { 8 } else { 0 };
        let dictionary = if flags & flag::DICTIONARY != 0 { 4 } else { 0 };
        1 + size + dictionary + 1
    }

    /// Reads a header without its magic number: the flags and [`Lz4FrameHeader::rest_len`] bytes more.
    ///
    /// # Errors
    /// Returns what is wrong with the header.
    pub fn parse(header: &[u8]) -> Result<Self, &'static str> {
        const CUT_OFF: &str = "the header is cut off";
        let (checksum, descriptor) = header.split_last().ok_or(CUT_OFF)?;
        let [flags, block, rest @ ..] = descriptor else { return Err(CUT_OFF) };
        if flags & flag::VERSION_MASK != flag::VERSION || flags & flag::RESERVED != 0 {
            return Err("the header's flags name an unknown version");
        }
        if *checksum != header_checksum(descriptor) {
            return Err("the header does not match its checksum");
        }
        let (_, block_size) = BLOCK_SIZES
            .iter()
            .find(|(code, _)| code << 4 == *block)
            .ok_or("the header has a block size that is not defined")?;
        let (mut rest, mut content_size) = (rest, None);
        if flags & flag::CONTENT_SIZE != 0 {
            let (size, after) = rest.split_first_chunk().ok_or(CUT_OFF)?;
            (content_size, rest) = (Some(u64::from_le_bytes(*size)), after);
        }
        let dictionary = match flags & flag::DICTIONARY {
            0 => None,
            _ => Some(u32::from_le_bytes(*rest.first_chunk().ok_or(CUT_OFF)?)),
        };
        Ok(Lz4FrameHeader {
            block_size: *block_size,
            independent: flags & flag::INDEPENDENT != 0,
            block_checksum: flags & flag::BLOCK_CHECKSUM != 0,
            content_checksum: flags & flag::CONTENT_CHECKSUM != 0,
            content_size,
            dictionary,
        })
    }
}

/// The header checksum: the second byte of the descriptor's XXH32.
pub fn header_checksum(descriptor: &[u8]) -> u8 {
    (xxh32(descriptor, 0) >> 8) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_reads_as_it_was_written() {
        for size in [None, Some(0), Some(65_536), Some(65_537), Some(1 << 40)] {
            let written = Lz4FrameHeader::to_write(size);
            let (bytes, len) = written.to_bytes();
            assert_eq!(len, 5 + Lz4FrameHeader::rest_len(bytes[4]));
            assert_eq!(Lz4FrameHeader::parse(&bytes[4..len]), Ok(written));
        }
    }

    #[test]
    fn every_flipped_bit_of_a_header_is_an_error_or_another_length() {
        let (bytes, len) = Lz4FrameHeader::to_write(Some(77)).to_bytes();
        let header = &bytes[4..len];
        for bit in 0..header.len() * 8 {
            let mut flipped = header.to_vec();
            flipped[bit / 8] ^= 1 << (bit % 8);
            let same_length = 1 + Lz4FrameHeader::rest_len(flipped[0]) == flipped.len();
            assert!(!same_length || Lz4FrameHeader::parse(&flipped).is_err(), "bit {bit}");
        }
    }
}
