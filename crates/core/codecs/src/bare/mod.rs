//! Compressed bytes for a container that stores their lengths and checksums itself: bare LZ4 blocks, and zstd frames
//! without a checksum.
//!
//! The length of the content is known before it is decompressed. Any other length is an error.

mod lz4;
mod zstd;

pub(crate) use lz4::{lz4_compress, lz4_decompress};
pub(crate) use zstd::BareContexts;

use crate::CodecError;

fn all_of(content: usize, written: usize, format: &'static str) -> Result<(), CodecError> {
    if written == content {
        return Ok(());
    }
    let reason = format!("it should decompress to {content} bytes but gave {written}");
    Err(CodecError::corrupt(format, reason))
}

fn too_much(format: &'static str, content: usize, compressed: usize) -> CodecError {
    let reason = format!("it should hold {content} bytes, more than {compressed} bytes can hold");
    CodecError::corrupt(format, reason)
}
