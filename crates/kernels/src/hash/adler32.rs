//! Adler-32. Spec: RFC 1950, section 8.2.

use super::per_row;
use crate::isa::Isa;
use crate::rows::{Block, Seeds};

/// Adler-32 of each row; the seeds are not read.
pub fn adler32(_: Isa, block: &Block<'_>, _: Seeds<'_, u32>, out: &mut [u32]) {
    per_row::unseeded(block, out, adler2::adler32_slice);
}
