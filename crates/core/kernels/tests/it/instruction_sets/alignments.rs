//! Rows at every address modulo 64.

use hashlane_kernels::blocks::{Rows, Seeds};

use super::{Expected, edges, shuffle};
use crate::support::inputs::cycle;

/// A column has a row at each alignment; a second one has them in other lanes.
#[test]
fn of_rows_at_the_edges_of_classes() {
    let buffer = cycle(64 + 64 + edges().max().unwrap());
    let aligned = buffer.as_ptr().align_offset(64);
    let mut alignments: Vec<usize> = (0..64).collect();
    for length in edges() {
        let texts: Vec<&[u8]> =
            alignments.iter().map(|alignment| &buffer[aligned + alignment..][..length]).collect();
        assert!(texts.iter().any(|text| text.as_ptr().addr() % 64 == 63));
        Expected::of(&texts, Seeds::Constant(0)).check("every alignment", &Rows::Slices(&texts));
        shuffle(2, &mut alignments);
    }
}

/// All rows at one alignment, so that only the offset added to an address matters.
#[test]
fn of_columns() {
    let buffer = cycle(64 + 64 + 300);
    let aligned = buffer.as_ptr().align_offset(64);
    for alignment in 0..64 {
        let mut texts: Vec<&[u8]> =
            (0..300).map(|length| &buffer[aligned + alignment..][..length]).collect();
        shuffle(alignment as u64, &mut texts);
        Expected::of(&texts, Seeds::Constant(1))
            .check(&format!("alignment {alignment}"), &Rows::Slices(&texts));
    }
}
