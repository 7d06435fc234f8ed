//! SpookyHash.

use hashlane_kernels::hash::spooky;

use super::{Form, Function, HASH, Kernel, SEED32, SEED64, V, example};

const SOURCE: &str = "spookyhash 2.1.1 (PyPI)";
const EQUALS: &str = "SpookyHash V2 of Bob Jenkins; both seeds of the 128-bit hash are the seed";

/// The rows of this family.
pub const FUNCTIONS: &[Function] = &[
    Function {
        name: "spookyhash_v2_32",
        args: &[V, SEED32],
        description: "32-bit SpookyHash V2, the low half of the 64-bit one, for compatibility: xxh3 is faster",
        equals: EQUALS,
        examples: &[
            example("spookyhash_v2_32('hashlane')", "2533296168", SOURCE),
            example("spookyhash_v2_32('hashlane', 7)", "1217633964", SOURCE),
        ],
        kernel: Kernel::Hash32(spooky::SPOOKYHASH_V2_32),
        ..HASH
    },
    Function {
        name: "spookyhash_v2_32_hex",
        args: &[V, SEED32],
        description: "32-bit SpookyHash V2, in hex",
        equals: EQUALS,
        examples: &[
            example("spookyhash_v2_32_hex('hashlane')", "96ff0828", SOURCE),
            example("spookyhash_v2_32_hex('hashlane', 7)", "48939eac", SOURCE),
        ],
        kernel: Kernel::Hash32(spooky::SPOOKYHASH_V2_32),
        form: Form::Hex,
        ..HASH
    },
    Function {
        name: "spookyhash_v2_64",
        args: &[V, SEED64],
        description: "64-bit SpookyHash V2, for compatibility: xxh3 is faster",
        equals: EQUALS,
        examples: &[
            example("spookyhash_v2_64('hashlane')", "7419979339824826408", SOURCE),
            example("spookyhash_v2_64('hashlane', 7)", "6519285831378902700", SOURCE),
        ],
        kernel: Kernel::Hash64(spooky::SPOOKYHASH_V2_64),
        ..HASH
    },
    Function {
        name: "spookyhash_v2_64_hex",
        args: &[V, SEED64],
        description: "64-bit SpookyHash V2, in hex",
        equals: EQUALS,
        examples: &[
            example("spookyhash_v2_64_hex('hashlane')", "66f90fe596ff0828", SOURCE),
            example("spookyhash_v2_64_hex('hashlane', 7)", "5a7927ec48939eac", SOURCE),
        ],
        kernel: Kernel::Hash64(spooky::SPOOKYHASH_V2_64),
        form: Form::Hex,
        ..HASH
    },
    Function {
        name: "spookyhash_v2_128",
        args: &[V, SEED64],
        description: "128-bit SpookyHash V2, for compatibility: xxh128 is faster",
        equals: EQUALS,
        examples: &[
            example("spookyhash_v2_128('hashlane')", "66f90fe596ff08284220951a3c9879e6", SOURCE),
            example("spookyhash_v2_128('hashlane', 7)", "5a7927ec48939eac6062f7c309f9287b", SOURCE),
        ],
        kernel: Kernel::Hash128(spooky::SPOOKYHASH_V2_128),
        ..HASH
    },
    Function {
        name: "spookyhash_v2_128_hex",
        args: &[V, SEED64],
        description: "128-bit SpookyHash V2, in hex",
        equals: EQUALS,
        examples: &[
            example(
                "spookyhash_v2_128_hex('hashlane')",
                "66f90fe596ff08284220951a3c9879e6",
                SOURCE,
            ),
            example(
                "spookyhash_v2_128_hex('hashlane', 7)",
                "5a7927ec48939eac6062f7c309f9287b",
                SOURCE,
            ),
        ],
        kernel: Kernel::Hash128(spooky::SPOOKYHASH_V2_128),
        form: Form::Hex,
        ..HASH
    },
];
