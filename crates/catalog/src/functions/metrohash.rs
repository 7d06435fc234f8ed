//! MetroHash.

use hashlane_kernels::hash::metrohash;

use super::{Example, Form, Function, HASH, Kernel, SEED64, V};

const SOURCE: &str = "metrohash 0.4.1 (PyPI)";
const EQUALS64: &str = "the class MetroHash64 of MetroHash 1.1, not metrohash64_1 or _2";
const EQUALS128: &str =
    "the class MetroHash128 of MetroHash 1.1; its two words in order, each big-endian";

/// The rows of this family.
pub const FUNCTIONS: &[Function] = &[
    Function {
        name: "metrohash64",
        args: &[V, SEED64],
        description: "64-bit MetroHash",
        equals: EQUALS64,
        examples: &[
            Example {
                sql: "metrohash64('hashlane')",
                result: "1457593351269660123",
                source: SOURCE,
            },
            Example {
                sql: "metrohash64('hashlane', 7)",
                result: "16612210010801541645",
                source: SOURCE,
            },
        ],
        kernel: Kernel::Hash64(metrohash::METROHASH64),
        ..HASH
    },
    Function {
        name: "metrohash64_hex",
        args: &[V, SEED64],
        description: "64-bit MetroHash, in hex",
        equals: EQUALS64,
        examples: &[Example {
            sql: "metrohash64_hex('hashlane')",
            result: "143a696e296635db",
            source: SOURCE,
        }],
        kernel: Kernel::Hash64(metrohash::METROHASH64),
        form: Form::Hex,
        ..HASH
    },
    Function {
        name: "metrohash128",
        args: &[V, SEED64],
        description: "128-bit MetroHash as 16 bytes",
        equals: EQUALS128,
        examples: &[
            Example {
                sql: "metrohash128('hashlane')",
                result: "c53669dc70224df1b65fd9c884ed8582",
                source: SOURCE,
            },
            Example {
                sql: "metrohash128('hashlane', 7)",
                result: "686142b6e7c0486e1f96de5431986e80",
                source: SOURCE,
            },
        ],
        kernel: Kernel::Hash128(metrohash::METROHASH128),
        ..HASH
    },
    Function {
        name: "metrohash128_hex",
        args: &[V, SEED64],
        description: "128-bit MetroHash, in hex",
        equals: EQUALS128,
        examples: &[Example {
            sql: "metrohash128_hex('hashlane')",
            result: "c53669dc70224df1b65fd9c884ed8582",
            source: SOURCE,
        }],
        kernel: Kernel::Hash128(metrohash::METROHASH128),
        form: Form::Hex,
        ..HASH
    },
];
