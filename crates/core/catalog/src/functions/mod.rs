//! The rows of the catalogue: one file per family.

mod adler32;
mod aggregates;
mod blake3;
mod city;
mod clickhouse;
mod codecs;
mod crc;
mod decompressors;
mod digest;
mod engines;
mod fingerprints;
mod fnv;
mod fsst;
mod hmac;
mod lists;
mod lz4;
mod metrohash;
mod murmur2;
mod murmur3;
mod named;
mod pack;
mod row_sketch;
mod rows;
mod s3;
mod short_inputs;
mod siphash;
mod sketches;
mod spark_hive;
mod spooky;
mod tables;
mod uuid;
mod wyhash;
mod xxhash;
mod zstd;

use crate::ResultType;
use crate::aggregates::check_sketched;
use crate::call::{check_columns, check_signatures, check_value};
use crate::function::{Arg, Example, Function, Omitted, OnBadInput, OnNull};
use crate::kind::ArgKind;
use crate::results::{DIFFERENCES, MEASUREMENTS};
use crate::table::TableFunction;
use crate::work::{ResultForm, Work};

/// Every scalar function, by family, in the order of the reference.
pub static FUNCTIONS: &[&[Function]] = &[
    xxhash::FUNCTIONS,
    blake3::FUNCTIONS,
    crc::FUNCTIONS,
    adler32::FUNCTIONS,
    fnv::FUNCTIONS,
    murmur2::FUNCTIONS,
    murmur3::FUNCTIONS,
    wyhash::FUNCTIONS,
    metrohash::FUNCTIONS,
    city::FUNCTIONS,
    spooky::FUNCTIONS,
    short_inputs::FUNCTIONS,
    siphash::FUNCTIONS,
    digest::FUNCTIONS,
    hmac::FUNCTIONS,
    uuid::FUNCTIONS,
    s3::FUNCTIONS,
    engines::FUNCTIONS,
    clickhouse::FUNCTIONS,
    spark_hive::FUNCTIONS,
    rows::FUNCTIONS,
    zstd::COMPRESSORS,
    zstd::DECOMPRESSORS,
    lz4::COMPRESSORS,
    lz4::FRAMES,
    lz4::BLOCKS,
    codecs::COMPRESSORS,
    codecs::GZIP_DECOMPRESSORS,
    codecs::ZLIB_DECOMPRESSORS,
    codecs::SNAPPY_DECOMPRESSORS,
    codecs::BROTLI_DECOMPRESSORS,
    codecs::XZ_DECOMPRESSORS,
    named::COMPRESSORS,
    named::DECOMPRESSORS,
    fsst::COMPRESSORS,
    fsst::DECOMPRESSORS,
    pack::FUNCTIONS,
    lists::FUNCTIONS,
    sketches::FUNCTIONS,
    fingerprints::FUNCTIONS,
    row_sketch::FUNCTIONS,
];

/// Every aggregate.
pub static AGGREGATES: &[Function] = aggregates::FUNCTIONS;

/// Every table function.
pub static TABLE_FUNCTIONS: &[TableFunction] = tables::FUNCTIONS;

/// The value that is hashed or compressed.
const V: Arg = Arg { name: "v", kind: ArgKind::Bytes, default: None };

/// The bytes that are decompressed.
const B: Arg = Arg { name: "b", kind: ArgKind::Bytes, default: None };

const SEED32: Arg = Arg { name: "seed", kind: ArgKind::Seed32, default: Some(Omitted::Integer(0)) };
const SEED64: Arg = Arg { name: "seed", kind: ArgKind::Seed64, default: Some(Omitted::Integer(0)) };

const MAX_BYTES: Arg =
    Arg { name: "max_bytes", kind: ArgKind::MaxBytes, default: Some(Omitted::Integer(256 << 20)) };

/// What most hashes have in common.
const HASH: Function = Function {
    name: "",
    aliases: &[],
    args: &[V],
    nulls: OnNull::Propagate,
    description: "",
    equals: "",
    examples: &[],
    returns: ResultType::Blob,
    form: ResultForm::Plain,
    work: Work::Hash,
    check: None,
    // A row without a body of its own is an error: nothing asks for the memory of its results.
    body: |_, _| Ok(()),
    on_bad_input: OnBadInput::Fail,
};

/// `function` with its result in lower-case hex digits.
const fn hex(
    function: Function,
    name: &'static str,
    description: &'static str,
    examples: &'static [Example],
) -> Function {
    Function {
        name,
        description,
        examples,
        returns: ResultType::Varchar,
        form: ResultForm::Hex,
        ..function
    }
}

/// The call `sql` and its result according to `source`, which is independent of this project.
const fn example(sql: &'static str, result: &'static str, source: &'static str) -> Example {
    Example { sql, result, source }
}

/// The arguments of most decompressors.
const DECOMPRESS: &[Arg] = &[B, MAX_BYTES];
