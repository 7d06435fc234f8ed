//! MurmurHash3.

use hashlane_kernels::hash::murmur3;

use super::{Function, HASH, ResultType, SEED32, V, example, hex};

const SOURCE: &str = "mmh3 5.3.1 (PyPI)";
const EQUALS_X86_32: &str = "MurmurHash3_x86_32 of SMHasher";
const EQUALS_X64_128: &str =
    "MurmurHash3_x64_128 of SMHasher, whose seeds have 32 bits; h1 and then h2, each big-endian";
const EQUALS_X86_128: &str =
    "MurmurHash3_x86_128 of SMHasher, whose seeds have 32 bits; h1 to h4, each big-endian";

const MURMUR3_X86_32: Function = Function {
    name: "murmur3_x86_32",
    args: &[V, SEED32],
    description: "32-bit MurmurHash3 (x86_32)",
    equals: EQUALS_X86_32,
    examples: &[
        example("murmur3_x86_32('hashlane')", "4252069450", SOURCE),
        example("murmur3_x86_32('hashlane', 7)", "2413326301", SOURCE),
    ],
    returns: ResultType::UInteger,
    body: |call, out| call.hash(murmur3::MURMUR3_X86_32, out),
    ..HASH
};

const MURMUR3_X64_128: Function = Function {
    name: "murmur3_x64_128",
    args: &[V, SEED32],
    description: "128-bit MurmurHash3 (x64_128) as 16 bytes",
    equals: EQUALS_X64_128,
    examples: &[
        example("murmur3_x64_128('hashlane')", "de34a021ae97276744a22327650ebcd1", SOURCE),
        example("murmur3_x64_128('hashlane', 7)", "e9d74d58de89ad314b84d237d5150412", SOURCE),
    ],
    body: |call, out| call.hash(murmur3::MURMUR3_X64_128, out),
    ..HASH
};

const MURMUR3_X86_128: Function = Function {
    name: "murmur3_x86_128",
    args: &[V, SEED32],
    description: "128-bit MurmurHash3 (x86_128) as 16 bytes",
    equals: EQUALS_X86_128,
    examples: &[
        example("murmur3_x86_128('hashlane')", "be6376f97e81c66a60348ed760348ed7", SOURCE),
        example("murmur3_x86_128('hashlane', 7)", "962edcc90ede3118f0d9b988f0d9b988", SOURCE),
    ],
    body: |call, out| call.hash(murmur3::MURMUR3_X86_128, out),
    ..HASH
};

/// The rows of this family.
pub(crate) const FUNCTIONS: &[Function] = &[
    MURMUR3_X86_32,
    hex(
        MURMUR3_X86_32,
        "murmur3_x86_32_hex",
        "32-bit MurmurHash3 (x86_32), in hex",
        &[example("murmur3_x86_32_hex('hashlane')", "fd716e4a", SOURCE)],
    ),
    MURMUR3_X64_128,
    hex(
        MURMUR3_X64_128,
        "murmur3_x64_128_hex",
        "128-bit MurmurHash3 (x64_128), in hex",
        &[example("murmur3_x64_128_hex('hashlane')", "de34a021ae97276744a22327650ebcd1", SOURCE)],
    ),
    MURMUR3_X86_128,
    hex(
        MURMUR3_X86_128,
        "murmur3_x86_128_hex",
        "128-bit MurmurHash3 (x86_128), in hex",
        &[example("murmur3_x86_128_hex('hashlane')", "be6376f97e81c66a60348ed760348ed7", SOURCE)],
    ),
];
