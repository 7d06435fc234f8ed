//! SpookyHash.

use hashlane_kernels::hash::spooky;

use super::{Function, HASH, ResultType, SEED32, SEED64, V, example, hex};

const SOURCE: &str = "spookyhash 2.1.1 (PyPI)";
const EQUALS: &str = "SpookyHash V2 of Bob Jenkins; both seeds of the 128-bit hash are the seed";

const SPOOKYHASH_V2_32: Function = Function {
    name: "spookyhash_v2_32",
    args: &[V, SEED32],
    description: "32-bit SpookyHash V2, the low half of the 64-bit one, for compatibility: xxh3 is faster",
    equals: EQUALS,
    examples: &[
        example("spookyhash_v2_32('hashlane')", "2533296168", SOURCE),
        example("spookyhash_v2_32('hashlane', 7)", "1217633964", SOURCE),
    ],
    returns: ResultType::UInteger,
    body: |call, out| call.hash(spooky::SPOOKYHASH_V2_32, out),
    ..HASH
};

const SPOOKYHASH_V2_64: Function = Function {
    name: "spookyhash_v2_64",
    args: &[V, SEED64],
    description: "64-bit SpookyHash V2, for compatibility: xxh3 is faster",
    equals: EQUALS,
    examples: &[
        example("spookyhash_v2_64('hashlane')", "7419979339824826408", SOURCE),
        example("spookyhash_v2_64('hashlane', 7)", "6519285831378902700", SOURCE),
    ],
    returns: ResultType::UBigint,
    body: |call, out| call.hash(spooky::SPOOKYHASH_V2_64, out),
    ..HASH
};

const SPOOKYHASH_V2_128: Function = Function {
    name: "spookyhash_v2_128",
    args: &[V, SEED64],
    description: "128-bit SpookyHash V2, for compatibility: xxh128 is faster",
    equals: EQUALS,
    examples: &[
        example("spookyhash_v2_128('hashlane')", "66f90fe596ff08284220951a3c9879e6", SOURCE),
        example("spookyhash_v2_128('hashlane', 7)", "5a7927ec48939eac6062f7c309f9287b", SOURCE),
    ],
    body: |call, out| call.hash(spooky::SPOOKYHASH_V2_128, out),
    ..HASH
};

/// The rows of this family.
pub(crate) const FUNCTIONS: &[Function] = &[
    SPOOKYHASH_V2_32,
    hex(
        SPOOKYHASH_V2_32,
        "spookyhash_v2_32_hex",
        "32-bit SpookyHash V2, in hex",
        &[
            example("spookyhash_v2_32_hex('hashlane')", "96ff0828", SOURCE),
            example("spookyhash_v2_32_hex('hashlane', 7)", "48939eac", SOURCE),
        ],
    ),
    SPOOKYHASH_V2_64,
    hex(
        SPOOKYHASH_V2_64,
        "spookyhash_v2_64_hex",
        "64-bit SpookyHash V2, in hex",
        &[
            example("spookyhash_v2_64_hex('hashlane')", "66f90fe596ff0828", SOURCE),
            example("spookyhash_v2_64_hex('hashlane', 7)", "5a7927ec48939eac", SOURCE),
        ],
    ),
    SPOOKYHASH_V2_128,
    hex(
        SPOOKYHASH_V2_128,
        "spookyhash_v2_128_hex",
        "128-bit SpookyHash V2, in hex",
        &[
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
    ),
];
