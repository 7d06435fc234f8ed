//! The hash and the bucket transform of Apache Iceberg, for strings and binary.
//! Spec: <https://iceberg.apache.org/spec/#appendix-b-32-bit-hash-requirements>

use super::bucket;
use crate::blocks::HashKernel;
use crate::hash::murmur3;
use crate::hash::per_row::per_row;

/// The hash of each row, which takes no seed.
pub const ICEBERG_HASH: HashKernel<u32, i32> =
    per_row!(|row, _| murmur3::x86_32(row, 0).cast_signed());

/// The bucket of each row. The seed is the number of buckets.
pub const ICEBERG_PARTITION: HashKernel<u32, i32> =
    per_row!(|row, count| bucket(murmur3::x86_32(row, 0), count));
