//! The algorithms that `digest` reaches by name.

use super::{blake3, md, xof};
use crate::isa::Isa;
use crate::rows::Block;

/// A digest algorithm with its width.
pub struct Algorithm {
    /// Its name in SQL, lower case.
    pub name: &'static str,
    /// Bytes in a digest.
    pub width: usize,
    /// Writes the digests of a block's rows, one after the other, into `block.len() * width` bytes.
    pub digest: fn(Isa, block: &Block<'_>, out: &mut [u8]),
}

impl Algorithm {
    /// The algorithm called `name`, exactly as [`ALGORITHMS`] spells it.
    pub fn find(name: &str) -> Option<&'static Algorithm> {
        ALGORITHMS.iter().find(|algorithm| algorithm.name == name)
    }
}

impl std::fmt::Debug for Algorithm {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

/// Every algorithm of `digest`, in the order that error messages list them.
pub static ALGORITHMS: &[Algorithm] = &[
    Algorithm { name: "md5", width: 16, digest: md::md5 },
    Algorithm { name: "sha1", width: 20, digest: md::sha1 },
    Algorithm { name: "sha224", width: 28, digest: md::sha224 },
    Algorithm { name: "sha256", width: 32, digest: md::sha256 },
    of::<sha2::Sha384>("sha384", 48),
    of::<sha2::Sha512>("sha512", 64),
    of::<sha2::Sha512_256>("sha512_256", 32),
    of::<sha3::Sha3_224>("sha3_224", 28),
    of::<sha3::Sha3_256>("sha3_256", 32),
    of::<sha3::Sha3_384>("sha3_384", 48),
    of::<sha3::Sha3_512>("sha3_512", 64),
    // Keccak's own padding (0x01), as Ethereum uses it; SHA-3's is 0x06.
    of::<sha3::Keccak256>("keccak256", 32),
    xof::of::<shake::Shake128>("shake128", 32),
    xof::of::<shake::Shake256>("shake256", 64),
    Algorithm { name: "blake2b", width: 64, digest: blake2::<blake2::Blake2b512> },
    Algorithm { name: "blake2s", width: 32, digest: blake2::<blake2::Blake2s256> },
    Algorithm { name: "blake3", width: 32, digest: blake3_32 },
    // KT128 of RFC 9861 without a customisation, which is what KangarooTwelve came to be called.
    xof::of::<k12::Kt128>("k12", 32),
    // Skein-256-256 and Skein-512-512: the state is as wide as the output.
    of::<skein::Skein256_256>("skein256", 32),
    of::<skein::Skein512_512>("skein512", 64),
    of::<ripemd::Ripemd160>("ripemd160", 20),
];

pub(super) const fn of<D: sha2::Digest>(name: &'static str, width: usize) -> Algorithm {
    Algorithm { name, width, digest: rust_crypto::<D> }
}

/// The digests of a block by the crate's implementation of `D`, one row at a time.
pub(super) fn rust_crypto<D: sha2::Digest>(_: Isa, block: &Block<'_>, out: &mut [u8]) {
    for (out, row) in out.chunks_exact_mut(<D as sha2::Digest>::output_size()).zip(block.rows()) {
        out.copy_from_slice(&D::digest(row));
    }
}

/// [`rust_crypto`] for the one crate that still implements the traits of `digest` 0.10.
fn blake2<D: blake2::Digest>(_: Isa, block: &Block<'_>, out: &mut [u8]) {
    for (out, row) in out.chunks_exact_mut(<D as blake2::Digest>::output_size()).zip(block.rows()) {
        out.copy_from_slice(&D::digest(row));
    }
}

fn blake3_32(isa: Isa, block: &Block<'_>, out: &mut [u8]) {
    blake3::digest(isa, &blake3::Mode::Hash, 32, block, out);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rows::{self, Rows};

    #[test]
    fn widths_are_those_of_the_algorithms() {
        for algorithm in ALGORITHMS {
            let mut out = vec![0; 2 * algorithm.width];
            rows::blocks(Isa::current(), &Rows::Slices(&[b"a", b"a"]), |_, block| {
                (algorithm.digest)(Isa::current(), block, &mut out);
            });
            let (first, second) = out.split_at(algorithm.width);
            assert_eq!(first, second, "{algorithm:?}");
            assert_ne!(first, vec![0; algorithm.width], "{algorithm:?}");
        }
    }

    #[test]
    fn names_are_found_exactly() {
        assert_eq!(Algorithm::find("sha256").unwrap().width, 32);
        assert!(Algorithm::find("SHA256").is_none());
        assert!(Algorithm::find("sha257").is_none());
    }
}
