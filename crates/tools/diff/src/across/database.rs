//! A table in a database. Its columns may have other names on the other side.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use futures::FutureExt;
use futures::future::BoxFuture;
use hashlane_databases::{
    Cancel, Connection, DuplicateKeys, FileExports, RowSource, SketchSize, SourceColumn,
    TableAddress, WantedRows, check_standalone,
};
use hashlane_kernels::sketch::{Keys, Sketch};

use super::side::{SideColumn, SketchSide, ValueStore};
use crate::error::DiffError;
use crate::side::Side;

/// A table in a database, or the rows of a query.
pub struct DatabaseSide {
    side: Side,
    connection: Arc<Mutex<Connection>>,
    columns: Vec<SideColumn>,
    /// The names of the columns in the database, by the names that the other side has.
    names: HashMap<String, String>,
    source: RowSource,
}

impl fmt::Debug for DatabaseSide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DatabaseSide").field("source", &self.source).finish_non_exhaustive()
    }
}

impl DatabaseSide {
    /// Connects to the database of an address. `filter` is a condition for the rows, in the database's SQL.
    ///
    /// # Errors
    /// Returns an error if the database can't be reached, or if the table doesn't exist.
    pub fn connect(
        side: Side,
        address: &TableAddress,
        filter: Option<String>,
    ) -> Result<Self, DiffError> {
        let failed =
            |error: hashlane_databases::TableError| DiffError::Source(side, error.to_string());
        if let Some(filter) = &filter {
            check_standalone(address.dialect, filter).map_err(failed)?;
        }
        let mut connection = Connection::open(address).map_err(failed)?;
        let relation = connection.resolved(&address.relation).map_err(failed)?;
        let described = connection.columns(&relation).map_err(failed)?;
        let columns: Vec<_> = described
            .into_iter()
            .map(|column| SideColumn {
                name: column.name,
                is_recoded: column.is_recoded,
                zone: column.zone,
                store: match column.column_type {
                    Ok(own) => ValueStore::Database(address.dialect, own, column.alternative),
                    Err(shown) => ValueStore::Unknown(shown),
                },
            })
            .collect();
        let names = columns.iter().map(|column| (column.name.clone(), column.name.clone()));
        let source =
            RowSource { dialect: address.dialect, relation, filter, key: vec![], columns: vec![] };
        let names = names.collect();
        Ok(DatabaseSide {
            side,
            connection: Arc::new(Mutex::new(connection)),
            columns,
            names,
            source,
        })
    }

    /// Gives columns the names that the other side has.
    pub fn rename(&mut self, name: impl Fn(&str) -> String) {
        let mut names = HashMap::new();
        for column in &mut self.columns {
            let own = std::mem::take(&mut column.name);
            column.name = name(&own);
            names.insert(column.name.clone(), own);
        }
        self.names = names;
    }

    /// How the database writes text files.
    pub(crate) fn exports(&self) -> FileExports {
        self.source.dialect.exports()
    }

    /// What stops the statement that the database executes.
    pub fn cancel(&self) -> Option<Cancel> {
        self.connection.lock().unwrap_or_else(PoisonError::into_inner).cancel()
    }

    /// Does work that waits for the database, on a thread of its own.
    fn wait<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Connection, &RowSource) -> Result<T, hashlane_databases::TableError>
        + Send
        + 'static,
    ) -> BoxFuture<'_, Result<T, DiffError>> {
        let (connection, source) = (Arc::clone(&self.connection), self.source.clone());
        let done = tokio::task::spawn_blocking(move || {
            work(&mut connection.lock().unwrap_or_else(PoisonError::into_inner), &source)
        });
        async move {
            match done.await {
                Ok(done) => done.map_err(|error| DiffError::Source(self.side, error.to_string())),
                Err(error) => Err(DiffError::Source(self.side, error.to_string())),
            }
        }
        .boxed()
    }
}

impl SketchSide for DatabaseSide {
    fn columns(&self) -> &[SideColumn] {
        &self.columns
    }

    fn plan(&mut self, mut columns: Vec<SourceColumn>, keys: usize) {
        for column in &mut columns {
            if let Some(own) = self.names.get(&column.name) {
                column.name.clone_from(own);
            }
        }
        self.source.columns = columns.split_off(keys);
        self.source.key = columns;
    }

    fn sketch(&self, size: SketchSize, keys: Keys) -> BoxFuture<'_, Result<Sketch, DiffError>> {
        self.wait(move |connection, source| connection.sketch(source, size, keys))
    }

    fn duplicates(&self) -> BoxFuture<'_, Result<Option<DuplicateKeys>, DiffError>> {
        self.wait(Connection::duplicates)
    }

    fn fetch(&self, wanted: WantedRows) -> BoxFuture<'_, Result<Vec<String>, DiffError>> {
        self.wait(move |connection, source| connection.fetch(source, &wanted))
    }
}
