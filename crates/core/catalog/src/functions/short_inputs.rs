//! Hashes for short inputs that others use: komihash, GxHash, AquaHash, MeowHash, Haraka and HighwayHash.

use hashlane_kernels::hash::{aquahash, gxhash, haraka, highway, komihash, meow};

use super::{Arg, ArgKind, Function, HASH, ResultType, SEED64, V, Work, example, hex};

const KEY: Arg = Arg { name: "key", kind: ArgKind::Key32, default: None };

const PORT: &str = "tests/vectors/short_inputs.py, which SMHasher3's code verifies";
const HIGHWAY: &str = "highwayhash-cffi 0.1.6 (PyPI)";
const KOMIHASH_EQUALS: &str = "komihash 5 of Aleksey Vaneev";
const GXHASH: &str = "gxhash64 of the crate gxhash 3.5, whose seed has a sign: its 64 bits count";
const AQUAHASH_EQUALS: &str = "AquaHash of J. Andrew Rogers, 2018, in the order of its bytes in memory; both halves of the \
     initializer are the seed";
const MEOWHASH_EQUALS: &str = "MeowHash 0.5/calico under its default seed of 128 bytes, in the order of its bytes in memory; the seed takes \
     the place of 64 bits that the reference leaves zero, as in SMHasher3";
const HARAKA: &str = "Haraka v2 (ePrint 2016/098)";
const REFERENCE: &str = "the reference, https://github.com/kste/haraka";
const HIGHWAYHASH: &str = "HighwayHash of Google; 128 and 256 bits are words with their lowest bytes first, as the \
     reference has them in memory and Go's implementation returns them";

const KOMIHASH: Function = Function {
    name: "komihash",
    args: &[V, SEED64],
    description: "64-bit komihash. For compatibility: it takes 4.5 ns for 24 bytes here, xxh3 2.7",
    equals: KOMIHASH_EQUALS,
    examples: &[
        example("komihash('hashlane')", "6751815415875579983", PORT),
        example("komihash('hashlane', 7)", "4858922771190083134", PORT),
    ],
    returns: ResultType::UBigint,
    body: |call, out| call.hash(komihash::KOMIHASH, out),
    ..HASH
};

const GXHASH64: Function = Function {
    name: "gxhash64",
    args: &[V, SEED64],
    description: "64-bit GxHash. For compatibility: it takes 77 ns for 24 bytes here, xxh3 2.7",
    equals: GXHASH,
    examples: &[
        example("gxhash64('hashlane')", "5736870492640280426", PORT),
        example("gxhash64('hashlane', 7)", "14489429451902879923", PORT),
    ],
    returns: ResultType::UBigint,
    body: |call, out| call.hash(gxhash::GXHASH64, out),
    ..HASH
};

const AQUAHASH: Function = Function {
    name: "aquahash",
    args: &[V, SEED64],
    description: "128-bit AquaHash. For compatibility: it takes 97 ns for 24 bytes here, xxh128 3.3",
    equals: AQUAHASH_EQUALS,
    examples: &[
        example("aquahash('hashlane')", "6b8a3abc4922774482d95c4245ff4450", PORT),
        example("aquahash('hashlane', 7)", "dcf9c3d9c9e70ff1090665f970d52a1f", PORT),
    ],
    body: |call, out| call.hash(aquahash::AQUAHASH, out),
    ..HASH
};

const MEOWHASH: Function = Function {
    name: "meowhash",
    args: &[V, SEED64],
    description: "128-bit MeowHash 0.5. For compatibility: 24 bytes take 2,900 instructions here, 120 with xxh128",
    equals: MEOWHASH_EQUALS,
    examples: &[
        example("meowhash('hashlane')", "f93c2b1dda8164cf88bbe2f05dfd5483", PORT),
        example("meowhash('hashlane', 7)", "798644745816ec94ab587dc824bbee23", PORT),
    ],
    body: |call, out| call.hash(meow::MEOWHASH, out),
    ..HASH
};

const HARAKA256: Function = Function {
    name: "haraka256",
    args: &[V],
    description: "256-bit Haraka-256 v2 of exactly 32 bytes; other lengths are an error. For compatibility: 2,000 instructions here, 120 with xxh128",
    equals: HARAKA,
    examples: &[example(
        "haraka256('0123456789abcdef0123456789abcdef')",
        "6fc5fdd16b62083817760148ebb1b365616776b675842c31785a38a027e92722",
        REFERENCE,
    )],
    work: Work::Derive,
    body: |call, out| call.hash_exactly(haraka::haraka256, out),
    ..HASH
};

const HARAKA512: Function = Function {
    name: "haraka512",
    args: &[V],
    description: "256-bit Haraka-512 v2 of exactly 64 bytes; other lengths are an error. For compatibility: 3,900 instructions here, 150 with xxh128",
    equals: HARAKA,
    examples: &[example(
        "haraka512('0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef')",
        "79c31608bd0f8021910bbc03c119d432535572814677d095a5e26f8f2c4f4d25",
        REFERENCE,
    )],
    work: Work::Derive,
    body: |call, out| call.hash_exactly(haraka::haraka512, out),
    ..HASH
};

const HIGHWAYHASH64: Function = Function {
    name: "highwayhash64",
    args: &[V, KEY],
    description: "64-bit HighwayHash under a secret key of 32 bytes. For compatibility: it takes 36 ns for 24 bytes here, siphash24 14",
    equals: HIGHWAYHASH,
    examples: &[example(
        "highwayhash64('hashlane', '0123456789abcdef0123456789abcdef')",
        "3618133760794800756",
        HIGHWAY,
    )],
    returns: ResultType::UBigint,
    body: |call, out| call.hash(highway::HIGHWAYHASH64, out),
    ..HASH
};

const HIGHWAYHASH128: Function = Function {
    name: "highwayhash128",
    args: &[V, KEY],
    description: "128-bit HighwayHash under a secret key of 32 bytes. For compatibility: to authenticate, use blake3_keyed",
    equals: HIGHWAYHASH,
    examples: &[example(
        "highwayhash128('hashlane', '0123456789abcdef0123456789abcdef')",
        "cabed310d20ffb557f8cc211145e83d9",
        HIGHWAY,
    )],
    body: |call, out| call.hash(highway::HIGHWAYHASH128, out),
    ..HASH
};

const HIGHWAYHASH256: Function = Function {
    name: "highwayhash256",
    args: &[V, KEY],
    description: "256-bit HighwayHash under a secret key of 32 bytes, MinIO's checksum of shards. For compatibility: to authenticate, use blake3_keyed",
    equals: HIGHWAYHASH,
    examples: &[example(
        "highwayhash256('hashlane', '0123456789abcdef0123456789abcdef')",
        "fc94573dfa4be101b25a1d2028afac6ecf538475cc3db56f17fb89151ca3e3fd",
        HIGHWAY,
    )],
    body: |call, out| call.hash(highway::HIGHWAYHASH256, out),
    ..HASH
};

/// The rows of this family.
pub(crate) const FUNCTIONS: &[Function] = &[
    KOMIHASH,
    hex(
        KOMIHASH,
        "komihash_hex",
        "64-bit komihash, in hex",
        &[
            example("komihash_hex('hashlane')", "5db344591c45304f", PORT),
            example("komihash_hex('hashlane', 7)", "436e5c8447d76e3e", PORT),
        ],
    ),
    GXHASH64,
    hex(
        GXHASH64,
        "gxhash64_hex",
        "64-bit GxHash, in hex",
        &[
            example("gxhash64_hex('hashlane')", "4f9d75515c3e7f6a", PORT),
            example("gxhash64_hex('hashlane', 7)", "c914cb5176c108b3", PORT),
        ],
    ),
    AQUAHASH,
    hex(
        AQUAHASH,
        "aquahash_hex",
        "128-bit AquaHash, in hex",
        &[
            example("aquahash_hex('hashlane')", "6b8a3abc4922774482d95c4245ff4450", PORT),
            example("aquahash_hex('hashlane', 7)", "dcf9c3d9c9e70ff1090665f970d52a1f", PORT),
        ],
    ),
    MEOWHASH,
    hex(
        MEOWHASH,
        "meowhash_hex",
        "128-bit MeowHash 0.5, in hex",
        &[
            example("meowhash_hex('hashlane')", "f93c2b1dda8164cf88bbe2f05dfd5483", PORT),
            example("meowhash_hex('hashlane', 7)", "798644745816ec94ab587dc824bbee23", PORT),
        ],
    ),
    HARAKA256,
    hex(
        HARAKA256,
        "haraka256_hex",
        "256-bit Haraka-256 v2 of exactly 32 bytes; other lengths are an error, in hex",
        &[example(
            "haraka256_hex('0123456789abcdef0123456789abcdef')",
            "6fc5fdd16b62083817760148ebb1b365616776b675842c31785a38a027e92722",
            REFERENCE,
        )],
    ),
    HARAKA512,
    hex(
        HARAKA512,
        "haraka512_hex",
        "256-bit Haraka-512 v2 of exactly 64 bytes; other lengths are an error, in hex",
        &[example(
            "haraka512_hex('0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef')",
            "79c31608bd0f8021910bbc03c119d432535572814677d095a5e26f8f2c4f4d25",
            REFERENCE,
        )],
    ),
    HIGHWAYHASH64,
    hex(
        HIGHWAYHASH64,
        "highwayhash64_hex",
        "64-bit HighwayHash under a secret key of 32 bytes, in hex",
        &[example(
            "highwayhash64_hex('hashlane', '0123456789abcdef0123456789abcdef')",
            "3236317c5a05b274",
            HIGHWAY,
        )],
    ),
    HIGHWAYHASH128,
    hex(
        HIGHWAYHASH128,
        "highwayhash128_hex",
        "128-bit HighwayHash under a secret key of 32 bytes, in hex",
        &[example(
            "highwayhash128_hex('hashlane', '0123456789abcdef0123456789abcdef')",
            "cabed310d20ffb557f8cc211145e83d9",
            HIGHWAY,
        )],
    ),
    HIGHWAYHASH256,
    hex(
        HIGHWAYHASH256,
        "highwayhash256_hex",
        "256-bit HighwayHash under a secret key of 32 bytes, in hex",
        &[example(
            "highwayhash256_hex('hashlane', '0123456789abcdef0123456789abcdef')",
            "fc94573dfa4be101b25a1d2028afac6ecf538475cc3db56f17fb89151ca3e3fd",
            HIGHWAY,
        )],
    ),
];
