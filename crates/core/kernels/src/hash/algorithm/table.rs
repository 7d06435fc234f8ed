//! The table of algorithms.

use super::Algorithm;
use super::incremental::{CurrentDigest, ExtendableHash, OlderDigest};
use crate::hash::hmac::MacAlgorithm;
use crate::hash::{blake3, md};

/// Every algorithm of `digest`, in the order that error messages list them.
pub static ALGORITHMS: &[Algorithm] = &[
    md::md5("md5"),
    md::sha1("sha1"),
    md::sha224("sha224").or(&["sha2224"]),
    md::sha256("sha256").or(&["sha2256"]),
    Algorithm::with_mac::<CurrentDigest<sha2::Sha384>>("sha384").or(&["sha2384"]),
    Algorithm::with_mac::<CurrentDigest<sha2::Sha512>>("sha512").or(&["sha2512"]),
    Algorithm::with_mac::<CurrentDigest<sha2::Sha512_224>>("sha512_224")
        .or(&["sha2512224", "sha512t224"]),
    Algorithm::with_mac::<CurrentDigest<sha2::Sha512_256>>("sha512_256")
        .or(&["sha2512256", "sha512t256"]),
    Algorithm::with_mac::<CurrentDigest<sha3::Sha3_224>>("sha3_224"),
    Algorithm::with_mac::<CurrentDigest<sha3::Sha3_256>>("sha3_256"),
    Algorithm::with_mac::<CurrentDigest<sha3::Sha3_384>>("sha3_384"),
    Algorithm::with_mac::<CurrentDigest<sha3::Sha3_512>>("sha3_512"),
    // Keccak's own padding (0x01), as Ethereum uses it; SHA-3's is 0x06.
    Algorithm::with_mac::<CurrentDigest<sha3::Keccak256>>("keccak256"),
    Algorithm::without_mac::<ExtendableHash<shake::Shake128, 32>>("shake128"),
    Algorithm::without_mac::<ExtendableHash<shake::Shake256, 64>>("shake256"),
    Algorithm::with_mac::<OlderDigest<blake2::Blake2b512>>("blake2b").or(&["blake2b512"]),
    Algorithm::with_mac::<OlderDigest<blake2::Blake2s256>>("blake2s").or(&["blake2s256"]),
    Algorithm::without_mac::<::blake3::Hasher>("blake3").with_lanes(
        || blake3::FEW,
        |isa, block, out| blake3::digest(isa, &blake3::Blake3Mode::Hash, 32, block, out),
    ),
    // KT128 of RFC 9861 without a customisation string: the new name of KangarooTwelve.
    Algorithm::without_mac::<ExtendableHash<k12::Kt128, 32>>("k12")
        .or(&["kt128", "kangarootwelve"]),
    // Skein-256-256 and Skein-512-512: the state is as wide as the output. Skein has a keyed mode
    // of its own.
    Algorithm::without_mac::<CurrentDigest<skein::Skein256_256>>("skein256"),
    Algorithm::without_mac::<CurrentDigest<skein::Skein512_512>>("skein512"),
    Algorithm::with_mac::<CurrentDigest<ripemd::Ripemd160>>("ripemd160").or(&["rmd160"]),
    Algorithm::with_mac::<CurrentDigest<sm3::Sm3>>("sm3"),
];

/// The number of algorithms that HMAC is defined over.
const MACS: usize = 17;

/// Every hash for HMAC, in the order that error messages list them: the algorithms of `digest` that
/// process their input block by block. BLAKE3, Skein and the extendable outputs (SHAKE,
/// KangarooTwelve) have keyed modes of their own, and no HMAC of them is defined.
pub static MAC_ALGORITHMS: &[&MacAlgorithm] = &{
    let Some(first) = &ALGORITHMS[0].mac else { panic!("HMAC is defined over MD5") };
    let (mut macs, mut count, mut i) = ([first; MACS], 0, 0);
    while i < ALGORITHMS.len() {
        if let Some(mac) = &ALGORITHMS[i].mac {
            macs[count] = mac;
            count += 1;
        }
        i += 1;
    }
    assert!(count == MACS);
    macs
};

impl Algorithm {
    /// The algorithm that [is called](Algorithm::is_called) `name`.
    pub fn find(name: &str) -> Option<&'static Algorithm> {
        ALGORITHMS.iter().find(|algorithm| algorithm.is_called(name))
    }

    /// The algorithm that the table calls `name`, for a table of constants.
    ///
    /// # Panics
    /// Panics if there is none, which for a constant is an error of the compiler.
    pub const fn named(name: &str) -> &'static Algorithm {
        let mut i = 0;
        while i < ALGORITHMS.len() {
            if is_equal(ALGORITHMS[i].name, name) {
                return &ALGORITHMS[i];
            }
            i += 1;
        }
        panic!("no algorithm has this name")
    }
}

impl MacAlgorithm {
    /// HMAC over the algorithm that [is called](Algorithm::is_called) `name`.
    pub fn find(name: &str) -> Option<&'static MacAlgorithm> {
        Algorithm::find(name)?.mac.as_ref()
    }
}

/// `a == b`, which isn't a constant expression for strings.
const fn is_equal(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut i = 0;
    while i < a.len() && i < b.len() && a[i] == b[i] {
        i += 1;
    }
    i == a.len() && i == b.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::blocks::{Rows, blocks};
    use crate::isa::Isa;

    #[test]
    fn widths_are_those_of_the_algorithms() {
        for algorithm in ALGORITHMS {
            let mut out = vec![0; 2 * algorithm.width];
            blocks(Isa::current(), &Rows::Slices(&[b"a", b"a"]), |_, block| {
                (algorithm.digest)(Isa::current(), block, &mut out);
            });
            let (first, second) = out.split_at(algorithm.width);
            assert_eq!(first, second, "{algorithm:?}");
            assert_ne!(first, vec![0; algorithm.width], "{algorithm:?}");
        }
    }

    #[test]
    fn names_are_found_in_any_spelling_and_once() {
        for name in ["sha512_256", "SHA512-256", "SHA2-512/256"] {
            assert_eq!(Algorithm::find(name).unwrap().name, "sha512_256");
        }
        for name in ["sha512_224", "SHA512-224", "SHA2-512/224", "SHA512t224"] {
            assert_eq!(Algorithm::find(name).unwrap().name, "sha512_224");
        }
        for algorithm in ALGORITHMS {
            for name in algorithm.others.iter().chain([&algorithm.name]) {
                let called = ALGORITHMS.iter().filter(|other| other.is_called(name)).count();
                assert_eq!(called, 1, "{name}");
            }
        }
        assert!(Algorithm::find("sha257").is_none());
        assert!(Algorithm::find("").is_none());
    }
}
