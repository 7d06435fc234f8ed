//! The algorithms that `digest` takes by name.

use super::{blake3, md, per_row, xof};
use crate::isa::Isa;
use crate::rows::{Block, Few};

/// Writes the digest of one row.
pub(super) type RowDigest = fn(row: &[u8], out: &mut [u8]);

/// A digest algorithm with its width.
pub struct Algorithm {
    /// Its name in SQL, lower case.
    pub name: &'static str,
    /// Bytes in a digest.
    pub width: usize,
    /// Writes the digests of a block's rows, one after the other, into `block.len() * width` bytes.
    pub digest: fn(Isa, block: &Block<'_>, out: &mut [u8]),
    /// Digests one row, which is faster for few rows.
    pub(super) row: Option<(fn() -> Few, RowDigest)>,
}

impl Algorithm {
    /// An algorithm that digests blocks only.
    pub const fn of_blocks(
        name: &'static str,
        width: usize,
        digest: fn(Isa, block: &Block<'_>, out: &mut [u8]),
    ) -> Self {
        Algorithm { name, width, digest, row: None }
    }

    /// The algorithm with a function that digests one row, for `few` rows.
    pub(super) const fn or_rows(self, few: fn() -> Few, row: RowDigest) -> Self {
        Algorithm { row: Some((few, row)), ..self }
    }

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
    md::md5("md5"),
    md::sha1("sha1"),
    md::sha224("sha224"),
    md::sha256("sha256"),
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
    older::<blake2::Blake2b512>("blake2b", 64),
    older::<blake2::Blake2s256>("blake2s", 32),
    Algorithm::of_blocks("blake3", 32, |isa, block, out| {
        blake3::digest(isa, &blake3::Mode::Hash, 32, block, out);
    })
    .or_rows(|| blake3::FEW, |row, out| blake3::digest_row(&blake3::Mode::Hash, row, out)),
    // KT128 of RFC 9861 without a customisation string: the new name of KangarooTwelve.
    xof::of::<k12::Kt128>("k12", 32),
    // Skein-256-256 and Skein-512-512: the state is as wide as the output.
    of::<skein::Skein256_256>("skein256", 32),
    of::<skein::Skein512_512>("skein512", 64),
    of::<ripemd::Ripemd160>("ripemd160", 20),
];

pub(super) const fn of<D: sha2::Digest>(name: &'static str, width: usize) -> Algorithm {
    Algorithm::of_blocks(name, width, rust_crypto::<D>).or_rows(|| per_row::FEW, row::<D>)
}

/// The digest of one row by the crate's implementation of `D`.
pub(super) fn row<D: sha2::Digest>(row: &[u8], out: &mut [u8]) {
    out.copy_from_slice(&D::digest(row));
}

/// The digests of a block by the crate's implementation of `D`, one row at a time.
pub(super) fn rust_crypto<D: sha2::Digest>(_: Isa, block: &Block<'_>, out: &mut [u8]) {
    for (out, row) in out.chunks_exact_mut(<D as sha2::Digest>::output_size()).zip(block.rows()) {
        out.copy_from_slice(&D::digest(row));
    }
}

/// [`of`] for the one crate that still implements the traits of `digest` 0.10.
const fn older<D: blake2::Digest>(name: &'static str, width: usize) -> Algorithm {
    Algorithm::of_blocks(name, width, blake2::<D>)
        .or_rows(|| per_row::FEW, |row, out| out.copy_from_slice(&D::digest(row)))
}

fn blake2<D: blake2::Digest>(_: Isa, block: &Block<'_>, out: &mut [u8]) {
    for (out, row) in out.chunks_exact_mut(<D as blake2::Digest>::output_size()).zip(block.rows()) {
        out.copy_from_slice(&D::digest(row));
    }
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
