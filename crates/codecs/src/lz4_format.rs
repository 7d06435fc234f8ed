//! The numbers of the LZ4 frame format, for those who read and write frames: `lz4_frame` here, rows in
//! memory, and the streams of the crate hashlane-files.
//!
//! Spec: <https://github.com/lz4/lz4/blob/dev/doc/lz4_Frame_format.md>.

use xxhash_rust::xxh32::xxh32;

/// What a frame begins with.
pub const MAGIC: u32 = 0x184D_2204;
/// What a frame of lz4 before 1.4 begins with.
pub const LEGACY_MAGIC: u32 = 0x184C_2102;
/// What skippable frames begin with, but for the last four bits, which may be any. They are passed over,
/// zstd's as well.
pub const SKIPPABLE_MAGIC: u32 = 0x184D_2A50;

/// In a block's length: the block is stored, not compressed.
pub const STORED: u32 = 1 << 31;

/// How far back a linked block may refer, in bytes.
pub const WINDOW: usize = 64 << 10;

/// The longest block that there is, in bytes.
pub const MAX_BLOCK: usize = 4 << 20;

/// The codes of the four block sizes, and the sizes in bytes.
pub const BLOCK_SIZES: [(u8, usize); 4] =
    [(4, 64 << 10), (5, 256 << 10), (6, 1 << 20), (7, MAX_BLOCK)];

/// The bits of the first byte of a frame's descriptor.
pub mod flag {
    /// The version, which is 1.
    pub const VERSION: u8 = 0b0100_0000;
    /// Where the version is.
    pub const VERSION_MASK: u8 = 0b1100_0000;
    /// Blocks don't refer to each other.
    pub const INDEPENDENT: u8 = 0b0010_0000;
    /// A checksum follows each block.
    pub const BLOCK_CHECKSUM: u8 = 0b0001_0000;
    /// The descriptor has the size of the content.
    pub const CONTENT_SIZE: u8 = 0b0000_1000;
    /// A checksum of the content follows the last block.
    pub const CONTENT_CHECKSUM: u8 = 0b0000_0100;
    /// Must be zero.
    pub const RESERVED: u8 = 0b0000_0010;
    /// The descriptor has the id of a dictionary.
    pub const DICTIONARY: u8 = 0b0000_0001;
}

/// The header checksum: the second byte of the descriptor's XXH32.
pub fn header_checksum(descriptor: &[u8]) -> u8 {
    (xxh32(descriptor, 0) >> 8) as u8
}
