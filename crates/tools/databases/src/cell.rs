//! The cells that statements return.

use hashlane_kernels::sketch::{Sketch, SketchCell};

use crate::error::TableError;

/// A cell from the texts of cell, row_count, hash_sum, check_sum and key_sum.
///
/// # Errors
/// Returns an error if one isn't a number.
///
/// ```
/// let row = [Some("5"), Some("2"), Some("-7"), Some("30"), Some("0")];
/// let (index, cell) = hashlane_databases::cell_of(&row)?;
/// assert_eq!((index, cell.rows, cell.hash), (5, 2, -7));
/// # Ok::<(), hashlane_databases::TableError>(())
/// ```
pub fn cell_of(row: &[Option<&str>]) -> Result<(usize, SketchCell), TableError> {
    let number = |at: usize, name: &str| {
        let Some(text) = row.get(at).copied().flatten() else {
            return Err(TableError::new(format!(
                "a sketch has NULL as its {name}: some row has no hash, as where a value is longer than the database's functions \
                 allow (max_allowed_packet in MySQL and MariaDB): raise that limit, or leave the column out"
            )));
        };
        // Databases and files may have decimals without a fraction.
        let digits = text.strip_suffix(".0").unwrap_or(text);
        digits.parse::<i128>().map_err(|_| {
            TableError::new(format!(
                "the column {name} of a sketch has '{text}' instead of an integer"
            ))
        })
    };
    let out_of_range = |_| TableError::new("a cell of a sketch has numbers that are out of range");
    let index = usize::try_from(number(0, "cell")?).map_err(out_of_range)?;
    let rows = i64::try_from(number(1, "row_count")?).map_err(out_of_range)?;
    let [hash, check, key] =
        [number(2, "hash_sum")?, number(3, "check_sum")?, number(4, "key_sum")?];
    Ok((index, SketchCell { rows, hash, check, key }))
}

/// Checks that a sketch has all its cells: each row is in all four subtables, so their sums are equal.
///
/// # Errors
/// Returns an error if they aren't.
///
/// ```
/// use hashlane_kernels::sketch::{SketchCell, Keys, Sketch};
/// let mut sketch = Sketch::new(8, Keys::Absent)?;
/// sketch.add(0, 77)?;
/// assert!(hashlane_databases::check_complete(&sketch).is_ok());
/// sketch.add_cell(5, &SketchCell { rows: 1, hash: 7, check: 9, key: 0 })?;
/// assert!(hashlane_databases::check_complete(&sketch).is_err());
/// # Ok::<(), hashlane_kernels::sketch::SketchError>(())
/// ```
pub fn check_complete(sketch: &Sketch) -> Result<(), TableError> {
    // A cell has at most 96 bits, so that 2^20 of them add up to less than 128.
    let mut sums = [[0_i128; 4]; 4];
    for (at, cell) in sketch.cells().enumerate() {
        let numbers = [cell.rows.into(), cell.hash, cell.check, cell.key];
        for (sum, number) in sums[at >> sketch.p()].iter_mut().zip(numbers) {
            *sum += number;
        }
    }
    match sums.iter().all(|sum| *sum == sums[0]) {
        true => Ok(()),
        false => Err(TableError::new(
            "the sketch is incomplete: some of its cells are missing, as if a limit on rows had cut off the statement's result",
        )),
    }
}
