//! HMAC. Spec: RFC 2104, and FIPS 202 for the block sizes of SHA-3.
//!
//! The crate `hmac` supports one version of the `digest` traits. We have hashes of two versions,
//! and the construction is short.

use std::fmt;
use std::sync::Arc;

use super::algorithm::incremental::BlockHash;
use crate::blocks::Block;

/// A hash that HMAC can use.
pub struct MacAlgorithm {
    /// Its name in SQL, that of the hash in `digest`.
    pub name: &'static str,
    /// Bytes in a MAC.
    pub width: usize,
    prepare: fn(key: &[u8]) -> Arc<dyn KeyedHash>,
}

impl MacAlgorithm {
    /// HMAC over `H`, which is called `name`.
    pub(super) const fn hmac<H: BlockHash>(name: &'static str) -> Self {
        MacAlgorithm { name, width: H::WIDTH, prepare: |key| Arc::new(HmacPads::<H>::new(key)) }
    }
}

impl fmt::Debug for MacAlgorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// HMAC under a key. The key's two pads are hashed once.
#[derive(Clone)]
pub struct Hmac {
    algorithm: &'static MacAlgorithm,
    prepared: Arc<dyn KeyedHash>,
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
trait KeyedHash: Send + Sync {
    /// Writes the MAC of a row.
    fn mac(&self, row: &[u8], out: &mut [u8]);
}

/// The hash states after the key's inner and outer pad.
struct HmacPads<H> {
    inner: H,
    outer: H,
}

impl<H: BlockHash> HmacPads<H> {
    fn new(key: &[u8]) -> Self {
        let mut block = vec![0; H::BLOCK];
        match block.get_mut(..key.len()) {
            Some(start) => start.copy_from_slice(key),
            // A key longer than a block is replaced by its digest.
            None => H::digest(key, &mut block[..H::WIDTH]),
        }
        let after = |pad: u8| {
            let mut hash = H::new();
            hash.update(&block.iter().map(|byte| byte ^ pad).collect::<Vec<_>>());
            hash
        };
        HmacPads { inner: after(0x36), outer: after(0x5c) }
    }
}

impl<H: BlockHash> KeyedHash for HmacPads<H> {
    fn mac(&self, row: &[u8], out: &mut [u8]) {
        let mut inner = self.inner.clone();
        inner.update(row);
        inner.finish(out);
        let mut outer = self.outer.clone();
        outer.update(out);
        outer.finish(out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::algorithm::MAC_ALGORITHMS;

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
