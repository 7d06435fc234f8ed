//! Little-endian words of a row, for hashes of one row at a time.

/// The four bytes from `at` on. Panics if the row is too short.
#[inline(always)]
pub(super) fn u32_at(row: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(*row[at..].first_chunk().expect("four bytes"))
}

/// The eight bytes from `at` on. Panics if the row is too short.
#[inline(always)]
pub(super) fn u64_at(row: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(*row[at..].first_chunk().expect("eight bytes"))
}

/// Up to eight bytes as the low bytes of a word.
#[inline(always)]
pub(super) fn low_bytes(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte))
}
