//! MetroHash.

use hashlane_kernels::hash::metrohash;

use super::{Function, HASH, ResultType, SEED64, V, example, hex};

const SOURCE: &str = "metrohash 0.4.1 (PyPI)";
const EQUALS64: &str = "the class MetroHash64 of MetroHash 1.1, not metrohash64_1 or _2";
const EQUALS128: &str =
    "the class MetroHash128 of MetroHash 1.1; its two words in order, each big-endian";

const METROHASH64: Function = Function {
    name: "metrohash64",
    args: &[V, SEED64],
    description: "64-bit MetroHash",
    equals: EQUALS64,
    examples: &[
        example("metrohash64('hashlane')", "1457593351269660123", SOURCE),
        example("metrohash64('hashlane', 7)", "16612210010801541645", SOURCE),
    ],
    returns: ResultType::UBigint,
    body: |call, out| call.hash(metrohash::METROHASH64, out),
    ..HASH
};

const METROHASH128: Function = Function {
    name: "metrohash128",
    args: &[V, SEED64],
    description: "128-bit MetroHash as 16 bytes",
    equals: EQUALS128,
    examples: &[
        example("metrohash128('hashlane')", "c53669dc70224df1b65fd9c884ed8582", SOURCE),
        example("metrohash128('hashlane', 7)", "686142b6e7c0486e1f96de5431986e80", SOURCE),
    ],
    body: |call, out| call.hash(metrohash::METROHASH128, out),
    ..HASH
};

/// The rows of this family.
pub(crate) const FUNCTIONS: &[Function] = &[
    METROHASH64,
    hex(
        METROHASH64,
        "metrohash64_hex",
        "64-bit MetroHash, in hex",
        &[example("metrohash64_hex('hashlane')", "143a696e296635db", SOURCE)],
    ),
    METROHASH128,
    hex(
        METROHASH128,
        "metrohash128_hex",
        "128-bit MetroHash, in hex",
        &[example("metrohash128_hex('hashlane')", "c53669dc70224df1b65fd9c884ed8582", SOURCE)],
    ),
];
