//! What can go wrong with a stream.

use std::fmt;
use std::io;

/// Why a stream can't be compressed or decompressed. The message does not name files: the caller
/// knows them.
#[derive(Debug)]
#[non_exhaustive]
pub enum PipeError {
    /// The input can't be read.
    Read(io::Error),
    /// The output can't be written.
    Write(io::Error),
    /// The compressed stream is damaged, cut off or in no format that is known.
    Corrupt {
        /// Where in the stream, in bytes.
        offset: u64,
        /// What is wrong there; goes on where "at byte 7" ends.
        reason: String,
    },
    /// A frame needs a larger window than the limit.
    Window {
        /// Bytes that the frame needs.
        needed: u64,
        /// Bytes that it may.
        limit: u64,
    },
    /// A zstd frame needs another dictionary than the given one.
    Dictionary {
        /// The id of the dictionary that the frame needs.
        needed: u32,
        /// The id of the given dictionary, if there is one; raw content has no id.
        given: Option<Option<u32>>,
    },
    /// Anything else: a level that the format lacks, an input of another size than it was to have.
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
                "needs a window of {} MiB, and the limit is {} MiB: raise the limit to read it",
                needed.div_ceil(1 << 20),
                limit >> 20
            ),
            PipeError::Dictionary { needed, given } => match given {
                None => write!(f, "needs the dictionary {needed}, and none was given"),
                Some(None) => {
                    write!(f, "needs the dictionary {needed}, and the given one is raw content")
                }
                Some(Some(given)) => write!(f, "needs the dictionary {needed}, not {given}"),
            },
            PipeError::Refused(message) => f.write_str(message),
        }
    }
}

impl std::error::Error for PipeError {}
