//! Hashes that other engines compute, bit for bit.

use hashlane_kernels::engines::columns::{ICEBERG_HASH, NUMBER_BITS, REDSHIFT_FNV_HASH};
use hashlane_kernels::engines::{
    self, ICEBERG_PARTITION, JAVA_HASH, KAFKA_PARTITION, POSTGRES_HASHTEXT,
    POSTGRES_HASHTEXTEXTENDED, TRINO_XXHASH64,
};
use hashlane_kernels::hash::{Digester, city};

use super::{
    Arg, ArgKind, Function, HASH, Omitted, ResultType, V, Work, check_columns, check_value, example,
};

const BUCKETS: Arg = Arg { name: "n", kind: ArgKind::Buckets, default: None };
const BUCKETED: Arg = Arg { name: "v", kind: ArgKind::Bucketed, default: None };
const KEY: Arg = Arg { name: "key", kind: ArgKind::Bytes, default: None };
const CLIENT: Arg =
    Arg { name: "client", kind: ArgKind::KafkaClient, default: Some(Omitted::Text("java")) };
const NUMBER: Arg = Arg { name: "h", kind: ArgKind::WholeNumber, default: None };
const POSTGRES_SEED: Arg = Arg { name: "seed", kind: ArgKind::SignedSeed64, default: None };
const BYTES_OR_INTEGER: Arg = Arg { name: "v", kind: ArgKind::BytesOrInteger, default: None };
const REDSHIFT_SEED: Arg = Arg {
    name: "seed",
    kind: ArgKind::SignedSeed64,
    // FNV's offset basis, 0xcbf29ce484222325.
    default: Some(Omitted::Integer(-3_750_763_034_362_895_579)),
};
const TEXT: Arg = Arg { name: "v", kind: ArgKind::Text, default: None };

const TRINO: &str = "trinodb/trino, TestVarbinaryFunctions.testXxhash64";
const BIGQUERY: &str = "google/zetasql, docs/hash_functions.md";
const ICEBERG: &str = "apache/iceberg, format/spec.md, appendix B";
const ICEBERG_UNSIGNED: &str = "apache/iceberg, format/spec.md, appendix B, without the sign";
const KAFKA: &str = "apache/kafka, UtilsTest.testMurmur2, without the sign";

const JUMP: &str = "jump-consistent-hash 3.6.0 (PyPI)";
const POSTGRES: &str = "PostgreSQL 15.18";
const REDSHIFT: &str = "the SQL reference of Redshift, FNV_HASH";

/// The rows of this family.
pub(crate) const FUNCTIONS: &[Function] = &[
    Function {
        name: "trino_xxhash64",
        description: "Trino's xxhash64, as 8 bytes",
        equals: "xxhash64 of Trino: XXH64 under the seed 0, big-endian",
        examples: &[
            example("trino_xxhash64('')", "ef46db3751d8e999", TRINO),
            example("trino_xxhash64('hashme')", "f9d96e0e1165e892", TRINO),
        ],
        work: Work::Digest,
        body: |call, out| call.digest(|_| Digester::Algorithm(&TRINO_XXHASH64), out),
        ..HASH
    },
    Function {
        name: "bq_farm_fingerprint",
        description: "BigQuery's FARM_FINGERPRINT",
        equals: "FARM_FINGERPRINT of BigQuery: FarmHash Fingerprint64 as a signed number",
        examples: &[
            example("bq_farm_fingerprint('1footrue')", "-1541654101129638711", BIGQUERY),
            example("bq_farm_fingerprint('2applefalse')", "2794438866806483259", BIGQUERY),
        ],
        returns: ResultType::Bigint,
        body: |call, out| call.hash(city::FARMHASH64_SIGNED, out),
        ..HASH
    },
    Function {
        name: "iceberg_hash",
        args: &[BUCKETED],
        description: "The 32-bit hash that Iceberg's bucket transform uses",
        equals: "the 32-bit hash of the Iceberg specification (appendix B), for all types that the \
                 bucket transform supports",
        examples: &[
            example("iceberg_hash(34)", "2017239379", ICEBERG),
            example("iceberg_hash('iceberg')", "1210000089", ICEBERG),
            example("iceberg_hash(unhex('00010203'))", "-188683207", ICEBERG),
            example("iceberg_hash(CAST('14.20' AS DECIMAL(9, 2)))", "-500754589", ICEBERG),
            example("iceberg_hash(DATE '2017-11-16')", "-653330422", ICEBERG),
            example("iceberg_hash(CAST('22:31:08' AS TIME))", "-662762989", ICEBERG),
            example("iceberg_hash(TIMESTAMP '2017-11-16 22:31:08')", "-2047944441", ICEBERG),
        ],
        returns: ResultType::Integer,
        check: Some(|function, columns| check_value(function, &ICEBERG_HASH, columns)),
        body: |call, out| call.hash_typed(engines::ICEBERG_HASH, &ICEBERG_HASH, out),
        ..HASH
    },
    Function {
        name: "iceberg_partition",
        args: &[BUCKETED, BUCKETS],
        description: "Iceberg's bucket transform: the bucket of a value, from 0 to n - 1",
        equals: "the bucket transform of the Iceberg specification, for all types that it supports",
        examples: &[
            example("iceberg_partition('iceberg', 2147483647)", "1210000089", ICEBERG),
            example(
                "iceberg_partition(unhex('00010203'), 2147483647)",
                "1958800441",
                ICEBERG_UNSIGNED,
            ),
            example("iceberg_partition(34, 2147483647)", "2017239379", ICEBERG),
            example(
                "iceberg_partition(CAST('14.20' AS DECIMAL(9, 2)), 2147483647)",
                "1646729059",
                ICEBERG_UNSIGNED,
            ),
            example(
                "iceberg_partition(DATE '2017-11-16', 2147483647)",
                "1494153226",
                ICEBERG_UNSIGNED,
            ),
            example(
                "iceberg_partition(CAST('22:31:08' AS TIME), 2147483647)",
                "1484720659",
                ICEBERG_UNSIGNED,
            ),
            example(
                "iceberg_partition(TIMESTAMP '2017-11-16 22:31:08', 2147483647)",
                "99539207",
                ICEBERG_UNSIGNED,
            ),
            example(
                "iceberg_partition('iceberg', 16)",
                "9",
                "apache/iceberg, format/spec.md, appendix B, modulo 16",
            ),
        ],
        returns: ResultType::Integer,
        check: Some(|function, columns| check_value(function, &ICEBERG_HASH, columns)),
        body: |call, out| call.bucket_typed(ICEBERG_PARTITION, &ICEBERG_HASH, out),
        ..HASH
    },
    Function {
        name: "kafka_partition",
        args: &[KEY, BUCKETS, CLIENT],
        description: "The partition, from 0 to n - 1, to which a Kafka client sends a record with \
             this key",
        equals: "the default partitioner of the client: of the Java client, kafka-python, franz-go and kafkajs since 2.0 \
             ('java'), of librdkafka and what is built on it ('librdkafka'; it sends records with an empty key to \
             random partitions), of kafkajs before 2.0, called LegacyPartitioner since ('kafkajs'), and of Sarama \
             ('sarama')",
        examples: &[
            example("kafka_partition('21', 2147483647)", "1173551340", KAFKA),
            example("kafka_partition('foobar', 2147483647)", "1357151166", KAFKA),
            example(
                "kafka_partition('abc', 12)",
                "3",
                "apache/kafka, UtilsTest.testMurmur2, modulo 12",
            ),
            example("kafka_partition('abc', 1000, 'librdkafka')", "578", "librdkafka 2.16.0"),
            example(
                "kafka_partition('abc', 1000, 'kafkajs')",
                "907",
                "kafkajs 2.2.4, LegacyPartitioner",
            ),
            example("kafka_partition('abc', 1000, 'sarama')", "331", "Sarama 1.61.1"),
        ],
        returns: ResultType::Integer,
        body: |call, out| call.hash(KAFKA_PARTITION, out),
        ..HASH
    },
    Function {
        name: "jump_hash",
        args: &[NUMBER, BUCKETS],
        description: "The bucket, from 0 to n - 1, that jump consistent hash assigns to a 64-bit \
             hash: with one more bucket, a hash keeps its bucket or moves to the new one. A \
             negative number is read as its 64 bits",
        equals: "JumpConsistentHash of Lamping and Veach (arXiv:1406.2294); of a key, hash it first: \
                 jump_hash(xxh3(v), n)",
        examples: &[
            example("jump_hash(10863919174838991, 11)", "6", JUMP),
            example("jump_hash(2016238256797177309, 11)", "3", JUMP),
        ],
        returns: ResultType::Integer,
        check: Some(|function, columns| check_columns(function, &NUMBER_BITS, columns)),
        body: |call, out| call.bucket_jump(&NUMBER_BITS, out),
        ..HASH
    },
    Function {
        name: "postgres_hashtext",
        description: "PostgreSQL's hashtext",
        equals: "hashtext of PostgreSQL 15 under a deterministic collation, on a little-endian machine; hashbytea \
                 does the same for bytes",
        examples: &[
            example("postgres_hashtext('hashlane')", "1188589531", POSTGRES),
            example("postgres_hashtext('')", "-1477818771", POSTGRES),
        ],
        returns: ResultType::Integer,
        body: |call, out| call.hash(POSTGRES_HASHTEXT, out),
        ..HASH
    },
    Function {
        name: "postgres_hashtextextended",
        args: &[V, POSTGRES_SEED],
        description: "PostgreSQL's hashtextextended, which partitions tables: PARTITION BY HASH \
             has the seed 8816678312871386365",
        equals: "hashtextextended of PostgreSQL 15 under a deterministic collation, on a little-endian machine",
        examples: &[
            example("postgres_hashtextextended('hashlane', 0)", "5634128350505627611", POSTGRES),
            example("postgres_hashtextextended('hashlane', -7)", "-4015374435599395748", POSTGRES),
        ],
        returns: ResultType::Bigint,
        body: |call, out| call.hash(POSTGRES_HASHTEXTEXTENDED, out),
        ..HASH
    },
    Function {
        name: "redshift_fnv_hash",
        args: &[BYTES_OR_INTEGER, REDSHIFT_SEED],
        description: "Redshift's fnv_hash: FNV-1a of 64 bits. The width of a number counts: write \
             CAST(1 AS INTEGER) if Redshift has an INT. For several columns, pass the hash of one \
             as the seed of the next",
        equals: "FNV_HASH of Redshift, for the types whose results its reference shows",
        examples: &[
            example("redshift_fnv_hash('Amazon Redshift')", "7783490368944507294", REDSHIFT),
            example("redshift_fnv_hash(CAST(1 AS INTEGER))", "-5968735742475085980", REDSHIFT),
            example(
                "redshift_fnv_hash('Amazon Redshift', redshift_fnv_hash(CAST(1 AS INTEGER)))",
                "-2202602717770968555",
                REDSHIFT,
            ),
        ],
        returns: ResultType::Bigint,
        check: Some(|function, columns| check_columns(function, &REDSHIFT_FNV_HASH, columns)),
        body: |call, out| call.hash_columns_seeded(&REDSHIFT_FNV_HASH, u64::cast_signed, out),
        ..HASH
    },
    Function {
        name: "java_hash",
        args: &[TEXT],
        description: "Java's String.hashCode",
        equals: "String.hashCode of Java, over UTF-16 code units",
        examples: &[
            example(
                "java_hash('hello')",
                "99162322",
                "OpenJDK 17; the formula is in the documentation of java.lang.String",
            ),
            example(
                "java_hash('polygenelubricants')",
                "-2147483648",
                "OpenJDK 17; hapifhir/hapi-fhir, testCreatePatient_polygenelubricants",
            ),
        ],
        returns: ResultType::Integer,
        body: |call, out| call.hash(JAVA_HASH, out),
        ..HASH
    },
];
