//! The contexts of libzstd that a workspace keeps.

use zstd_safe::{CCtx, CParameter, DCtx, DParameter};

use super::{CONTEXT, zstd_error};
use crate::CodecError;

/// A compression context and the level it is set to.
pub(crate) struct ZstdCompressor {
    pub(super) context: CCtx<'static>,
    level: i32,
}

impl ZstdCompressor {
    pub(super) fn new() -> Result<Self, CodecError> {
        let mut context = CCtx::try_create().ok_or(CodecError::OutOfMemory { bytes: CONTEXT })?;
        context.set_parameter(CParameter::ChecksumFlag(true)).map_err(zstd_error)?;
        Ok(ZstdCompressor { context, level: 0 })
    }

    pub(super) fn set_level(&mut self, level: i32) -> Result<(), CodecError> {
        if self.level != level {
            self.context.set_parameter(CParameter::CompressionLevel(level)).map_err(zstd_error)?;
            self.level = level;
        }
        Ok(())
    }

    /// The number of bytes that the context holds.
    pub(crate) fn memory(&self) -> usize {
        self.context.sizeof()
    }
}

/// A decompression context.
pub(crate) struct ZstdDecompressor(pub(super) DCtx<'static>);

impl ZstdDecompressor {
    pub(super) fn new() -> Result<Self, CodecError> {
        let mut context = DCtx::try_create().ok_or(CodecError::OutOfMemory { bytes: CONTEXT })?;
        // `decompress` checks it.
        context.set_parameter(DParameter::ForceIgnoreChecksum(true)).map_err(zstd_error)?;
        Ok(ZstdDecompressor(context))
    }
}
