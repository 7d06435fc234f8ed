//! The codecs by name, and by what their output starts with.

use std::fmt;
use std::ops::RangeInclusive;

use super::{
    CodecError, Compress, Decompress, Workspace, brotli, gzip, lz4_block, lz4_frame, lz4hc_block,
    snappy, xz, zlib, zstd,
};

/// A codec, as users name it.
pub struct Codec {
    /// The name, in lower case.
    pub name: &'static str,
    /// The levels, or None for a codec that has none.
    pub levels: Option<RangeInclusive<i32>>,
    /// The level where none is given; 0 for a codec that has none.
    pub default_level: i32,
    /// Compresses a row.
    pub compress: Compress,
    /// Decompresses a row.
    pub decompress: Decompress,
    /// How many bytes a row decompresses to, from its headers alone (the index, for xz). None where
    /// the format does not say, and an error for headers that are not the format's. It is a claim:
    /// the content may be another, in which case `decompress` is an error.
    pub uncompressed_size: fn(&[u8]) -> Result<Option<u64>, CodecError>,
    /// Whether bytes start as the format does; None for a format without a magic number.
    is_magic: Option<fn(&[u8]) -> bool>,
}

/// All codecs.
pub static CODECS: &[Codec] = &[
    Codec {
        name: "zstd",
        levels: Some(zstd::LEVELS),
        default_level: zstd::DEFAULT_LEVEL,
        compress: zstd::compress,
        decompress: zstd::decompress,
        uncompressed_size: zstd::uncompressed_size,
        is_magic: Some(zstd::is_magic),
    },
    Codec {
        name: "gzip",
        levels: Some(gzip::LEVELS),
        default_level: gzip::DEFAULT_LEVEL,
        compress: gzip::compress,
        decompress: gzip::decompress,
        uncompressed_size: gzip::uncompressed_size,
        is_magic: Some(gzip::is_magic),
    },
    Codec {
        name: "zlib",
        levels: Some(zlib::LEVELS),
        default_level: zlib::DEFAULT_LEVEL,
        compress: zlib::compress,
        decompress: zlib::decompress,
        uncompressed_size: zlib::uncompressed_size,
        is_magic: Some(zlib::is_magic),
    },
    Codec {
        name: "snappy",
        levels: None,
        default_level: 0,
        compress: snappy::compress,
        decompress: snappy::decompress,
        uncompressed_size: snappy::uncompressed_size,
        is_magic: None,
    },
    Codec {
        name: "brotli",
        levels: Some(brotli::LEVELS),
        default_level: brotli::DEFAULT_LEVEL,
        compress: brotli::compress,
        decompress: brotli::decompress,
        uncompressed_size: brotli::uncompressed_size,
        is_magic: None,
    },
    Codec {
        name: "xz",
        levels: Some(xz::LEVELS),
        default_level: xz::DEFAULT_LEVEL,
        compress: xz::compress,
        decompress: xz::decompress,
        uncompressed_size: xz::uncompressed_size,
        is_magic: Some(xz::is_magic),
    },
    Codec {
        name: "lz4",
        levels: None,
        default_level: 0,
        compress: lz4_frame::compress,
        decompress: lz4_frame::decompress,
        uncompressed_size: lz4_frame::uncompressed_size,
        is_magic: Some(lz4_frame::is_magic),
    },
    Codec {
        name: "lz4_block",
        levels: None,
        default_level: 0,
        compress: lz4_block::compress,
        decompress: lz4_block::decompress,
        uncompressed_size: lz4_block::uncompressed_size,
        is_magic: None,
    },
    Codec {
        name: "lz4hc_block",
        levels: Some(lz4hc_block::LEVELS),
        default_level: lz4hc_block::DEFAULT_LEVEL,
        compress: lz4hc_block::compress,
        decompress: lz4_block::decompress,
        uncompressed_size: lz4_block::uncompressed_size,
        is_magic: None,
    },
];

impl Codec {
    /// The codec and the level of a text such as `zstd` or `zstd(3)`; the codec's default level
    /// where there is none. Names are in lower case, and no spaces are passed over.
    pub fn parse(text: &str) -> Result<(&'static Codec, i32), UnknownCodec> {
        let (name, level) = match text.split_once('(') {
            Some((name, rest)) => {
                let Some(level) = rest.strip_suffix(')') else {
                    return Err(UnknownCodec::Name { given: text.to_owned() });
                };
                (name, Some(level))
            }
            None => (text, None),
        };
        let codec = CODECS.iter().find(|codec| codec.name == name);
        let codec = codec.ok_or_else(|| UnknownCodec::Name { given: name.to_owned() })?;
        let Some(level) = level else { return Ok((codec, codec.default_level)) };
        let given = level.to_owned();
        let Some(levels) = codec.levels.clone() else {
            return Err(UnknownCodec::NoLevels { codec: codec.name, given });
        };
        match level.parse() {
            Ok(level) if levels.contains(&level) => Ok((codec, level)),
            _ => Err(UnknownCodec::Level { codec: codec.name, given, levels }),
        }
    }

    /// Whether [`detect`] can tell the codec's output. Raw Snappy, Brotli and LZ4 blocks start with
    /// nothing of their own.
    pub fn is_detectable(&self) -> bool {
        self.is_magic.is_some()
    }
}

impl fmt::Debug for Codec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Codec").field(&self.name).finish()
    }
}

/// The codec that `bytes` start as the output of; None where none does.
///
/// Skippable frames are passed over, since zstd and LZ4 share them. Of the five formats that can be
/// told, zlib has no magic number: a few in 10,000 random inputs of eight bytes and more look like
/// it.
pub fn detect(bytes: &[u8]) -> Option<&'static Codec> {
    let bytes = lz4_frame::behind_skippable(bytes).unwrap_or(bytes);
    CODECS.iter().find(|codec| codec.is_magic.is_some_and(|is_magic| is_magic(bytes)))
}

/// How many bytes `row` takes once it is compressed.
pub fn compressed_size(
    workspace: &mut Workspace,
    codec: &Codec,
    level: i32,
    row: &[u8],
) -> Result<u64, CodecError> {
    let mut out = std::mem::take(&mut workspace.measured);
    out.clear();
    let compressed = (codec.compress)(workspace, level, row, &mut out);
    let size = out.len() as u64;
    workspace.measured = out;
    compressed.map(|()| size)
}

/// A text that [`Codec::parse`] can't read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UnknownCodec {
    /// No codec has this name, or a parenthesis does not close.
    Name {
        /// The name, or all of the text if it is not a name and a level in parentheses.
        given: String,
    },
    /// The codec does not have this level.
    Level {
        /// The codec's name.
        codec: &'static str,
        /// What stands in the parentheses, which need not be a number.
        given: String,
        /// The levels there are.
        levels: RangeInclusive<i32>,
    },
    /// The codec has no levels at all.
    NoLevels {
        /// The codec's name.
        codec: &'static str,
        /// What stands in the parentheses.
        given: String,
    },
}

impl fmt::Display for UnknownCodec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UnknownCodec::Name { given } => {
                let names: Vec<&str> = CODECS.iter().map(|codec| codec.name).collect();
                let (given, names) = (given.escape_debug(), names.join(", "));
                write!(
                    f,
                    "there is no codec '{given}'; choose from {names}, and a level as in zstd(3)"
                )
            }
            UnknownCodec::Level { codec, given, levels } => {
                let (given, least, most) = (given.escape_debug(), levels.start(), levels.end());
                write!(f, "{codec} has no level '{given}'; choose from {least} to {most}")
            }
            UnknownCodec::NoLevels { codec, given } => {
                let given = given.escape_debug();
                write!(f, "{codec} has no levels; write '{codec}' without ({given})")
            }
        }
    }
}

impl std::error::Error for UnknownCodec {}
