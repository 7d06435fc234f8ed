//! What codecs keep from one row to the next.

use super::{bare, deflate, snappy, zstd};
use crate::pack;

/// The contexts and tables of the codecs, each built when first needed. One per thread: a URL of 54
/// bytes takes zstd 24,500 ns with a new context, and 540 with one that is there. liblz4's states are
/// not here: lzzzz keeps them per thread. Brotli and xz have no contexts that could be used again.
#[derive(Default)]
pub struct Workspace {
    pub(crate) zstd_compressor: Option<zstd::Compressor>,
    pub(crate) zstd_decompressor: Option<zstd::Decompressor>,
    pub(crate) zstd_short: Option<Box<zstd::Scratch>>,
    pub(crate) deflate: Option<deflate::Compressor>,
    pub(crate) inflate: Option<flate2::Decompress>,
    pub(crate) snappy: Option<snappy::Compressor>,
    /// What is compressed only to see how long it gets.
    pub(crate) measured: Vec<u8>,
    pub(crate) bare: bare::Contexts,
    pub(crate) pack: pack::Scratch,
}

impl Workspace {
    /// The most memory that an idle zstd compressor may keep: level 22 grows to hundreds of MiB.
    const MAX_IDLE: usize = 16 << 20;

    /// Gives back memory that only unusual rows needed. Call it after a batch.
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
