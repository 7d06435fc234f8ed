//! Digests whose algorithm is an argument.

use hashlane_kernels::hash::Digester;

use super::{Arg, ArgKind, Function, HASH, ResultForm, ResultType, V, Work, example};
use crate::Settings;

/// The algorithm's name.
pub(crate) const ALGORITHM: Arg =
    Arg { name: "algorithm", kind: ArgKind::Algorithm, default: None };

const EQUALS: &str = "FIPS 180-4 (SHA-1, SHA-2), FIPS 202 (SHA-3; SHAKE128 to 256 bits, SHAKE256 \
     to 512), RFC 1321 (MD5), RFC 7693 (BLAKE2), Keccak 3.0 (keccak256, which is not SHA-3), \
     BLAKE3 1, RFC 9861 (k12: KT128 to 256 bits), Skein 1.3 (skein256: Skein-256-256, skein512: \
     Skein-512-512), RIPEMD-160, GB/T 32905-2016 (SM3)";

/// The digest under the algorithm that the settings name.
pub(crate) fn digester(settings: &Settings) -> Digester {
    Digester::Algorithm(settings.algorithm.expect("an argument without a default"))
}

/// The rows of this family.
pub(crate) const FUNCTIONS: &[Function] = &[
    Function {
        name: "digest",
        args: &[V, ALGORITHM],
        description: "The digest under an algorithm: md5, sha1, sha224, sha256, sha384, sha512, \
             sha512_224, sha512_256, sha3_224, sha3_256, sha3_384, sha3_512, keccak256, shake128, \
             shake256, blake2b, blake2s, blake3, k12, skein256, skein512, ripemd160, sm3",
        equals: EQUALS,
        examples: &[
            example(
                "digest('hashlane', 'sha256')",
                "ee5374104e96b21b027aea9b4ce3594f70ca4f9711d83fe686e42ffef42ce0ab",
                "hashlib (Python 3.11)",
            ),
            example(
                "digest('hashlane', 'keccak256')",
                "5f5b489b07d256c28240c18e7b5b724fed3ab23206340f71d9ab2df6fc801723",
                "pycryptodome 4.4.0 (PyPI)",
            ),
            example(
                "digest('abc', 'sm3')",
                "66c7f0f462eeedd9d1f2d46bdc10e4e24167c4875cf2f7a2297da02b8f4ba8e0",
                "OpenSSL 3.0.22; GB/T 32905-2016, example 1",
            ),
        ],
        work: Work::Digest,
        body: |call, out| call.digest(digester, out),
        ..HASH
    },
    Function {
        name: "hexdigest",
        args: &[V, ALGORITHM],
        description: "The digest under an algorithm, in hex",
        equals: EQUALS,
        examples: &[
            example(
                "hexdigest('hashlane', 'md5')",
                "18ad2167d603ec04eba3cccd4883ee3f",
                "hashlib (Python 3.11)",
            ),
            example(
                "hexdigest('hashlane', 'sha3_256')",
                "36b22d122136c091c32c2afc23ba51d3e77c8a85db8e4ef01f1af3209b248798",
                "hashlib (Python 3.11)",
            ),
        ],
        work: Work::Digest,
        body: |call, out| call.digest(digester, out),
        returns: ResultType::Varchar,
        form: ResultForm::Hex,
        ..HASH
    },
];
