//! Hashes of rows of typed values.

use hashlane_kernels::hash::blake3::Blake3Mode;
use hashlane_kernels::hash::{Digester, uuid, xxh3};

use super::digest::{ALGORITHM, digester};
use super::uuid::NAMESPACE;
use super::{Arg, ArgKind, Function, HASH, OnNull, ResultType, Work, example, hex};
use crate::Settings;

/// The values of the row.
pub(crate) const ROW: Arg = Arg { name: "any…", kind: ArgKind::Row, default: None };

const COUNT: Arg = Arg { name: "n", kind: ArgKind::Buckets, default: None };
const FRACTION: Arg = Arg { name: "fraction", kind: ArgKind::Fraction, default: None };

const SOURCE: &str = "polars-hash 0.9.3 (PyPI)";
const SOURCE_SIGNED: &str = "polars-hash 0.9.3 (PyPI), in two's complement";
const SOURCE_BUCKET: &str = "polars-hash 0.9.3 (PyPI), times n, over 2^64";
const SOURCE_SAMPLE: &str =
    "xxhash 4.1.0 (PyPI) over the bytes of polars-hash 0.9.3 (PyPI): 0.66399…";

/// The encoding that all of these read.
pub(crate) const EQUALS: &str = "polars-hash's hash_rows(version=1), whose bytes are hashed";

/// What the functions over rows have in common.
const OVER_ROW: Function = Function { args: &[ROW], nulls: OnNull::Value, equals: EQUALS, ..HASH };

fn blake3(_: &Settings) -> Digester {
    Digester::Blake3 { mode: Blake3Mode::Hash, width: 32 }
}

const ROW_BYTES: Function = Function {
    name: "row_bytes",
    description: "The canonical encoding of the row: different rows have different bytes",
    examples: &[example("row_bytes(7, 'ok')", "0d0203010705026f6b", SOURCE)],
    work: Work::Derive,
    body: |call, out| call.copy(out),
    ..OVER_ROW
};

const ROW_XXH3: Function = Function {
    name: "row_xxh3",
    description: "64-bit XXH3 of the row, in which NULL is a value: the fastest hash for joins and change \
         detection",
    examples: &[example("row_xxh3(7, 'ok')", "14381603423083832641", SOURCE)],
    returns: ResultType::UBigint,
    body: |call, out| call.hash(xxh3::XXH3_64, out),
    ..OVER_ROW
};

const ROW_XXH128: Function = Function {
    name: "row_xxh128",
    description: "128-bit XXH3 of the row: a key for tables of any size, unless an attacker chooses the values",
    examples: &[example("row_xxh128(7, 'ok')", "2d2bd7e0b7a08c28c21a29285a5314d3", SOURCE)],
    body: |call, out| call.hash(xxh3::XXH3_128, out),
    ..OVER_ROW
};

const ROW_BLAKE3: Function = Function {
    name: "row_blake3",
    description: "BLAKE3 of the row: a key that resists attackers",
    examples: &[example(
        "row_blake3(7, 'ok')",
        "cc42f6452c4f5939790cc54be667b40996ab01e47b8e1e586fa6e27f761081a1",
        SOURCE,
    )],
    work: Work::Digest,
    body: |call, out| call.digest(blake3, out),
    ..OVER_ROW
};

const ROW_DIGEST: Function = Function {
    name: "row_digest",
    args: &[ALGORITHM, ROW],
    description: "The digest of the row under an algorithm of `digest`",
    examples: &[example(
        "row_digest('sha256', 7, 'ok')",
        "c912417a4ce8ae9e3dba8a835851552dd8ce46bb7a6cb22583f795b74818f59d",
        SOURCE,
    )],
    work: Work::Digest,
    body: |call, out| call.digest(digester, out),
    ..OVER_ROW
};

/// The rows of this family.
pub(crate) const FUNCTIONS: &[Function] = &[
    ROW_BYTES,
    hex(
        ROW_BYTES,
        "row_bytes_hex",
        "The canonical encoding of the row in hex",
        &[example("row_bytes_hex(7, 'ok')", "0d0203010705026f6b", SOURCE)],
    ),
    ROW_XXH3,
    hex(
        ROW_XXH3,
        "row_xxh3_hex",
        "64-bit XXH3 of the row as 16 hex digits",
        &[example("row_xxh3_hex(7, 'ok')", "c795b81dc5742541", SOURCE)],
    ),
    Function {
        name: "row_xxh3_signed",
        description: "row_xxh3 as a BIGINT with the same bits, for systems without unsigned integers",
        examples: &[example("row_xxh3_signed(7, 'ok')", "-4065140650625718975", SOURCE_SIGNED)],
        returns: ResultType::Bigint,
        body: |call, out| call.hash_bits(xxh3::XXH3_64, out),
        ..OVER_ROW
    },
    Function {
        name: "row_uuid",
        description: "row_xxh128 as a version 8 UUID: 122 bits of the hash, and 6 bits for the version and variant",
        equals: "row_xxh128, with version and variant as RFC 9562, section 5.8 has them",
        examples: &[example(
            "row_uuid(7, 'ok')",
            "2d2bd7e0-b7a0-8c28-821a-29285a5314d3",
            "polars-hash 0.9.3 (PyPI) and RFC 9562",
        )],
        returns: ResultType::Uuid,
        body: |call, out| call.hash_uuid(uuid::XXH3_UUID, out),
        ..OVER_ROW
    },
    Function {
        name: "row_uuid5",
        args: &[NAMESPACE, ROW],
        description: "The version 5 UUID of the row in a namespace: 'dns', 'url', 'oid', 'x500' or a UUID",
        equals: "RFC 9562, section 5.5, with row_bytes(any…) as the name",
        examples: &[example(
            "row_uuid5('dns', 7, 'ok')",
            "e5313ca5-8e0e-5a6a-b5b1-f53bbe75b16a",
            "uuid.uuid5 (Python 3.11) over the bytes of polars-hash 0.9.3 (PyPI)",
        )],
        returns: ResultType::Uuid,
        body: |call, out| call.hash_uuid(uuid::UUID5, out),
        ..OVER_ROW
    },
    Function {
        name: "hash_bucket",
        args: &[ROW, COUNT],
        description: "The row's bucket, from 0 to n - 1: the same in every run, on every machine and in both engines. \
             The last argument is n",
        equals: "the high 64 bits of row_xxh3(any…) * n, a product of 128 bits",
        examples: &[
            example("hash_bucket(7, 'ok', 10)", "7", SOURCE_BUCKET),
            example("hash_bucket(7, 'ok', 1000)", "779", SOURCE_BUCKET),
        ],
        returns: ResultType::Integer,
        body: |call, out| call.bucket_row(xxh3::XXH3_64, out),
        ..OVER_ROW
    },
    Function {
        name: "hash_sample",
        args: &[ROW, FRACTION],
        description: "Whether the row is in a sample of about this fraction of all rows: the same rows in every run, \
             on every machine and in both engines. A larger fraction keeps these rows and adds more. The sample has \
             rows from all buckets of hash_bucket. The last argument is the fraction",
        equals: "h < fraction * 2^64 without rounding, where h is XXH3 of 64 bits of row_bytes(any…) under the seed 1, \
                 and the fraction is the DOUBLE nearest to the given number",
        examples: &[
            example("hash_sample(7, 'ok', 0.66)", "false", SOURCE_SAMPLE),
            example("hash_sample(7, 'ok', 0.67)", "true", SOURCE_SAMPLE),
        ],
        returns: ResultType::Boolean,
        body: |call, out| call.sample(xxh3::XXH3_64, out),
        ..OVER_ROW
    },
    ROW_XXH128,
    hex(
        ROW_XXH128,
        "row_xxh128_hex",
        "128-bit XXH3 of the row as 32 hex digits",
        &[example("row_xxh128_hex(7, 'ok')", "2d2bd7e0b7a08c28c21a29285a5314d3", SOURCE)],
    ),
    ROW_BLAKE3,
    hex(
        ROW_BLAKE3,
        "row_blake3_hex",
        "BLAKE3 of the row in hex",
        &[example(
            "row_blake3_hex(7, 'ok')",
            "cc42f6452c4f5939790cc54be667b40996ab01e47b8e1e586fa6e27f761081a1",
            SOURCE,
        )],
    ),
    ROW_DIGEST,
    hex(
        ROW_DIGEST,
        "row_digest_hex",
        "The digest of the row under an algorithm, in hex",
        &[example("row_digest_hex('md5', 7, 'ok')", "f97d1b4f7cbf943a50a21c9cca2e571f", SOURCE)],
    ),
];
