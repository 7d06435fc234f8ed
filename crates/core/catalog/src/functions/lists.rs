//! The aggregates as scalar functions over a list of what they would aggregate. Every engine has lists, and
//! not every one lets an extension add aggregates.

use super::aggregates::{
    CHUNK_BYTES, DICTIONARY_BYTES, MINHASH_EQUALS, PACK_CODEC, SAMPLES, SKETCH_MD5, SKETCH_SOURCE,
    SOURCE,
};
use super::digest::ALGORITHM;
use super::row_sketch::P;
use super::rows::EQUALS;
use super::sketches::SIGNATURE_LENGTH;
use super::{Arg, ArgKind, Example, Function, HASH, MEASUREMENTS, OnNull, ResultType, Work};
use crate::work::Fold;

const ROWS: Arg = Arg { name: "list", kind: ArgKind::ListOfRows, default: None };

const VALUES: Arg = Arg { name: "list", kind: ArgKind::ListOfValues, default: None };

const BYTES: Arg = Arg { name: "list", kind: ArgKind::ListOfBytes, default: None };

/// What these functions have in common.
const OVER_LIST: Function = Function {
    args: &[ROWS],
    nulls: OnNull::NoRows,
    body: |call, out| call.fold_lists(out),
    ..HASH
};

/// The rows of this family, in the order of the aggregates.
pub(crate) const FUNCTIONS: &[Function] = &[
    Function {
        name: "list_hash_agg",
        description: "hash_agg over the elements of a list: list_hash_agg(list(row(a, b))) equals hash_agg(a, b), and \
             list_hash_agg(list(a)) equals hash_agg(a)",
        equals: EQUALS,
        examples: &[Example {
            sql: "list_hash_agg(array_agg(row(n, v))) FROM (VALUES (1, 'a'), (2, 'b'), (2, 'b')) AS t(n, v)",
            result: "74fefcd060068634b120be8592d94abd",
            source: SOURCE,
        }],
        work: Work::List(Fold::Sum),
        ..OVER_LIST
    },
    Function {
        name: "list_fingerprint",
        description: "fingerprint over the elements of a list: list_fingerprint(list(row(a, b))) equals \
             fingerprint(a, b), and list_fingerprint(list(a)) equals fingerprint(a)",
        equals: EQUALS,
        examples: &[Example {
            sql: "list_fingerprint(array_agg(row(n, v))) FROM (VALUES (1, 'a'), (2, 'b'), (2, 'b')) AS t(n, v)",
            result: "hl1:3:74fefcd060068634b120be8592d94abd",
            source: SOURCE,
        }],
        returns: ResultType::Varchar,
        work: Work::List(Fold::Fingerprint),
        ..OVER_LIST
    },
    Function {
        name: "list_fingerprint_sum",
        args: &[BYTES],
        description: "fingerprint_sum over the elements of a list: the sum of fingerprints; NULLs are ignored",
        equals: "addition of row counts, and of hashes modulo 2^128",
        examples: &[Example {
            sql: "list_fingerprint_sum(['hl1:3:74fefcd060068634b120be8592d94abd', 'hl1:1:f0000000000000000000000000000001'])",
            result: "hl1:4:64fefcd060068634b120be8592d94abe",
            source: "integers of Python 3.11",
        }],
        returns: ResultType::Varchar,
        work: Work::List(Fold::FingerprintSum),
        ..OVER_LIST
    },
    Function {
        name: "minhash",
        args: &[BYTES, SIGNATURE_LENGTH],
        description: "The MinHash signature of a list's distinct elements: k numbers. The fraction of places at which \
             two signatures are equal estimates the Jaccard similarity of the lists. NULL elements are ignored; NULL \
             for a list without elements",
        equals: MINHASH_EQUALS,
        examples: &[Example {
            sql: "minhash(['the quick', 'quick brown', 'brown fox'], 4)",
            result: "[171415518, 2947859791, 834529472, 463664658]",
            source: "datasketch 2.0.0 (PyPI)",
        }],
        returns: ResultType::List(&ResultType::UInteger),
        work: Work::List(Fold::MinHash),
        ..OVER_LIST
    },
    Function {
        name: "simhash",
        args: &[BYTES],
        description: "The 64-bit SimHash of a list's elements: lists with many elements in common differ in few bits. \
             Repeated elements count each time, NULL elements are ignored; NULL for a list without elements",
        equals: "Simhash(list) of simhash 2.1 (PyPI): 64 bits, MD5, weight 1",
        examples: &[Example {
            sql: "simhash(['the quick', 'quick brown', 'brown fox'])",
            result: "12299421467887558597",
            source: "simhash 2.1.2 (PyPI)",
        }],
        returns: ResultType::UBigint,
        work: Work::List(Fold::SimHash),
        ..OVER_LIST
    },
    Function {
        name: "list_digest",
        args: &[VALUES, ALGORITHM],
        description: "digest_agg over the elements of a list, in order: the digest of their concatenated row_bytes; \
             NULL for an empty list",
        equals: EQUALS,
        examples: &[Example {
            sql: "list_digest(array_agg(v ORDER BY n), 'sha256') FROM (VALUES (2, 'b'), (1, 'a')) AS t(n, v)",
            result: "57ae2dc17000458c03ee2ab420d03fe4a5b1387f29502c0e86cef2ca54b4007c",
            source: "hashlib (Python 3.11) over the rows' bytes",
        }],
        work: Work::List(Fold::Digest),
        ..OVER_LIST
    },
    Function {
        name: "list_zstd_train_dict",
        args: &[BYTES, DICTIONARY_BYTES, SAMPLES],
        description: "zstd_train_dict over the elements of a list: a zstd dictionary for similar values; NULLs are \
             ignored",
        equals: "ZDICT_trainFromBuffer of zstd (its bytes may change with zstd's version)",
        examples: &[Example {
            sql: "zstd_dict_id(list_zstd_train_dict(array_agg('value ' || CAST(i * i AS VARCHAR)), 256)) > 0 FROM range(1, 200) AS t(i)",
            result: "true",
            source: "the format of dictionaries: ids are not 0",
        }],
        work: Work::List(Fold::Dictionary),
        ..OVER_LIST
    },
    Function {
        name: "list_fsst_train",
        args: &[BYTES],
        description: "fsst_train over the elements of a list: an FSST symbol table for similar values; NULLs are \
             ignored",
        equals: "docs/fsst-format.md (its symbols may change with the version of fsst-rs)",
        examples: &[Example {
            sql: "fsst_decompress_text(fsst_compress('hashlane', s), s) FROM (SELECT list_fsst_train(array_agg('hashlane ' || CAST(i AS VARCHAR))) AS s FROM range(0, 100) AS t(i)) AS r",
            result: "hashlane",
            source: "decompressing gives the value back",
        }],
        work: Work::List(Fold::SymbolTable),
        ..OVER_LIST
    },
    Function {
        name: "list_block_pack",
        args: &[BYTES, PACK_CODEC, CHUNK_BYTES],
        description: "block_pack over the elements of a list, in order: a single value that holds all of them, NULLs \
             included, in compressed chunks; NULL for an empty list",
        equals: "docs/block-format.md",
        examples: &[Example {
            sql: "list_block_pack(array_agg(v ORDER BY n), 'none') FROM (VALUES (3, 'x'), (1, 'hashlane'), (2, NULL)) AS t(n, v)",
            result: "484c42500100000000400000010000000300000040000000000000006bc1d0b184010000000801686173686c616e65782000000000000000000000005ab0aa46",
            source: "tests/vectors/pack.py, after docs/block-format.md",
        }],
        work: Work::List(Fold::Pack),
        ..OVER_LIST
    },
    Function {
        name: "list_row_sketch",
        args: &[ROWS, P],
        description: "row_sketch over the elements of a list: list_row_sketch(list(row(key, a)), p) equals row_sketch(p, \
             key, a); NULL for an empty list",
        equals: super::row_sketch::EQUALS,
        examples: &[Example {
            sql: "hexdigest(list_row_sketch(array_agg(row(k, v)), 8), 'md5') FROM (VALUES (1, 'a'), (2, NULL)) AS t(k, v)",
            result: SKETCH_MD5,
            source: SKETCH_SOURCE,
        }],
        work: Work::List(Fold::Sketch),
        ..OVER_LIST
    },
    Function {
        name: "list_compress_bench",
        args: &[BYTES],
        description: "compress_bench over the elements of a list: the ratio and the speed of each codec on a sample \
             of them, on this machine",
        equals: "its own measurement",
        examples: &[Example {
            sql: "array_length(list_compress_bench(array_agg(v))) > 10 FROM (VALUES ('a'), ('b')) AS t(v)",
            result: "true",
            source: "there are nine codecs, some of them at several levels",
        }],
        returns: MEASUREMENTS,
        work: Work::List(Fold::Measurements),
        ..OVER_LIST
    },
];
