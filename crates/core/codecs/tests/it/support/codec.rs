//! The codecs with one interface.

use hashlane_codecs::deflate::{self, gzip, zlib};
use hashlane_codecs::{CodecError, Compress, Decompress, Workspace};
use hashlane_codecs::{brotli, bzip2, hadoop, lz4, lzma, snappy, xz, zstd};

/// A codec with its two functions.
#[derive(Clone, Copy)]
pub struct Codec {
    pub name: &'static str,
    pub compress: Compress,
    pub decompress: Decompress,
    /// The levels to test.
    pub levels: &'static [i32],
    /// Whether a frame can be followed by another.
    pub concatenates: bool,
    /// Whether skippable frames may stand between frames.
    pub skippable: bool,
    /// Whether our frames have a checksum of their content.
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
    compress: lz4::frame::compress,
    decompress: lz4::frame::decompress,
    levels: &[0],
    concatenates: true,
    skippable: true,
    checksum: true,
};

pub const LZ4_BLOCK: Codec = Codec {
    name: "lz4 block",
    compress: lz4::block::compress,
    decompress: lz4::block::decompress,
    levels: &[0],
    concatenates: false,
    skippable: false,
    checksum: false,
};

pub const LZ4HC_BLOCK: Codec = Codec {
    name: "lz4hc block",
    compress: lz4::block_hc::compress,
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

pub const BROTLI_LARGE: Codec = Codec {
    name: "brotli_large",
    compress: brotli::large::compress,
    decompress: brotli::large::decompress,
    ..BROTLI
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

pub const DEFLATE: Codec = Codec {
    name: "deflate",
    compress: deflate::raw::compress,
    decompress: deflate::raw::decompress,
    checksum: false,
    ..ZLIB
};

pub const BZIP2: Codec = Codec {
    name: "bzip2",
    compress: bzip2::compress,
    decompress: bzip2::decompress,
    levels: &[1, 9],
    concatenates: true,
    skippable: false,
    checksum: true,
};

pub const LZMA: Codec = Codec {
    name: "lzma",
    compress: lzma::compress,
    decompress: lzma::decompress,
    concatenates: false,
    checksum: false,
    ..XZ
};

pub const SNAPPY_FRAME: Codec = Codec {
    name: "snappy_frame",
    compress: snappy::frame::compress,
    decompress: snappy::frame::decompress,
    concatenates: true,
    ..SNAPPY
};

pub const SNAPPY_JAVA: Codec = Codec {
    name: "snappy_java",
    compress: snappy::java::compress,
    decompress: snappy::java::decompress,
    concatenates: true,
    ..SNAPPY
};

pub const HADOOP_SNAPPY: Codec = Codec {
    name: "hadoop_snappy",
    compress: hadoop::compress_snappy,
    decompress: hadoop::decompress_snappy,
    concatenates: true,
    ..SNAPPY
};

pub const LZ4_JAVA: Codec = Codec {
    name: "lz4_java",
    compress: lz4::java::compress,
    decompress: lz4::java::decompress,
    skippable: false,
    ..LZ4_FRAME
};

pub const LZ4_LEGACY: Codec = Codec {
    name: "lz4_legacy",
    compress: lz4::legacy::compress,
    decompress: lz4::legacy::decompress,
    checksum: false,
    ..LZ4_FRAME
};

pub const HADOOP_LZ4: Codec = Codec {
    name: "hadoop_lz4",
    compress: hadoop::compress_lz4,
    decompress: hadoop::decompress_lz4,
    concatenates: true,
    ..LZ4_BLOCK
};

pub const LZ4_RAW: Codec = Codec {
    name: "lz4_raw",
    compress: lz4::raw::compress,
    decompress: lz4::raw::decompress,
    ..LZ4_BLOCK
};

pub const ALL: [Codec; 20] = [
    ZSTD,
    GZIP,
    ZLIB,
    SNAPPY,
    BROTLI,
    XZ,
    LZ4_FRAME,
    LZ4_BLOCK,
    LZ4HC_BLOCK,
    DEFLATE,
    BZIP2,
    LZMA,
    SNAPPY_FRAME,
    SNAPPY_JAVA,
    HADOOP_SNAPPY,
    LZ4_JAVA,
    LZ4_LEGACY,
    HADOOP_LZ4,
    LZ4_RAW,
    BROTLI_LARGE,
];

impl Codec {
    /// Whether a level is too slow for long contents in tests: Brotli's best takes seconds per MB, and bzip2's clears
    /// 8 MB for each.
    pub fn is_slow(&self, level: i32) -> bool {
        ["brotli", "brotli_large", "bzip2"].contains(&self.name) && level >= 9
    }

    /// The places where one of our frames can be truncated and still be complete: in a format without an end mark, a
    /// header alone is an empty stream.
    pub fn ends(&self, frame: &[u8]) -> Vec<usize> {
        let header = match self.name {
            "snappy_frame" => Some(10),
            "snappy_java" => Some(16),
            "lz4_legacy" => Some(4),
            "hadoop_snappy" | "hadoop_lz4" => Some(0),
            _ => None,
        };
        header.into_iter().chain([frame.len()]).collect()
    }

    /// Whether a format can't detect truncation, or bytes after the end.
    pub fn has_no_end(&self) -> bool {
        self.name == "lz4_raw"
    }

    /// `content` compressed in a new workspace.
    pub fn encode(&self, level: i32, content: &[u8]) -> Vec<u8> {
        let mut out = Vec::new();
        (self.compress)(&mut Workspace::default(), level, content, &mut out).unwrap();
        out
    }

    /// The content of `frame`, in a new workspace.
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
