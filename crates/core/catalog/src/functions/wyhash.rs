//! wyhash, and rapidhash, which came of it.

use hashlane_kernels::hash::{rapidhash, wyhash};

use super::{Form, Function, HASH, Kernel, SEED64, V, example};

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
            example("wyhash('hashlane')", "7308437807215118415", SOURCE),
            example("wyhash('hashlane', 7)", "11789015068575590544", SOURCE),
        ],
        kernel: Kernel::Hash64(wyhash::WYHASH),
        ..HASH
    },
    Function {
        name: "wyhash_hex",
        args: &[V, SEED64],
        description: "64-bit wyhash, in hex",
        equals: WYHASH,
        examples: &[example("wyhash_hex('hashlane')", "656cc976c217884f", SOURCE)],
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
            example("rapidhash('hashlane')", "6147316881389043189", SOURCE),
            example("rapidhash('hashlane', 7)", "2387469591783212181", SOURCE),
        ],
        kernel: Kernel::Hash64(rapidhash::RAPIDHASH),
        ..HASH
    },
    Function {
        name: "rapidhash_hex",
        args: &[V, SEED64],
        description: "64-bit rapidhash, in hex",
        equals: RAPIDHASH,
        examples: &[example("rapidhash_hex('hashlane')", "554fa8223cf4bdf5", SOURCE)],
        kernel: Kernel::Hash64(rapidhash::RAPIDHASH),
        form: Form::Hex,
        ..HASH
    },
];
