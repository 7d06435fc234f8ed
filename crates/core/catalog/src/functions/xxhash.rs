//! The xxHash family.

use hashlane_kernels::hash::{uuid, xxh3, xxh32, xxh64};

use super::{Function, HASH, ResultType, SEED32, SEED64, V, example, hex};

const SOURCE: &str = "xxhash 4.1.0 (PyPI)";
const EQUALS: &str = "xxHash 0.8";

const XXH3: Function = Function {
    name: "xxh3",
    args: &[V, SEED64],
    description: "64-bit XXH3: the fastest hash for most columns",
    equals: EQUALS,
    examples: &[
        example("xxh3('hashlane')", "4052515222990873942", SOURCE),
        example("xxh3('hashlane', 7)", "9908726000856145824", SOURCE),
    ],
    returns: ResultType::UBigint,
    body: |call, out| call.hash(xxh3::XXH3_64, out),
    ..HASH
};

const XXH128: Function = Function {
    name: "xxh128",
    args: &[V, SEED64],
    description: "128-bit XXH3 as 16 bytes in canonical order, high half first",
    equals: EQUALS,
    examples: &[
        example("xxh128('hashlane')", "4464eb7423fd45332f5786ed84adea8e", SOURCE),
        example("xxh128('hashlane', 7)", "f29867f0c3e001b26e4a3792d0b436eb", SOURCE),
    ],
    body: |call, out| call.hash(xxh3::XXH3_128, out),
    ..HASH
};

const XXH64: Function = Function {
    name: "xxh64",
    args: &[V, SEED64],
    description: "XXH64, for compatibility with values that other systems have stored",
    equals: EQUALS,
    examples: &[
        example("xxh64('hashlane')", "7061548568297264128", SOURCE),
        example("xxh64('hashlane', 7)", "11933374788443512897", SOURCE),
    ],
    returns: ResultType::UBigint,
    body: |call, out| call.hash(xxh64::XXH64, out),
    ..HASH
};

const XXH32: Function = Function {
    name: "xxh32",
    args: &[V, SEED32],
    description: "XXH32, the checksum of LZ4 frames",
    equals: EQUALS,
    examples: &[
        example("xxh32('hashlane')", "458362836", SOURCE),
        example("xxh32('hashlane', 7)", "2190309918", SOURCE),
    ],
    returns: ResultType::UInteger,
    body: |call, out| call.hash(xxh32::XXH32, out),
    ..HASH
};

/// The rows of this family.
pub(crate) const FUNCTIONS: &[Function] = &[
    XXH3,
    hex(
        XXH3,
        "xxh3_hex",
        "64-bit XXH3 as 16 hex digits, as xxhsum -H3 prints it after XXH3_",
        &[example("xxh3_hex('hashlane')", "383d6d1fc93be556", SOURCE)],
    ),
    Function {
        name: "xxh3_signed",
        args: &[V, SEED64],
        description: "64-bit XXH3 as a BIGINT with the same bits, for systems without unsigned integers",
        equals: "XXH3 of xxHash 0.8 in two's complement",
        examples: &[
            example("xxh3_signed('hashlane')", "4052515222990873942", SOURCE),
            example("xxh3_signed('hashlane', 7)", "-8538018072853405792", SOURCE),
        ],
        returns: ResultType::Bigint,
        body: |call, out| call.hash_bits(xxh3::XXH3_64, out),
        ..HASH
    },
    Function {
        name: "xxh128_uuid",
        args: &[V, SEED64],
        description: "128-bit XXH3 as a version 8 UUID: 122 bits of the hash, and 6 bits for the version and variant",
        equals: "XXH3 of xxHash 0.8, with version and variant as RFC 9562, section 5.8 has them",
        examples: &[example(
            "xxh128_uuid('hashlane')",
            "4464eb74-23fd-8533-af57-86ed84adea8e",
            "xxhash 4.1.0 (PyPI) and RFC 9562",
        )],
        returns: ResultType::Uuid,
        body: |call, out| call.hash_uuid(uuid::XXH3_UUID, out),
        ..HASH
    },
    XXH128,
    hex(
        XXH128,
        "xxh128_hex",
        "128-bit XXH3 as 32 hex digits, as xxhsum -H2 prints it",
        &[example("xxh128_hex('hashlane')", "4464eb7423fd45332f5786ed84adea8e", SOURCE)],
    ),
    XXH64,
    hex(
        XXH64,
        "xxh64_hex",
        "XXH64 as 16 hex digits, as xxhsum -H1 prints it",
        &[example("xxh64_hex('hashlane')", "61ffa9025986d400", SOURCE)],
    ),
    XXH32,
    hex(
        XXH32,
        "xxh32_hex",
        "XXH32 as 8 hex digits, as xxhsum -H0 prints it",
        &[example("xxh32_hex('hashlane')", "1b520fd4", SOURCE)],
    ),
];
