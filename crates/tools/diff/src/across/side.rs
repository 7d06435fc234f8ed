//! What a side of a comparison across systems can do.

use datafusion::arrow::datatypes::DataType;
use futures::future::BoxFuture;
use hashlane_databases::{
    ColumnType, Dialect, DuplicateKeys, NamedZone, SketchSize, SourceColumn, WantedRows,
};
use hashlane_kernels::sketch::{Keys, Sketch};

use crate::error::DiffError;

/// A column of a side, and the types that its values can be hashed as.
#[derive(Clone, Debug)]
pub struct SideColumn {
    /// Its name, under which the other side has it.
    pub name: String,
    /// Where its values come from.
    pub store: ValueStore,
    /// Whether it is text in a character set some of whose characters may have no Unicode.
    pub is_recoded: bool,
    /// The zone in which a database writes it into text, without an offset, if that isn't UTC.
    pub zone: Option<NamedZone>,
}

/// Where the values of a column come from.
#[derive(Clone, Debug)]
pub enum ValueStore {
    /// A database that hashes them as this type, or as the other one if the other side needs it.
    Database(Dialect, ColumnType, Option<ColumnType>),
    /// A database, whose type of this name has no canonical text.
    Unknown(String),
    /// Files, with the type without dictionaries and runs.
    Files(DataType),
}

/// A side of a comparison across systems: a table in a database, or files.
pub trait SketchSide: Send + Sync {
    /// The columns.
    fn columns(&self) -> &[SideColumn];

    /// Sets the columns that are hashed. The first `keys` columns are the key.
    fn plan(&mut self, columns: Vec<SourceColumn>, keys: usize);

    /// The sketch of all rows.
    fn sketch(&self, size: SketchSize, keys: Keys) -> BoxFuture<'_, Result<Sketch, DiffError>>;

    /// The keys that occur more than once; `None` if every key is unique. It is called after [`SketchSide::sketch`].
    fn duplicates(&self) -> BoxFuture<'_, Result<Option<DuplicateKeys>, DiffError>>;

    /// The texts of the rows that are wanted, as they were hashed.
    fn fetch(&self, wanted: WantedRows) -> BoxFuture<'_, Result<Vec<String>, DiffError>>;
}
