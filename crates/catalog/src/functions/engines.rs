//! Hashes that other engines compute, bit for bit.

use hashlane_kernels::hash::engines::{
    self, ICEBERG_PARTITION, JAVA_HASH, KAFKA_PARTITION, POSTGRES_HASHTEXT,
    POSTGRES_HASHTEXTEXTENDED, TRINO_XXHASH64,
};
use hashlane_kernels::hash::{Digester, city};
use hashlane_kernels::row::engines::{ICEBERG_HASH, NUMBER_BITS, REDSHIFT_FNV_HASH};

use super::{Arg, Example, Function, HASH, Kernel, Kind, Omitted, V};

const BUCKETS: Arg = Arg { name: "n", kind: Kind::Buckets, default: None };
const BUCKETED: Arg = Arg { name: "v", kind: Kind::Bucketed, default: None };
const KEY: Arg = Arg { name: "key", kind: Kind::Bytes, default: None };
const CLIENT: Arg =
    Arg { name: "client", kind: Kind::KafkaClient, default: Some(Omitted::Text("java")) };
const NUMBER: Arg = Arg { name: "h", kind: Kind::WholeNumber, default: None };
const POSTGRES_SEED: Arg = Arg { name: "seed", kind: Kind::SignedSeed64, default: None };
const BYTES_OR_INTEGER: Arg = Arg { name: "v", kind: Kind::BytesOrInteger, default: None };
const REDSHIFT_SEED: Arg = Arg {
    name: "seed",
    kind: Kind::SignedSeed64,
    // FNV's offset basis, 0xcbf29ce484222325.
    default: Some(Omitted::Integer(-3_750_763_034_362_895_579)),
};
const TEXT: Arg = Arg { name: "v", kind: Kind::Text, default: None };

const TRINO: &str = "trinodb/trino, TestVarbinaryFunctions.testXxhash64";
const BIGQUERY: &str = "google/zetasql, docs/hash_functions.md";
const ICEBERG: &str = "apache/iceberg, format/spec.md, appendix B";
const ICEBERG_UNSIGNED: &str = "apache/iceberg, format/spec.md, appendix B, without the sign";
const KAFKA: &str = "apache/kafka, UtilsTest.testMurmur2, without the sign";

const JUMP: &str = "jump-consistent-hash 3.6.0 (PyPI)";
const POSTGRES: &str = "PostgreSQL 15.18";
const REDSHIFT: &str = "the SQL reference of Redshift, FNV_HASH";

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
        args: &[KEY, BUCKETS, CLIENT],
        description: "The partition, from 0 to n - 1, to which a client of Kafka sends a record with this key",
        equals: "the default partitioner of the client: of the Java client, kafka-python, franz-go and kafkajs since 2.0 \
             ('java'), of librdkafka and what is built on it ('librdkafka'; it sends records with an empty key to \
             random partitions), of kafkajs before 2.0, called LegacyPartitioner since ('kafkajs')",
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
            Example {
                sql: "kafka_partition('abc', 1000, 'librdkafka')",
                result: "578",
                source: "librdkafka 2.16.0",
            },
            Example {
                sql: "kafka_partition('abc', 1000, 'kafkajs')",
                result: "907",
                source: "kafkajs 2.2.4, LegacyPartitioner",
            },
        ],
        kernel: Kernel::KafkaPartition(KAFKA_PARTITION),
        ..HASH
    },
    Function {
        name: "jump_hash",
        args: &[NUMBER, BUCKETS],
        description: "The bucket, from 0 to n - 1, that jump consistent hash gives a hash of 64 bits: with one bucket \
             more, a hash stays where it is or moves to the new bucket. A negative number counts by its 64 bits",
        equals: "JumpConsistentHash of Lamping and Veach (arXiv:1406.2294); of a key, hash it first: \
                 jump_hash(xxh3(v), n)",
        examples: &[
            Example { sql: "jump_hash(10863919174838991, 11)", result: "6", source: JUMP },
            Example { sql: "jump_hash(2016238256797177309, 11)", result: "3", source: JUMP },
        ],
        kernel: Kernel::JumpBucket(NUMBER_BITS),
        ..HASH
    },
    Function {
        name: "postgres_hashtext",
        description: "PostgreSQL's hashtext",
        equals: "hashtext of PostgreSQL 15 under a deterministic collation, on a little-endian machine; hashbytea \
                 does the same for bytes",
        examples: &[
            Example {
                sql: "postgres_hashtext('hashlane')",
                result: "1188589531",
                source: POSTGRES,
            },
            Example { sql: "postgres_hashtext('')", result: "-1477818771", source: POSTGRES },
        ],
        kernel: Kernel::Signed32(POSTGRES_HASHTEXT),
        ..HASH
    },
    Function {
        name: "postgres_hashtextextended",
        args: &[V, POSTGRES_SEED],
        description: "PostgreSQL's hashtextextended, by which tables are partitioned: PARTITION BY HASH has the seed \
             8816678312871386365",
        equals: "hashtextextended of PostgreSQL 15 under a deterministic collation, on a little-endian machine",
        examples: &[
            Example {
                sql: "postgres_hashtextextended('hashlane', 0)",
                result: "5634128350505627611",
                source: POSTGRES,
            },
            Example {
                sql: "postgres_hashtextextended('hashlane', -7)",
                result: "-4015374435599395748",
                source: POSTGRES,
            },
        ],
        kernel: Kernel::Signed64(POSTGRES_HASHTEXTEXTENDED),
        ..HASH
    },
    Function {
        name: "redshift_fnv_hash",
        args: &[BYTES_OR_INTEGER, REDSHIFT_SEED],
        description: "Redshift's fnv_hash: FNV-1a of 64 bits. The width of a number counts: write CAST(1 AS INTEGER) if \
             Redshift has an INT. For several columns, the hash of one is the seed of the next",
        equals: "FNV_HASH of Redshift, for the types whose results its reference shows",
        examples: &[
            Example {
                sql: "redshift_fnv_hash('Amazon Redshift')",
                result: "7783490368944507294",
                source: REDSHIFT,
            },
            Example {
                sql: "redshift_fnv_hash(CAST(1 AS INTEGER))",
                result: "-5968735742475085980",
                source: REDSHIFT,
            },
            Example {
                sql: "redshift_fnv_hash('Amazon Redshift', redshift_fnv_hash(CAST(1 AS INTEGER)))",
                result: "-2202602717770968555",
                source: REDSHIFT,
            },
        ],
        kernel: Kernel::SeededColumns64(REDSHIFT_FNV_HASH),
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
