//! The statement that computes a table's sketch in one scan.
//!
//! The cells are those of `hashlane_kernels::sketch::Sketch`: each row is added to one cell of each of 4 subtables. A cell has
//! the number of its rows and the sums of their hashes, checks and keys.

use hashlane_kernels::sketch::Keys;

use crate::column::{ColumnType, SourceColumn};
use crate::dialect::{Dialect, fill};
use crate::error::TableError;
use crate::relation::Relation;

/// The size of a sketch: subtables have 2^p cells.
///
/// ```
/// use hashlane_databases::SketchSize;
/// assert_eq!(SketchSize::new(12).map(SketchSize::p), Ok(12));
/// assert!(SketchSize::new(21).is_err());
/// ```
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct SketchSize(u8);

impl SketchSize {
    /// A size of 8 to 20.
    ///
    /// # Errors
    /// Returns an error if `p` is out of this range.
    pub fn new(p: u8) -> Result<Self, TableError> {
        match p {
            8..=20 => Ok(SketchSize(p)),
            _ => Err(TableError::new(format!("p = {p} is out of range (8 to 20)"))),
        }
    }

    /// The logarithm of the number of cells of a subtable.
    pub fn p(self) -> u8 {
        self.0
    }
}

/// What a statement reads.
///
/// ```
/// use hashlane_databases::{SourceColumn, ColumnType, Dialect, SketchSize, RowSource};
/// let source = RowSource {
///     dialect: Dialect::PostgreSql,
///     relation: "orders".parse()?,
///     filter: None,
///     key: vec![SourceColumn::new("id", ColumnType::Integer)],
///     columns: vec![SourceColumn::new("name", ColumnType::Text)],
/// };
/// assert!(source.sketch_statement(SketchSize::new(12)?, source.keys())?.contains("bit(64)"));
/// # Ok::<(), hashlane_databases::TableError>(())
/// ```
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct RowSource {
    /// The dialect of the database.
    pub dialect: Dialect,
    /// The table or query.
    pub relation: Relation,
    /// A condition in the dialect, for the rows to read.
    pub filter: Option<String>,
    /// The columns that identify a row.
    pub key: Vec<SourceColumn>,
    /// The other columns that are compared.
    pub columns: Vec<SourceColumn>,
}

impl RowSource {
    /// The columns of a row's text: the key comes first.
    pub(crate) fn row_columns(&self) -> Vec<SourceColumn> {
        [&self.key[..], &self.columns[..]].concat()
    }

    /// The key column that a sketch can sum up: the only one, of at most 64 bits.
    pub fn number_key(&self) -> Option<&SourceColumn> {
        match &self.key[..] {
            [key] if key.column_type == ColumnType::Integer => Some(key),
            _ => None,
        }
    }

    /// What the keys of this source's sketches can be: numbers, or hashes of the key's text.
    pub fn keys(&self) -> Keys {
        match (self.number_key(), self.key.is_empty()) {
            (Some(_), _) => Keys::Integer,
            (None, false) => Keys::Hashed,
            (None, true) => Keys::Absent,
        }
    }

    /// The statement for the cells that aren't empty, with the columns p, cell, row_count, hash_sum, check_sum and key_sum.
    /// The hashes are summed as numbers with a sign; the sums of keys are 0 if keys are absent. One more row has only zeros: it
    /// shows that the statement ran, over a table without rows too.
    ///
    /// # Errors
    /// Returns an error if the dialect has no text for a type or no hash.
    pub fn sketch_statement(&self, size: SketchSize, keys: Keys) -> Result<String, TableError> {
        let row = self.dialect.row();
        let hash = self.dialect.row_hash(&self.row_columns())?;
        let (key, from, fence) = (self.key_sum(keys)?, self.rows_clause(), row.fence);
        let low = masked(self.dialect, "h", u32::MAX);
        let high = shifted(self.dialect, "h", 32, u32::MAX);
        let check = fill(row.check, &[("low", &low), ("high", &high)]);
        Ok(format!(
            "WITH hashlane_hashes AS (SELECT {key} AS row_key, {hash} AS h FROM {from}{fence}),\n\
             hashlane_checks AS (SELECT row_key, h, {check} AS k FROM hashlane_hashes{fence}){}\nUNION ALL {}",
            cells(self.dialect, size, keys),
            fill(row.zeros, &[("p", &size.p().to_string())])
        ))
    }

    /// The rows that meet the condition, to stand after FROM.
    pub(crate) fn rows_clause(&self) -> String {
        self.relation.filtered(self.dialect, self.filter.as_deref())
    }

    /// What is summed up for a row's key.
    fn key_sum(&self, keys: Keys) -> Result<String, TableError> {
        let row = self.dialect.row();
        Ok(match (keys, self.number_key()) {
            (Keys::Integer, Some(key)) => {
                fill(row.key_number, &[("c", &self.dialect.qualified(key))])
            }
            (Keys::Hashed, _) => self.dialect.row_hash(&self.key)?,
            _ => "0".to_owned(),
        })
    }
}

fn masked(dialect: Dialect, number: &str, mask: u32) -> String {
    fill(dialect.row().masked, &[("n", number), ("mask", &mask.to_string())])
}

fn shifted(dialect: Dialect, number: &str, bits: u8, mask: u32) -> String {
    let (bits, mask) = (bits.to_string(), mask.to_string());
    fill(dialect.row().shifted, &[("n", number), ("bits", &bits), ("mask", &mask)])
}

/// The rest of the statement: each row in its four cells, and the sums of each cell.
fn cells(dialect: Dialect, size: SketchSize, keys: Keys) -> String {
    let row = dialect.row();
    let count = 1_u32 << size.p();
    let sum = |number, is_hash: bool| fill(row.sums[usize::from(!is_hash)], &[("n", number)]);
    let sums = format!(
        "{} AS row_count, {} AS hash_sum, {} AS check_sum, {} AS key_sum",
        row.count,
        sum("h", true),
        sum("k", false),
        sum("row_key", keys == Keys::Hashed)
    );
    fill(
        row.cells,
        &[
            ("p", &size.p().to_string()),
            ("sums", &sums),
            ("a", &masked(dialect, "h", count - 1)),
            ("b", &shifted(dialect, "h", 32, count - 1)),
            ("c", &shifted(dialect, "k", 16, count - 1)),
            ("d", &shifted(dialect, "k", 36, count - 1)),
            ("count", &count.to_string()),
            ("2count", &(2 * count).to_string()),
            ("3count", &(3 * count).to_string()),
        ],
    )
}
