//! FNV-1a.

use hashlane_kernels::hash::fnv;

use super::{Function, HASH, ResultType, example, hex};

const SOURCE: &str = "fnvhash 0.2.1 (PyPI)";
const EQUALS: &str = "FNV-1a of RFC 9923";

const FNV1A_32: Function = Function {
    name: "fnv1a_32",
    description: "32-bit FNV-1a",
    equals: EQUALS,
    examples: &[example("fnv1a_32('foobar')", "3214735720", SOURCE)],
    returns: ResultType::UInteger,
    body: |call, out| call.hash(fnv::FNV1A_32, out),
    ..HASH
};

const FNV1A_64: Function = Function {
    name: "fnv1a_64",
    description: "64-bit FNV-1a",
    equals: EQUALS,
    examples: &[example("fnv1a_64('foobar')", "9625390261332436968", SOURCE)],
    returns: ResultType::UBigint,
    body: |call, out| call.hash(fnv::FNV1A_64, out),
    ..HASH
};

/// The rows of this family.
pub(crate) const FUNCTIONS: &[Function] = &[
    FNV1A_32,
    hex(
        FNV1A_32,
        "fnv1a_32_hex",
        "32-bit FNV-1a, in hex",
        &[example("fnv1a_32_hex('foobar')", "bf9cf968", SOURCE)],
    ),
    FNV1A_64,
    hex(
        FNV1A_64,
        "fnv1a_64_hex",
        "64-bit FNV-1a, in hex",
        &[example("fnv1a_64_hex('foobar')", "85944171f73967e8", SOURCE)],
    ),
];
