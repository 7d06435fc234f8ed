//! Columns from a generator: random lengths, layouts, numbers of rows and seeds, the same in every
//! run. `HASHLANE_TEST_ROWS` sets the number of rows for each hash on each instruction set.

use hashlane_kernels::blocks::{BLOCK_ROWS, Seeds};

use super::Expected;
use crate::support::columns::each_layout;
use crate::support::hash::{self, Hash};
use crate::support::inputs::Numbers;

const ROWS: usize = 100_000;

/// The number of rows.
pub fn rows() -> usize {
    match std::env::var("HASHLANE_TEST_ROWS") {
        Ok(rows) => rows.parse().expect("HASHLANE_TEST_ROWS is a number of rows"),
        Err(_) => ROWS,
    }
}

#[test]
fn short_hashes() {
    check(1, &hash::short());
}

#[test]
fn digests() {
    check(2, &hash::all()[hash::short().len()..]);
}

fn check(seed: u64, hashes: &[Hash]) {
    let mut numbers = Numbers(seed);
    let bytes = numbers.bytes(1 << 16);
    let mut left = rows();
    while left > 0 {
        let count = left.min(1 + numbers.below(3 * BLOCK_ROWS));
        left -= count;
        let texts = {
            let kind = numbers.below(8);
            texts(&mut numbers, &bytes, count, kind)
        };
        let column: Vec<u64> = (0..count).map(|_| numbers.next()).collect();
        let seeds = match numbers.below(3) {
            0 => Seeds::Constant(0),
            1 => Seeds::Constant(numbers.next()),
            _ => Seeds::Column(&column),
        };
        let expected = Expected::of_these(hashes.to_vec(), &texts, seeds);
        // One layout of the strings; a column of one width has one layout more.
        let (chosen, mut layout_number) = (numbers.below(6), 0);
        each_layout(&texts, |layout, rows| {
            if layout_number == chosen {
                expected.check(&format!("seed {seed}, {left} rows before the end, {layout}"), rows);
            }
            layout_number += 1;
        });
    }
}

/// The kind of a column whose texts have up to 12 bytes, except one in 2,000.
pub const WORDS: usize = 0;

/// The kind of a column whose texts have one length.
pub const ONE_WIDTH: usize = 3;

/// Parts of `bytes`, with lengths as in one of eight kinds of columns.
pub fn texts<'a>(
    numbers: &mut Numbers,
    bytes: &'a [u8],
    count: usize,
    kind: usize,
) -> Vec<&'a [u8]> {
    let width = numbers.below(140);
    (0..count)
        .map(|_| {
            let length = match kind {
                // Words, identifiers, addresses.
                WORDS => numbers.below(13),
                1 => 8 + numbers.below(17),
                2 => 20 + numbers.below(101),
                ONE_WIDTH => width,
                // As many rows of 1 to 8 bytes as of 128 to 255.
                4 => (1usize << numbers.below(9)) + numbers.below(8),
                // Mostly empty.
                5 => numbers.below(4) / 3 * numbers.below(70),
                6 => numbers.below(300),
                // A long tail.
                _ => 1usize << numbers.below(5) << numbers.below(5) << numbers.below(4),
            };
            let length = if numbers.below(2_000) == 0 { numbers.below(9_000) } else { length };
            &bytes[numbers.below(bytes.len() - length)..][..length]
        })
        .collect()
}
