//! The codecs in one shape.

use hashlane_kernels::codec::{CodecError, Compress, Decompress, Workspace};
use hashlane_kernels::codec::{lz4_block, lz4_frame, zstd};

/// A codec with its two functions.
#[derive(Clone, Copy)]
pub struct Codec {
    pub name: &'static str,
    pub compress: Compress,
    pub decompress: Decompress,
    /// The levels that are worth a test.
    pub levels: &'static [i32],
    /// Whether a frame can be followed by another.
    pub concatenates: bool,
    /// Whether frames of ours carry a checksum of their content.
    pub checksum: bool,
}

pub const ZSTD: Codec = Codec {
    name: "zstd",
    compress: zstd::compress,
    decompress: zstd::decompress,
    levels: &[-7, -1, 1, 3, 9, 19],
    concatenates: true,
    checksum: true,
};

pub const LZ4_FRAME: Codec = Codec {
    name: "lz4 frame",
    compress: lz4_frame::compress,
    decompress: lz4_frame::decompress,
    levels: &[0],
    concatenates: true,
    checksum: true,
};

pub const LZ4_BLOCK: Codec = Codec {
    name: "lz4 block",
    compress: lz4_block::compress,
    decompress: lz4_block::decompress,
    levels: &[0],
    concatenates: false,
    checksum: false,
};

pub const ALL: [Codec; 3] = [ZSTD, LZ4_FRAME, LZ4_BLOCK];

impl Codec {
    /// `content` compressed in a workspace of its own.
    pub fn encode(&self, level: i32, content: &[u8]) -> Vec<u8> {
        let mut out = Vec::new();
        (self.compress)(&mut Workspace::default(), level, content, &mut out).unwrap();
        out
    }

    /// The content of `frame`, in a workspace of its own.
    pub fn decode(&self, max_bytes: usize, frame: &[u8]) -> Result<Vec<u8>, CodecError> {
        self.decode_in(&mut Workspace::default(), max_bytes, frame)
    }

    /// The content of `frame`.
    pub fn decode_in(
        &self,
        workspace: &mut Workspace,
        max_bytes: usize,
        frame: &[u8],
    ) -> Result<Vec<u8>, CodecError> {
        let mut out = Vec::new();
        (self.decompress)(workspace, max_bytes, frame, &mut out).map(|()| out)
    }
}
