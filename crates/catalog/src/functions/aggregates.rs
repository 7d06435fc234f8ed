//! Aggregates over rows.

use super::digest::ALGORITHM;
use super::rows::{EQUALS, ROW};
use super::{Arg, Example, Function, HASH, Kernel, Kind, Nulls};
use crate::function::Fold;

const SOURCE: &str = "xxhash 4.1.0 (PyPI) over the rows' bytes, added up";

const VALUE: Arg = Arg { name: "v", kind: Kind::Value, default: None };

/// What the aggregates have in common.
const OVER_ROWS: Function = Function { args: &[ROW], nulls: Nulls::Value, equals: EQUALS, ..HASH };

/// The aggregates.
pub const FUNCTIONS: &[Function] = &[
    Function {
        name: "hash_agg",
        description: "The sum of row_xxh128 of all rows modulo 2^128, big-endian: the same for any \
             order of the rows, and different where one is there twice",
        examples: &[Example {
            sql: "hash_agg(n, v) FROM (VALUES (1, 'a'), (2, 'b'), (2, 'b')) AS t(n, v)",
            result: "74fefcd060068634b120be8592d94abd",
            source: SOURCE,
        }],
        kernel: Kernel::Aggregate(Fold::Sum),
        ..OVER_ROWS
    },
    Function {
        name: "fingerprint",
        description: "The number of rows and hash_agg in a text, hl1:<rows>:<hex>, to compare tables with",
        examples: &[Example {
            sql: "fingerprint(n, v) FROM (VALUES (1, 'a'), (2, 'b'), (2, 'b')) AS t(n, v)",
            result: "hl1:3:74fefcd060068634b120be8592d94abd",
            source: SOURCE,
        }],
        kernel: Kernel::Aggregate(Fold::Fingerprint),
        ..OVER_ROWS
    },
    Function {
        name: "digest_agg",
        args: &[VALUE, ALGORITHM],
        description: "The digest of the row_bytes of all values, one after the other, in the order of \
             ORDER BY; NULL where there are none",
        examples: &[Example {
            sql: "digest_agg(v, 'sha256' ORDER BY n) FROM (VALUES (2, 'b'), (1, 'a')) AS t(n, v)",
            result: "57ae2dc17000458c03ee2ab420d03fe4a5b1387f29502c0e86cef2ca54b4007c",
            source: "hashlib (Python 3.11) over the rows' bytes",
        }],
        kernel: Kernel::Aggregate(Fold::Digest),
        ..OVER_ROWS
    },
];
