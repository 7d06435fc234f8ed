//! HMAC: a digest under a secret key.

use hashlane_kernels::hash::{Digester, Hmac};

use super::{Arg, ArgKind, Function, HASH, V, Work, example, hex};
use crate::Settings;

const KEY: Arg = Arg { name: "key", kind: ArgKind::Key, default: None };
const ALGORITHM: Arg = Arg { name: "algorithm", kind: ArgKind::MacAlgorithm, default: None };

const SOURCE: &str = "hmac (Python 3.11)";
const EQUALS: &str = "RFC 2104 over the hashes of digest";

fn prepare(settings: &Settings) -> Digester {
    let algorithm = settings.mac_algorithm.expect("an argument without a default");
    Digester::Hmac(Hmac::new(algorithm, &settings.key))
}

const HMAC: Function = Function {
    name: "hmac",
    args: &[V, KEY, ALGORITHM],
    description: "HMAC under a secret key and a hash: md5, sha1, sha224, sha256, sha384, \
         sha512, sha512_224, sha512_256, sha3_224, sha3_256, sha3_384, sha3_512, keccak256, \
         blake2b, blake2s, ripemd160, sm3",
    equals: EQUALS,
    examples: &[
        example(
            "hmac('hashlane', 'key', 'sha256')",
            "0d2b4823ec887b4f43f54736d109a3aa1982fbf0ef4ad921c22b030c9c1cfbe8",
            SOURCE,
        ),
        example(
            "hmac('what do ya want for nothing?', 'Jefe', 'sha256')",
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
            "RFC 4231, test case 2",
        ),
    ],
    work: Work::Digest,
    body: |call, out| call.digest(prepare, out),
    ..HASH
};

/// The rows of this family.
pub(crate) const FUNCTIONS: &[Function] = &[
    HMAC,
    hex(
        HMAC,
        "hmac_hex",
        "HMAC under a secret key and a hash, in hex",
        &[
            example(
                "hmac_hex('hashlane', 'key', 'sha1')",
                "02108a6cb2fcf50b5bf088eff527089f0a50a19e",
                SOURCE,
            ),
            example(
                "hmac_hex('what do ya want for nothing?', 'Jefe', 'md5')",
                "750c783e6ab0b503eaa86e310a5db738",
                "RFC 2202, test case 2",
            ),
        ],
    ),
];
