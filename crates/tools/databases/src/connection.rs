//! Connections to databases: what a table's columns are, its sketch, and its rows by key or hash.

use std::collections::HashMap;

use hashlane_kernels::sketch::{HashedRow, Keys, Sketch, SketchError, canonical, row_hash};

use crate::address::{ConnectTarget, TableAddress};
use crate::cell::{cell_of, check_complete};
use crate::client::{self, Cancel, DatabaseClient, DescribedColumn, SqliteClient};
use crate::dialect::Dialect;
use crate::error::TableError;
use crate::fetch::FetchedRows;
use crate::key_hashes::DuplicateKeys;
use crate::relation::Relation;
use crate::schema_tables::{SchemaTable, tables_statement};
use crate::statement::{RowSource, SketchSize};

/// The rows of a statement have at most this many keys or hashes, so that it stays below the limits of databases.
const MOST_IN_LIST: usize = 10_000;

/// The rows to fetch: all rows of these keys, and the rows of these hashes.
#[derive(Clone, Debug, Default)]
pub struct WantedRows {
    /// Keys, as [`FetchedRows::Keys`] has them.
    pub keys: Vec<i64>,
    /// The hashes, with how often each occurs at least.
    pub hashes: HashMap<i64, u64>,
}

impl WantedRows {
    /// The same, for rows that are hashed here.
    pub fn sorted(&self, sums: Keys) -> SortedWanted {
        let mut keys = self.keys.clone();
        keys.sort_unstable();
        SortedWanted { sums, keys, hashes: self.hashes.clone() }
    }
}

/// The rows to fetch from rows that are hashed here.
#[derive(Clone, Debug)]
pub struct SortedWanted {
    sums: Keys,
    keys: Vec<i64>,
    hashes: HashMap<i64, u64>,
}

impl SortedWanted {
    /// Whether a row is wanted. The key 0 of a row may stand for NULL, or for a text that isn't a number, which isn't the number 0.
    ///
    /// ```
    /// use hashlane_databases::WantedRows;
    /// use hashlane_kernels::sketch::{HashedRow, Keys};
    /// let wanted = WantedRows { keys: vec![0], ..WantedRows::default() }.sorted(Keys::Integer);
    /// let row = |text| HashedRow { key: 0, hash: 1, text };
    /// assert!(wanted.contains(&row(b"0|3:abc")) && !wanted.contains(&row(b"N|3:abc")));
    /// ```
    pub fn contains(&self, row: &HashedRow<'_>) -> bool {
        let is_number = || self.sums != Keys::Integer || row.key != 0 || row.text.starts_with(b"0");
        self.hashes.contains_key(&row.hash)
            || (self.keys.binary_search(&row.key).is_ok() && is_number())
    }
}

/// A connection that sees one state of the database, and can't change it.
#[derive(Debug)]
pub struct Connection(ConnectionKind);

#[derive(Debug)]
enum ConnectionKind {
    /// A database that hashes its own rows.
    Hashing(Box<dyn DatabaseClient>),
    /// One whose rows are hashed here.
    Sqlite(SqliteClient),
}

impl Connection {
    /// Connects to the database of an address.
    ///
    /// # Errors
    /// Returns an error if the driver is missing or the database can't be reached.
    ///
    /// ```no_run
    /// use hashlane_databases::{TableAddress, Connection};
    /// let address = TableAddress::parse("sqlite:shop.db?table=orders").expect("an address")?;
    /// let columns = Connection::open(&address)?.columns(&address.relation)?;
    /// # Ok::<(), hashlane_databases::TableError>(())
    /// ```
    pub fn open(address: &TableAddress) -> Result<Self, TableError> {
        Ok(Connection(match (&address.target, address.dialect) {
            (ConnectTarget::File(path), Dialect::Sqlite) => {
                ConnectionKind::Sqlite(SqliteClient::connect(path)?)
            }
            _ => ConnectionKind::Hashing(client::connect(address)?),
        }))
    }

    /// The same table under a name that means it whatever the session's settings are: PostgreSQL's with its schema.
    ///
    /// # Errors
    /// Returns an error if the connection is lost.
    pub fn resolved(&mut self, relation: &Relation) -> Result<Relation, TableError> {
        match &mut self.0 {
            ConnectionKind::Hashing(client) => client.resolved(relation),
            ConnectionKind::Sqlite(_) => Ok(relation.clone()),
        }
    }

    /// The tables of the schema that an address's table has, by name: of the session's own schema if it has none.
    ///
    /// # Errors
    /// Returns an error if the address has a query, or if the connection is lost.
    pub fn tables(&mut self, address: &TableAddress) -> Result<Vec<SchemaTable>, TableError> {
        let (statement, mut tables) = (tables_statement(address)?, Vec::new());
        let mut add = |row: &[Option<&str>]| {
            SchemaTable::add(&mut tables, row);
            Ok(())
        };
        match &mut self.0 {
            ConnectionKind::Hashing(client) => client.rows(&statement, &mut add)?,
            ConnectionKind::Sqlite(sqlite) => sqlite.rows(&statement, &mut add)?,
        }
        Ok(tables)
    }

    /// The columns of a table or query.
    ///
    /// # Errors
    /// Returns an error if the table doesn't exist, if two columns have one name, or if the connection is lost.
    pub fn columns(&mut self, relation: &Relation) -> Result<Vec<DescribedColumn>, TableError> {
        let columns = match &mut self.0 {
            ConnectionKind::Hashing(client) => client.columns(relation)?,
            ConnectionKind::Sqlite(sqlite) => sqlite.columns(relation)?,
        };
        let is_repeated =
            |at: &usize| columns[..*at].iter().any(|other| other.name == columns[*at].name);
        match (1..columns.len()).find(is_repeated) {
            Some(at) => Err(TableError::new(format!(
                "the query returns two columns named '{}': rename one with AS",
                columns[at].name
            ))),
            None => Ok(columns),
        }
    }

    /// What stops the statement that this connection executes. `None` if the statement ends with this process.
    pub fn cancel(&self) -> Option<Cancel> {
        match &self.0 {
            ConnectionKind::Hashing(client) => client.cancel(),
            ConnectionKind::Sqlite(_) => None,
        }
    }

    /// The sketch of a table, from one scan.
    ///
    /// # Errors
    /// Returns an error if a type has no canonical text, or if the connection is lost.
    pub fn sketch(
        &mut self,
        source: &RowSource,
        size: SketchSize,
        keys: Keys,
    ) -> Result<Sketch, TableError> {
        let mut sketch = Sketch::new(size.p().into(), keys).map_err(|error| to_error(&error))?;
        let client = match &mut self.0 {
            ConnectionKind::Hashing(client) => client,
            ConnectionKind::Sqlite(sqlite) => {
                sqlite.sketch(source, &mut sketch)?;
                return Ok(sketch);
            }
        };
        let mut cells = 0_u64;
        client.rows(&source.sketch_statement(size, keys)?, &mut |row| {
            let (index, cell) = cell_of(row.get(1..).unwrap_or_default())?;
            cells += 1;
            sketch.add_cell(index, &cell).map_err(|error| to_error(&error))
        })?;
        if cells == 0 {
            return Err(TableError::new(
                "the answer is empty: even a table without rows has a sketch with one cell",
            ));
        }
        check_complete(&sketch)?;
        Ok(sketch)
    }

    /// The keys that occur more than once. `None` if every key is unique. Call it after [`Connection::sketch`].
    ///
    /// # Errors
    /// Returns an error if the connection is lost.
    pub fn duplicates(&mut self, source: &RowSource) -> Result<Option<DuplicateKeys>, TableError> {
        let client = match &mut self.0 {
            ConnectionKind::Hashing(client) => client,
            ConnectionKind::Sqlite(sqlite) => return sqlite.duplicates(source),
        };
        if client.is_unique(&source.relation, &source.key)? {
            return Ok(None);
        }
        let mut found = None;
        client.rows(&source.duplicates()?, &mut |row| {
            let number =
                |at: usize| row.get(at).copied().flatten().and_then(|text| text.parse().ok());
            found = Some([number(0), number(1), number(2)]);
            Ok(())
        })?;
        let Some([Some(keys), rows, example]) = found else {
            return Err(TableError::new("the answer has no number of duplicate keys"));
        };
        if keys == 0_i128 {
            return Ok(None);
        }
        // A hash may have no sign.
        #[expect(clippy::cast_possible_truncation, reason = "the low 64 bits are the hash")]
        let example = example.map(|example| example as i64);
        let mut key = vec!["N"; source.key.len()].join("|");
        if let Some(example) = example {
            client.rows(&source.rows(FetchedRows::Keys(&[example]))?, &mut |row| {
                if let Some(Some(row)) = row.first() {
                    let parts = canonical::parts_of(row).take(source.key.len());
                    key = parts.collect::<Vec<_>>().join("|");
                }
                Ok(())
            })?;
        }
        let count = |number: i128| u64::try_from(number).unwrap_or(u64::MAX);
        Ok(Some(DuplicateKeys { keys: count(keys), rows: count(rows.unwrap_or(keys)), key }))
    }

    /// The texts of the rows that are wanted, as they are hashed, the key first.
    ///
    /// # Errors
    /// Returns an error if a row is missing, or if the connection is lost.
    pub fn fetch(
        &mut self,
        source: &RowSource,
        wanted: &WantedRows,
    ) -> Result<Vec<String>, TableError> {
        let client = match &mut self.0 {
            ConnectionKind::Hashing(client) => client,
            ConnectionKind::Sqlite(sqlite) => return sqlite.fetch(source, wanted),
        };
        let (mut missing, mut fetched) = (wanted.hashes.clone(), Vec::new());
        for keys in wanted.keys.chunks(MOST_IN_LIST) {
            client.rows(&source.rows(FetchedRows::Keys(keys))?, &mut |row| {
                let row = text_of(row)?;
                take(&mut missing, row_hash(row.as_bytes()));
                fetched.push(row.to_owned());
                Ok(())
            })?;
        }
        // Rows without a key, and those whose key is NULL.
        let hashes: Vec<i64> = missing.keys().copied().collect();
        for hashes in hashes.chunks(MOST_IN_LIST) {
            client.rows(&source.rows(FetchedRows::Hashes(hashes))?, &mut |row| {
                let row = text_of(row)?;
                take(&mut missing, row_hash(row.as_bytes()));
                fetched.push(row.to_owned());
                Ok(())
            })?;
        }
        match missing.is_empty() {
            true => Ok(fetched),
            false => Err(TableError::new(format!(
                "{} rows that were there are missing now: the table changed while it was read, so try again",
                missing.len()
            ))),
        }
    }
}

/// The text of a fetched row.
fn text_of<'a>(row: &[Option<&'a str>]) -> Result<&'a str, TableError> {
    row.first()
        .copied()
        .flatten()
        .ok_or_else(|| TableError::new("a row that was hashed has no text"))
}

/// Counts a row that was found.
pub(crate) fn take(missing: &mut HashMap<i64, u64>, hash: i64) {
    if let Some(rows) = missing.get_mut(&hash) {
        *rows -= 1;
        if *rows == 0 {
            missing.remove(&hash);
        }
    }
}

pub(crate) fn to_error(error: &SketchError) -> TableError {
    TableError::new(error.to_string())
}
