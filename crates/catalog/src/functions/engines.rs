//! Hashes that other engines compute, bit for bit.

use hashlane_kernels::hash::engines::{
    self, ICEBERG_PARTITION, JAVA_HASH, KAFKA_PARTITION, TRINO_XXHASH64,
};
use hashlane_kernels::hash::{Digester, city};
use hashlane_kernels::row::engines::ICEBERG_HASH;

use super::{Arg, Example, Function, HASH, Kernel, Kind};

const BUCKETS: Arg = Arg { name: "n", kind: Kind::Buckets, default: None };
const BUCKETED: Arg = Arg { name: "v", kind: Kind::Bucketed, default: None };
const KEY: Arg = Arg { name: "key", kind: Kind::Bytes, default: None };
const TEXT: Arg = Arg { name: "v", kind: Kind::Text, default: None };

const TRINO: &str = "trinodb/trino, TestVarbinaryFunctions.testXxhash64";
const BIGQUERY: &str = "google/zetasql, docs/hash_functions.md";
const ICEBERG: &str = "apache/iceberg, format/spec.md, appendix B";
const ICEBERG_UNSIGNED: &str = "apache/iceberg, format/spec.md, appendix B, without the sign";
const KAFKA: &str = "apache/kafka, UtilsTest.testMurmur2, without the sign";

/// The rows of this family.
pub const FUNCTIONS: &[Function] = &[
    Function {
        name: "trino_xxhash64",
        description: "Trino's xxhash64, as 8 bytes",
        equals: "xxhash64 of Trino: XXH64 under the seed 0, big-endian",
        examples: &[
            Example { sql: "trino_xxhash64('')", result: "ef46db3751d8e999", source: TRINO },
            Example { sql: "trino_xxhash64('hashme')", result: "f9d96e0e1165e892", source: TRINO },
        ],
        kernel: Kernel::Digest(|_| Digester::Algorithm(&TRINO_XXHASH64)),
        ..HASH
    },
    Function {
        name: "bq_farm_fingerprint",
        description: "BigQuery's FARM_FINGERPRINT",
        equals: "FARM_FINGERPRINT of BigQuery: FarmHash Fingerprint64 as a signed number",
        examples: &[
            Example {
                sql: "bq_farm_fingerprint('1footrue')",
                result: "-1541654101129638711",
                source: BIGQUERY,
            },
            Example {
                sql: "bq_farm_fingerprint('2applefalse')",
                result: "2794438866806483259",
                source: BIGQUERY,
            },
        ],
        kernel: Kernel::Signed64(city::FARMHASH64_SIGNED),
        ..HASH
    },
    Function {
        name: "clickhouse_cityhash64",
        description: "ClickHouse's cityHash64 of one String",
        equals: "cityHash64 of ClickHouse: CityHash64 of CityHash 1.0.2",
        examples: &[Example {
            sql: "clickhouse_cityhash64('Moscow')",
            result: "12507901496292878638",
            source: "go-faster/city, README.md, from ClickHouse",
        }],
        kernel: Kernel::Hash64(city::CITYHASH64_V102),
        ..HASH
    },
    Function {
        name: "iceberg_hash",
        args: &[BUCKETED],
        description: "The 32-bit hash on which Iceberg's bucket transform is based",
        equals: "the 32-bit hash of the Iceberg specification (appendix B), for all types that the bucket \
                 transform takes",
        examples: &[
            Example { sql: "iceberg_hash(34)", result: "2017239379", source: ICEBERG },
            Example { sql: "iceberg_hash('iceberg')", result: "1210000089", source: ICEBERG },
            Example {
                sql: "iceberg_hash(unhex('00010203'))",
                result: "-188683207",
                source: ICEBERG,
            },
            Example {
                sql: "iceberg_hash(CAST('14.20' AS DECIMAL(9, 2)))",
                result: "-500754589",
                source: ICEBERG,
            },
            Example {
                sql: "iceberg_hash(DATE '2017-11-16')",
                result: "-653330422",
                source: ICEBERG,
            },
            Example {
                sql: "iceberg_hash(CAST('22:31:08' AS TIME))",
                result: "-662762989",
                source: ICEBERG,
            },
            Example {
                sql: "iceberg_hash(TIMESTAMP '2017-11-16 22:31:08')",
                result: "-2047944441",
                source: ICEBERG,
            },
        ],
        kernel: Kernel::Typed32(engines::ICEBERG_HASH, ICEBERG_HASH),
        ..HASH
    },
    Function {
        name: "iceberg_partition",
        args: &[BUCKETED, BUCKETS],
        description: "Iceberg's bucket transform: the bucket of a value, from 0 to n - 1",
        equals: "the bucket transform of the Iceberg specification, for all types that it takes",
        examples: &[
            Example {
                sql: "iceberg_partition('iceberg', 2147483647)",
                result: "1210000089",
                source: ICEBERG,
            },
            Example {
                sql: "iceberg_partition(unhex('00010203'), 2147483647)",
                result: "1958800441",
                source: ICEBERG_UNSIGNED,
            },
            Example {
                sql: "iceberg_partition(34, 2147483647)",
                result: "2017239379",
                source: ICEBERG,
            },
            Example {
                sql: "iceberg_partition(CAST('14.20' AS DECIMAL(9, 2)), 2147483647)",
                result: "1646729059",
                source: ICEBERG_UNSIGNED,
            },
            Example {
                sql: "iceberg_partition(DATE '2017-11-16', 2147483647)",
                result: "1494153226",
                source: ICEBERG_UNSIGNED,
            },
            Example {
                sql: "iceberg_partition(CAST('22:31:08' AS TIME), 2147483647)",
                result: "1484720659",
                source: ICEBERG_UNSIGNED,
            },
            Example {
                sql: "iceberg_partition(TIMESTAMP '2017-11-16 22:31:08', 2147483647)",
                result: "99539207",
                source: ICEBERG_UNSIGNED,
            },
            Example {
                sql: "iceberg_partition('iceberg', 16)",
                result: "9",
                source: "apache/iceberg, format/spec.md, appendix B, modulo 16",
            },
        ],
        kernel: Kernel::Bucket32(ICEBERG_PARTITION, ICEBERG_HASH),
        ..HASH
    },
    Function {
        name: "kafka_partition",
        args: &[KEY, BUCKETS],
        description: "The partition, from 0 to n - 1, to which Kafka's Java client sends a record with this key",
        equals: "the default partitioner of Apache Kafka: murmur2 of the key's bytes without its \
             sign, modulo n",
        examples: &[
            Example {
                sql: "kafka_partition('21', 2147483647)",
                result: "1173551340",
                source: KAFKA,
            },
            Example {
                sql: "kafka_partition('foobar', 2147483647)",
                result: "1357151166",
                source: KAFKA,
            },
            Example {
                sql: "kafka_partition('abc', 12)",
                result: "3",
                source: "apache/kafka, UtilsTest.testMurmur2, modulo 12",
            },
        ],
        kernel: Kernel::Signed32(KAFKA_PARTITION),
        ..HASH
    },
    Function {
        name: "java_hash",
        args: &[TEXT],
        description: "Java's String.hashCode",
        equals: "String.hashCode of Java, over UTF-16 code units",
        examples: &[
            Example {
                sql: "java_hash('hello')",
                result: "99162322",
                source: "OpenJDK 17; the formula is in the documentation of java.lang.String",
            },
            Example {
                sql: "java_hash('polygenelubricants')",
                result: "-2147483648",
                source: "OpenJDK 17; hapifhir/hapi-fhir, testCreatePatient_polygenelubricants",
            },
        ],
        kernel: Kernel::Signed32(JAVA_HASH),
        ..HASH
    },
];
