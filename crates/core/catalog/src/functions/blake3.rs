//! BLAKE3 in its three modes.

use hashlane_kernels::hash::Digester;
use hashlane_kernels::hash::blake3::Blake3Mode;

use super::{Arg, ArgKind, Function, HASH, Omitted, V, Work, example, hex};
use crate::Settings;

const LENGTH: Arg =
    Arg { name: "length", kind: ArgKind::Length(1, 65_536), default: Some(Omitted::Integer(32)) };
const KEY: Arg = Arg { name: "key", kind: ArgKind::Key32, default: None };
const CONTEXT: Arg = Arg { name: "context", kind: ArgKind::Context, default: None };

const SOURCE: &str = "blake3 1.0.11 (PyPI)";
const EQUALS: &str = "BLAKE3 1";

fn hash(settings: &Settings) -> Digester {
    Digester::Blake3 { mode: Blake3Mode::Hash, width: settings.length }
}

fn keyed(settings: &Settings) -> Digester {
    let key = settings.key.as_slice().try_into().expect("an argument of 32 bytes");
    Digester::Blake3 { mode: Blake3Mode::Keyed(key), width: 32 }
}

fn derive_key(settings: &Settings) -> Digester {
    Digester::Blake3 { mode: Blake3Mode::derive_key(&settings.context), width: 32 }
}

const BLAKE3: Function = Function {
    name: "blake3",
    args: &[V, LENGTH],
    description: "BLAKE3, a cryptographic hash, to any length",
    equals: EQUALS,
    examples: &[
        example(
            "blake3('hashlane')",
            "27cd11e11eea196e8e9b2e149d6a3808b631ed369a5f798f31f9488154126ef1",
            SOURCE,
        ),
        example("blake3('hashlane', 8)", "27cd11e11eea196e", SOURCE),
    ],
    work: Work::Digest,
    body: |call, out| call.digest(hash, out),
    ..HASH
};

const BLAKE3_KEYED: Function = Function {
    name: "blake3_keyed",
    args: &[V, KEY],
    description: "BLAKE3 under a secret key of 32 bytes: a MAC",
    equals: EQUALS,
    examples: &[example(
        "blake3_keyed('hashlane', '0123456789abcdef0123456789abcdef')",
        "2239469bc9dd204c6ea61c4095bcd8de4336100f373f9f48ee09d9457eae8240",
        SOURCE,
    )],
    work: Work::Digest,
    body: |call, out| call.digest(keyed, out),
    ..HASH
};

const BLAKE3_DERIVE_KEY: Function = Function {
    name: "blake3_derive_key",
    args: &[CONTEXT, V],
    description: "A 32-byte key, derived from key material for the purpose that context names",
    equals: EQUALS,
    examples: &[example(
        "blake3_derive_key('example.org 2026 tokens', 'hashlane')",
        "fc107d5af111ac5df136d6c3a044c35da5c393a2b0ff1cd233dcb2bedac75792",
        SOURCE,
    )],
    work: Work::Digest,
    body: |call, out| call.digest(derive_key, out),
    ..HASH
};

/// The rows of this family.
pub(crate) const FUNCTIONS: &[Function] = &[
    BLAKE3,
    hex(
        BLAKE3,
        "blake3_hex",
        "BLAKE3 in hex, as b3sum prints it",
        &[example(
            "blake3_hex('hashlane')",
            "27cd11e11eea196e8e9b2e149d6a3808b631ed369a5f798f31f9488154126ef1",
            SOURCE,
        )],
    ),
    BLAKE3_KEYED,
    hex(
        BLAKE3_KEYED,
        "blake3_keyed_hex",
        "BLAKE3 under a secret key of 32 bytes, in hex",
        &[example(
            "blake3_keyed_hex('hashlane', '0123456789abcdef0123456789abcdef')",
            "2239469bc9dd204c6ea61c4095bcd8de4336100f373f9f48ee09d9457eae8240",
            SOURCE,
        )],
    ),
    BLAKE3_DERIVE_KEY,
    hex(
        BLAKE3_DERIVE_KEY,
        "blake3_derive_key_hex",
        "A derived 32-byte key, in hex",
        &[example(
            "blake3_derive_key_hex('example.org 2026 tokens', 'hashlane')",
            "fc107d5af111ac5df136d6c3a044c35da5c393a2b0ff1cd233dcb2bedac75792",
            SOURCE,
        )],
    ),
];
