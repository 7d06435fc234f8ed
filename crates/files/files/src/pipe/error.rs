//! The errors of streams.

use std::fmt;
use std::io;

/// The reason why a stream can't be compressed or decompressed. The message names no files, since only the caller knows
/// them.
#[derive(Debug)]
#[non_exhaustive]
pub enum PipeError {
    /// The input can't be read.
    Read(io::Error),
    /// The output can't be written.
    Write(io::Error),
    /// The compressed stream is damaged, cut off or in an unknown format.
    Corrupt {
        /// The offset in the stream, in bytes.
        offset: u64,
        /// The problem. The text follows "at byte 7".
        reason: String,
    },
    /// A frame needs a larger window than the limit.
    Window {
        /// The window that the frame needs, in bytes.
        needed: u64,
        /// The limit, in bytes.
        limit: u64,
    },
    /// A zstd frame needs another dictionary than the given one.
    Dictionary {
        /// The id of the dictionary that the frame needs.
        needed: u32,
        /// The id of the given dictionary, if there is one. Raw content has no id.
        given: Option<Option<u32>>,
    },
    /// Any other error: the format lacks the level, or the input has another size than announced.
    Refused(String),
}

impl PipeError {
    pub(super) fn corrupt(offset: u64, reason: impl Into<String>) -> Self {
        PipeError::Corrupt { offset, reason: reason.into() }
    }
}

impl fmt::Display for PipeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PipeError::Read(error) => write!(f, "{error}"),
            PipeError::Write(error) => write!(f, "{error}"),
            PipeError::Corrupt { offset, reason } => write!(f, "at byte {offset}: {reason}"),
            PipeError::Window { needed, limit } => write!(
                f,
                "needs a window of {} MiB, but the limit is {} MiB: raise the limit to read it",
                needed.div_ceil(1 << 20),
                limit >> 20
            ),
            PipeError::Dictionary { needed, given } => match given {
                None => write!(f, "needs the dictionary {needed}, but none was given"),
                Some(None) => {
                    write!(f, "needs the dictionary {needed}, but the given one is raw content")
                }
                Some(Some(given)) => write!(f, "needs the dictionary {needed}, not {given}"),
            },
            PipeError::Refused(message) => f.write_str(message),
        }
    }
}

impl std::error::Error for PipeError {}
