//! The levels of zstd.

/// The levels that [`compress`](super::compress) takes.
pub const LEVELS: std::ops::RangeInclusive<i32> = -7..=22;

/// The level of the `zstd` tool.
pub const DEFAULT_LEVEL: i32 = 3;
