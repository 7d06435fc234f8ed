//! Raw deflate (RFC 1951), which gzip and zlib wrap in headers and checksums of their own.
//!
//! We use flate2 with zlib-rs, because it reports how much of the input a stream took. Without that, a second gzip
//! member and trailing garbage can't be detected. libdeflate's safe binding (libdeflater 1.26) doesn't report it. With
//! reused contexts, level 6 takes zlib-rs 6,900 ns for a URL of 54 bytes and libdeflate 7,200; for 850 bytes of JSON
//! they take 20,800 and 15,500 ns. Decompression takes 530 and 790 ns for the URL, and 4,300 and 3,500 ns for the
//! JSON.

pub mod gzip;
pub mod raw;
pub mod zlib;

use std::ops::RangeInclusive;

use flate2::{Compress, Compression, Decompress, FlushCompress, FlushDecompress, Status};

use crate::output::RowOutput;
use crate::{Appended, CodecError, Workspace, check_level, grow, probe};

/// The levels of deflate; 0 means stored.
pub(crate) const LEVELS: RangeInclusive<i32> = 0..=9;

/// The level that zlib and the `gzip` tool take.
pub(crate) const DEFAULT_LEVEL: i32 = 6;

/// The library behind both formats.
pub(crate) const VERSION: &str = "zlib-rs 0.6";

/// More than a new context for compression takes; zlib-rs panics if it gets no memory for one.
const COMPRESSOR: usize = 512 << 10;

/// The same for decompression.
const DECOMPRESSOR: usize = 64 << 10;

/// The longest input: zlib-rs counts in 32 bits.
const MAX_INPUT: usize = u32::MAX as usize;

/// The compression context that a workspace keeps, and the level it is set to.
pub(crate) struct DeflateCompressor {
    context: Compress,
    level: i32,
}

impl DeflateCompressor {
    fn new(level: i32) -> Result<Self, CodecError> {
        probe(COMPRESSOR)?;
        let context = Compress::new(Compression::new(level as u32), false);
        Ok(DeflateCompressor { context, level })
    }

    fn restart(&mut self, level: i32) -> Result<(), flate2::CompressError> {
        self.context.reset();
        if self.level != level {
            self.context.set_level(Compression::new(level as u32))?;
            self.level = level;
        }
        Ok(())
    }
}

/// Appends `row` as one stream. `level` is one of [`LEVELS`].
pub(crate) fn compress(
    workspace: &mut Workspace,
    format: &'static str,
    level: i32,
    row: &[u8],
    out: &mut Vec<u8>,
) -> Appended {
    check_level(format, level, LEVELS)?;
    if row.len() > MAX_INPUT {
        return Err(CodecError::InputTooLong { format, bytes: row.len(), max: MAX_INPUT });
    }
    let failed = |error: flate2::CompressError| CodecError::corrupt(format, error.to_string());
    let mut compressor = match workspace.deflate.take() {
        Some(mut compressor) => {
            compressor.restart(level).map_err(failed)?;
            compressor
        }
        None => DeflateCompressor::new(level)?,
    };
    // Level 1 takes nine bits for some bytes.
    let mut step = row.len() + row.len() / 8 + 64;
    loop {
        let start = out.len();
        grow(out, step)?;
        let context = &mut compressor.context;
        let (read, before) = (context.total_in() as usize, context.total_out());
        let status = context.compress(&row[read..], &mut out[start..], FlushCompress::Finish);
        out.truncate(start + (context.total_out() - before) as usize);
        if status.map_err(failed)? == Status::StreamEnd {
            break;
        }
        step = row.len() / 8 + 64;
    }
    // A context that has failed is not kept.
    workspace.deflate = Some(compressor);
    Ok(())
}

/// The first guess for the length of the content.
pub(crate) fn expected(input: &[u8]) -> usize {
    input.len().saturating_mul(4)
}

/// Appends the content of the stream at the start of `input`, and returns the stream's length.
pub(crate) fn decompress(
    workspace: &mut Workspace,
    format: &'static str,
    input: &[u8],
    output: &mut RowOutput<'_>,
) -> Result<usize, CodecError> {
    let context = match &mut workspace.inflate {
        Some(context) => context,
        none => {
            probe(DECOMPRESSOR)?;
            none.insert(Decompress::new(false))
        }
    };
    context.reset(false);
    let mut beyond = [0];
    loop {
        let (read, before) = (context.total_in(), context.total_out());
        let rest = &input[read as usize..];
        let at_limit = output.left() == 0;
        // One more byte distinguishes content that is too long from a stream that ends here.
        let room = if at_limit { &mut beyond[..] } else { output.room()? };
        let len = room.len();
        let status = context.decompress(rest, room, FlushDecompress::Finish);
        let written = (context.total_out() - before) as usize;
        if at_limit && written > 0 {
            return Err(output.over_limit());
        }
        output.advance(written);
        let status = status.map_err(|error| {
            CodecError::corrupt(format, format!("its deflate stream is damaged: {error}"))
        })?;
        if status == Status::StreamEnd {
            return Ok(context.total_in() as usize);
        }
        if context.total_in() == input.len() as u64 && written < len {
            return Err(CodecError::corrupt(format, "it ends within its deflate stream"));
        }
        if written == 0 && context.total_in() == read {
            return Err(CodecError::corrupt(format, "its deflate stream makes no progress"));
        }
    }
}
