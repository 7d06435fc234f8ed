//! Why a row could not be compressed or decompressed.

use std::borrow::Cow;
use std::fmt;

/// Why a codec failed on a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CodecError {
    /// The input is not what the format prescribes.
    Corrupt {
        /// The format, as users call it.
        format: &'static str,
        /// What is wrong with the input.
        reason: Cow<'static, str>,
    },
    /// The output would be longer than the caller allows.
    OverLimit {
        /// The most bytes that were allowed.
        max_bytes: usize,
    },
    /// The input is longer than the format can carry.
    InputTooLong {
        /// The format, as users call it.
        format: &'static str,
        /// The length of the input.
        bytes: usize,
        /// The most bytes that the format carries.
        max: usize,
    },
    /// The allocator refused.
    OutOfMemory {
        /// How many bytes were asked for.
        bytes: usize,
    },
    /// The decompressed bytes were wanted as text and are not UTF-8.
    NotUtf8 {
        /// How many bytes from the start are UTF-8.
        valid_up_to: usize,
    },
}

impl CodecError {
    pub(super) fn corrupt(format: &'static str, reason: impl Into<Cow<'static, str>>) -> Self {
        CodecError::Corrupt { format, reason: reason.into() }
    }

    /// Whether the input is to blame, rather than the machine: what `try_` functions forgive.
    pub fn is_bad_input(&self) -> bool {
        match self {
            CodecError::Corrupt { .. }
            | CodecError::OverLimit { .. }
            | CodecError::InputTooLong { .. }
            | CodecError::NotUtf8 { .. } => true,
            CodecError::OutOfMemory { .. } => false,
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
            CodecError::OutOfMemory { bytes } => {
                write!(f, "there is not enough memory for {bytes} more bytes")
            }
            CodecError::NotUtf8 { valid_up_to } => write!(
                f,
                "the decompressed bytes are not UTF-8 from byte {valid_up_to} on; \
                 use the form without _text to get them as they are"
            ),
        }
    }
}

impl std::error::Error for CodecError {}
