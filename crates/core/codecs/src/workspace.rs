//! What codecs keep from one row to the next.

use super::{bare, deflate, snappy, zstd};
use crate::pack;

/// The contexts and tables of the codecs, each built when it is first needed. Use one per thread: zstd takes 24,500 ns
/// for a URL of 54 bytes with a new context, and 540 with an existing one. liblz4's states are not here, because lzzzz
/// keeps them per thread. Brotli's and xz's contexts can't be reused.
#[derive(Default)]
pub struct Workspace {
    pub(crate) zstd_compressor: Option<zstd::ZstdCompressor>,
    pub(crate) zstd_decompressor: Option<zstd::ZstdDecompressor>,
    pub(crate) deflate: Option<deflate::DeflateCompressor>,
    pub(crate) inflate: Option<flate2::Decompress>,
    pub(crate) snappy: Option<snappy::SnappyCompressor>,
    /// A buffer for rows that are compressed only to measure their length.
    pub(crate) measured: Vec<u8>,
    pub(crate) bare: bare::BareContexts,
    pub(crate) pack: pack::PackScratch,
}

impl Workspace {
    /// The most memory that an idle zstd compressor keeps: level 22 grows to hundreds of MiB.
    const MAX_IDLE: usize = 16 << 20;

    /// Frees memory that only unusual rows needed. Call it after a batch.
    pub fn trim(&mut self) {
        if self.zstd_compressor.as_ref().is_some_and(|c| c.memory() > Self::MAX_IDLE) {
            self.zstd_compressor = None;
        }
        self.measured.clear();
        self.measured.shrink_to(1 << 20);
        self.bare.trim(Self::MAX_IDLE);
        self.pack.trim(Self::MAX_IDLE);
    }
}
