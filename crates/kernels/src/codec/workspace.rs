//! What codecs keep from one row to the next.

use super::{lz4_block, zstd};

/// The contexts and tables of the codecs, each built when first needed. One per thread: building a
/// zstd context costs 20,000 ns, a row of 54 bytes 760 ns.
#[derive(Default)]
pub struct Workspace {
    pub(super) zstd_compressor: Option<zstd::Compressor>,
    pub(super) zstd_decompressor: Option<zstd::Decompressor>,
    pub(super) lz4: lz4_block::Tables,
}

impl Workspace {
    /// The most memory that an idle zstd compressor may keep: level 22 grows to hundreds of MiB.
    const MAX_IDLE: usize = 16 << 20;

    /// Gives back memory that only unusual rows needed. Call it after a batch.
    pub fn trim(&mut self) {
        if self.zstd_compressor.as_ref().is_some_and(|c| c.memory() > Self::MAX_IDLE) {
            self.zstd_compressor = None;
        }
    }
}
