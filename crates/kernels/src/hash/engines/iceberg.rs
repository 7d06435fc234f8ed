//! The hash and the bucket transform of Apache Iceberg, for strings and binary.
//! Spec: <https://iceberg.apache.org/spec/#appendix-b-32-bit-hash-requirements>

use super::bucket;
use crate::hash::{murmur3, per_row};
use crate::isa::Isa;
use crate::rows::{Block, Seeds};

/// The hash of each row, which takes no seed.
pub fn iceberg_hash(_: Isa, block: &Block<'_>, _: Seeds<'_, u32>, out: &mut [i32]) {
    per_row::unseeded(block, out, |row| murmur3::x86_32(row, 0).cast_signed());
}

/// The bucket of each row among as many as its seed says.
pub fn iceberg_partition(_: Isa, block: &Block<'_>, counts: Seeds<'_, u32>, out: &mut [i32]) {
    per_row::seeded(block, counts, out, |row, count| bucket(murmur3::x86_32(row, 0), count));
}
