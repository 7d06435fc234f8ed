//! Hashes of other crates behind one trait.

use blake2::digest::core_api::BlockSizeUser as OlderBlockSize;
use sha2::digest::block_api::BlockSizeUser;
use sha2::digest::typenum::Unsigned;
use sha2::digest::{ExtendableOutput, Update};

/// A hash whose input arrives in pieces.
pub(in crate::hash) trait IncrementalHash: Clone + Send + Sync + 'static {
    /// Bytes in a digest.
    const WIDTH: usize;

    /// The state before any input.
    fn new() -> Self;

    /// Adds to the input.
    fn update(&mut self, bytes: &[u8]);

    /// Writes the digest, which is [`IncrementalHash::WIDTH`] bytes.
    fn finish(self, out: &mut [u8]);

    /// Writes the digest of one row.
    #[inline(always)]
    fn digest(row: &[u8], out: &mut [u8]) {
        let mut hash = Self::new();
        hash.update(row);
        hash.finish(out);
    }
}

/// A hash that processes its input block by block, so that HMAC is defined over it.
pub(in crate::hash) trait BlockHash: IncrementalHash {
    /// Bytes in a block.
    const BLOCK: usize;
}

/// A hash of the current `digest` traits.
#[derive(Clone)]
pub(in crate::hash) struct CurrentDigest<D>(D);

impl<D: sha2::Digest + Clone + Send + Sync + 'static> IncrementalHash for CurrentDigest<D> {
    const WIDTH: usize = D::OutputSize::USIZE;

    #[inline(always)]
    fn new() -> Self {
        CurrentDigest(D::new())
    }

    #[inline(always)]
    fn update(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    #[inline(always)]
    fn finish(self, out: &mut [u8]) {
        out.copy_from_slice(&self.0.finalize());
    }
}

impl<D: sha2::Digest + BlockSizeUser + Clone + Send + Sync + 'static> BlockHash
    for CurrentDigest<D>
{
    const BLOCK: usize = D::BlockSize::USIZE;
}

/// A hash of the one crate that still implements the traits of `digest` 0.10: BLAKE2.
#[derive(Clone)]
pub(super) struct OlderDigest<D>(D);

impl<D: blake2::Digest + Clone + Send + Sync + 'static> IncrementalHash for OlderDigest<D> {
    const WIDTH: usize = D::OutputSize::USIZE;

    #[inline(always)]
    fn new() -> Self {
        OlderDigest(D::new())
    }

    #[inline(always)]
    fn update(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    #[inline(always)]
    fn finish(self, out: &mut [u8]) {
        out.copy_from_slice(&self.0.finalize());
    }
}

impl<D: blake2::Digest + OlderBlockSize + Clone + Send + Sync + 'static> BlockHash
    for OlderDigest<D>
{
    const BLOCK: usize = D::BlockSize::USIZE;
}

/// A function with extendable output, cut off after `WIDTH` bytes.
#[derive(Clone)]
pub(super) struct ExtendableHash<D, const WIDTH: usize>(D);

impl<D, const WIDTH: usize> IncrementalHash for ExtendableHash<D, WIDTH>
where
    D: ExtendableOutput + Update + Default + Clone + Send + Sync + 'static,
{
    const WIDTH: usize = WIDTH;

    #[inline(always)]
    fn new() -> Self {
        ExtendableHash(D::default())
    }

    #[inline(always)]
    fn update(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    #[inline(always)]
    fn finish(self, out: &mut [u8]) {
        self.0.finalize_xof_into(out);
    }
}

impl IncrementalHash for ::blake3::Hasher {
    const WIDTH: usize = ::blake3::OUT_LEN;

    #[inline(always)]
    fn new() -> Self {
        Self::new()
    }

    #[inline(always)]
    fn update(&mut self, bytes: &[u8]) {
        self.update(bytes);
    }

    #[inline(always)]
    fn finish(self, out: &mut [u8]) {
        out.copy_from_slice(self.finalize().as_bytes());
    }
}
