//! Hashes of other crates behind one trait.

use blake2::digest::core_api::BlockSizeUser as OlderBlockSize;
use sha2::digest::block_api::BlockSizeUser;
use sha2::digest::typenum::Unsigned;
use sha2::digest::{ExtendableOutput, Update};

/// A hash whose input arrives in pieces.
pub(in crate::hash) trait Incremental: Clone + Send + Sync + 'static {
    /// Bytes in a digest.
    const WIDTH: usize;

    /// The state before any input.
    fn new() -> Self;

    /// Adds to the input.
    fn update(&mut self, bytes: &[u8]);

    /// Writes the digest, which is [`Incremental::WIDTH`] bytes.
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
pub(in crate::hash) trait BlockHash: Incremental {
    /// Bytes in a block.
    const BLOCK: usize;
}

/// A hash of the current `digest` traits.
#[derive(Clone)]
pub(in crate::hash) struct Current<D>(D);

impl<D: sha2::Digest + Clone + Send + Sync + 'static> Incremental for Current<D> {
    const WIDTH: usize = D::OutputSize::USIZE;

    #[inline(always)]
    fn new() -> Self {
        Current(D::new())
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

impl<D: sha2::Digest + BlockSizeUser + Clone + Send + Sync + 'static> BlockHash for Current<D> {
    const BLOCK: usize = D::BlockSize::USIZE;
}

/// A hash of the one crate that still implements the traits of `digest` 0.10: BLAKE2.
#[derive(Clone)]
pub(super) struct Older<D>(D);

impl<D: blake2::Digest + Clone + Send + Sync + 'static> Incremental for Older<D> {
    const WIDTH: usize = D::OutputSize::USIZE;

    #[inline(always)]
    fn new() -> Self {
        Older(D::new())
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

impl<D: blake2::Digest + OlderBlockSize + Clone + Send + Sync + 'static> BlockHash for Older<D> {
    const BLOCK: usize = D::BlockSize::USIZE;
}

/// A function with extendable output, cut off after `WIDTH` bytes.
#[derive(Clone)]
pub(super) struct Extendable<D, const WIDTH: usize>(D);

impl<D, const WIDTH: usize> Incremental for Extendable<D, WIDTH>
where
    D: ExtendableOutput + Update + Default + Clone + Send + Sync + 'static,
{
    const WIDTH: usize = WIDTH;

    #[inline(always)]
    fn new() -> Self {
        Extendable(D::default())
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

impl Incremental for ::blake3::Hasher {
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
