//! Reading the rows of a sketch, and estimating how many there are.

use super::cell::SketchRow;
use super::{P, SUBTABLES, Sketch, SketchCell, SketchError};

/// The table that has a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TableSide {
    /// The first one.
    Left,
    /// The one that was subtracted.
    Right,
}

impl TableSide {
    /// `left` or `right`.
    pub fn name(self) -> &'static str {
        match self {
            TableSide::Left => "left",
            TableSide::Right => "right",
        }
    }
}

/// A row that one table has, and the other lacks or has less often.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RowDifference {
    /// Its key: see [`Keys`](super::Keys).
    pub key: i64,
    /// The table that has it, or has it more often.
    pub side: TableSide,
    /// Its hash.
    pub hash: i64,
    /// How many times more often.
    pub rows: u64,
}

impl Sketch {
    /// Reads all rows, in the order of their keys.
    ///
    /// The work is linear in the number of cells, whatever they hold.
    ///
    /// # Errors
    /// Returns an error if there are more rows than it can hold, or if memory can't be allocated.
    pub fn decode(&self) -> Result<Vec<RowDifference>, SketchError> {
        let mut peeling = PeeledCells::new(self)?;
        for index in 0..peeling.cells.len() {
            peeling.peel_from(index)?;
        }
        if peeling.cells.iter().any(|cell| *cell != SketchCell::default()) {
            let estimate = self.estimate();
            let needed = Sketch::p_for(estimate).map(|needed| needed.max(self.p + 1));
            let needed = needed.filter(|needed| P.contains(needed));
            return Err(SketchError::Undecoded { estimate, p: self.p, needed });
        }
        let mut found = peeling.found;
        found.sort_unstable();
        Ok(found)
    }
}

impl Sketch {
    /// About how many rows it holds, each as often as it occurs: for the difference of two
    /// sketches, how many rows differ. A row that changed counts twice. Rows that occur twice in
    /// one table and never in the other count four times.
    ///
    /// The squares of the cells' row counts add up to it, less the square of their mean: within 2 %
    /// at p = 14, and within 5 % at p = 10, from 500 to ten million rows.
    pub fn estimate(&self) -> u64 {
        let size = 1_usize << self.p;
        let (mut cells, mut total) = (self.cells().map(|SketchCell { rows, .. }| rows as f64), 0.0);
        for _ in 0..SUBTABLES {
            let table = cells.by_ref().take(size);
            let (sum, squares) =
                table.fold((0.0, 0.0), |(sum, squares), rows| (sum + rows, squares + rows * rows));
            total += squares - sum * sum / size as f64;
        }
        let factor = size as f64 / (size - 1) as f64;
        (total * factor / SUBTABLES as f64).max(0.0).round() as u64
    }

    /// The number of different rows that a sketch decodes, except in one of some 10,000 cases: 60 %
    /// of its cells. The limit of the theory is 77 %.
    pub fn capacity(p: u32) -> u64 {
        ((SUBTABLES as u64) << p) * 3 / 5
    }

    /// The lowest `p` of at least 10 whose sketches decode as many different rows; `None` if none
    /// does.
    pub(crate) fn p_for(rows: u64) -> Option<u32> {
        (10..=*P.end()).find(|p| Sketch::capacity(*p) >= rows)
    }
}

/// Cells from which rows are removed as they are found.
struct PeeledCells {
    p: u32,
    cells: Vec<SketchCell>,
    found: Vec<RowDifference>,
    /// The most rows that are looked for. Each leaves a cell empty, unless the sketch is forged.
    most: usize,
    /// Cells that changed and may have one row left.
    changed: Vec<usize>,
}

impl PeeledCells {
    fn new(sketch: &Sketch) -> Result<Self, SketchError> {
        let mut cells = Vec::new();
        make_room(&mut cells, sketch.cells.len())?;
        cells.extend(sketch.cells());
        let most = cells.iter().filter(|cell| **cell != SketchCell::default()).count();
        Ok(PeeledCells { p: sketch.p, cells, found: Vec::new(), most, changed: Vec::new() })
    }

    /// Removes the row of a cell that has only one, then those that this leaves alone in their
    /// cells.
    fn peel_from(&mut self, index: usize) -> Result<(), SketchError> {
        let mut next = Some(index);
        while let Some(index) = next {
            if let Some((row, rows)) = self.only_row(index).filter(|_| self.found.len() < self.most)
            {
                self.remove(row, rows)?;
            }
            next = self.changed.pop();
        }
        Ok(())
    }

    /// The row of a cell that holds only one, and how often it does. The check proves it, with the
    /// row's place: counts don't, as rows of both sides add up to any of them.
    fn only_row(&self, index: usize) -> Option<(SketchRow, i64)> {
        let cell = &self.cells[index];
        let rows = i128::from(cell.rows);
        if rows == 0 || cell.hash % rows != 0 || cell.key % rows != 0 {
            return None;
        }
        let hash = i64::try_from(cell.hash / rows).ok()?;
        let row = SketchRow::new(i64::try_from(cell.key / rows).ok()?, hash);
        let is_only = row.cell(cell.rows) == *cell && row.cells(self.p).contains(&index);
        is_only.then_some((row, cell.rows))
    }

    /// Removes a row from its cells.
    fn remove(&mut self, row: SketchRow, rows: i64) -> Result<(), SketchError> {
        make_room(&mut self.found, 1)?;
        make_room(&mut self.changed, SUBTABLES)?;
        let side = if rows > 0 { TableSide::Left } else { TableSide::Right };
        let times = rows.unsigned_abs();
        self.found.push(RowDifference { key: row.key, side, hash: row.hash, rows: times });
        let removed = row.cell(rows).negated();
        for index in row.cells(self.p) {
            let cell = &mut self.cells[index];
            // Sums have 96 bits, and there are at most 2^22 removals: nothing overflows.
            cell.rows += removed.rows;
            cell.hash += removed.hash;
            cell.check += removed.check;
            cell.key += removed.key;
            self.changed.push(index);
        }
        Ok(())
    }
}

fn make_room<T>(items: &mut Vec<T>, count: usize) -> Result<(), SketchError> {
    let bytes = count.saturating_mul(size_of::<T>());
    items.try_reserve(count).map_err(|_| SketchError::OutOfMemory { bytes })
}
