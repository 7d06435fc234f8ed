//! Adler-32. Spec: RFC 1950, section 8.2.

use super::per_row::per_row;
use crate::blocks::HashKernel;

/// Adler-32 of each row; the seeds are not read.
pub const ADLER32: HashKernel<u32, u32> = per_row!(|row, _| adler2::adler32_slice(row));
