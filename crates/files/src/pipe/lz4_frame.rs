//! The header of an LZ4 frame.
//!
//! Spec: <https://github.com/lz4/lz4/blob/dev/doc/lz4_Frame_format.md>. lz4_flex has readers and
//! writers of streams too, but its reader takes a frame that is cut at a block boundary for a
//! complete one, and its writer knows one level and one thread.

use hashlane_codecs::lz4_format::{BLOCK_SIZES, MAGIC, flag, header_checksum};

/// What the header of a frame says.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct Descriptor {
    pub(super) block_size: usize,
    /// Blocks don't refer to each other.
    pub(super) independent: bool,
    pub(super) block_checksum: bool,
    pub(super) content_checksum: bool,
    pub(super) content_size: Option<u64>,
    pub(super) dictionary: Option<u32>,
}

/// Why a header is none.
pub(super) type Reason = &'static str;

impl Descriptor {
    /// What we write: independent blocks, as small as hold what comes, a checksum of the content.
    pub(super) fn to_write(content_size: Option<u64>) -> Self {
        let fits =
            |size: &(u8, usize)| content_size.is_some_and(|content| content <= size.1 as u64);
        let (_, block_size) = BLOCK_SIZES.iter().copied().find(fits).unwrap_or(BLOCK_SIZES[3]);
        Descriptor {
            block_size,
            independent: true,
            block_checksum: false,
            content_checksum: true,
            content_size,
            dictionary: None,
        }
    }

    /// Appends the magic number and the header.
    pub(super) fn append(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&MAGIC.to_le_bytes());
        let start = out.len();
        let set = |given: bool, flag: u8| if given { flag } else { 0 };
        out.push(
            flag::VERSION
                | set(self.independent, flag::INDEPENDENT)
                | set(self.block_checksum, flag::BLOCK_CHECKSUM)
                | set(self.content_checksum, flag::CONTENT_CHECKSUM)
                | set(self.content_size.is_some(), flag::CONTENT_SIZE),
        );
        let code = BLOCK_SIZES.iter().find(|(_, size)| *size == self.block_size);
        out.push(code.map_or(7, |(code, _)| *code) << 4);
        if let Some(size) = self.content_size {
            out.extend_from_slice(&size.to_le_bytes());
        }
        out.push(header_checksum(&out[start..]));
    }

    /// Bytes of the header behind its first two, the flags and the block size, with its checksum.
    pub(super) fn rest_len(flags: u8) -> usize {
        let size = if flags & flag::CONTENT_SIZE != 0 { 8 } else { 0 };
        let dictionary = if flags & flag::DICTIONARY != 0 { 4 } else { 0 };
        size + dictionary + 1
    }

    /// Reads a header without its magic number: two bytes and [`rest_len`](Self::rest_len) more.
    pub(super) fn read(header: &[u8]) -> Result<Self, Reason> {
        let Some((checksum, descriptor)) = header.split_last() else { return Err("it is empty") };
        let [flags, block, rest @ ..] = descriptor else { return Err("it is cut off") };
        let mut rest = rest;
        if flags & flag::VERSION_MASK != flag::VERSION || flags & flag::RESERVED != 0 {
            return Err("the frame's header has flags of no known version");
        }
        if *checksum != header_checksum(descriptor) {
            return Err("the frame's header does not match its checksum");
        }
        let (_, block_size) = BLOCK_SIZES
            .iter()
            .find(|(code, _)| code << 4 == *block)
            .ok_or("the frame's header has a block size that is not defined")?;
        let mut content_size = None;
        if flags & flag::CONTENT_SIZE != 0 {
            let (size, after) = rest.split_first_chunk().ok_or("the frame's header is cut off")?;
            (content_size, rest) = (Some(u64::from_le_bytes(*size)), after);
        }
        let dictionary = match flags & flag::DICTIONARY {
            0 => None,
            _ => rest.first_chunk().map(|id| u32::from_le_bytes(*id)),
        };
        Ok(Descriptor {
            block_size: *block_size,
            independent: flags & flag::INDEPENDENT != 0,
            block_checksum: flags & flag::BLOCK_CHECKSUM != 0,
            content_checksum: flags & flag::CONTENT_CHECKSUM != 0,
            content_size,
            dictionary,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_reads_as_it_was_written() {
        for size in [None, Some(0), Some(65_536), Some(65_537), Some(1 << 40)] {
            let descriptor = Descriptor::to_write(size);
            let mut header = Vec::new();
            descriptor.append(&mut header);
            assert_eq!(header.len(), 6 + Descriptor::rest_len(header[4]));
            assert_eq!(Descriptor::read(&header[4..]), Ok(descriptor));
        }
    }

    #[test]
    fn every_flipped_bit_of_a_header_is_an_error_or_another_length() {
        let mut header = Vec::new();
        Descriptor::to_write(Some(77)).append(&mut header);
        let header = &header[4..];
        for bit in 0..header.len() * 8 {
            let mut flipped = header.to_vec();
            flipped[bit / 8] ^= 1 << (bit % 8);
            let same_length = 2 + Descriptor::rest_len(flipped[0]) == flipped.len();
            assert!(!same_length || Descriptor::read(&flipped).is_err(), "bit {bit}");
        }
    }
}
