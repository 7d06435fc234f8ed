//! Sketches of tables, from which the rows that differ between two tables can be read.
//!
//! A sketch is an invertible Bloom lookup table: Eppstein and others, "What's the Difference?"
//! (2011). Each row is added to four cells, which hold sums. The sketch of one table less that of
//! another holds the rows that differ, and nothing else, so its size depends on their number and
//! not on that of all rows. Cells are sums rather than XORs, so that duplicate rows don't cancel,
//! and so that databases without an XOR aggregate can compute them. `docs/sketch-format.md`
//! describes the format.
//!
//! ```
//! use hashlane_kernels::sketch::{RowDifference, Keys, TableSide, Sketch};
//!
//! let (mut left, mut right) = (Sketch::new(8, Keys::Integer)?, Sketch::new(8, Keys::Integer)?);
//! for key in 0..100_000 {
//!     let hash = key * 0x9e37_79b9;
//!     left.add(key, hash)?;
//!     right.add(key, if key == 7 { 1 } else { hash })?;
//! }
//! left.subtract(&right)?;
//! let only_left = RowDifference { key: 7, side: TableSide::Left, hash: 7 * 0x9e37_79b9, rows: 1 };
//! let only_right = RowDifference { key: 7, side: TableSide::Right, hash: 1, rows: 1 };
//! assert_eq!(left.decode()?, [only_left, only_right]);
//! # Ok::<(), hashlane_kernels::sketch::SketchError>(())
//! ```

mod batch;
mod bytes;
pub mod canonical;
mod cell;
mod decimal;
mod decode;
mod error;
mod growing;
mod rows;
mod text;

use std::ops::RangeInclusive;

pub use batch::{HashedRow, RowBatch, row_hash};
pub use cell::SketchCell;
pub use decimal::DecimalNumber;
pub use decode::{RowDifference, TableSide};
pub use error::{Refusal, SketchError};
pub use growing::GrowingSketch;
pub use rows::{each_row, keys_of};

use cell::{PackedCell, SketchRow};

/// The number of subtables. A row is in one cell of each.
pub(crate) const SUBTABLES: usize = 4;

/// The allowed values of `p`: a subtable has 2^p cells.
pub const P: RangeInclusive<u32> = 8..=20;

/// What the keys of a sketch are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keys {
    /// Whole numbers of 64 bits: the values of the key.
    Integer,
    /// Hashes of the key's text.
    Hashed,
    /// All 0, since no key was given.
    Absent,
}

/// The sketch of a table, or the difference of two.
#[derive(Debug, PartialEq, Eq)]
pub struct Sketch {
    p: u32,
    keys: Keys,
    cells: Vec<PackedCell>,
}

impl Sketch {
    /// A sketch of no rows.
    ///
    /// # Errors
    /// Returns an error if `p` is out of range, or if memory for it can't be allocated.
    pub fn new(p: u32, keys: Keys) -> Result<Self, SketchError> {
        if !P.contains(&p) {
            return Err(SketchError::P { given: p });
        }
        let (mut cells, len) = (Vec::new(), SUBTABLES << p);
        let bytes = len * size_of::<PackedCell>();
        cells.try_reserve_exact(len).map_err(|_| SketchError::OutOfMemory { bytes })?;
        cells.resize(len, PackedCell::default());
        Ok(Sketch { p, keys, cells })
    }

    /// A copy.
    ///
    /// # Errors
    /// Returns an error if memory for it can't be allocated.
    pub fn try_clone(&self) -> Result<Self, SketchError> {
        let mut copy = Sketch::new(self.p, self.keys)?;
        copy.cells.copy_from_slice(&self.cells);
        Ok(copy)
    }

    /// The logarithm of the number of cells of a subtable.
    pub fn p(&self) -> u32 {
        self.p
    }

    /// What its keys are.
    pub fn keys(&self) -> Keys {
        self.keys
    }

    /// The number of rows, or the difference of two numbers.
    pub fn rows(&self) -> i64 {
        self.cells().take(1 << self.p).map(|cell| cell.rows).sum()
    }

    /// The bytes that it holds.
    pub fn memory(&self) -> usize {
        size_of_val(&self.cells[..])
    }

    /// The cells of all subtables, one subtable after the other.
    pub fn cells(&self) -> impl ExactSizeIterator<Item = SketchCell> {
        self.cells.iter().map(PackedCell::cell)
    }

    /// Whether every cell is zero: the tables have the same rows.
    pub fn is_zero(&self) -> bool {
        self.cells.iter().all(|cell| *cell == PackedCell::default())
    }

    /// Adds a row. `hash` is its [`row_hash`], or another hash of 64 bits that both tables have.
    ///
    /// # Errors
    /// Returns an error if a cell has too many rows.
    #[inline]
    pub fn add(&mut self, key: i64, hash: i64) -> Result<(), SketchError> {
        let row = SketchRow::new(key, hash);
        for index in row.cells(self.p) {
            self.cells[index].add(&row.cell(1))?;
        }
        Ok(())
    }

    /// Adds a cell that a database computed. `index` counts the cells of all subtables.
    ///
    /// # Errors
    /// Returns an error if the index is too high, or if the sums are too large.
    pub fn add_cell(&mut self, index: usize, cell: &SketchCell) -> Result<(), SketchError> {
        let cells = self.cells.len();
        match self.cells.get_mut(index) {
            Some(own) => own.add(cell),
            None => Err(SketchError::NoCell { index, cells }),
        }
    }

    /// Adds the rows of another sketch.
    ///
    /// # Errors
    /// Returns an error if it has another `p` or other keys, or if a cell has too many rows.
    pub fn merge(&mut self, other: &Sketch) -> Result<(), SketchError> {
        self.check_like(other)?;
        let mut cells = self.cells.iter_mut().zip(&other.cells);
        cells.try_for_each(|(own, other)| own.add(&other.cell()))
    }

    /// Subtracts the rows of another sketch.
    ///
    /// # Errors
    /// Returns an error if it has another `p` or other keys, or if a cell has too many rows.
    pub fn subtract(&mut self, other: &Sketch) -> Result<(), SketchError> {
        self.check_like(other)?;
        let mut cells = self.cells.iter_mut().zip(&other.cells);
        cells.try_for_each(|(own, other)| own.add(&other.cell().negated()))
    }

    fn check_like(&self, other: &Sketch) -> Result<(), SketchError> {
        if self.p != other.p {
            return Err(SketchError::OtherP { first: self.p, second: other.p });
        }
        match self.keys == other.keys {
            true => Ok(()),
            false => Err(SketchError::OtherKeys { first: self.keys, second: other.keys }),
        }
    }
}

#[cfg(test)]
mod tests;
