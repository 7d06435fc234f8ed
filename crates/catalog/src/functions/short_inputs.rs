//! Hashes for short inputs that others use: komihash, GxHash, AquaHash and HighwayHash.

use hashlane_kernels::hash::{aquahash, gxhash, highway, komihash};

use super::{Arg, Example, Form, Function, HASH, Kernel, Kind, SEED64, V};

const KEY: Arg = Arg { name: "key", kind: Kind::Key32, default: None };

const PORT: &str = "tests/vectors/short_inputs.py, which SMHasher3's code verifies";
const HIGHWAY: &str = "highwayhash-cffi 0.1.6 (PyPI)";
const KOMIHASH: &str = "komihash 5 of Aleksey Vaneev";
const GXHASH: &str = "gxhash64 of the crate gxhash 3.5, whose seed has a sign: its 64 bits count";
const AQUAHASH: &str = "AquaHash of J. Andrew Rogers, 2018, in the order of its bytes in memory; both halves of the \
     initializer are the seed";
const HIGHWAYHASH: &str = "HighwayHash of Google; 128 and 256 bits are words with their lowest bytes first, as the \
     reference has them in memory and Go's implementation returns them";

/// The rows of this family.
pub const FUNCTIONS: &[Function] = &[
    Function {
        name: "komihash",
        args: &[V, SEED64],
        description: "64-bit komihash. For compatibility: it takes 4.5 ns for 24 bytes here, xxh3 2.7",
        equals: KOMIHASH,
        examples: &[
            Example { sql: "komihash('hashlane')", result: "6751815415875579983", source: PORT },
            Example { sql: "komihash('hashlane', 7)", result: "4858922771190083134", source: PORT },
        ],
        kernel: Kernel::Hash64(komihash::KOMIHASH),
        ..HASH
    },
    Function {
        name: "komihash_hex",
        args: &[V, SEED64],
        description: "64-bit komihash, in hex",
        equals: KOMIHASH,
        examples: &[
            Example { sql: "komihash_hex('hashlane')", result: "5db344591c45304f", source: PORT },
            Example {
                sql: "komihash_hex('hashlane', 7)",
                result: "436e5c8447d76e3e",
                source: PORT,
            },
        ],
        kernel: Kernel::Hash64(komihash::KOMIHASH),
        form: Form::Hex,
        ..HASH
    },
    Function {
        name: "gxhash64",
        args: &[V, SEED64],
        description: "64-bit GxHash. For compatibility: it takes 77 ns for 24 bytes here, xxh3 2.7",
        equals: GXHASH,
        examples: &[
            Example { sql: "gxhash64('hashlane')", result: "5736870492640280426", source: PORT },
            Example {
                sql: "gxhash64('hashlane', 7)",
                result: "14489429451902879923",
                source: PORT,
            },
        ],
        kernel: Kernel::Hash64(gxhash::GXHASH64),
        ..HASH
    },
    Function {
        name: "gxhash64_hex",
        args: &[V, SEED64],
        description: "64-bit GxHash, in hex",
        equals: GXHASH,
        examples: &[
            Example { sql: "gxhash64_hex('hashlane')", result: "4f9d75515c3e7f6a", source: PORT },
            Example {
                sql: "gxhash64_hex('hashlane', 7)",
                result: "c914cb5176c108b3",
                source: PORT,
            },
        ],
        kernel: Kernel::Hash64(gxhash::GXHASH64),
        form: Form::Hex,
        ..HASH
    },
    Function {
        name: "aquahash",
        args: &[V, SEED64],
        description: "128-bit AquaHash. For compatibility: it takes 97 ns for 24 bytes here, xxh128 3.3",
        equals: AQUAHASH,
        examples: &[
            Example {
                sql: "aquahash('hashlane')",
                result: "6b8a3abc4922774482d95c4245ff4450",
                source: PORT,
            },
            Example {
                sql: "aquahash('hashlane', 7)",
                result: "dcf9c3d9c9e70ff1090665f970d52a1f",
                source: PORT,
            },
        ],
        kernel: Kernel::Hash128(aquahash::AQUAHASH),
        ..HASH
    },
    Function {
        name: "aquahash_hex",
        args: &[V, SEED64],
        description: "128-bit AquaHash, in hex",
        equals: AQUAHASH,
        examples: &[
            Example {
                sql: "aquahash_hex('hashlane')",
                result: "6b8a3abc4922774482d95c4245ff4450",
                source: PORT,
            },
            Example {
                sql: "aquahash_hex('hashlane', 7)",
                result: "dcf9c3d9c9e70ff1090665f970d52a1f",
                source: PORT,
            },
        ],
        kernel: Kernel::Hash128(aquahash::AQUAHASH),
        form: Form::Hex,
        ..HASH
    },
    Function {
        name: "highwayhash64",
        args: &[V, KEY],
        description: "64-bit HighwayHash under a secret key of 32 bytes. For compatibility: it takes 36 ns for 24 bytes here, siphash24 14",
        equals: HIGHWAYHASH,
        examples: &[Example {
            sql: "highwayhash64('hashlane', '0123456789abcdef0123456789abcdef')",
            result: "3618133760794800756",
            source: HIGHWAY,
        }],
        kernel: Kernel::WideKeyed64(highway::HIGHWAYHASH64),
        ..HASH
    },
    Function {
        name: "highwayhash64_hex",
        args: &[V, KEY],
        description: "64-bit HighwayHash under a secret key of 32 bytes, in hex",
        equals: HIGHWAYHASH,
        examples: &[Example {
            sql: "highwayhash64_hex('hashlane', '0123456789abcdef0123456789abcdef')",
            result: "3236317c5a05b274",
            source: HIGHWAY,
        }],
        kernel: Kernel::WideKeyed64(highway::HIGHWAYHASH64),
        form: Form::Hex,
        ..HASH
    },
    Function {
        name: "highwayhash128",
        args: &[V, KEY],
        description: "128-bit HighwayHash under a secret key of 32 bytes. For compatibility: to authenticate, use blake3_keyed",
        equals: HIGHWAYHASH,
        examples: &[Example {
            sql: "highwayhash128('hashlane', '0123456789abcdef0123456789abcdef')",
            result: "cabed310d20ffb557f8cc211145e83d9",
            source: HIGHWAY,
        }],
        kernel: Kernel::WideKeyed128(highway::HIGHWAYHASH128),
        ..HASH
    },
    Function {
        name: "highwayhash128_hex",
        args: &[V, KEY],
        description: "128-bit HighwayHash under a secret key of 32 bytes, in hex",
        equals: HIGHWAYHASH,
        examples: &[Example {
            sql: "highwayhash128_hex('hashlane', '0123456789abcdef0123456789abcdef')",
            result: "cabed310d20ffb557f8cc211145e83d9",
            source: HIGHWAY,
        }],
        kernel: Kernel::WideKeyed128(highway::HIGHWAYHASH128),
        form: Form::Hex,
        ..HASH
    },
    Function {
        name: "highwayhash256",
        args: &[V, KEY],
        description: "256-bit HighwayHash under a secret key of 32 bytes, MinIO's checksum of shards. For compatibility: to authenticate, use blake3_keyed",
        equals: HIGHWAYHASH,
        examples: &[Example {
            sql: "highwayhash256('hashlane', '0123456789abcdef0123456789abcdef')",
            result: "fc94573dfa4be101b25a1d2028afac6ecf538475cc3db56f17fb89151ca3e3fd",
            source: HIGHWAY,
        }],
        kernel: Kernel::WideKeyed256(highway::HIGHWAYHASH256),
        ..HASH
    },
    Function {
        name: "highwayhash256_hex",
        args: &[V, KEY],
        description: "256-bit HighwayHash under a secret key of 32 bytes, in hex",
        equals: HIGHWAYHASH,
        examples: &[Example {
            sql: "highwayhash256_hex('hashlane', '0123456789abcdef0123456789abcdef')",
            result: "fc94573dfa4be101b25a1d2028afac6ecf538475cc3db56f17fb89151ca3e3fd",
            source: HIGHWAY,
        }],
        kernel: Kernel::WideKeyed256(highway::HIGHWAYHASH256),
        form: Form::Hex,
        ..HASH
    },
];
