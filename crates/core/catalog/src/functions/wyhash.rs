//! wyhash, and rapidhash, which came of it.

use hashlane_kernels::hash::{rapidhash, wyhash};

use super::{Function, HASH, ResultType, SEED64, V, example, hex};

const SOURCE: &str =
    "the definition in Python, checked with the code of SMHasher3 (tests/vectors/multiplied.py)";
const WYHASH_EQUALS: &str = "wyhash, final version 4.2, under its default secret";
const RAPIDHASH_EQUALS: &str = "rapidhash V3 (rapidhash_withSeed)";

const WYHASH: Function = Function {
    name: "wyhash",
    args: &[V, SEED64],
    description: "64-bit wyhash",
    equals: WYHASH_EQUALS,
    examples: &[
        example("wyhash('hashlane')", "7308437807215118415", SOURCE),
        example("wyhash('hashlane', 7)", "11789015068575590544", SOURCE),
    ],
    returns: ResultType::UBigint,
    body: |call, out| call.hash(wyhash::WYHASH, out),
    ..HASH
};

const RAPIDHASH: Function = Function {
    name: "rapidhash",
    args: &[V, SEED64],
    description: "64-bit rapidhash",
    equals: RAPIDHASH_EQUALS,
    examples: &[
        example("rapidhash('hashlane')", "6147316881389043189", SOURCE),
        example("rapidhash('hashlane', 7)", "2387469591783212181", SOURCE),
    ],
    returns: ResultType::UBigint,
    body: |call, out| call.hash(rapidhash::RAPIDHASH, out),
    ..HASH
};

/// The rows of this family.
pub(crate) const FUNCTIONS: &[Function] = &[
    WYHASH,
    hex(
        WYHASH,
        "wyhash_hex",
        "64-bit wyhash, in hex",
        &[example("wyhash_hex('hashlane')", "656cc976c217884f", SOURCE)],
    ),
    RAPIDHASH,
    hex(
        RAPIDHASH,
        "rapidhash_hex",
        "64-bit rapidhash, in hex",
        &[example("rapidhash_hex('hashlane')", "554fa8223cf4bdf5", SOURCE)],
    ),
];
