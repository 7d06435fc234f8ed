//! Aggregates over rows.

use super::rows::{EQUALS, ROW};
use super::{Example, Function, HASH, Kernel, Nulls};
use crate::function::Fold;

const SOURCE: &str = "xxhash 4.1.0 (PyPI) over the rows' bytes, added up";

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
];
