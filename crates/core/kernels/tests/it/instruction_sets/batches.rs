//! Columns of few rows, of about as many as a block has, parts of columns, and columns with NULLs.

use hashlane_kernels::blocks::{BLOCK_ROWS, Seeds};

use super::{Expected, seeds, shuffle};
use crate::support::columns::{each_slice, with_null_strings};
use crate::support::inputs::{Numbers, cycle_from, ragged, slices};

const LANES: usize = 16;

/// From no rows to three vectors of rows and one more, and the edges of blocks.
fn sizes() -> impl Iterator<Item = usize> {
    let around = |edge: usize| edge - 1..=edge + 1;
    let blocks = [BLOCK_ROWS - LANES, BLOCK_ROWS, BLOCK_ROWS + LANES, 2 * BLOCK_ROWS];
    (0..=3 * LANES + 1).chain(blocks.into_iter().flat_map(around))
}

#[test]
fn of_every_size() {
    for count in sizes() {
        let texts = ragged(count as u64, count, 300);
        let texts = slices(&texts);
        let seeds = seeds(count);
        for seeds in [Seeds::Constant(0), Seeds::Constant(u64::MAX), Seeds::Column(&seeds)] {
            Expected::of(&texts, seeds).check_layouts(&format!("{count} rows"));
        }
    }
}

/// A few rows that are all short take another path than a few rows of any length.
#[test]
fn of_short_rows() {
    for count in 0..=3 * LANES + 1 {
        let texts: Vec<Vec<u8>> = (0..count).map(|i| cycle_from(3 * i, 5 * i % 17)).collect();
        let texts = slices(&texts);
        let seeds = seeds(count);
        for seeds in [Seeds::Constant(0), Seeds::Column(&seeds)] {
            Expected::of(&texts, seeds).check_layouts(&format!("{count} short rows"));
        }
    }
}

/// The widths of the inline strings of views and `string_t`, of XXH3's classes, of a block.
#[test]
fn of_rows_of_one_width() {
    for width in [0, 1, 3, 4, 8, 9, 12, 13, 16, 17, 55, 56, 64, 129, 241] {
        for count in [1, 7, 8, 9, 15, LANES, 17, 24, 31, 2 * LANES, 33, 3 * LANES + 1] {
            let texts: Vec<Vec<u8>> = (0..count).map(|i| cycle_from(5 * i, width)).collect();
            let texts = slices(&texts);
            Expected::of(&texts, Seeds::Constant(1))
                .check_layouts(&format!("{count} rows of {width} bytes"));
        }
    }
}

#[test]
fn of_slices() {
    const FIRSTS: [usize; 8] = [1, 7, 8, 15, 17, 63, BLOCK_ROWS - 1, BLOCK_ROWS + 1];
    let one_width: Vec<Vec<u8>> = (0..3 * BLOCK_ROWS).map(|i| cycle_from(i, 21)).collect();
    for texts in [ragged(3, 3 * BLOCK_ROWS, 280), one_width] {
        let texts = slices(&texts);
        let seeds = seeds(texts.len());
        for first in FIRSTS {
            for count in [1, LANES - 1, LANES, LANES + 1, BLOCK_ROWS, BLOCK_ROWS + 1] {
                let range = first..first + count;
                let seeds = Seeds::Column(&seeds[range.clone()]);
                let expected = Expected::of(&texts[range.clone()], seeds);
                each_slice(&texts, range.clone(), |layout, rows| {
                    expected.check(&format!("rows {range:?}, {layout}"), rows);
                });
            }
        }
    }
}

/// NULLs at random, in runs, alone among valid rows and the other way around.
#[test]
fn of_strings_with_nulls() {
    let mut numbers = Numbers(8);
    let blocks = [65, 130, BLOCK_ROWS - 1, BLOCK_ROWS, 2 * BLOCK_ROWS + 9];
    for count in (1..=2 * LANES + 8).chain(blocks) {
        let texts = ragged(count as u64 + 1, count, 300);
        let mut random: Vec<bool> = (0..count).map(|_| numbers.below(2) == 0).collect();
        shuffle(9, &mut random);
        for (pattern, is_null) in [
            ("random NULLs", random),
            ("all NULL", vec![true; count]),
            ("runs of NULLs", (0..count).map(|i| i / LANES % 2 == 1).collect()),
            ("one NULL", (0..count).map(|i| i == count / 2).collect()),
            ("one valid row", (0..count).map(|i| i != count / 2).collect()),
        ] {
            let rows: Vec<Option<&[u8]>> = texts
                .iter()
                .zip(&is_null)
                .map(|(text, null)| (!null).then_some(&text[..]))
                .collect();
            let texts: Vec<&[u8]> = rows.iter().map(|row| row.unwrap_or_default()).collect();
            let expected = Expected::of(&texts, Seeds::Constant(4));
            with_null_strings(&rows, |rows| {
                expected.check(&format!("{count} rows, {pattern}"), rows);
            });
        }
    }
}
