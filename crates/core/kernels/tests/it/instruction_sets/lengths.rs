//! Every length from 0 to 4,160 bytes: four chunks of BLAKE3 and a block.

use hashlane_kernels::blocks::{Rows, Seeds};

use super::{Expected, seeds, shuffle};
use crate::support::inputs::{cycle_from, slices};

const LONGEST: usize = 4_160;

/// A text of each length, in an order that mixes them in every block.
fn every_length() -> Vec<Vec<u8>> {
    let mut texts: Vec<Vec<u8>> = (0..=LONGEST).map(|length| cycle_from(length, length)).collect();
    shuffle(1, &mut texts);
    texts
}

#[test]
fn in_one_column() {
    let texts = every_length();
    let texts = slices(&texts);
    Expected::of(&texts, Seeds::Constant(0)).check("every length", &Rows::Slices(&texts));
}

#[test]
fn in_one_column_under_seeds() {
    let texts = every_length();
    let texts = slices(&texts);
    let column = seeds(texts.len());
    for seeds in [
        Seeds::Constant(1),
        Seeds::Constant(0x9e37_79b9_7f4a_7c15),
        Seeds::Constant(u64::MAX),
        Seeds::Column(&column),
    ] {
        Expected::of_seeded(&texts, seeds).check("every length", &Rows::Slices(&texts));
    }
}

/// Columns of one length, so that no lane ends before the others: every length to 300, then lengths
/// around multiples of 64.
#[test]
fn in_columns_of_their_own() {
    let longer = (5..=LONGEST / 64).flat_map(|block| block * 64 - 1..=block * 64 + 1);
    for length in (0..=300).chain(longer.filter(|length| *length <= LONGEST)) {
        let count = 2 * 16 + 1;
        let count = if length <= 300 { count } else { 16 + 1 };
        let texts: Vec<Vec<u8>> = (0..count).map(|i| cycle_from(7 * i, length)).collect();
        let texts = slices(&texts);
        let seeds = seeds(count);
        for expected in [
            Expected::of(&texts, Seeds::Constant(0)),
            Expected::of_seeded(&texts, Seeds::Constant(3)),
            Expected::of_seeded(&texts, Seeds::Column(&seeds)),
        ] {
            expected.check(&format!("{count} rows"), &Rows::Slices(&texts));
        }
    }
}
