//! The codecs of a pack, and what users call them.

use std::fmt;

use crate::{Appended, CodecError, bare, zstd};

/// How the chunks of a pack are compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChunkCodec {
    /// No compression.
    None,
    /// One LZ4 block per chunk.
    Lz4,
    /// One zstd frame per chunk.
    Zstd {
        /// One of [`zstd::LEVELS`].
        level: i32,
    },
    /// Each value on its own, with a symbol table per chunk. Reading a value reads no other.
    Fsst,
}

impl Default for ChunkCodec {
    /// `zstd(3)`.
    fn default() -> Self {
        ChunkCodec::Zstd { level: zstd::DEFAULT_LEVEL }
    }
}

impl ChunkCodec {
    /// Parses `none`, `lz4`, `fsst`, `zstd` or `zstd(9)`, in any case and without spaces.
    ///
    /// # Errors
    /// Returns an error that lists the codecs.
    pub fn parse(text: &str) -> Result<Self, CodecError> {
        let name = text.to_ascii_lowercase();
        let codec = match name.as_str() {
            "none" => Some(ChunkCodec::None),
            "lz4" => Some(ChunkCodec::Lz4),
            "fsst" => Some(ChunkCodec::Fsst),
            "zstd" => Some(ChunkCodec::default()),
            _ => name
                .strip_prefix("zstd(")
                .and_then(|rest| rest.strip_suffix(')'))
                .and_then(|level| level.parse().ok())
                .filter(|level| zstd::LEVELS.contains(level))
                .map(|level| ChunkCodec::Zstd { level }),
        };
        codec.ok_or_else(|| {
            let (least, most) = (zstd::LEVELS.start(), zstd::LEVELS.end());
            let text = text.escape_debug();
            CodecError::argument(format!(
                "a block pack doesn't support the codec '{text}'; use 'none', 'lz4', 'fsst', \
                 'zstd', or 'zstd(level)' with a level from {least} to {most}"
            ))
        })
    }

    /// The pack's version, and the codec's number and level in its header.
    pub(super) fn to_header(self) -> (u8, u8, i8) {
        match self {
            ChunkCodec::None => (1, 0, 0),
            ChunkCodec::Lz4 => (1, 1, 0),
            // The levels fit an i8.
            ChunkCodec::Zstd { level } => (1, 2, level as i8),
            ChunkCodec::Fsst => (2, 3, 0),
        }
    }

    /// The codec of a pack's header.
    pub(super) fn from_header(version: u8, number: u8, level: i8) -> Option<Self> {
        match (version, number, i32::from(level)) {
            (1, 0, 0) => Some(ChunkCodec::None),
            (1, 1, 0) => Some(ChunkCodec::Lz4),
            (1, 2, level) if zstd::LEVELS.contains(&level) => Some(ChunkCodec::Zstd { level }),
            (2, 3, 0) => Some(ChunkCodec::Fsst),
            _ => None,
        }
    }

    /// Checks the level, since callers can construct a codec with any level.
    pub(super) fn check_level(self) -> Result<(), CodecError> {
        match self {
            ChunkCodec::Zstd { level } if !zstd::LEVELS.contains(&level) => {
                ChunkCodec::parse(&self.to_string()).map(|_| ())
            }
            _ => Ok(()),
        }
    }

    /// Appends the compressed `content`. FSST doesn't compress content as a whole: see `symbols`.
    pub(super) fn compress(
        self,
        contexts: &mut bare::BareContexts,
        content: &[u8],
        out: &mut Vec<u8>,
    ) -> Appended {
        match self {
            ChunkCodec::None | ChunkCodec::Fsst => super::append(out, content),
            ChunkCodec::Lz4 => bare::lz4_compress(content, out),
            ChunkCodec::Zstd { level } => contexts.zstd_compress(level, content, out),
        }
    }

    /// Appends at least the first `wanted` of the `content` bytes that `payload` holds.
    pub(super) fn decompress(
        self,
        contexts: &mut bare::BareContexts,
        payload: &[u8],
        content: usize,
        wanted: usize,
        out: &mut Vec<u8>,
    ) -> Appended {
        match self {
            ChunkCodec::None => {
                Err(super::corrupt("a chunk is compressed, but the pack has no codec"))
            }
            ChunkCodec::Fsst => Err(super::corrupt(
                "a chunk is compressed as a whole, but FSST compresses single values",
            )),
            ChunkCodec::Lz4 => bare::lz4_decompress(payload, content, wanted, out),
            ChunkCodec::Zstd { .. } => contexts.zstd_decompress(payload, content, wanted, out),
        }
    }
}

impl fmt::Display for ChunkCodec {
    /// In the form that [`ChunkCodec::parse`] reads.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ChunkCodec::None => f.write_str("none"),
            ChunkCodec::Lz4 => f.write_str("lz4"),
            ChunkCodec::Zstd { level } => write!(f, "zstd({level})"),
            ChunkCodec::Fsst => f.write_str("fsst"),
        }
    }
}
