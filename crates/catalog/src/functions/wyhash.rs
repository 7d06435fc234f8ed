//! wyhash, and rapidhash, which came of it.

use hashlane_kernels::hash::{rapidhash, wyhash};

use super::{Example, Form, Function, HASH, Kernel, SEED64, V};

const SOURCE: &str =
    "the definition in Python, checked with the code of SMHasher3 (tests/vectors/multiplied.py)";
const WYHASH: &str = "wyhash, final version 4.2, under its default secret";
const RAPIDHASH: &str = "rapidhash V3 (rapidhash_withSeed)";

/// The rows of this family.
pub const FUNCTIONS: &[Function] = &[
    Function {
        name: "wyhash",
        args: &[V, SEED64],
        description: "64-bit wyhash",
        equals: WYHASH,
        examples: &[
            Example { sql: "wyhash('hashlane')", result: "7308437807215118415", source: SOURCE },
            Example {
                sql: "wyhash('hashlane', 7)",
                result: "11789015068575590544",
                source: SOURCE,
            },
        ],
        kernel: Kernel::Hash64(wyhash::WYHASH),
        ..HASH
    },
    Function {
        name: "wyhash_hex",
        args: &[V, SEED64],
        description: "64-bit wyhash, in hex",
        equals: WYHASH,
        examples: &[Example {
            sql: "wyhash_hex('hashlane')",
            result: "656cc976c217884f",
            source: SOURCE,
        }],
        kernel: Kernel::Hash64(wyhash::WYHASH),
        form: Form::Hex,
        ..HASH
    },
    Function {
        name: "rapidhash",
        args: &[V, SEED64],
        description: "64-bit rapidhash",
        equals: RAPIDHASH,
        examples: &[
            Example { sql: "rapidhash('hashlane')", result: "6147316881389043189", source: SOURCE },
            Example {
                sql: "rapidhash('hashlane', 7)",
                result: "2387469591783212181",
                source: SOURCE,
            },
        ],
        kernel: Kernel::Hash64(rapidhash::RAPIDHASH),
        ..HASH
    },
    Function {
        name: "rapidhash_hex",
        args: &[V, SEED64],
        description: "64-bit rapidhash, in hex",
        equals: RAPIDHASH,
        examples: &[Example {
            sql: "rapidhash_hex('hashlane')",
            result: "554fa8223cf4bdf5",
            source: SOURCE,
        }],
        kernel: Kernel::Hash64(rapidhash::RAPIDHASH),
        form: Form::Hex,
        ..HASH
    },
];
