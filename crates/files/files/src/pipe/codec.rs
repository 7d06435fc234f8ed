//! The formats of streams.

use std::ops::RangeInclusive;

use hashlane_codecs::{CODECS, lz4};

use super::PipeError;

/// A format of compressed streams.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum StreamCodec {
    /// Zstandard, RFC 8878.
    Zstd,
    /// LZ4 frames: <https://github.com/lz4/lz4/blob/dev/doc/lz4_Frame_format.md>.
    Lz4,
    /// gzip, RFC 1952.
    Gzip,
    /// zlib, RFC 1950.
    Zlib,
    /// Raw deflate, RFC 1951.
    Deflate,
    /// bzip2.
    Bzip2,
    /// .xz.
    Xz,
    /// .lzma, the format before .xz.
    Lzma,
    /// Brotli, RFC 7932.
    Brotli,
    /// Brotli with windows of up to 1 GiB.
    BrotliLarge,
    /// Snappy's framing format.
    SnappyFrame,
    /// snappy-java's `SnappyOutputStream`.
    SnappyJava,
    /// Hadoop's `SnappyCodec`.
    HadoopSnappy,
    /// Legacy LZ4 frames.
    Lz4Legacy,
    /// lz4-java's `LZ4BlockOutputStream`.
    Lz4Java,
    /// Hadoop's `Lz4Codec`.
    HadoopLz4,
}

impl StreamCodec {
    /// All formats, with their names in SQL's `compress` and the suffixes of their files.
    const TABLE: [(StreamCodec, &'static str, &'static str); 16] = [
        (StreamCodec::Zstd, "zstd", ".zst"),
        (StreamCodec::Lz4, "lz4", ".lz4"),
        (StreamCodec::Gzip, "gzip", ".gz"),
        (StreamCodec::Zlib, "zlib", ".zz"),
        (StreamCodec::Deflate, "deflate", ".deflate"),
        (StreamCodec::Bzip2, "bzip2", ".bz2"),
        (StreamCodec::Xz, "xz", ".xz"),
        (StreamCodec::Lzma, "lzma", ".lzma"),
        (StreamCodec::Brotli, "brotli", ".br"),
        (StreamCodec::BrotliLarge, "brotli_large", ".br"),
        (StreamCodec::SnappyFrame, "snappy_frame", ".sz"),
        (StreamCodec::SnappyJava, "snappy_java", ".snappy"),
        (StreamCodec::HadoopSnappy, "hadoop_snappy", ".snappy"),
        (StreamCodec::Lz4Legacy, "lz4_legacy", ".lz4"),
        (StreamCodec::Lz4Java, "lz4_java", ".lz4"),
        (StreamCodec::HadoopLz4, "hadoop_lz4", ".lz4"),
    ];

    /// All formats.
    pub fn all() -> impl Iterator<Item = StreamCodec> {
        Self::TABLE.into_iter().map(|(codec, ..)| codec)
    }

    /// Returns the format called `name`, in any case. `bz2` is an alias of `bzip2`.
    ///
    /// # Errors
    /// Returns an error if no codec has this name, or if the codec has only blocks, which must be in memory as a whole.
    pub fn parse(name: &str) -> Result<Self, PipeError> {
        let named = hashlane_codecs::Codec::find(name).map(|codec| codec.name);
        if let Some((codec, ..)) = Self::TABLE.into_iter().find(|row| Some(row.1) == named) {
            return Ok(codec);
        }
        let names: Vec<_> = Self::TABLE.into_iter().map(|row| row.1).collect();
        let names = names.join(", ");
        Err(PipeError::Refused(match named {
            Some(block) => format!(
                "{block} is one block, not a stream: decoders need all of it in memory. \
                 `hashlane sql` has compress(v, '{block}'); formats of streams are {names}"
            ),
            None => format!("unknown format '{}'; use one of {names}", name.escape_debug()),
        }))
    }

    /// Parses a format and its level, such as `gzip` or `gzip(9)`. The level is `None` if the text has none.
    ///
    /// # Errors
    /// Returns an error if [`StreamCodec::parse`] does, or if the format lacks the level.
    pub fn parse_with_level(text: &str) -> Result<(Self, Option<i32>), PipeError> {
        let split = text.strip_suffix(')').and_then(|text| text.split_once('('));
        let Some((name, given)) = split else { return Ok((Self::parse(text)?, None)) };
        let codec = Self::parse(name)?;
        let level = given.parse().map_err(|_| {
            let given = given.escape_debug();
            PipeError::Refused(format!("level '{given}' is not a whole number, as in gzip(9)"))
        })?;
        codec.check_level(level)?;
        Ok((codec, Some(level)))
    }

    fn row(self) -> (StreamCodec, &'static str, &'static str) {
        Self::TABLE[self as usize]
    }

    /// The name in SQL's `compress`.
    pub fn name(self) -> &'static str {
        self.row().1
    }

    /// The suffix of compressed files.
    pub fn suffix(self) -> &'static str {
        self.row().2
    }

    /// The codec for values in memory.
    pub(super) fn of_rows(self) -> &'static hashlane_codecs::Codec {
        let named = CODECS.iter().find(|codec| codec.name == self.name());
        named.expect("each format is a codec of rows")
    }

    /// The levels of SQL's `compress`. LZ4 frames have the levels of the `lz4` tool, which are fast up to 2 and search
    /// longer from 3 on. A format without levels has only 0.
    pub fn levels(self) -> RangeInclusive<i32> {
        match self {
            StreamCodec::Lz4 => 1..=12,
            _ => self.of_rows().levels.clone().unwrap_or(0..=0),
        }
    }

    /// The default level of the format's tool; 0 if the format has no levels.
    pub fn default_level(self) -> i32 {
        match self {
            StreamCodec::Lz4 => 1,
            _ => self.of_rows().default_level,
        }
    }

    /// # Errors
    /// Returns one line if the format lacks the level.
    pub fn check_level(self, level: i32) -> Result<(), PipeError> {
        let levels = self.levels();
        // zstd reads 0 as its default.
        let without_zero = self == StreamCodec::Zstd;
        if levels.contains(&level) && !(without_zero && level == 0) {
            return Ok(());
        }
        let (name, from, to) = (self.name(), levels.start(), levels.end());
        if from == to {
            return Err(PipeError::Refused(format!(
                "{name} has no levels: leave out level {level}"
            )));
        }
        let but = if without_zero { " without 0" } else { "" };
        Err(PipeError::Refused(format!(
            "level {level} is out of range for {name} ({from} to {to}{but})"
        )))
    }

    /// The number of bytes of zstd or LZ4 that are compressed at a time.
    ///
    /// For zstd, four windows, as its own threads use: no match reaches beyond the piece. For LZ4, one block.
    pub(super) fn piece_bytes(self, level: i32) -> usize {
        match self {
            StreamCodec::Zstd => 4 * window_bytes(level),
            _ => lz4::format::MAX_BLOCK,
        }
    }
}

/// The window that zstd uses for long inputs, but at most 16 MiB: with larger windows, a few pieces would take
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
    use super::StreamCodec;

    #[test]
    fn default_levels_are_levels() {
        for codec in StreamCodec::all() {
            codec.check_level(codec.default_level()).unwrap();
            assert_eq!(StreamCodec::parse(codec.name()).unwrap(), codec);
        }
    }

    #[test]
    fn other_levels_are_errors_that_name_the_range() {
        for (codec, level) in [
            (StreamCodec::Zstd, 23),
            (StreamCodec::Zstd, 0),
            (StreamCodec::Lz4, 0),
            (StreamCodec::Lz4, 13),
            (StreamCodec::Gzip, 10),
            (StreamCodec::Bzip2, 0),
        ] {
            let message = codec.check_level(level).unwrap_err().to_string();
            assert!(message.contains(&codec.levels().end().to_string()), "{message}");
        }
        let message = StreamCodec::SnappyFrame.check_level(1).unwrap_err().to_string();
        assert!(message.contains("no levels"), "{message}");
    }

    #[test]
    fn names_may_have_a_level_and_any_case() {
        for (text, codec, level) in [
            ("GZIP(9)", StreamCodec::Gzip, Some(9)),
            ("bz2", StreamCodec::Bzip2, None),
            ("BZ2(1)", StreamCodec::Bzip2, Some(1)),
            ("zstd(-7)", StreamCodec::Zstd, Some(-7)),
            ("LZ4(12)", StreamCodec::Lz4, Some(12)),
            ("Snappy_Frame", StreamCodec::SnappyFrame, None),
        ] {
            assert_eq!(StreamCodec::parse_with_level(text).unwrap(), (codec, level), "{text}");
        }
        for (text, says) in [
            ("gzip(10)", "0 to 9"),
            ("gzip(x)", "level 'x' is not a whole number"),
            ("gzip(9", "unknown format 'gzip(9'"),
            ("snappy_frame(1)", "no levels"),
            ("snappy(1)", "one block"),
        ] {
            let message = StreamCodec::parse_with_level(text).unwrap_err().to_string();
            assert!(message.contains(says), "{message}");
        }
    }

    #[test]
    fn blocks_are_not_streams() {
        for name in ["snappy", "lz4_block", "lz4hc_block", "lz4_raw"] {
            let message = StreamCodec::parse(name).unwrap_err().to_string();
            assert!(message.contains("one block"), "{message}");
        }
        assert!(StreamCodec::parse("rar").unwrap_err().to_string().contains("unknown format"));
    }
}
