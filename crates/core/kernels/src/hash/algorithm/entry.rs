//! An entry of the table of algorithms.

use super::incremental::{BlockHash, Incremental};
use crate::hash::hmac::MacAlgorithm;
use crate::hash::per_row;
use crate::hash::spelling::is_spelling;
use crate::hash::stream::Stream;
use crate::isa::Isa;
use crate::rows::{Block, Few};

/// Writes the digests of a block's rows, one after the other.
type BlockDigest = fn(Isa, block: &Block<'_>, out: &mut [u8]);

/// Writes the digest of one row.
type RowDigest = fn(row: &[u8], out: &mut [u8]);

/// A digest algorithm: its names, and the function for each use.
pub struct Algorithm {
    /// Its name in SQL, lower case.
    pub name: &'static str,
    /// The names that other tools use.
    pub(super) others: &'static [&'static str],
    /// Bytes in a digest.
    pub width: usize,
    /// Writes the digests of a block's rows, one after the other, into `block.len() * width` bytes.
    pub digest: BlockDigest,
    /// Digests one row, which is faster for few rows.
    pub(in crate::hash) row: Option<(fn() -> Few, RowDigest)>,
    /// Starts a digest of input that arrives in pieces.
    start: Option<fn() -> Box<dyn Stream>>,
    /// HMAC over the algorithm, if it is defined.
    pub mac: Option<MacAlgorithm>,
}

impl Algorithm {
    /// An algorithm that only digests blocks.
    pub const fn of_blocks(name: &'static str, width: usize, digest: BlockDigest) -> Self {
        Algorithm { name, others: &[], width, digest, row: None, start: None, mac: None }
    }

    /// An algorithm of another crate, over which HMAC is not defined.
    pub(in crate::hash) const fn without_mac<H: Incremental>(name: &'static str) -> Self {
        Algorithm {
            row: Some((|| per_row::FEW, H::digest)),
            start: Some(|| Box::new(H::new())),
            ..Self::of_blocks(name, H::WIDTH, digest_block::<H>)
        }
    }

    /// An algorithm of another crate.
    pub(in crate::hash) const fn with_mac<H: BlockHash>(name: &'static str) -> Self {
        Algorithm { mac: Some(MacAlgorithm::hmac::<H>(name)), ..Self::without_mac::<H>(name) }
    }

    /// The algorithm with functions of our own for blocks, and for `few` rows the crate.
    pub(in crate::hash) const fn with_lanes(self, few: fn() -> Few, digest: BlockDigest) -> Self {
        match self.row {
            Some((_, row)) => Algorithm { digest, row: Some((few, row)), ..self },
            None => panic!("the algorithm has no function for one row"),
        }
    }

    /// The algorithm with other names.
    pub(super) const fn or(self, others: &'static [&'static str]) -> Self {
        Algorithm { others, ..self }
    }

    /// An empty incremental digest.
    ///
    /// # Panics
    /// Panics if the algorithm is not one of the [`ALGORITHMS`](super::ALGORITHMS).
    pub fn stream(&self) -> Box<dyn Stream> {
        let start = self.start.unwrap_or_else(|| panic!("{self:?} digests no streams"));
        start()
    }

    /// Whether `name` is a name of the algorithm. Case, `-`, `_` and `/` don't count, and the names that other
    /// tools use are known: `SHA2-256`, `BLAKE2b-512`.
    pub fn is_called(&self, name: &str) -> bool {
        is_spelling(self.name, name) || self.others.iter().any(|other| is_spelling(other, name))
    }
}

impl std::fmt::Debug for Algorithm {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

/// The digests of a block by another crate, one row at a time.
pub(in crate::hash) fn digest_block<H: Incremental>(_: Isa, block: &Block<'_>, out: &mut [u8]) {
    for (out, row) in out.chunks_exact_mut(H::WIDTH).zip(block.rows()) {
        H::digest(row, out);
    }
}
