//! SipHash: hashes under a secret key of 16 bytes.

use hashlane_kernels::hash::siphash;

use super::{Arg, ArgKind, Function, HASH, ResultType, V, example, hex};

const KEY: Arg = Arg { name: "key", kind: ArgKind::Key16, default: None };

const SOURCE: &str = "siphash24 1.9 (PyPI)";
const SOURCE128: &str = "siphash-cffi 0.1.4 (PyPI)";
const EQUALS: &str = "SipHash of Aumasson and Bernstein; the number whose bytes, the lowest \
     first, the reference writes";
const EQUALS128: &str = "SipHash-2-4 of the reference with an output of 16 bytes, in its order";

const SIPHASH13: Function = Function {
    name: "siphash13",
    args: &[V, KEY],
    description: "SipHash-1-3 under a secret key of 16 bytes, for hash tables that attackers can fill",
    equals: EQUALS,
    examples: &[example(
        "siphash13('hashlane', '0123456789abcdef')",
        "17090869205803331521",
        SOURCE,
    )],
    returns: ResultType::UBigint,
    body: |call, out| call.hash(siphash::SIPHASH13, out),
    ..HASH
};

const SIPHASH24: Function = Function {
    name: "siphash24",
    args: &[V, KEY],
    description: "SipHash-2-4 under a secret key of 16 bytes",
    equals: EQUALS,
    examples: &[example(
        "siphash24('hashlane', '0123456789abcdef')",
        "6803273264151117332",
        SOURCE,
    )],
    returns: ResultType::UBigint,
    body: |call, out| call.hash(siphash::SIPHASH24, out),
    ..HASH
};

const SIPHASH24_128: Function = Function {
    name: "siphash24_128",
    args: &[V, KEY],
    description: "128-bit SipHash-2-4 under a secret key of 16 bytes",
    equals: EQUALS128,
    examples: &[example(
        "siphash24_128('hashlane', '0123456789abcdef')",
        "006b8f7e9c8f7db93d55f002d040c859",
        SOURCE128,
    )],
    body: |call, out| call.hash(siphash::SIPHASH24_128, out),
    ..HASH
};

/// The rows of this family.
pub(crate) const FUNCTIONS: &[Function] = &[
    SIPHASH13,
    hex(
        SIPHASH13,
        "siphash13_hex",
        "SipHash-1-3 under a secret key of 16 bytes, for hash tables that attackers can fill, in hex",
        &[example("siphash13_hex('hashlane', '0123456789abcdef')", "ed2ef6fdca91efc1", SOURCE)],
    ),
    SIPHASH24,
    hex(
        SIPHASH24,
        "siphash24_hex",
        "SipHash-2-4 under a secret key of 16 bytes, in hex",
        &[example("siphash24_hex('hashlane', '0123456789abcdef')", "5e6a14fd0ba3be14", SOURCE)],
    ),
    SIPHASH24_128,
    hex(
        SIPHASH24_128,
        "siphash24_128_hex",
        "128-bit SipHash-2-4 under a secret key of 16 bytes, in hex",
        &[example(
            "siphash24_128_hex('hashlane', '0123456789abcdef')",
            "006b8f7e9c8f7db93d55f002d040c859",
            SOURCE128,
        )],
    ),
];
