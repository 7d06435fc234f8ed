//! Sketches, as they are and forged. The first byte is 0 for bytes that are a sketch as they are. Else the rest is cells of a sketch with
//! p 8, 42 bytes each: the number of the cell, and what it holds. The checksum is right, as a forger would make it.
//!
//! A sketch is written and read again as the same. If it decodes, then the rows that come out make the same sketch.
#![no_main]

use hashlane_fuzz::alloc::within;
use hashlane_kernels::sketch::{Keys, Sketch, SketchCell, TableSide};
use libfuzzer_sys::fuzz_target;

/// The number of cells.
const CELLS: usize = 4 << 8;

fn forge(data: &[u8]) -> Sketch {
    let mut sketch = Sketch::new(8, Keys::Integer).expect("p is allowed");
    for entry in data.chunks_exact(42) {
        let sum = |at: usize| {
            let mut bytes = [0; 16];
            bytes[..12].copy_from_slice(&entry[at..at + 12]);
            i128::from_le_bytes(bytes) << 32 >> 32
        };
        let rows = i32::from_le_bytes(entry[2..6].try_into().expect("4 bytes")).into();
        let index = usize::from(u16::from_le_bytes([entry[0], entry[1]])) % CELLS;
        let cell = SketchCell { rows, hash: sum(6), check: sum(18), key: sum(30) };
        // Sums that don't fit are refused.
        let _ = sketch.add_cell(index, &cell);
    }
    sketch
}

fuzz_target!(|data: &[u8]| {
    let Some((&kind, data)) = data.split_first() else { return };
    let sketch = match kind {
        0 => within(2 * data.len() + (1 << 12), || Sketch::from_bytes(data)),
        _ => Ok(forge(data)),
    };
    let Ok(sketch) = sketch else { return };
    let bytes = sketch.to_bytes().expect("there is memory");
    assert_eq!(Sketch::from_bytes(&bytes).as_ref(), Ok(&sketch));
    let Ok(found) = within(8 * bytes.len() + (1 << 12), || sketch.decode()) else { return };
    let mut again = Sketch::new(sketch.p(), sketch.keys()).expect("p is allowed");
    for row in found {
        let mut one = Sketch::new(sketch.p(), sketch.keys()).expect("p is allowed");
        one.add(row.key, row.hash).expect("one row");
        let times = i128::from(row.rows) * if row.side == TableSide::Left { 1 } else { -1 };
        for (index, cell) in one.cells().enumerate().filter(|(_, cell)| cell.rows != 0) {
            let rows = (times * i128::from(cell.rows)) as i64;
            let (hash, check, key) = (times * cell.hash, times * cell.check, times * cell.key);
            // A forged sketch can have rows that add up only in the end.
            if again.add_cell(index, &SketchCell { rows, hash, check, key }).is_err() {
                return;
            }
        }
    }
    assert_eq!(again, sketch);
});
