//! Why a row could not be compressed or decompressed.

use std::borrow::Cow;
use std::fmt;
use std::ops::RangeInclusive;

/// Why a codec failed on a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CodecError {
    /// The input is not valid in the format.
    Corrupt {
        /// The format, as users call it.
        format: &'static str,
        /// What is wrong with the input.
        reason: Cow<'static, str>,
    },
    /// The output is longer than the caller allows.
    OverLimit {
        /// The most bytes that were allowed.
        max_bytes: usize,
    },
    /// The input is longer than the format supports.
    InputTooLong {
        /// The format, as users call it.
        format: &'static str,
        /// The length of the input.
        bytes: usize,
        /// The most bytes that the format supports.
        max: usize,
    },
    /// The format has no such level.
    LevelOutOfRange {
        /// The format, as users call it.
        format: &'static str,
        /// The requested level.
        level: i32,
        /// The levels that the format has.
        levels: RangeInclusive<i32>,
    },
    /// An allocation failed.
    OutOfMemory {
        /// The size of the request in bytes.
        bytes: usize,
    },
    /// The frame was compressed with a dictionary other than the given one.
    WrongDictionary {
        /// The id of the dictionary that the frame needs.
        needed: u32,
        /// The id of the given dictionary, if there is one.
        given: Option<u32>,
    },
    /// The frame was compressed with a trained dictionary, and the given one is raw content.
    RawDictionary {
        /// The id of the dictionary that the frame needs.
        needed: u32,
    },
    /// There are too few values to train on.
    TooFewSamples {
        /// What was trained, as users call it.
        what: &'static str,
        /// How many values are needed.
        needed: usize,
        /// The fewest bytes of a value that counts.
        shortest: usize,
        /// How many such values were given.
        given: usize,
    },
    /// An argument is out of range for every row.
    Argument {
        /// The argument, its value, and the allowed values.
        reason: Cow<'static, str>,
    },
    /// The input is rejected and looks like the output of another codec.
    OtherFormat {
        /// Why it was rejected.
        error: Box<CodecError>,
        /// The name of the other codec.
        codec: &'static str,
    },
    /// The decompressed bytes are not UTF-8, and the caller wants text.
    NotUtf8 {
        /// How many bytes from the start are UTF-8.
        valid_up_to: usize,
    },
    /// The pack has no value at this index.
    NoSuchValue {
        /// The requested index, counted from 0.
        index: u64,
        /// How many values there are.
        values: u32,
    },
    /// The pack is full.
    TooManyValues {
        /// The most values of a pack.
        max: u32,
    },
}

impl CodecError {
    pub(crate) fn corrupt(format: &'static str, reason: impl Into<Cow<'static, str>>) -> Self {
        CodecError::Corrupt { format, reason: reason.into() }
    }

    pub(crate) fn argument(reason: impl Into<Cow<'static, str>>) -> Self {
        CodecError::Argument { reason: reason.into() }
    }

    /// Whether the input is to blame, rather than the call or the machine: `try_` functions return NULL for these
    /// errors.
    pub fn is_bad_input(&self) -> bool {
        match self {
            CodecError::Corrupt { .. }
            | CodecError::OverLimit { .. }
            | CodecError::OtherFormat { .. }
            | CodecError::InputTooLong { .. }
            // In a damaged frame, the id of the dictionary can be any number.
            | CodecError::WrongDictionary { .. }
            | CodecError::RawDictionary { .. }
            | CodecError::NotUtf8 { .. }
            | CodecError::NoSuchValue { .. } => true,
            CodecError::LevelOutOfRange { .. }
            | CodecError::TooFewSamples { .. }
            | CodecError::Argument { .. }
            | CodecError::TooManyValues { .. }
            | CodecError::OutOfMemory { .. } => false,
        }
    }
}

impl fmt::Display for CodecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CodecError::Corrupt { format, reason } => {
                write!(f, "the input is not a valid {format}: {reason}")
            }
            CodecError::OverLimit { max_bytes } => write!(
                f,
                "the input decompresses to more than max_bytes, which is {max_bytes}; \
                 pass a larger max_bytes if that is expected"
            ),
            CodecError::InputTooLong { format, bytes, max } => {
                write!(f, "the input has {bytes} bytes; a {format} holds at most {max}")
            }
            CodecError::LevelOutOfRange { format, level, levels } => {
                let (least, most) = (levels.start(), levels.end());
                write!(f, "level {level} is out of range for a {format} ({least} to {most})")
            }
            CodecError::OutOfMemory { bytes } => {
                write!(f, "there is not enough memory for {bytes} more bytes")
            }
            CodecError::WrongDictionary { needed, given: None } => write!(
                f,
                "the zstd frame was made with the dictionary {needed}, but none was given; \
                 pass that dictionary"
            ),
            CodecError::WrongDictionary { needed, given: Some(given) } => write!(
                f,
                "the zstd frame was made with the dictionary {needed}, but {given} was given; \
                 pass that dictionary"
            ),
            CodecError::RawDictionary { needed } => write!(
                f,
                "the zstd frame was made with the dictionary {needed}, but the given one doesn't start with \
                 the magic number of dictionaries, so it is raw content; pass that dictionary"
            ),
            CodecError::TooFewSamples { what, needed, shortest, given } => write!(
                f,
                "training a {what} needs at least {needed} values of at least {shortest} bytes; \
                 the sample has {given}"
            ),
            CodecError::Argument { reason } => f.write_str(reason),
            // A length or a limit that was read as another format is meaningless.
            CodecError::OtherFormat { error, codec } => match **error {
                CodecError::Corrupt { .. } => {
                    write!(f, "{error}; it looks like {codec}: use decompress(b, '{codec}')")
                }
                _ => write!(f, "the input looks like {codec}: use decompress(b, '{codec}')"),
            },
            CodecError::NotUtf8 { valid_up_to } => write!(
                f,
                "the decompressed bytes are not UTF-8 from byte {valid_up_to} on; \
                 use the form without _text to get them as they are"
            ),
            CodecError::NoSuchValue { index, values } => write!(
                f,
                "index {index} is out of range: the pack has {values} values, counted from 0"
            ),
            CodecError::TooManyValues { max } => {
                write!(f, "a block pack holds at most {max} values; build several packs")
            }
        }
    }
}

impl std::error::Error for CodecError {}
