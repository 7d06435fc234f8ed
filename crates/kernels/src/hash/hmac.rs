//! HMAC. Spec: RFC 2104, and FIPS 202 for the block sizes of SHA-3.
//!
//! The crate `hmac` supports one version of the `digest` traits. We have hashes of two versions, and the
//! construction is short.

use std::fmt;
use std::sync::Arc;

use blake2::digest::core_api::BlockSizeUser as OlderBlockSize;
use sha2::digest::block_api::BlockSizeUser;

use crate::rows::Block;

/// A hash that HMAC can use.
pub struct MacAlgorithm {
    /// Its name in SQL, that of the hash in `digest`.
    pub name: &'static str,
    /// Bytes in a MAC.
    pub width: usize,
    prepare: fn(key: &[u8]) -> Arc<dyn Prepared>,
}

impl MacAlgorithm {
    /// The algorithm called `name`, exactly as [`MAC_ALGORITHMS`] spells it.
    pub fn find(name: &str) -> Option<&'static MacAlgorithm> {
        MAC_ALGORITHMS.iter().find(|algorithm| algorithm.name == name)
    }
}

impl fmt::Debug for MacAlgorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// Every hash for HMAC, in the order that error messages list them: the algorithms of `digest` that process
/// their input block by block. BLAKE3, Skein and the extendable outputs (SHAKE, KangarooTwelve) have
/// keyed modes of their own, and no HMAC of them is defined.
pub static MAC_ALGORITHMS: &[MacAlgorithm] = &[
    of::<Current<md5::Md5>>("md5", 16),
    of::<Current<sha1::Sha1>>("sha1", 20),
    of::<Current<sha2::Sha224>>("sha224", 28),
    of::<Current<sha2::Sha256>>("sha256", 32),
    of::<Current<sha2::Sha384>>("sha384", 48),
    of::<Current<sha2::Sha512>>("sha512", 64),
    of::<Current<sha2::Sha512_256>>("sha512_256", 32),
    of::<Current<sha3::Sha3_224>>("sha3_224", 28),
    of::<Current<sha3::Sha3_256>>("sha3_256", 32),
    of::<Current<sha3::Sha3_384>>("sha3_384", 48),
    of::<Current<sha3::Sha3_512>>("sha3_512", 64),
    of::<Current<sha3::Keccak256>>("keccak256", 32),
    of::<Older<blake2::Blake2b512>>("blake2b", 64),
    of::<Older<blake2::Blake2s256>>("blake2s", 32),
    of::<Current<ripemd::Ripemd160>>("ripemd160", 20),
];

const fn of<H: Hash>(name: &'static str, width: usize) -> MacAlgorithm {
    MacAlgorithm { name, width, prepare: |key| Arc::new(Pads::<H>::new(key)) }
}

/// HMAC under a key. The key's two pads are hashed once.
#[derive(Clone)]
pub struct Hmac {
    algorithm: &'static MacAlgorithm,
    prepared: Arc<dyn Prepared>,
}

impl Hmac {
    /// HMAC of `algorithm` under a key of any length.
    pub fn new(algorithm: &'static MacAlgorithm, key: &[u8]) -> Hmac {
        Hmac { algorithm, prepared: (algorithm.prepare)(key) }
    }

    /// Bytes in a MAC.
    pub fn width(&self) -> usize {
        self.algorithm.width
    }

    /// Writes the MACs of a block's rows, one after the other.
    pub fn digest(&self, block: &Block<'_>, out: &mut [u8]) {
        for (out, row) in out.chunks_exact_mut(self.width()).zip(block.rows()) {
            self.digest_row(row, out);
        }
    }

    /// Writes the MAC of one row.
    pub(super) fn digest_row(&self, row: &[u8], out: &mut [u8]) {
        self.prepared.mac(row, out);
    }
}

/// Keeps keys out of logs.
impl fmt::Debug for Hmac {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "HMAC of {}", self.algorithm.name)
    }
}

/// A hash prepared with a key.
trait Prepared: Send + Sync {
    /// Writes the MAC of a row.
    fn mac(&self, row: &[u8], out: &mut [u8]);
}

/// The hash states after the key's inner and outer pad.
struct Pads<H> {
    inner: H,
    outer: H,
}

impl<H: Hash> Pads<H> {
    fn new(key: &[u8]) -> Self {
        let mut block = vec![0; H::block_len()];
        match block.get_mut(..key.len()) {
            Some(start) => start.copy_from_slice(key),
            // A key longer than a block is replaced by its digest.
            None => {
                let mut hash = H::new();
                hash.update(key);
                hash.finish(&mut block[..H::width()]);
            }
        }
        let after = |pad: u8| {
            let mut hash = H::new();
            hash.update(&block.iter().map(|byte| byte ^ pad).collect::<Vec<_>>());
            hash
        };
        Pads { inner: after(0x36), outer: after(0x5c) }
    }
}

impl<H: Hash> Prepared for Pads<H> {
    fn mac(&self, row: &[u8], out: &mut [u8]) {
        let mut inner = self.inner.clone();
        inner.update(row);
        inner.finish(out);
        let mut outer = self.outer.clone();
        outer.update(out);
        outer.finish(out);
    }
}

/// A hash of either version of the `digest` traits.
trait Hash: Clone + Send + Sync + 'static {
    fn new() -> Self;
    fn block_len() -> usize;
    fn width() -> usize;
    fn update(&mut self, bytes: &[u8]);
    fn finish(self, out: &mut [u8]);
}

/// A hash of the current traits.
#[derive(Clone)]
struct Current<D>(D);

impl<D: sha2::Digest + BlockSizeUser + Clone + Send + Sync + 'static> Hash for Current<D> {
    fn new() -> Self {
        Current(D::new())
    }

    fn block_len() -> usize {
        D::block_size()
    }

    fn width() -> usize {
        <D as sha2::Digest>::output_size()
    }

    fn update(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    fn finish(self, out: &mut [u8]) {
        out.copy_from_slice(&self.0.finalize());
    }
}

/// A hash of the traits of `digest` 0.10: BLAKE2.
#[derive(Clone)]
struct Older<D>(D);

impl<D: blake2::Digest + OlderBlockSize + Clone + Send + Sync + 'static> Hash for Older<D> {
    fn new() -> Self {
        Older(D::new())
    }

    fn block_len() -> usize {
        D::block_size()
    }

    fn width() -> usize {
        <D as blake2::Digest>::output_size()
    }

    fn update(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    fn finish(self, out: &mut [u8]) {
        out.copy_from_slice(&self.0.finalize());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_are_those_of_the_hashes_and_keys_stay_secret() {
        for algorithm in MAC_ALGORITHMS {
            let mut out = vec![0; algorithm.width];
            for len in [0, 16, 64, 65, 144, 145, 500] {
                let hmac = Hmac::new(algorithm, &vec![b'k'; len]);
                hmac.prepared.mac(b"row", &mut out);
                assert_eq!(format!("{hmac:?}"), format!("HMAC of {}", algorithm.name));
            }
        }
    }
}
