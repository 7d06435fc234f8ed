//! Brotli streams whose windows may have up to 1 GiB, as `brotli --large_window` and Node write them.
//!
//! RFC 7932 has windows of up to 16 MiB. The header of a larger one starts with bits that the RFC reserves, so that its
//! decoders reject it. These decoders read both.

use brotli::BrotliState;

use super::memory::{FallibleMemory, fallible};
use super::{FORMAT, LEVELS, MAX_INPUT, append_stream, decode, window};
use crate::output::RowOutput;
use crate::{Appended, CodecError, Workspace, check_level};

/// The logarithms of the largest window of RFC 7932 and of the largest one here.
const RFC_WINDOW: i32 = 24;
const LARGEST_WINDOW: i32 = 30;

/// A header with a large window: the first byte, and the bits of the second one that hold the logarithm.
const MARKER: u8 = 0x11;
const LOGARITHM: u8 = 0x3F;

/// A window holds 16 bytes less than its power of two.
const fn reach(bits: i32) -> usize {
    (1 << bits) - 16
}

/// Appends `row` as one stream. `level` is one of [`LEVELS`].
///
/// The window is as large as the row, and at most 1 GiB. Up to 16 MiB, the stream is one of RFC 7932.
pub fn compress(_: &mut Workspace, level: i32, row: &[u8], out: &mut Vec<u8>) -> Appended {
    check_level(FORMAT, level, LEVELS)?;
    let small = window(level, row.len());
    let bits = (small..LARGEST_WINDOW).find(|bits| row.len() <= reach(*bits));
    let bits = bits.unwrap_or(LARGEST_WINDOW);
    append_stream(level, bits, bits > RFC_WINDOW, row, out)
}

/// The logarithm of the window in the header of a stream; `None` if the stream is one of RFC 7932.
pub fn window_bits(stream: &[u8]) -> Option<u8> {
    match stream {
        [MARKER, second, ..] => Some(second & LOGARITHM),
        _ => None,
    }
}

fn read_stream(max_bytes: usize, pieces: (&[u8], &[u8]), out: &mut Vec<u8>) -> Appended {
    let expected = (pieces.0.len() + pieces.1.len()).saturating_mul(4);
    let mut output = RowOutput::new(out, max_bytes, expected);
    let state = || BrotliState::new(FallibleMemory, FallibleMemory, FallibleMemory);
    fallible(|| decode(state(), pieces, &mut output))
}

/// Appends the content of `row`, which is one stream.
///
/// A decoder allocates the window that the header asks for. Content that is shorter than the window decodes to the same
/// bytes with a smaller one, so at first the window has 16 MiB, and more if the content turns out to be longer. A
/// call allocates at most 16 MiB or four times the content more than `max_bytes`.
pub fn decompress(_: &mut Workspace, max_bytes: usize, row: &[u8], out: &mut Vec<u8>) -> Appended {
    let declared = window_bits(row).map_or(0, i32::from);
    if declared > LARGEST_WINDOW {
        let reason = format!("its window has 2^{declared} bytes; at most 2^30 are supported");
        return Err(CodecError::corrupt(FORMAT, reason));
    }
    if row.len() > MAX_INPUT {
        return Err(CodecError::InputTooLong { format: FORMAT, bytes: row.len(), max: MAX_INPUT });
    }
    let start = out.len();
    for bits in (RFC_WINDOW..declared).take_while(|bits| reach(*bits) < max_bytes) {
        let header = [MARKER, row[1] & !LOGARITHM | bits as u8];
        match read_stream(reach(bits), (&header, &row[2..]), out) {
            Err(CodecError::OutOfMemory { bytes }) => {
                return Err(CodecError::OutOfMemory { bytes });
            }
            // Longer content may refer to what the smaller window has lost: any error can mean that it is longer.
            Err(_) => out.truncate(start),
            Ok(()) => return Ok(()),
        }
    }
    let enough = (RFC_WINDOW..declared).find(|bits| reach(*bits) >= max_bytes);
    match enough {
        Some(bits) => {
            let header = [MARKER, row[1] & !LOGARITHM | bits as u8];
            read_stream(max_bytes, (&header, &row[2..]), out)
        }
        None => read_stream(max_bytes, (row, &[]), out),
    }
}
