//! Files, whose rows are hashed here over the texts that databases have.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Mutex, PoisonError};

use datafusion::arrow::array::RecordBatch;
use datafusion::arrow::datatypes::DataType;
use datafusion::common::Column as Name;
use datafusion::common::runtime::JoinSet;
use datafusion::dataframe::DataFrame;
use datafusion::error::DataFusionError;
use datafusion::execution::SendableRecordBatchStream;
use datafusion::logical_expr::{Expr, cast};
use futures::future::BoxFuture;
use futures::{FutureExt, TryStreamExt};
use hashlane_databases::{
    ColumnType, DuplicateKeys, FileExports, KeyHashes, SketchSize, SourceColumn, WantedRows,
};
use hashlane_kernels::sketch::{HashedRow, Keys, RowBatch, Sketch};

use super::database::DatabaseSide;
use super::parts::CanonicalColumn;
use super::plan::{file_column, schema};
use super::side::{SideColumn, SketchSide};
use crate::condition::filtered_beside;
use crate::error::DiffError;
use crate::options::DiffOptions;
use crate::side::Side;
use crate::untyped::is_untyped;

/// A table of files.
pub struct FileSide {
    side: Side,
    table: DataFrame,
    columns: Vec<SideColumn>,
    /// How the other side's database writes text files.
    exports: FileExports,
    planned: Vec<SourceColumn>,
    /// Whether a planned column is text that has no NULL of its own beside an empty field: that of CSV.
    are_untyped: Vec<bool>,
    key_columns: usize,
    /// The keys of the last sketch.
    keys: Mutex<Vec<KeyHashes>>,
}

impl fmt::Debug for FileSide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FileSide").field("columns", &self.columns).finish_non_exhaustive()
    }
}

impl FileSide {
    /// A table of files beside a database. Its rows meet the condition of the options, which sees untyped text as the database's types.
    ///
    /// # Errors
    /// Returns an error if the condition isn't valid.
    pub fn beside(
        side: Side,
        table: DataFrame,
        database: &DatabaseSide,
        options: &DiffOptions,
    ) -> Result<Self, DiffError> {
        let table = filtered_beside(side, table, &schema(database.columns()), options)?;
        let columns = table.schema().fields().iter();
        let columns = columns.map(|field| file_column(field, plain(field.data_type()).clone()));
        Ok(FileSide {
            side,
            columns: columns.collect(),
            table,
            exports: database.exports(),
            planned: vec![],
            are_untyped: vec![],
            key_columns: 0,
            keys: Mutex::default(),
        })
    }

    /// How each column's texts are read: those of CSV have the database's own text of NULL.
    fn column_exports(&self) -> Vec<FileExports> {
        let columns = self.planned.iter().zip(&self.are_untyped);
        let exports = columns.map(|(column, is_csv)| FileExports {
            null: self.exports.null.filter(|_| *is_csv),
            zone: column.zone.clone(),
            ..self.exports.clone()
        });
        exports.collect()
    }

    /// The values that are hashed, without dictionaries and runs.
    fn selected(&self) -> Result<DataFrame, DataFusionError> {
        let schema = self.table.schema();
        let mut exprs = Vec::with_capacity(self.planned.len());
        for (at, column) in self.planned.iter().enumerate() {
            let (table, field) = schema.qualified_field_with_unqualified_name(&column.name)?;
            let value = Expr::Column(Name::from((table, field)));
            let value = match plain(field.data_type()) {
                plain if plain == field.data_type() => value,
                plain => cast(value, plain.clone()),
            };
            exprs.push(value.alias(format!("column_{at}")));
        }
        self.table.clone().select(exprs)
    }

    /// Reads and hashes all rows, a task for each partition. `new` makes what a task collects, and `each` adds a row to it.
    async fn scan<T: Send + 'static>(
        &self,
        keys: Keys,
        new: impl Fn() -> Result<T, DiffError>,
        each: impl Fn(&mut T, HashedRow<'_>) -> Result<(), DiffError> + Clone + Send + Sync + 'static,
    ) -> Result<Vec<T>, DiffError> {
        let selected = self.selected().map_err(DiffError::on_side(self.side))?;
        let streams = selected.execute_stream_partitioned().await;
        let mut tasks = JoinSet::new();
        for stream in streams.map_err(DiffError::on_side(self.side))? {
            let (mut collected, each) = (new()?, each.clone());
            let rows = PartitionRows {
                side: self.side,
                planned: self.planned.clone(),
                key_columns: self.key_columns,
                exports: self.column_exports(),
            };
            tasks.spawn(async move {
                rows.read(stream, keys, |row| each(&mut collected, row)).await?;
                Ok::<_, DiffError>(collected)
            });
        }
        let mut all = Vec::new();
        while let Some(done) = tasks.join_next().await {
            all.push(done.map_err(|error| DiffError::Source(self.side, error.to_string()))??);
        }
        Ok(all)
    }

    async fn sketch_of(&self, size: SketchSize, keys: Keys) -> Result<Sketch, DiffError> {
        let side = self.side;
        let failed = move |text: String| DiffError::Source(side, text);
        let new = || {
            let sketch = Sketch::new(size.p().into(), keys);
            Ok((sketch.map_err(|error| failed(error.to_string()))?, KeyHashes::default()))
        };
        let collected = self.scan(keys, new, move |(sketch, hashes), row| {
            hashes.push(row.key).map_err(|error| failed(error.to_string()))?;
            sketch.add(row.key, row.hash).map_err(|error| failed(error.to_string()))
        });
        let (mut whole, mut hashes) = (new()?.0, Vec::new());
        for (sketch, own) in collected.await? {
            whole.merge(&sketch).map_err(|error| failed(error.to_string()))?;
            hashes.push(own);
        }
        *self.keys.lock().unwrap_or_else(PoisonError::into_inner) = hashes;
        Ok(whole)
    }

    /// What the keys of the sketches were.
    fn sums(&self) -> Keys {
        match (self.key_columns, self.planned.first()) {
            (0, _) => Keys::Absent,
            (1, Some(key)) if key.column_type == ColumnType::Integer => Keys::Integer,
            _ => Keys::Hashed,
        }
    }

    /// The hashes and texts of some rows.
    async fn rows(
        &self,
        is_wanted: impl Fn(&HashedRow<'_>) -> bool + Clone + Send + Sync + 'static,
    ) -> Result<Vec<(i64, String)>, DiffError> {
        let found = self.scan(
            self.sums(),
            || Ok(Vec::new()),
            move |found: &mut Vec<_>, row| {
                if is_wanted(&row) {
                    found.push((row.hash, String::from_utf8_lossy(row.text).into_owned()));
                }
                Ok(())
            },
        );
        Ok(found.await?.into_iter().flatten().collect())
    }

    async fn wanted_rows(&self, wanted: WantedRows) -> Result<Vec<String>, DiffError> {
        let sorted = wanted.sorted(self.sums());
        let found = self.rows(move |row| sorted.contains(row)).await?;
        let mut missing = wanted.hashes;
        for (hash, _) in &found {
            take(&mut missing, *hash);
        }
        match missing.is_empty() {
            true => Ok(found.into_iter().map(|(_, row)| row).collect()),
            false => Err(DiffError::Source(
                self.side,
                "the files changed while they were read: try again".to_owned(),
            )),
        }
    }

    async fn repeated(&self) -> Result<Option<DuplicateKeys>, DiffError> {
        let hashes = std::mem::take(&mut *self.keys.lock().unwrap_or_else(PoisonError::into_inner));
        let keys = KeyHashes::joined(hashes)
            .map_err(|error| DiffError::Source(self.side, error.to_string()))?;
        let keys = keys.repeated();
        if keys.is_empty() {
            return Ok(None);
        }
        let rows = self.rows(move |row| keys.binary_search(&row.key).is_ok()).await?;
        let rows: Vec<_> = rows.into_iter().map(|(_, row)| row).collect();
        Ok(DuplicateKeys::among(&rows, self.key_columns))
    }
}

impl SketchSide for FileSide {
    fn columns(&self) -> &[SideColumn] {
        &self.columns
    }

    fn plan(&mut self, columns: Vec<SourceColumn>, keys: usize) {
        let schema = self.table.schema();
        let is_untyped = |column: &SourceColumn| {
            schema.field_with_unqualified_name(&column.name).is_ok_and(|field| is_untyped(field))
        };
        self.are_untyped = columns.iter().map(is_untyped).collect();
        (self.planned, self.key_columns) = (columns, keys);
    }

    fn sketch(&self, size: SketchSize, keys: Keys) -> BoxFuture<'_, Result<Sketch, DiffError>> {
        self.sketch_of(size, keys).boxed()
    }

    fn duplicates(&self) -> BoxFuture<'_, Result<Option<DuplicateKeys>, DiffError>> {
        self.repeated().boxed()
    }

    fn fetch(&self, wanted: WantedRows) -> BoxFuture<'_, Result<Vec<String>, DiffError>> {
        self.wanted_rows(wanted).boxed()
    }
}

/// How the rows of a partition are hashed.
struct PartitionRows {
    side: Side,
    planned: Vec<SourceColumn>,
    key_columns: usize,
    /// How each column's texts are read.
    exports: Vec<FileExports>,
}

impl PartitionRows {
    async fn read(
        &self,
        mut stream: SendableRecordBatchStream,
        keys: Keys,
        mut each: impl FnMut(HashedRow<'_>) -> Result<(), DiffError>,
    ) -> Result<(), DiffError> {
        let mut rows = RowBatch::new(keys);
        while let Some(batch) = stream.try_next().await.map_err(DiffError::on_side(self.side))? {
            self.hash(&batch, &mut rows, &mut each)?;
        }
        rows.hash(|_, row| each(row))
    }

    fn hash(
        &self,
        batch: &RecordBatch,
        rows: &mut RowBatch,
        each: &mut impl FnMut(HashedRow<'_>) -> Result<(), DiffError>,
    ) -> Result<(), DiffError> {
        let columns = self.planned.iter().zip(&self.exports).zip(batch.columns());
        let parts = columns.map(|((column, exports), array)| {
            let part = CanonicalColumn::new(array.as_ref(), column.column_type, exports);
            part.ok_or_else(|| {
                let (name, data_type) = (&column.name, array.data_type());
                let text =
                    format!("column '{name}' has the type {data_type}, which has no text here");
                DiffError::Source(self.side, text)
            })
        });
        let parts = parts.collect::<Result<Vec<_>, _>>()?;
        for row in 0..batch.num_rows() {
            let mut number = 0;
            for (at, part) in parts.iter().enumerate() {
                if at > 0 {
                    rows.text().push(b'|');
                }
                let start = rows.text().len();
                let appended = part.append(row, rows.text());
                appended
                    .map_err(|_| DiffError::Source(self.side, "no memory for a row".to_owned()))?;
                if at == 0 {
                    number = number_of(&rows.text()[start..]);
                }
                if at + 1 == self.key_columns {
                    rows.end_key();
                }
            }
            rows.end_row(number);
            if rows.is_full() {
                rows.hash(|_, row| each(row))?;
            }
        }
        Ok(())
    }
}

/// The key that a sketch sums up: 0 for NULL, and for text that isn't a number of 64 bits.
fn number_of(part: &[u8]) -> i64 {
    str::from_utf8(part).ok().and_then(|text| text.parse().ok()).unwrap_or(0)
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

/// The type of the values of a dictionary or of runs.
fn plain(data_type: &DataType) -> &DataType {
    match data_type {
        DataType::Dictionary(_, values) => plain(values),
        DataType::RunEndEncoded(_, values) => plain(values.data_type()),
        other => other,
    }
}
