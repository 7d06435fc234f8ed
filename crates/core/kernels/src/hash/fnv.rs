//! FNV-1a of 32 and 64 bits. Spec: RFC 9923.

use super::per_row::per_row;
use crate::blocks::HashKernel;

/// FNV-1a of 32 bits of each row; the seeds are not read.
pub const FNV1A_32: HashKernel<u32, u32> = per_row!(|row, _| fnv1a_32(row));

/// FNV-1a of 64 bits of each row; the seeds are not read.
pub const FNV1A_64: HashKernel<u64, u64> = per_row!(|row, _| fnv1a_64(row, BASIS_64));

/// The offset basis of 64 bits: the hash of no bytes.
pub(crate) const BASIS_64: u64 = 0xcbf2_9ce4_8422_2325;

/// FNV-1a of 32 bits of one row.
#[inline(always)]
pub(crate) fn fnv1a_32(row: &[u8]) -> u32 {
    row.iter().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193))
}

/// FNV-1a of 64 bits of one row that follows bytes with the hash `hash`.
#[inline(always)]
pub(crate) fn fnv1a_64(row: &[u8], hash: u64) -> u64 {
    row.iter().fold(hash, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}
