//! Hashes of rows as other engines compute them, over those engines' types.

use hashlane_kernels::row::engines::{HIVE_HASH, SPARK_HASH, SPARK_XXHASH64};

use super::rows::ROW;
use super::{Example, Function, HASH, Kernel, Nulls};

/// What the hashes of other engines have in common.
const OF_ENGINE: Function = Function { args: &[ROW], nulls: Nulls::Value, ..HASH };

const PYSPARK: &str = "the reference of PySpark 4.0";
const SPARK: &str = "the SQL reference of Spark 4.0";

/// The rows of this family.
pub const FUNCTIONS: &[Function] = &[
    Function {
        name: "spark_hash",
        description: "Spark's `hash`: 32-bit Murmur3 over typed values, which Spark shuffles and buckets by. The \
             width of a number counts: write CAST(2 AS INTEGER) if Spark has an INT",
        equals: "hash of Spark 4.0.1, the same since 3.2",
        examples: &[
            Example { sql: "spark_hash('ABC', 'DEF')", result: "599895104", source: PYSPARK },
            Example {
                sql: "spark_hash('Spark', [CAST(123 AS INTEGER)], CAST(2 AS INTEGER))",
                result: "-1321691492",
                source: SPARK,
            },
        ],
        kernel: Kernel::Columns32(SPARK_HASH),
        ..OF_ENGINE
    },
    Function {
        name: "spark_xxhash64",
        description: "Spark's `xxhash64`: XXH64 over typed values. The width of a number counts: write CAST(2 AS \
             INTEGER) if Spark has an INT",
        equals: "xxhash64 of Spark 4.0.1, the same since 3.2",
        examples: &[
            Example {
                sql: "spark_xxhash64('ABC', 'DEF')",
                result: "3233247871021311208",
                source: PYSPARK,
            },
            Example {
                sql: "spark_xxhash64('Spark', [CAST(123 AS INTEGER)], CAST(2 AS INTEGER))",
                result: "5602566077635097486",
                source: SPARK,
            },
        ],
        kernel: Kernel::Columns64(SPARK_XXHASH64),
        ..OF_ENGINE
    },
    Function {
        name: "hive_hash",
        description: "The hash that chooses the bucket of a row in version 1 of Hive's bucketing",
        equals: "ObjectInspectorUtils.getBucketHashCode of Hive 2.3.10; Spark's HiveHash, \
                 but for BLOB, -0.0 and parts of a second before 1970",
        examples: &[
            Example {
                sql: "hive_hash('apache spark')",
                result: "1142704523",
                source: "HashExpressionsSuite of Spark",
            },
            Example {
                sql: "hive_hash(CAST(1 AS INTEGER), NULL)",
                result: "31",
                source: "Hive 2.3.10",
            },
        ],
        kernel: Kernel::Columns32(HIVE_HASH),
        ..OF_ENGINE
    },
];
