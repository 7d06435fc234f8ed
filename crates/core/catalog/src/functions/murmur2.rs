//! MurmurHash2.

use hashlane_kernels::hash::murmur2;

use super::{Function, HASH, ResultType, SEED32, SEED64, V, example, hex};

const PYPI: &str = "murmurhash2 0.2.10 (PyPI)";
const CLICKHOUSE: &str = "ClickHouse 26.9 (chdb 4.4.0)";
const GCC: &str = "gccMurmurHash of ClickHouse 26.9 (chdb 4.4.0)";
const KAFKA: &str = "apache/kafka, UtilsTest.testMurmur2, as a number without a sign";

const MURMUR2_32: Function = Function {
    name: "murmur2_32",
    args: &[V, SEED32],
    description: "32-bit MurmurHash2. For the murmur2 of Kafka's Java client, pass the seed 2538058380: Java reads the \
         same bits as a signed number",
    equals: "MurmurHash2 of SMHasher; murmurHash2_32 of ClickHouse of one String under the seed 0",
    examples: &[
        example("murmur2_32('hashlane')", "2907410578", PYPI),
        example("murmur2_32('21', 2538058380)", "3321034988", KAFKA),
    ],
    returns: ResultType::UInteger,
    body: |call, out| call.hash(murmur2::MURMUR2_32, out),
    ..HASH
};

const MURMUR2_64: Function = Function {
    name: "murmur2_64",
    args: &[V, SEED64],
    description: "64-bit MurmurHash2 (64A)",
    equals: "MurmurHash64A of SMHasher; murmurHash2_64 of ClickHouse of one String under the seed 0, gccMurmurHash \
             under 3339675911",
    examples: &[
        example("murmur2_64('hashlane')", "4991868253969071129", CLICKHOUSE),
        example("murmur2_64('hashlane', 3339675911)", "5608758804126151713", GCC),
    ],
    returns: ResultType::UBigint,
    body: |call, out| call.hash(murmur2::MURMUR2_64, out),
    ..HASH
};

/// The rows of this family.
pub(crate) const FUNCTIONS: &[Function] = &[
    MURMUR2_32,
    hex(
        MURMUR2_32,
        "murmur2_32_hex",
        "32-bit MurmurHash2, in hex",
        &[example("murmur2_32_hex('hashlane')", "ad4b9092", PYPI)],
    ),
    MURMUR2_64,
    hex(
        MURMUR2_64,
        "murmur2_64_hex",
        "64-bit MurmurHash2 (64A), in hex",
        &[example("murmur2_64_hex('hashlane')", "4546adba9b603c19", CLICKHOUSE)],
    ),
];
