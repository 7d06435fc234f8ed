//! Hashes of rows as other engines compute them, over those engines' types.

use hashlane_kernels::engines::columns::{HIVE_HASH, SPARK_HASH, SPARK_XXHASH64};

use super::rows::ROW;
use super::{Arg, ArgKind, Function, HASH, OnNull, ResultType, check_columns, example};

/// What the hashes of other engines have in common.
const OF_ENGINE: Function = Function { args: &[ROW], nulls: OnNull::Value, ..HASH };

const SEED32: Arg = Arg { name: "seed", kind: ArgKind::SignedSeed32, default: None };
const SEED64: Arg = Arg { name: "seed", kind: ArgKind::SignedSeed64, default: None };

const PYSPARK: &str = "the reference of PySpark 4.0";
const SPARK: &str = "the SQL reference of Spark 4.0";

/// The rows of this family.
pub(crate) const FUNCTIONS: &[Function] = &[
    Function {
        name: "spark_hash",
        description: "Spark's `hash`: 32-bit Murmur3 over typed values, by which Spark shuffles \
             and buckets rows. The width of a number counts: write CAST(2 AS INTEGER) if Spark \
             has an INT",
        equals: "hash of Spark 4.0.1, the same since 3.2",
        examples: &[
            example("spark_hash('ABC', 'DEF')", "599895104", PYSPARK),
            example(
                "spark_hash('Spark', [CAST(123 AS INTEGER)], CAST(2 AS INTEGER))",
                "-1321691492",
                SPARK,
            ),
        ],
        returns: ResultType::Integer,
        check: Some(|function, columns| check_columns(function, &SPARK_HASH, columns)),
        body: |call, out| call.hash_columns(&SPARK_HASH, out),
        ..OF_ENGINE
    },
    Function {
        name: "spark_xxhash64",
        description: "Spark's `xxhash64`: XXH64 over typed values. The width of a number counts: \
             write CAST(2 AS INTEGER) if Spark has an INT",
        equals: "xxhash64 of Spark 4.0.1, the same since 3.2",
        examples: &[
            example("spark_xxhash64('ABC', 'DEF')", "3233247871021311208", PYSPARK),
            example(
                "spark_xxhash64('Spark', [CAST(123 AS INTEGER)], CAST(2 AS INTEGER))",
                "5602566077635097486",
                SPARK,
            ),
        ],
        returns: ResultType::Bigint,
        check: Some(|function, columns| check_columns(function, &SPARK_XXHASH64, columns)),
        body: |call, out| call.hash_columns(&SPARK_XXHASH64, out),
        ..OF_ENGINE
    },
    Function {
        name: "spark_hash_with_seed",
        args: &[SEED32, ROW],
        description: "Spark's `hash` under a seed, the first argument: spark_hash has the seed 42. \
             To hash further values, pass the hash of the previous ones as the seed",
        equals: "Murmur3Hash of Spark 4.0.1 with a seed, the same since 3.2",
        examples: &[example(
            "spark_hash_with_seed(-757602832, 'DEF')",
            "599895104",
            "the reference of PySpark 4.0: hash('ABC'), then hash('ABC', 'DEF')",
        )],
        returns: ResultType::Integer,
        check: Some(|function, columns| check_columns(function, &SPARK_HASH, columns)),
        body: |call, out| {
            call.hash_columns_seeded(&SPARK_HASH, |seed| (seed as u32).cast_signed(), out)
        },
        ..OF_ENGINE
    },
    Function {
        name: "spark_xxhash64_with_seed",
        args: &[SEED64, ROW],
        description: "Spark's `xxhash64` under a seed, the first argument: spark_xxhash64 has the \
             seed 42. To hash further values, pass the hash of the previous ones as the seed",
        equals: "XxHash64 of Spark 4.0.1 with a seed, the same since 3.2",
        examples: &[example(
            "spark_xxhash64_with_seed(4105715581806190027, 'DEF')",
            "3233247871021311208",
            "the reference of PySpark 4.0: xxhash64('ABC'), then xxhash64('ABC', 'DEF')",
        )],
        returns: ResultType::Bigint,
        check: Some(|function, columns| check_columns(function, &SPARK_XXHASH64, columns)),
        body: |call, out| call.hash_columns_seeded(&SPARK_XXHASH64, u64::cast_signed, out),
        ..OF_ENGINE
    },
    Function {
        name: "hive_hash",
        description: "The hash that chooses the bucket of a row in version 1 of Hive's bucketing",
        equals: "ObjectInspectorUtils.getBucketHashCode of Hive 2.3.10; Spark's HiveHash, \
                 but for BLOB, -0.0 and parts of a second before 1970",
        examples: &[
            example("hive_hash('apache spark')", "1142704523", "HashExpressionsSuite of Spark"),
            example("hive_hash(CAST(1 AS INTEGER), NULL)", "31", "Hive 2.3.10"),
        ],
        returns: ResultType::Integer,
        check: Some(|function, columns| check_columns(function, &HIVE_HASH, columns)),
        body: |call, out| call.hash_columns(&HIVE_HASH, out),
        ..OF_ENGINE
    },
];
