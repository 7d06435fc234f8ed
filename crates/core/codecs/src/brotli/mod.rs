//! Brotli streams (RFC 7932), as the `brotli` tool reads and writes them.
//!
//! The format has neither a magic number nor a checksum: damaged input may decode to other content.
//!
//! [`large`] has the streams of `brotli --large_window`, which RFC 7932 lacks.

pub mod large;
mod memory;

use brotli::enc::BrotliEncoderParams;
use brotli::enc::encode::{
    BrotliEncoderDestroyInstance, BrotliEncoderOperation, BrotliEncoderStateStruct,
};
use brotli::{BrotliDecompressStream, BrotliResult, BrotliState};

use self::memory::{FallibleMemory, fallible};
use super::output::RowOutput;
use super::{Appended, CodecError, Workspace, check_level, grow};

const FORMAT: &str = "Brotli stream";

/// The levels that [`compress`] takes, which Brotli calls qualities.
pub const LEVELS: std::ops::RangeInclusive<i32> = 0..=11;

/// Apache's level. The `brotli` tool and Python use 11, for files that are compressed once. There, 850 bytes of JSON
/// take 2,000,000 ns; here they take 75,000 ns and 4 % more bytes.
pub const DEFAULT_LEVEL: i32 = 5;

/// The crate that writes and reads streams.
pub const VERSION: &str = "brotli 8.0";

/// The longest row of one call: the crate counts in 32 bits.
pub const MAX_INPUT: usize = u32::MAX as usize;

/// The logarithm of the `brotli` library's default window, and the smallest one.
const WINDOW: i32 = 22;
const MIN_WINDOW: i32 = 10;

/// The qualities whose matchers need the default window.
const WIDE: std::ops::RangeInclusive<i32> = 2..=9;

/// The logarithm of a window for `len` bytes.
///
/// Qualities 10 and 11 set up tables of the window's size: 461,000 ns for a URL of 54 bytes with 16 bits, and 675,000
/// with 22. Qualities 0 and 1 ignore the window, but decoders set up all of it for their output. In between, windows
/// of up to 16 bits make the encoder choose a matcher with larger tables: 150,000 ns per URL at quality 5, and 42,000
/// ns with 22 bits.
fn window(level: i32, len: usize) -> i32 {
    if WIDE.contains(&level) {
        return WINDOW;
    }
    // A window holds 16 bytes less than its power of two.
    (MIN_WINDOW..WINDOW).find(|bits| len <= (1 << bits) - 16).unwrap_or(WINDOW)
}

/// Appends `row` as one stream. `level` is one of [`LEVELS`].
///
/// The stream's bytes may differ between versions of the crate; what they decompress to does not.
pub fn compress(_: &mut Workspace, level: i32, row: &[u8], out: &mut Vec<u8>) -> Appended {
    append_stream(level, window(level, row.len()), false, row, out)
}

/// Appends `row` as one stream with a window of 2^`lgwin` bytes.
fn append_stream(
    level: i32,
    lgwin: i32,
    large_window: bool,
    row: &[u8],
    out: &mut Vec<u8>,
) -> Appended {
    check_level(FORMAT, level, LEVELS)?;
    if row.len() > MAX_INPUT {
        return Err(CodecError::InputTooLong { format: FORMAT, bytes: row.len(), max: MAX_INPUT });
    }
    fallible(|| {
        let mut encoder = BrotliEncoderStateStruct::new(FallibleMemory);
        encoder.params = BrotliEncoderParams {
            quality: level,
            lgwin,
            large_window,
            size_hint: row.len(),
            ..BrotliEncoderParams::default()
        };
        let result = encode(&mut encoder, row, out);
        BrotliEncoderDestroyInstance(&mut encoder);
        result
    })
}

fn encode(
    encoder: &mut BrotliEncoderStateStruct<FallibleMemory>,
    row: &[u8],
    out: &mut Vec<u8>,
) -> Appended {
    let (mut unread, mut read) = (row.len(), 0);
    // Incompressible input is stored in blocks of at least 16 KiB with a few bytes before each.
    let step = row.len() / 2 + 64;
    while !encoder.is_finished() {
        let start = out.len();
        grow(out, step)?;
        let (mut room, mut written) = (step, 0);
        let encoded = encoder.compress_stream(
            BrotliEncoderOperation::BROTLI_OPERATION_FINISH,
            &mut unread,
            row,
            &mut read,
            &mut room,
            &mut out[start..],
            &mut written,
            &mut None,
            &mut |_, _, _, _| (),
        );
        out.truncate(start + written);
        if !encoded {
            return Err(CodecError::corrupt(FORMAT, "the encoder refused the row"));
        }
    }
    Ok(())
}

/// Appends the content of `row`, which is one stream.
///
/// A window may be 16 MiB, and a stream of few bytes may use all of it, so a call may allocate that much more than
/// `max_bytes`. Larger windows are rejected: [`large::decompress`] reads them.
pub fn decompress(_: &mut Workspace, max_bytes: usize, row: &[u8], out: &mut Vec<u8>) -> Appended {
    if row.len() > MAX_INPUT {
        return Err(CodecError::InputTooLong { format: FORMAT, bytes: row.len(), max: MAX_INPUT });
    }
    let mut output = RowOutput::new(out, max_bytes, row.len().saturating_mul(4));
    let state = || BrotliState::new_strict(FallibleMemory, FallibleMemory, FallibleMemory);
    fallible(|| decode(state(), (row, &[]), &mut output))
}

/// The state of a decoder.
type DecoderState = BrotliState<FallibleMemory, FallibleMemory, FallibleMemory>;

/// Appends the content of a stream that is in two pieces.
fn decode(
    mut state: DecoderState,
    (mut row, mut more): (&[u8], &[u8]),
    output: &mut RowOutput<'_>,
) -> Appended {
    let (mut unread, mut read, mut total) = (row.len(), 0, 0);
    loop {
        let room = output.room()?;
        let (len, mut written) = (room.len(), 0);
        let mut unused = len;
        let result = BrotliDecompressStream(
            &mut unread,
            &mut read,
            row,
            &mut unused,
            &mut written,
            room,
            &mut total,
            &mut state,
        );
        output.advance(written);
        match result {
            BrotliResult::NeedsMoreOutput if len == 0 => return Err(output.over_limit()),
            BrotliResult::NeedsMoreOutput => {}
            BrotliResult::NeedsMoreInput if !more.is_empty() => {
                (row, more) = (more, &[]);
                (unread, read) = (row.len(), 0);
            }
            result => return check_end(result, unread + more.len(), state.error_code),
        }
    }
}

/// The error of a decoder that stopped with `unread` bytes of input left. The type of `code` can't be named outside
/// its crate.
fn check_end(
    result: BrotliResult,
    unread: usize,
    code: impl std::fmt::Debug,
) -> Result<(), CodecError> {
    let reason = match result {
        BrotliResult::ResultSuccess if unread == 0 => return Ok(()),
        BrotliResult::ResultSuccess => format!("{unread} bytes follow its end"),
        BrotliResult::NeedsMoreInput => "it ends too early".to_owned(),
        BrotliResult::NeedsMoreOutput | BrotliResult::ResultFailure => {
            format!("the decoder stops with {code:?}")
        }
    };
    Err(CodecError::corrupt(FORMAT, reason))
}

/// `None`: a stream doesn't record its length.
pub fn uncompressed_size(_row: &[u8]) -> Result<Option<u64>, CodecError> {
    Ok(None)
}
