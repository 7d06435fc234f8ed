//! Connections to databases: what a table's columns are, its sketch, and its rows by key or hash.

use std::collections::HashMap;

use hashlane_kernels::sketch::{Cell, Keys, Sketch};

use crate::address::Address;
use crate::client::{self, Cancel, Client, Described, EachRow};
use crate::dialect::Dialect;
use crate::error::Error;
use crate::relation::Relation;
use crate::row_hasher::RowHasher;
use crate::statement::{SketchSize, Source};

/// The rows of a statement have at most this many keys or hashes, so that it stays below the limits of databases.
const MOST_IN_LIST: usize = 10_000;

/// The canonical texts of a row.
pub type RowTexts = Vec<Option<String>>;

/// The rows to fetch: their keys if the key is a number, and their hashes with how often each occurs at least.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    /// The keys.
    pub keys: Vec<i64>,
    /// The hashes.
    pub hashes: HashMap<i64, u64>,
}

/// A connection that sees one state of the database, and can't change it.
#[derive(Debug)]
pub struct Connection(Box<dyn Client>);

impl Connection {
    /// Connects to the database of an address.
    ///
    /// # Errors
    /// Returns an error if the driver is missing or the database can't be reached.
    ///
    /// ```no_run
    /// use hashlane_databases::{Address, Connection};
    /// let address = Address::parse("sqlite:shop.db?table=orders").expect("an address")?;
    /// let columns = Connection::open(&address)?.columns(&address.relation)?;
    /// # Ok::<(), hashlane_databases::Error>(())
    /// ```
    pub fn open(address: &Address) -> Result<Self, Error> {
        Ok(Connection(client::connect(address)?))
    }

    /// The columns of a table or query.
    ///
    /// # Errors
    /// Returns an error if the table doesn't exist, or if the connection is lost.
    pub fn columns(&mut self, relation: &Relation) -> Result<Vec<Described>, Error> {
        self.0.columns(relation)
    }

    /// What stops the statement that this connection executes. `None` if the statement ends with this process.
    pub fn cancel(&self) -> Option<Cancel> {
        self.0.cancel()
    }

    fn rows(&mut self, sql: &str, each: &mut EachRow<'_>) -> Result<(), Error> {
        self.0.rows(sql, each)
    }

    /// The sketch of a table, from one scan.
    ///
    /// # Errors
    /// Returns an error if a type has no canonical text, or if the connection is lost.
    pub fn sketch(&mut self, source: &Source, size: SketchSize) -> Result<Sketch, Error> {
        let keys = if source.number_key().is_some() { Keys::Integer } else { Keys::Absent };
        let mut sketch = Sketch::new(size.p().into(), keys).map_err(to_error)?;
        if source.dialect == Dialect::Sqlite {
            let mut hasher = RowHasher::new(&source.row_columns());
            let has_key = keys == Keys::Integer;
            self.rows(&source.all_rows()?, &mut |row| {
                let key = row[0].filter(|_| has_key).map_or(Ok(0), |text| {
                    text.parse().map_err(|_| {
                        Error::new(format!("the key '{text}' is not an integer of 64 bits"))
                    })
                })?;
                sketch.add(key, hasher.hash(row.iter().copied())).map_err(to_error)
            })?;
            return Ok(sketch);
        }
        self.rows(&source.sketch_statement(size)?, &mut |row| {
            let (index, cell) = cell_of(&row[1..])?;
            sketch.add_cell(index, &cell).map_err(to_error)
        })?;
        check_complete(&sketch)?;
        Ok(sketch)
    }

    /// The rows that are wanted, as canonical texts, in the order of [`Source::row_columns`]. Rows with a wanted key come with
    /// all rows of that key.
    ///
    /// # Errors
    /// Returns an error if a row is missing, or if the connection is lost.
    pub fn fetch(&mut self, source: &Source, wanted: &Wanted) -> Result<Vec<RowTexts>, Error> {
        let mut hasher = RowHasher::new(&source.row_columns());
        let mut missing = wanted.hashes.clone();
        let mut fetched = Vec::new();
        if source.number_key().is_some() {
            for keys in wanted.keys.chunks(MOST_IN_LIST) {
                self.rows(&source.rows_with_keys(keys)?, &mut |row| {
                    take(&mut missing, hasher.hash(row.iter().copied()));
                    fetched.push(row.iter().map(|text| text.map(str::to_owned)).collect());
                    Ok(())
                })?;
            }
        }
        // Keys that aren't one number, and keys that are NULL.
        self.fetch_by_hash(source, &mut hasher, &mut missing, &mut fetched)?;
        match missing.is_empty() {
            true => Ok(fetched),
            false => Err(Error::new(format!(
                "{} rows that were there are missing now: the table changed while it was read, so try again",
                missing.len()
            ))),
        }
    }

    fn fetch_by_hash(
        &mut self,
        source: &Source,
        hasher: &mut RowHasher,
        missing: &mut HashMap<i64, u64>,
        fetched: &mut Vec<RowTexts>,
    ) -> Result<(), Error> {
        let hashes: Vec<i64> = missing.keys().copied().collect();
        let statements = match (source.dialect, hashes.is_empty()) {
            (_, true) => vec![],
            (Dialect::Sqlite, _) => vec![source.all_rows()?],
            _ => {
                let lists = hashes.chunks(MOST_IN_LIST);
                lists.map(|list| source.rows_with_hashes(list)).collect::<Result<_, _>>()?
            }
        };
        let wanted = missing.clone();
        for statement in statements {
            self.rows(&statement, &mut |row| {
                let hash = hasher.hash(row.iter().copied());
                take(missing, hash);
                if wanted.contains_key(&hash) {
                    fetched.push(row.iter().map(|text| text.map(str::to_owned)).collect());
                }
                Ok(())
            })?;
        }
        Ok(())
    }
}

/// Counts a row that was found.
fn take(missing: &mut HashMap<i64, u64>, hash: i64) {
    if let Some(rows) = missing.get_mut(&hash) {
        *rows -= 1;
        if *rows == 0 {
            missing.remove(&hash);
        }
    }
}

/// A cell from the texts of cell, row_count, hash_sum, check_sum and key_sum.
///
/// # Errors
/// Returns an error if one isn't a number.
///
/// ```
/// let row = [Some("5"), Some("2"), Some("-7"), Some("30"), Some("0")];
/// let (index, cell) = hashlane_databases::cell_of(&row)?;
/// assert_eq!((index, cell.rows, cell.hash), (5, 2, -7));
/// # Ok::<(), hashlane_databases::Error>(())
/// ```
pub fn cell_of(row: &[Option<&str>]) -> Result<(usize, Cell), Error> {
    let number = |at: usize, name: &str| {
        let text = row.get(at).copied().flatten().unwrap_or_default();
        // Databases and files may have decimals without a fraction.
        let digits = text.strip_suffix(".0").unwrap_or(text);
        digits.parse::<i128>().map_err(|_| {
            Error::new(format!("the column {name} of a sketch has '{text}' instead of an integer"))
        })
    };
    let out_of_range = |_| Error::new("a cell of a sketch has numbers that are out of range");
    let index = usize::try_from(number(0, "cell")?).map_err(out_of_range)?;
    let rows = i64::try_from(number(1, "row_count")?).map_err(out_of_range)?;
    let [hash, check, key] =
        [number(2, "hash_sum")?, number(3, "check_sum")?, number(4, "key_sum")?];
    Ok((index, Cell { rows, hash, check, key }))
}

/// Checks that a sketch has all its cells: each row is in all four subtables, so their sums are equal.
///
/// # Errors
/// Returns an error if they aren't.
///
/// ```
/// use hashlane_kernels::sketch::{Cell, Keys, Sketch};
/// let mut sketch = Sketch::new(8, Keys::Absent)?;
/// sketch.add(0, 77)?;
/// assert!(hashlane_databases::check_complete(&sketch).is_ok());
/// sketch.add_cell(5, &Cell { rows: 1, hash: 7, check: 9, key: 0 })?;
/// assert!(hashlane_databases::check_complete(&sketch).is_err());
/// # Ok::<(), hashlane_kernels::sketch::SketchError>(())
/// ```
pub fn check_complete(sketch: &Sketch) -> Result<(), Error> {
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
        false => Err(Error::new(
            "the sketch is incomplete: some of its cells are missing, as if a limit on rows had cut off the statement's result",
        )),
    }
}

fn to_error(error: hashlane_kernels::sketch::SketchError) -> Error {
    Error::new(error.to_string())
}
