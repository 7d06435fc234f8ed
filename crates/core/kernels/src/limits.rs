//! Sizes that lanes, rows and kernels agree on.

/// The most rows in a block: their starts and lengths take 4 KiB of the stack and stay in the L1
/// cache.
pub const BLOCK_ROWS: usize = 256;

/// The lanes of the widest group. This many entries past a block's last row can be read, too.
pub(crate) const MAX_LANES: usize = 16;

/// The longest string inside an Arrow view or a DuckDB `string_t`.
pub(crate) const MAX_INLINE: usize = 12;

/// The number of bytes that can be read from the start of every row and before its end, even if the
/// row is shorter.
pub(crate) const PADDED: usize = 8;

/// The size of a cache line in bytes.
pub(crate) const LINE: usize = 64;
