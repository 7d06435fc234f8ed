//! Decompresses frames, up to a limit.

use zstd_safe::ResetDirective;
use zstd_safe::zstd_sys::ZSTD_ErrorCode;

use super::contexts::ZstdDecompressor;
use super::dictionary::Dictionary;
use super::header::{ZstdFrame, ZstdFrameHeader, split_frame};
use super::{FORMAT, checksum, is_error, zstd_error};
use crate::output::{self, RowOutput};
use crate::{Appended, CodecError, Workspace};

/// The most content of one block. RFC 8878, 3.1.1.2.4.
const MAX_BLOCK: usize = 128 << 10;

/// The fewest bytes of a block with content: a 3-byte header and a repeated byte.
const MIN_BLOCK: usize = 4;

/// Room after the content that zstd may overwrite. zstd copies 32 bytes at a time while that much room is left, and
/// byte by byte near the end of the room. In a short row, the end is always near: URLs of 53 bytes take 217 ns without
/// this room, 191 with 32 bytes, and 184 with 64 or 128.
const SLACK: usize = output::SLACK;

/// Appends the content of `row`, which is one or more frames, skippable ones included.
pub fn decompress(
    workspace: &mut Workspace,
    max_bytes: usize,
    row: &[u8],
    out: &mut Vec<u8>,
) -> Appended {
    decompress_frames(workspace, None, max_bytes, row, out)
}

/// [`decompress`] with a dictionary, for frames that were made with it.
///
/// Returns [`CodecError::WrongDictionary`] or [`CodecError::RawDictionary`] for a frame that names another dictionary.
/// A frame that names none is decoded with `dictionary`, since it may have been made with it or without any. With
/// another raw content than it was made with, its checksum fails; without a checksum, it decodes to other content.
pub fn decompress_with(
    workspace: &mut Workspace,
    max_bytes: usize,
    dictionary: &Dictionary,
    row: &[u8],
    out: &mut Vec<u8>,
) -> Appended {
    decompress_frames(workspace, Some(dictionary), max_bytes, row, out)
}

fn decompress_frames(
    workspace: &mut Workspace,
    dictionary: Option<&Dictionary>,
    max_bytes: usize,
    row: &[u8],
    out: &mut Vec<u8>,
) -> Appended {
    if row.is_empty() {
        return Err(CodecError::corrupt(FORMAT, "it is empty"));
    }
    let mut output = RowOutput::new(out, max_bytes, 0);
    let given = dictionary.map(Dictionary::id);
    let mut rest = row;
    while !rest.is_empty() {
        let (frame, after) = split_frame(rest)?;
        if let ZstdFrame::Zstandard(header, frame) = frame {
            if let Some(needed) = header.dictionary
                && given != Some(Some(needed))
            {
                return Err(wrong_dictionary(needed, given));
            }
            let start = output.len();
            decompress_frame(workspace, dictionary, (header, frame), &mut output)?;
            if header.checksum {
                verify_checksum(output.content(start), frame)?;
            }
        }
        rest = after;
    }
    Ok(())
}

/// The error for a frame that names the dictionary `needed`. `given` is the id of the given one.
fn wrong_dictionary(needed: u32, given: Option<Option<u32>>) -> CodecError {
    match given {
        None => CodecError::WrongDictionary { needed, given: None },
        Some(None) => CodecError::RawDictionary { needed },
        Some(given) => CodecError::WrongDictionary { needed, given },
    }
}

/// Compares the checksum at the end of a frame with that of its content.
///
/// zstd can do it, with a state that is made for streams. That takes 32 of the 175 ns for a URL of 53 bytes, and this
/// takes 17. Copying the frame without its checksum for zstd, so that no parameter is needed, takes as long as it
/// saves.
fn verify_checksum(content: &[u8], frame: &[u8]) -> Result<(), CodecError> {
    match frame.ends_with(&checksum(content)) {
        true => Ok(()),
        false => Err(CodecError::corrupt(FORMAT, "its content doesn't match its checksum")),
    }
}

fn decompress_frame(
    workspace: &mut Workspace,
    dictionary: Option<&Dictionary>,
    (header, frame): (ZstdFrameHeader, &[u8]),
    output: &mut RowOutput<'_>,
) -> Appended {
    let left = output.left();
    let most = (frame.len() / MIN_BLOCK + 1).saturating_mul(MAX_BLOCK);
    if let Some(declared) = header.content_size {
        let declared = usize::try_from(declared).unwrap_or(usize::MAX);
        if declared > left {
            return Err(output.over_limit());
        }
        if declared > most {
            let reason = format!(
                "its header says {declared} bytes, more than {} bytes can hold",
                frame.len()
            );
            return Err(CodecError::corrupt(FORMAT, reason));
        }
        return Ok(into_capacity(workspace, dictionary, frame, declared, output)?);
    }
    // Without a content size: guess, and double the guess until it suffices. A stream would allocate a window of up
    // to 128 MiB if a header asks for it.
    let mut capacity = frame.len().saturating_mul(4).max(1 << 10).min(most).min(left);
    loop {
        match into_capacity(workspace, dictionary, frame, capacity, output) {
            Ok(()) => return Ok(()),
            Err(FrameFailure::TooLong) if capacity < left.min(most) => {
                capacity = capacity.saturating_mul(2).min(left).min(most);
            }
            Err(FrameFailure::TooLong) if capacity == left => {
                return Err(output.over_limit());
            }
            Err(failure) => return Err(failure.into()),
        }
    }
}

/// The length of the content according to the headers of all frames; `None` if a header doesn't record it.
pub fn uncompressed_size(row: &[u8]) -> Result<Option<u64>, CodecError> {
    if row.is_empty() {
        return Err(CodecError::corrupt(FORMAT, "it is empty"));
    }
    let (mut rest, mut total) = (row, Some(0u64));
    while !rest.is_empty() {
        let (frame, after) = split_frame(rest)?;
        if let ZstdFrame::Zstandard(header, _) = frame {
            if header.content_size == Some(u64::MAX) {
                return Err(CodecError::corrupt(FORMAT, "its header claims 2^64 - 1 bytes"));
            }
            total = match (total, header.content_size) {
                (Some(total), Some(size)) => Some(
                    total
                        .checked_add(size)
                        .ok_or_else(|| CodecError::corrupt(FORMAT, "its sizes exceed 2^64"))?,
                ),
                _ => None,
            };
        }
        rest = after;
    }
    Ok(total)
}

/// Whether `bytes` start with a frame's magic number.
pub(crate) fn is_magic(bytes: &[u8]) -> bool {
    bytes.starts_with(&zstd_safe::MAGICNUMBER.to_le_bytes())
}

/// Why a frame could not be decompressed.
enum FrameFailure {
    /// The content is longer than the room for it.
    TooLong,
    Codec(CodecError),
}

impl From<FrameFailure> for CodecError {
    fn from(failure: FrameFailure) -> Self {
        match failure {
            FrameFailure::TooLong => {
                CodecError::corrupt(FORMAT, "its content is longer than its size allows")
            }
            FrameFailure::Codec(error) => error,
        }
    }
}

/// Appends the content of a frame, of at most `capacity` bytes.
fn into_capacity(
    workspace: &mut Workspace,
    dictionary: Option<&Dictionary>,
    frame: &[u8],
    capacity: usize,
    output: &mut RowOutput<'_>,
) -> Result<(), FrameFailure> {
    let ZstdDecompressor(context) = match &mut workspace.zstd_decompressor {
        Some(decompressor) => decompressor,
        none => none.insert(ZstdDecompressor::new().map_err(FrameFailure::Codec)?),
    };
    let (_, room) = output.room_of(capacity.saturating_add(SLACK)).map_err(FrameFailure::Codec)?;
    let result = match dictionary {
        None => context.decompress(room, frame),
        Some(dictionary) => context.decompress_using_ddict(room, frame, dictionary.to_decompress()),
    };
    if result.is_err() {
        // A context that failed is reset, which can't fail for a session.
        let _ = context.reset(ResetDirective::SessionOnly);
    }
    match result {
        Ok(written) if written <= capacity => {
            output.advance(written);
            Ok(())
        }
        Ok(_) => Err(FrameFailure::TooLong),
        Err(code) if is_error(code, ZSTD_ErrorCode::ZSTD_error_dstSize_tooSmall) => {
            Err(FrameFailure::TooLong)
        }
        Err(code) => Err(FrameFailure::Codec(zstd_error(code))),
    }
}
