//! Komihash, version 5. Reference: Aleksey Vaneev, <https://github.com/avaneev/komihash>.

use super::per_row::per_row;
use crate::blocks::HashKernel;

/// Komihash of each row.
pub const KOMIHASH: HashKernel<u64, u64> = per_row!(::komihash::komihash);
