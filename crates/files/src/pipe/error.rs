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
    /// A frame needs a dictionary, and none can be given.
    Dictionary(u32),
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
            PipeError::Dictionary(id) => {
                write!(f, "needs the dictionary {id}, and none can be given")
            }
            PipeError::Refused(message) => f.write_str(message),
        }
    }
}

impl std::error::Error for PipeError {}
