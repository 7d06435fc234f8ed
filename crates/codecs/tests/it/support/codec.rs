//! The codecs in one shape.

use hashlane_codecs::{CodecError, Compress, Decompress, Workspace};
use hashlane_codecs::{brotli, gzip, lz4_block, lz4_frame, lz4hc_block, snappy, xz, zlib, zstd};

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
    /// Whether skippable frames may stand between frames.
    pub skippable: bool,
    /// Whether frames of ours carry a checksum of their content.
    pub checksum: bool,
}

pub const ZSTD: Codec = Codec {
    name: "zstd",
    compress: zstd::compress,
    decompress: zstd::decompress,
    levels: &[-7, -1, 1, 3, 9, 19],
    concatenates: true,
    skippable: true,
    checksum: true,
};

pub const LZ4_FRAME: Codec = Codec {
    name: "lz4 frame",
    compress: lz4_frame::compress,
    decompress: lz4_frame::decompress,
    levels: &[0],
    concatenates: true,
    skippable: true,
    checksum: true,
};

pub const LZ4_BLOCK: Codec = Codec {
    name: "lz4 block",
    compress: lz4_block::compress,
    decompress: lz4_block::decompress,
    levels: &[0],
    concatenates: false,
    skippable: false,
    checksum: false,
};

pub const LZ4HC_BLOCK: Codec = Codec {
    name: "lz4hc block",
    compress: lz4hc_block::compress,
    levels: &[9, 1, 3, 12],
    ..LZ4_BLOCK
};

pub const GZIP: Codec = Codec {
    name: "gzip",
    compress: gzip::compress,
    decompress: gzip::decompress,
    levels: &[6, 0, 1, 2, 3, 9],
    concatenates: true,
    skippable: false,
    checksum: true,
};

pub const ZLIB: Codec = Codec {
    name: "zlib",
    compress: zlib::compress,
    decompress: zlib::decompress,
    concatenates: false,
    ..GZIP
};

pub const SNAPPY: Codec = Codec {
    name: "snappy",
    compress: snappy::compress,
    decompress: snappy::decompress,
    levels: &[0],
    concatenates: false,
    skippable: false,
    checksum: false,
};

pub const BROTLI: Codec = Codec {
    name: "brotli",
    compress: brotli::compress,
    decompress: brotli::decompress,
    levels: &[5, 0, 1, 2, 4, 9, 11],
    concatenates: false,
    skippable: false,
    checksum: false,
};

pub const XZ: Codec = Codec {
    name: "xz",
    compress: xz::compress,
    decompress: xz::decompress,
    levels: &[6, 0, 9],
    concatenates: true,
    skippable: false,
    checksum: true,
};

pub const ALL: [Codec; 9] =
    [ZSTD, GZIP, ZLIB, SNAPPY, BROTLI, XZ, LZ4_FRAME, LZ4_BLOCK, LZ4HC_BLOCK];

impl Codec {
    /// Whether a level is too slow for long contents in tests: Brotli's best takes seconds a MB.
    pub fn is_slow(&self, level: i32) -> bool {
        self.name == "brotli" && level >= 9
    }

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
