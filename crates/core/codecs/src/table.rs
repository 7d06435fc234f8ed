//! The codecs by name, and by how their output starts.

use std::fmt;
use std::ops::RangeInclusive;

use super::{
    CodecError, Compress, Decompress, Workspace, brotli, bzip2, hadoop, lz4, lzma, snappy, xz, zstd,
};
use crate::deflate::{self, gzip, zlib};

/// A codec, as users name it.
pub struct Codec {
    /// The name, in lower case.
    pub name: &'static str,
    /// The levels; `None` if the codec has none.
    pub levels: Option<RangeInclusive<i32>>,
    /// The default level; 0 if the codec has no levels.
    pub default_level: i32,
    /// Compresses a row.
    pub compress: Compress,
    /// Decompresses a row.
    pub decompress: Decompress,
    /// The length of a row's content according to its headers (the index, for xz). `None` if the format doesn't record
    /// it. An error if the headers are invalid. The content may have another length; `decompress` then returns an
    /// error.
    pub uncompressed_size: fn(&[u8]) -> Result<Option<u64>, CodecError>,
    /// Whether [`super::measure`] measures it. A framing around another codec compresses like that codec.
    pub(crate) is_measured: bool,
    /// Whether bytes start like the format; `None` for a format without a magic number.
    is_magic: Option<fn(&[u8]) -> bool>,
}

/// A codec whose functions are those of a module.
macro_rules! codec {
    ($name:literal, $($module:ident)::+) => {
        Codec::new(
            $name,
            $($module::)+compress,
            $($module::)+decompress,
            $($module::)+uncompressed_size,
        )
    };
}

/// All codecs.
pub static CODECS: &[Codec] = &[
    codec!("zstd", zstd)
        .with_levels(zstd::LEVELS, zstd::DEFAULT_LEVEL)
        .with_magic(zstd::is_magic)
        .measured(),
    codec!("gzip", gzip)
        .with_levels(gzip::LEVELS, gzip::DEFAULT_LEVEL)
        .with_magic(gzip::is_magic)
        .measured(),
    codec!("zlib", zlib)
        .with_levels(zlib::LEVELS, zlib::DEFAULT_LEVEL)
        .with_magic(zlib::is_magic)
        .measured(),
    codec!("snappy", snappy).measured(),
    codec!("brotli", brotli).with_levels(brotli::LEVELS, brotli::DEFAULT_LEVEL).measured(),
    codec!("xz", xz).with_levels(xz::LEVELS, xz::DEFAULT_LEVEL).with_magic(xz::is_magic).measured(),
    codec!("lz4", lz4::frame).with_magic(lz4::frame::is_magic).measured(),
    codec!("lz4_block", lz4::block).measured(),
    Codec::new(
        "lz4hc_block",
        lz4::block_hc::compress,
        lz4::block::decompress,
        lz4::block::uncompressed_size,
    )
    .with_levels(lz4::block_hc::LEVELS, lz4::block_hc::DEFAULT_LEVEL)
    .measured(),
    codec!("deflate", deflate::raw).with_levels(deflate::raw::LEVELS, deflate::raw::DEFAULT_LEVEL),
    codec!("bzip2", bzip2)
        .with_levels(bzip2::LEVELS, bzip2::DEFAULT_LEVEL)
        .with_magic(bzip2::is_magic),
    codec!("lzma", lzma).with_levels(lzma::LEVELS, lzma::DEFAULT_LEVEL).with_magic(lzma::is_magic),
    codec!("snappy_frame", snappy::frame).with_magic(snappy::frame::is_magic),
    codec!("snappy_java", snappy::java).with_magic(snappy::java::is_magic),
    Codec::new(
        "hadoop_snappy",
        hadoop::compress_snappy,
        hadoop::decompress_snappy,
        hadoop::snappy_size,
    ),
    codec!("lz4_java", lz4::java).with_magic(lz4::java::is_magic),
    codec!("lz4_legacy", lz4::legacy).with_magic(lz4::legacy::is_magic),
    Codec::new("hadoop_lz4", hadoop::compress_lz4, hadoop::decompress_lz4, hadoop::lz4_size),
    codec!("lz4_raw", lz4::raw),
    Codec::new(
        "brotli_large",
        brotli::large::compress,
        brotli::large::decompress,
        brotli::uncompressed_size,
    )
    .with_levels(brotli::LEVELS, brotli::DEFAULT_LEVEL),
];

impl Codec {
    /// A codec that has no levels and no magic number, and isn't measured.
    const fn new(
        name: &'static str,
        compress: Compress,
        decompress: Decompress,
        uncompressed_size: fn(&[u8]) -> Result<Option<u64>, CodecError>,
    ) -> Self {
        Codec {
            name,
            levels: None,
            default_level: 0,
            compress,
            decompress,
            uncompressed_size,
            is_measured: false,
            is_magic: None,
        }
    }

    /// The codec with levels.
    const fn with_levels(mut self, levels: RangeInclusive<i32>, default_level: i32) -> Self {
        self.levels = Some(levels);
        self.default_level = default_level;
        self
    }

    /// The codec with a magic number.
    const fn with_magic(mut self, is_magic: fn(&[u8]) -> bool) -> Self {
        self.is_magic = Some(is_magic);
        self
    }

    /// The codec, measured.
    const fn measured(mut self) -> Self {
        self.is_measured = true;
        self
    }

    /// The codec with this name, in any case. `bz2`, as Python and Snowflake call bzip2, is an alias.
    pub fn find(name: &str) -> Option<&'static Codec> {
        let name = if name.eq_ignore_ascii_case("bz2") { "bzip2" } else { name };
        CODECS.iter().find(|codec| codec.name.eq_ignore_ascii_case(name))
    }

    /// Parses a codec and its level, such as `zstd` or `zstd(3)`. The default level is used if none is given. Names
    /// are those that [`Codec::find`] finds, and spaces are not allowed.
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
        let codec = Codec::find(name);
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

    /// Whether [`detect`] recognizes the codec's output. Raw Snappy, Brotli, raw deflate, LZ4 blocks and Hadoop's
    /// framings have no magic number.
    pub fn is_detectable(&self) -> bool {
        self.is_magic.is_some()
    }
}

impl fmt::Debug for Codec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Codec").field(&self.name).finish()
    }
}

/// The codec whose output `bytes` start like; `None` if they match no codec.
///
/// Skippable frames are skipped, since zstd and LZ4 share them. zlib and lzma have no magic number: of 10,000 random
/// inputs of eight bytes or more, a few look like zlib and almost none like lzma.
pub fn detect(bytes: &[u8]) -> Option<&'static Codec> {
    let bytes = lz4::frame::behind_skippable(bytes).unwrap_or(bytes);
    CODECS.iter().find(|codec| codec.is_magic.is_some_and(|is_magic| is_magic(bytes)))
}

/// The codec that a decoder of another format names when it rejects `bytes`. Like [`detect`], but without zlib, which
/// text can look like, and with Hadoop's framings, which are recognized by their lengths.
pub fn framing(bytes: &[u8]) -> Option<&'static Codec> {
    let named = |name| CODECS.iter().find(|codec| codec.name == name);
    match detect(bytes) {
        Some(codec) if codec.name != "zlib" => Some(codec),
        _ => hadoop::resembles(bytes).and_then(named),
    }
}

impl CodecError {
    /// Names the codec that `input`, which `codec` rejected, looks like. `codec` is `None` if it was detected.
    #[must_use]
    pub fn with_framing(self, input: &[u8], codec: Option<&str>) -> Self {
        let rejected = matches!(self, CodecError::Corrupt { .. } | CodecError::OverLimit { .. });
        let found = if rejected { framing(input) } else { None };
        let is_detected = codec.is_none() && found.is_some_and(Codec::is_detectable);
        match found {
            Some(found) if codec != Some(found.name) && !is_detected => {
                CodecError::OtherFormat { error: Box::new(self), codec: found.name }
            }
            _ => self,
        }
    }
}

/// The compressed length of `row`.
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
    /// No codec has this name, or a parenthesis isn't closed.
    Name {
        /// The name, or all of the text if it is not a name and a level in parentheses.
        given: String,
    },
    /// The codec does not have this level.
    Level {
        /// The codec's name.
        codec: &'static str,
        /// The text in the parentheses, which need not be a number.
        given: String,
        /// The levels that the codec has.
        levels: RangeInclusive<i32>,
    },
    /// The codec has no levels at all.
    NoLevels {
        /// The codec's name.
        codec: &'static str,
        /// The text in the parentheses.
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
                    "unknown codec '{given}'; use {names}, optionally with a level as in zstd(3)"
                )
            }
            UnknownCodec::Level { codec, given, levels } => {
                let (given, least, most) = (given.escape_debug(), levels.start(), levels.end());
                write!(f, "level '{given}' is out of range for {codec} ({least} to {most})")
            }
            UnknownCodec::NoLevels { codec, given } => {
                let given = given.escape_debug();
                write!(f, "{codec} has no levels; write '{codec}' without ({given})")
            }
        }
    }
}

impl std::error::Error for UnknownCodec {}
