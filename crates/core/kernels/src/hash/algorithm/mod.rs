//! The algorithms that `digest` takes by name.
//!
//! A row of the [table](ALGORITHMS) has all that is known about an algorithm: its names, its width,
//! and how it digests blocks of rows, few rows and streams, and HMAC.

pub(super) mod incremental;
mod table;

pub use table::{ALGORITHMS, MAC_ALGORITHMS};

pub(super) use incremental::{BlockHash, CurrentDigest, IncrementalHash};

use super::hmac::MacAlgorithm;
use super::per_row;
use super::stream::DigestStream;
use crate::blocks::{BLOCK_ROWS, Block, FewLimits, HashKernel, Seeds};
use crate::isa::Isa;

/// Writes the digests of a block's rows, one after the other.
type BlockDigest = fn(Isa, block: &Block<'_>, out: &mut [u8]);

/// Writes the digest of one row.
type RowDigest = fn(row: &[u8], out: &mut [u8]);

/// A digest algorithm: its names, and the function for each use.
pub struct Algorithm {
    /// Its name in SQL, lower case.
    pub name: &'static str,
    /// The names that other tools use.
    others: &'static [&'static str],
    /// Bytes in a digest.
    pub width: usize,
    /// Writes the digests of a block's rows, one after the other, into `block.len() * width` bytes.
    pub digest: BlockDigest,
    /// Digests one row, which is faster for few rows.
    pub(super) row: Option<(fn() -> FewLimits, RowDigest)>,
    /// Starts a digest of input that arrives in pieces.
    start: Option<fn() -> Box<dyn DigestStream>>,
    /// HMAC over the algorithm, if it is defined.
    pub mac: Option<MacAlgorithm>,
}

impl Algorithm {
    /// An algorithm that only digests blocks.
    pub const fn of_blocks(name: &'static str, width: usize, digest: BlockDigest) -> Self {
        Algorithm { name, others: &[], width, digest, row: None, start: None, mac: None }
    }

    /// An algorithm of another crate, over which HMAC is not defined.
    pub(super) const fn without_mac<H: IncrementalHash>(name: &'static str) -> Self {
        Algorithm {
            row: Some((|| per_row::FEW, H::digest)),
            start: Some(|| Box::new(H::new())),
            ..Self::of_blocks(name, H::WIDTH, digest_block::<H>)
        }
    }

    /// An algorithm of another crate.
    pub(super) const fn with_mac<H: BlockHash>(name: &'static str) -> Self {
        Algorithm { mac: Some(MacAlgorithm::hmac::<H>(name)), ..Self::without_mac::<H>(name) }
    }

    /// The algorithm with functions of our own for blocks, and for `few` rows the crate.
    pub(super) const fn with_lanes(self, few: fn() -> FewLimits, digest: BlockDigest) -> Self {
        match self.row {
            Some((_, row)) => Algorithm { digest, row: Some((few, row)), ..self },
            None => panic!("the algorithm has no function for one row"),
        }
    }

    /// The algorithm with other names.
    const fn or(self, others: &'static [&'static str]) -> Self {
        Algorithm { others, ..self }
    }

    /// An empty incremental digest.
    ///
    /// # Panics
    /// Panics if the algorithm is not one of the [`ALGORITHMS`].
    pub fn stream(&self) -> Box<dyn DigestStream> {
        let start = self.start.unwrap_or_else(|| panic!("{self:?} digests no streams"));
        start()
    }

    /// Whether `name` is a name of the algorithm. Case, `-`, `_` and `/` don't count, and the names
    /// that other tools use are known: `SHA2-256`, `BLAKE2b-512`.
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
pub(super) fn digest_block<H: IncrementalHash>(_: Isa, block: &Block<'_>, out: &mut [u8]) {
    for (out, row) in out.chunks_exact_mut(H::WIDTH).zip(block.rows()) {
        H::digest(row, out);
    }
}

/// Writes the numbers of `kernel` under the seed 0 as their canonical bytes, big-endian, one row
/// after the other.
pub(super) fn digest_u32(
    isa: Isa,
    block: &Block<'_>,
    out: &mut [u8],
    kernel: HashKernel<u32, u32>,
) {
    let mut numbers = [0; BLOCK_ROWS];
    let numbers = &mut numbers[..block.len()];
    kernel.hash_block(isa, block, Seeds::Constant(0), numbers);
    for (out, number) in out.as_chunks_mut().0.iter_mut().zip(numbers) {
        *out = number.to_be_bytes();
    }
}

/// [`digest_u32`] for 64 bits.
pub(crate) fn digest_u64(
    isa: Isa,
    block: &Block<'_>,
    out: &mut [u8],
    kernel: HashKernel<u64, u64>,
) {
    let mut numbers = [0; BLOCK_ROWS];
    let numbers = &mut numbers[..block.len()];
    kernel.hash_block(isa, block, Seeds::Constant(0), numbers);
    for (out, number) in out.as_chunks_mut().0.iter_mut().zip(numbers) {
        *out = number.to_be_bytes();
    }
}

/// Whether two names differ in case and punctuation only, such as `sha512_256` and `SHA-512/256`.
pub fn is_spelling(name: &str, given: &str) -> bool {
    fn letters(name: &str) -> impl Iterator<Item = u8> {
        let is_counted = |byte: &u8| !matches!(byte, b'-' | b'_' | b'/');
        name.bytes().filter(is_counted).map(|byte| byte.to_ascii_lowercase())
    }
    letters(name).eq(letters(given))
}
