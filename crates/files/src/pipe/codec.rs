//! The two formats.

use std::ops::RangeInclusive;

use hashlane_codecs::{lz4_format, zstd};

use super::PipeError;

/// A format of compressed streams.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Codec {
    /// Zstandard, RFC 8878.
    Zstd,
    /// LZ4 frames: <https://github.com/lz4/lz4/blob/dev/doc/lz4_Frame_format.md>.
    Lz4,
}

impl Codec {
    /// The levels that it has: for zstd those of `zstd_compress` in SQL; for LZ4 those of the `lz4`
    /// tool, which are fast up to 2 and search longer from 3 on.
    pub fn levels(self) -> RangeInclusive<i32> {
        match self {
            Codec::Zstd => zstd::LEVELS,
            Codec::Lz4 => 1..=12,
        }
    }

    /// The level of its tool.
    pub fn default_level(self) -> i32 {
        match self {
            Codec::Zstd => zstd::DEFAULT_LEVEL,
            Codec::Lz4 => 1,
        }
    }

    /// What names of compressed files end in.
    pub fn suffix(self) -> &'static str {
        match self {
            Codec::Zstd => ".zst",
            Codec::Lz4 => ".lz4",
        }
    }

    /// # Errors
    /// One line, if it has no such level.
    pub fn check_level(self, level: i32) -> Result<(), PipeError> {
        let levels = self.levels();
        // zstd takes 0 for its default.
        if levels.contains(&level) && level != 0 {
            return Ok(());
        }
        let name = match self {
            Codec::Zstd => "zstd",
            Codec::Lz4 => "lz4",
        };
        let (from, to) = (levels.start(), levels.end());
        let but = if levels.contains(&0) { " without 0" } else { "" };
        Err(PipeError::Refused(format!("{name} has the levels {from} to {to}{but}, not {level}")))
    }

    /// Bytes of the stream that are compressed at a time.
    ///
    /// For zstd four windows, as its own threads take: a match does not reach beyond the piece. For
    /// LZ4 a block.
    pub(super) fn piece_bytes(self, level: i32) -> usize {
        match self {
            Codec::Zstd => 4 * window_bytes(level),
            Codec::Lz4 => lz4_format::MAX_BLOCK,
        }
    }
}

/// The window that zstd takes for long inputs, up to 16 MiB: beyond, a few pieces would be
/// gigabytes.
fn window_bytes(level: i32) -> usize {
    match level {
        ..=8 => 2 << 20,
        9..=16 => 4 << 20,
        17..=19 => 8 << 20,
        20.. => 16 << 20,
    }
}

#[cfg(test)]
mod tests {
    use super::Codec;

    #[test]
    fn default_levels_are_levels() {
        for codec in [Codec::Zstd, Codec::Lz4] {
            codec.check_level(codec.default_level()).unwrap();
        }
    }

    #[test]
    fn other_levels_are_errors_that_name_the_range() {
        for (codec, level) in
            [(Codec::Zstd, 23), (Codec::Zstd, 0), (Codec::Lz4, 0), (Codec::Lz4, 13)]
        {
            let message = codec.check_level(level).unwrap_err().to_string();
            assert!(message.contains(&codec.levels().end().to_string()), "{message}");
        }
    }
}
