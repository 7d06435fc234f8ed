//! A digest function with its parameters fixed.

use super::{Algorithm, Hmac, blake3, per_row};
use crate::blocks::{Block, FewLimits, Rows, blocks};
use crate::isa::Isa;

/// A digest function with its parameters prepared: the work that is the same for all rows.
#[derive(Clone, Debug)]
pub enum Digester {
    /// An algorithm without a key: one of `digest`, of S3 or of another engine.
    Algorithm(&'static Algorithm),
    /// BLAKE3 in one of its modes, to any width.
    Blake3 {
        /// The mode, with its key.
        mode: blake3::Blake3Mode,
        /// Bytes of output per row; at least 1.
        width: usize,
    },
    /// HMAC under a key.
    Hmac(Hmac),
}

impl Digester {
    /// Bytes in a digest.
    pub fn width(&self) -> usize {
        match self {
            Digester::Algorithm(algorithm) => algorithm.width,
            Digester::Blake3 { width, .. } => *width,
            Digester::Hmac(hmac) => hmac.width(),
        }
    }

    /// Writes the digests of a block's rows, one after the other.
    ///
    /// # Panics
    /// Panics if `out` is not `block.len() * width()` bytes.
    pub fn digest_block(&self, isa: Isa, block: &Block<'_>, out: &mut [u8]) {
        assert_eq!(out.len(), block.len() * self.width());
        match self {
            Digester::Algorithm(algorithm) => (algorithm.digest)(isa, block, out),
            Digester::Blake3 { mode, width } => blake3::digest(isa, mode, *width, block, out),
            Digester::Hmac(hmac) => hmac.digest(block, out),
        }
    }

    /// Writes the digests of a column, one after the other.
    ///
    /// # Panics
    /// Panics if `out` is not `rows.len() * width()` bytes.
    pub fn digest(&self, isa: Isa, rows: &Rows<'_>, out: &mut [u8]) {
        let width = self.width();
        assert_eq!(out.len(), rows.len() * width);
        let are = |few: FewLimits| few.are(isa, (0..rows.len()).map(|i| rows.row(i).len()));
        let digests = out.chunks_exact_mut(width).enumerate();
        match self {
            Digester::Algorithm(Algorithm { row: Some((few, digest)), .. }) if are(few()) => {
                digests.for_each(|(i, out)| digest(rows.row(i), out));
            }
            Digester::Blake3 { mode, .. } if are(blake3::FEW) => {
                digests.for_each(|(i, out)| blake3::digest_row(mode, rows.row(i), out));
            }
            Digester::Hmac(hmac) if are(per_row::FEW) => {
                digests.for_each(|(i, out)| hmac.digest_row(rows.row(i), out));
            }
            _ => self.by_blocks(isa, rows, out),
        }
    }

    /// Not inlined: entering it touches its stack of 9 KiB.
    #[inline(never)]
    fn by_blocks(&self, isa: Isa, rows: &Rows<'_>, out: &mut [u8]) {
        let width = self.width();
        blocks(isa, rows, |first, block| {
            self.digest_block(isa, block, &mut out[first * width..][..block.len() * width]);
        });
    }
}
