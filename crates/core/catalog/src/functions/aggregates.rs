//! Aggregates.

use super::digest::ALGORITHM;
use super::row_sketch::P;
use super::rows::{EQUALS, ROW};
use super::sketches::SIGNATURE_LENGTH;
use hashlane_codecs::pack;
use hashlane_codecs::zstd;

use super::{
    Arg, ArgKind, Example, Function, HASH, MEASUREMENTS, Omitted, OnNull, ResultType, V, Work,
    check_sketched,
};
use crate::work::Fold;

pub(super) const SOURCE: &str = "xxhash 4.1.0 (PyPI) over the rows' bytes, added up";

const KEYED_ROW: Arg = Arg { name: "key, any…", kind: ArgKind::Row, default: None };

pub(super) const SKETCH_SOURCE: &str = "tests/vectors/sketch.py, after docs/sketch-format.md";

/// The MD5 of the sketch of the rows (1, 'a') and (2, NULL) with p 8.
pub(super) const SKETCH_MD5: &str = "2d6d61d3e29fb55222fec8af52126891";

const FINGERPRINT: Arg = Arg { name: "f", kind: ArgKind::Text, default: None };

const VALUE: Arg = Arg { name: "v", kind: ArgKind::Value, default: None };

pub(super) const DICTIONARY_BYTES: Arg = Arg {
    name: "max_bytes",
    kind: ArgKind::Length(zstd::MIN_DICTIONARY_LEN as u32, zstd::MAX_DICTIONARY_LEN as u32),
    default: Some(Omitted::Integer(zstd::DEFAULT_DICTIONARY_LEN as i64)),
};

pub(super) const SAMPLES: Arg = Arg {
    name: "max_samples",
    kind: ArgKind::Samples(7, 10_000_000),
    default: Some(Omitted::Integer(zstd::DEFAULT_SAMPLES as i64)),
};

pub(super) const PACK_CODEC: Arg =
    Arg { name: "codec", kind: ArgKind::PackCodec, default: Some(Omitted::Text("zstd(3)")) };

pub(super) const CHUNK_BYTES: Arg = Arg {
    name: "chunk_bytes",
    kind: ArgKind::Length(1, pack::MAX_CHUNK_BYTES),
    default: Some(Omitted::Integer(pack::DEFAULT_CHUNK_BYTES as i64)),
};

pub(super) const MINHASH_EQUALS: &str = "MinHash(num_perm=k) of datasketch 2.0 (PyPI), whose defaults are seed 1, \
     SHA-1 and the scheme affine32; version 1 made other signatures";

/// What the aggregates over rows have in common.
const OVER_ROWS: Function = Function { args: &[ROW], nulls: OnNull::Value, equals: EQUALS, ..HASH };

/// The aggregates.
pub(crate) const FUNCTIONS: &[Function] = &[
    Function {
        name: "hash_agg",
        description: "The sum of row_xxh128 over all rows modulo 2^128, big-endian: it doesn't \
             depend on the order of the rows, and it counts duplicates",
        examples: &[Example {
            sql: "hash_agg(n, v) FROM (VALUES (1, 'a'), (2, 'b'), (2, 'b')) AS t(n, v)",
            result: "74fefcd060068634b120be8592d94abd",
            source: SOURCE,
        }],
        work: Work::Aggregate(Fold::Sum),
        ..OVER_ROWS
    },
    Function {
        name: "fingerprint",
        description: "The number of rows and hash_agg as text, `hl1:<rows>:<hex>`: tables with \
             the same rows have the same fingerprint",
        examples: &[Example {
            sql: "fingerprint(n, v) FROM (VALUES (1, 'a'), (2, 'b'), (2, 'b')) AS t(n, v)",
            result: "hl1:3:74fefcd060068634b120be8592d94abd",
            source: SOURCE,
        }],
        returns: ResultType::Varchar,
        work: Work::Aggregate(Fold::Fingerprint),
        ..OVER_ROWS
    },
    Function {
        name: "fingerprint_sum",
        args: &[FINGERPRINT],
        description: "The sum of fingerprints: a table's fingerprint from those of its parts. NULLs are ignored; without \
             values it is the fingerprint of an empty table",
        equals: "addition of row counts, and of hashes modulo 2^128",
        examples: &[Example {
            sql: "fingerprint_sum(f) FROM (VALUES ('hl1:3:74fefcd060068634b120be8592d94abd'), (NULL), ('hl1:1:f0000000000000000000000000000001')) AS t(f)",
            result: "hl1:4:64fefcd060068634b120be8592d94abe",
            source: "integers of Python 3.11",
        }],
        returns: ResultType::Varchar,
        work: Work::Aggregate(Fold::FingerprintSum),
        ..HASH
    },
    Function {
        name: "digest_agg",
        args: &[VALUE, ALGORITHM],
        description: "The digest of the concatenated row_bytes of all values, in the order of \
             ORDER BY; NULL without rows",
        examples: &[Example {
            sql: "digest_agg(v, 'sha256' ORDER BY n) FROM (VALUES (2, 'b'), (1, 'a')) AS t(n, v)",
            result: "57ae2dc17000458c03ee2ab420d03fe4a5b1387f29502c0e86cef2ca54b4007c",
            source: "hashlib (Python 3.11) over the rows' bytes",
        }],
        work: Work::Aggregate(Fold::Digest),
        ..OVER_ROWS
    },
    Function {
        name: "zstd_train_dict",
        args: &[V, DICTIONARY_BYTES, SAMPLES],
        description: "A zstd dictionary for similar values. The training sample doesn't depend on \
             their order; NULLs are ignored",
        equals: "ZDICT_trainFromBuffer of zstd (its bytes may change with zstd's version)",
        examples: &[Example {
            sql: "zstd_dict_id(zstd_train_dict('value ' || CAST(i * i AS VARCHAR), 256)) > 0 FROM range(1, 200) AS t(i)",
            result: "true",
            source: "the format of dictionaries: ids are not 0",
        }],
        work: Work::Aggregate(Fold::Dictionary),
        ..HASH
    },
    Function {
        name: "fsst_train",
        args: &[V],
        description: "An FSST symbol table for similar values. The training sample doesn't depend \
             on their order; NULLs are ignored",
        equals: "docs/fsst-format.md (its symbols may change with the version of fsst-rs)",
        examples: &[Example {
            sql: "fsst_decompress_text(fsst_compress('hashlane', s), s) FROM (SELECT fsst_train('hashlane ' || CAST(i AS VARCHAR)) AS s FROM range(0, 100) AS t(i)) AS r",
            result: "hashlane",
            source: "decompressing gives the value back",
        }],
        work: Work::Aggregate(Fold::SymbolTable),
        ..HASH
    },
    Function {
        name: "block_pack",
        args: &[V, PACK_CODEC, CHUNK_BYTES],
        nulls: OnNull::Value,
        description: "A single value that holds all values, NULLs included, in compressed chunks, \
             for block_get and block_values; in the order of ORDER BY; NULL without rows",
        equals: "docs/block-format.md",
        examples: &[Example {
            sql: "block_pack(v, 'none' ORDER BY n) FROM (VALUES (3, 'x'), (1, 'hashlane'), (2, NULL)) AS t(n, v)",
            result: "484c42500100000000400000010000000300000040000000000000006bc1d0b184010000000801686173686c616e65782000000000000000000000005ab0aa46",
            source: "tests/vectors/pack.py, after docs/block-format.md",
        }],
        work: Work::Aggregate(Fold::Pack),
        ..HASH
    },
    Function {
        name: "minhash_agg",
        args: &[V, SIGNATURE_LENGTH],
        description: "The MinHash signature of all distinct values: k numbers, as minhash returns them for a list; \
             minhash_merge joins signatures of parts. NULLs are ignored; NULL without values",
        equals: MINHASH_EQUALS,
        examples: &[Example {
            sql: "minhash_agg(v, 4) FROM (VALUES ('the quick'), ('quick brown'), ('brown fox')) AS t(v)",
            result: "[171415518, 2947859791, 834529472, 463664658]",
            source: "datasketch 2.0.0 (PyPI)",
        }],
        returns: ResultType::List(&ResultType::UInteger),
        work: Work::Aggregate(Fold::MinHash),
        ..HASH
    },
    Function {
        name: "row_sketch",
        args: &[P, KEYED_ROW],
        nulls: OnNull::Value,
        description: "A sketch of a table, for sketch_diff: 160 bytes times 2^p, whatever the number of rows. It holds about \
             2.4 times 2^p differences. The key is a whole number, any other value, or a struct of several; NULL without rows",
        equals: super::row_sketch::EQUALS,
        examples: &[Example {
            sql: "hexdigest(row_sketch(8, k, v), 'md5') FROM (VALUES (1, 'a'), (2, NULL)) AS t(k, v)",
            result: SKETCH_MD5,
            source: SKETCH_SOURCE,
        }],
        work: Work::Aggregate(Fold::Sketch),
        check: Some(check_sketched),
        ..HASH
    },
    Function {
        name: "compress_bench",
        args: &[V],
        description: "The compression ratio (compressed size divided by size) and the speed in \
             MB/s of each codec on a sample of the values, on this machine",
        equals: "its own measurement",
        examples: &[Example {
            sql: "array_length(compress_bench(v)) > 10 FROM (VALUES ('a'), ('b')) AS t(v)",
            result: "true",
            source: "there are nine codecs, some of them at several levels",
        }],
        returns: MEASUREMENTS,
        work: Work::Aggregate(Fold::Measurements),
        ..HASH
    },
];
