//! A digest whose parameters are settled.

use super::{Algorithm, blake3};
use crate::rows::{Rows, blocks};

/// A digest function with its parameters prepared: what stays the same from row to row.
#[derive(Clone, Copy, Debug)]
pub enum Digester {
    /// An algorithm of `digest`.
    Algorithm(&'static Algorithm),
    /// BLAKE3 in one of its modes, to any width.
    Blake3 {
        /// The mode, with its key.
        mode: blake3::Mode,
        /// Bytes of output a row; at least 1.
        width: usize,
    },
}

impl Digester {
    /// Bytes in a digest.
    pub fn width(&self) -> usize {
        match self {
            Digester::Algorithm(algorithm) => algorithm.width,
            Digester::Blake3 { width, .. } => *width,
        }
    }

    /// Writes the digests of a block's rows, one after the other.
    ///
    /// # Panics
    /// Where `out` is not `rows.len() * width()` bytes.
    pub fn digest_block(&self, rows: &[&[u8]], out: &mut [u8]) {
        assert_eq!(out.len(), rows.len() * self.width());
        match self {
            Digester::Algorithm(algorithm) => (algorithm.digest)(rows, out),
            Digester::Blake3 { mode, width } => blake3::digest(mode, *width, rows, out),
        }
    }

    /// Writes the digests of a column, one after the other.
    ///
    /// # Panics
    /// Where `out` is not `rows.len() * width()` bytes.
    pub fn digest(&self, rows: &Rows<'_>, out: &mut [u8]) {
        let width = self.width();
        assert_eq!(out.len(), rows.len() * width);
        blocks(rows, |first, slices| {
            self.digest_block(slices, &mut out[first * width..][..slices.len() * width]);
        });
    }
}
