//! Stores short rows as libzstd would, without calling it.
//!
//! Searching for repetitions takes zstd 540 ns for any row, since it first clears its tables. It then stores every URL
//! of 53 bytes uncompressed.

use super::{CONTENT_CHECKSUM_FLAG, checksum};
use crate::{Appended, append};

/// A row of up to this many bytes is shorter than the shortest that zstd compresses with Huffman codes, and every
/// match has at least [`MATCH`] bytes. From zstd's parameters for short content.
const LONGEST: usize = 63;
const HIGHEST_LEVEL: i32 = 10;

/// The shortest match.
const MATCH: usize = 4;

/// Magic number, and a descriptor: a single segment, its length in a byte, and a checksum.
const START: [u8; 5] = [0x28, 0xB5, 0x2F, 0xFD, 1 << 5 | CONTENT_CHECKSUM_FLAG];

/// Whether zstd would store `row` uncompressed at `level`. May be wrong about a row with few repetitions.
pub(super) fn is_incompressible(level: i32, row: &[u8]) -> bool {
    level <= HIGHEST_LEVEL && row.len() <= LONGEST && !repeats(row)
}

/// Whether `row` may contain a repetition.
fn repeats(row: &[u8]) -> bool {
    const LOG: u32 = 8;
    const MULTIPLIER: u32 = 0x9E37_79B1;
    // The position where each hash was last seen. A position that was overwritten isn't found.
    let mut seen = [0; 1 << LOG];
    row.windows(MATCH).filter_map(|window| window.first_chunk()).any(|window| {
        let text = u32::from_le_bytes(*window);
        let place = &mut seen[(text.wrapping_mul(MULTIPLIER) >> (u32::BITS - LOG)) as usize];
        std::mem::replace(place, text) == text
    })
}

/// Appends a frame that stores `row`, of at most [`LONGEST`] bytes.
pub(super) fn store(row: &[u8], out: &mut Vec<u8>) -> Appended {
    let len = row.len() as u8;
    // The last block, uncompressed.
    let [low, high, ..] = (u32::from(len) << 3 | 1).to_le_bytes();
    append(out, &START)?;
    append(out, &[len, low, high, 0])?;
    append(out, row)?;
    append(out, &checksum(row))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::zstd::{LEVELS, Workspace, compress};
    use zstd_safe::{CCtx, CParameter};

    /// The frame that zstd makes of a row.
    fn by_zstd(level: i32, row: &[u8]) -> Vec<u8> {
        let mut context = CCtx::create();
        context.set_parameter(CParameter::CompressionLevel(level)).unwrap();
        context.set_parameter(CParameter::ChecksumFlag(true)).unwrap();
        let mut frame = vec![0; zstd_safe::compress_bound(row.len())];
        let len = context.compress2(&mut frame[..], row).unwrap();
        frame.truncate(len);
        frame
    }

    #[test]
    fn the_bytes_are_those_of_zstd() {
        let mut left = 0;
        for level in LEVELS {
            for len in 0..=LONGEST + 1 {
                // Without repetitions, with some, and with few letters.
                for (multiplier, letters) in [(7, 256), (97, 61), (13, 19), (5, 7), (1, 1)] {
                    let letter = |i: usize| (i * i * multiplier / 3 % letters) as u8;
                    let row: Vec<u8> = (0..len).map(letter).collect();
                    left += usize::from(is_incompressible(level, &row));
                    let mut frame = Vec::new();
                    compress(&mut Workspace::default(), level, &row, &mut frame).unwrap();
                    assert_eq!(frame, by_zstd(level, &row), "level {level}, {row:?}");
                }
            }
        }
        assert!(left > 2000, "{left}");
    }

    #[test]
    fn what_repeats_is_for_zstd() {
        assert!(is_incompressible(3, b"https://www.example.com/garden/42"));
        assert!(!is_incompressible(3, b"https://www.example.com/www.example.com"));
        assert!(!is_incompressible(3, b"aaaaaaaa"));
        assert!(!is_incompressible(11, b"abc"));
        assert!(!is_incompressible(3, &[b'x'; LONGEST + 1]));
    }
}
