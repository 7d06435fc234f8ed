//! Java's `String.hashCode`.
//! Spec:
//! <https://docs.oracle.com/en/java/javase/21/docs/api/java.base/java/lang/String.html#hashCode()>

use crate::blocks::HashKernel;
use crate::hash::per_row::per_row;

/// `String.hashCode` of each row, a string in UTF-8; the seeds are not read. Invalid UTF-8 counts
/// as U+FFFD, as in Java.
pub const JAVA_HASH: HashKernel<u32, i32> = per_row!(|row, _| {
    let hash = if row.is_ascii() {
        row.iter().fold(0, |hash, byte| step(hash, u16::from(*byte)))
    } else {
        // One UTF-16 unit after the other: characters above U+FFFF have two.
        String::from_utf8_lossy(row).encode_utf16().fold(0, step)
    };
    hash.cast_signed()
});

#[inline(always)]
fn step(hash: u32, unit: u16) -> u32 {
    hash.wrapping_mul(31).wrapping_add(u32::from(unit))
}
