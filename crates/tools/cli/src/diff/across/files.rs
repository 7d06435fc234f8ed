//! The sketch and the rows of files, which are hashed here over the texts that databases have.

use std::collections::HashMap;

use arrow::array::{Array, BooleanArray, RecordBatch};
use arrow::compute::filter_record_batch;
use arrow::datatypes::{DataType, SchemaRef};
use datafusion::common::Column as Name;
use datafusion::dataframe::DataFrame;
use datafusion::error::DataFusionError;
use datafusion::logical_expr::{Expr, cast};
use futures::TryStreamExt;
use hashlane_databases::{ArrowTexts, Column, ColumnType, RowHasher, SketchSize, Wanted};
use hashlane_diff::value_and_rest;
use hashlane_kernels::sketch::{Keys, Sketch};

use crate::diff::across::side::stored;
use crate::failure::Failure;
use crate::sql::engine_failure;

/// Files, and the columns of their rows' text.
pub struct Files<'a> {
    pub table: &'a DataFrame,
    pub columns: &'a [Column],
    pub readings: &'a [Option<DataType>],
    pub has_number_key: bool,
}

impl Files<'_> {
    /// The sketch of all rows.
    pub async fn sketch(&self, size: SketchSize) -> Result<Sketch, Failure> {
        let keys = if self.has_number_key { Keys::Integer } else { Keys::Absent };
        let mut sketch = Sketch::new(size.p().into(), keys).map_err(|error| error.to_string())?;
        self.scan(false, |_, rows| {
            for &(key, hash) in rows {
                sketch.add(key, hash).map_err(|error| error.to_string())?;
            }
            Ok(())
        })
        .await?;
        Ok(sketch)
    }

    /// The rows that are wanted, with all columns of the files.
    pub async fn fetch(&self, wanted: &Wanted) -> Result<(SchemaRef, Vec<RecordBatch>), Failure> {
        let schema: SchemaRef = self.table.schema().inner().clone();
        let keys: std::collections::HashSet<i64> = match self.has_number_key {
            true => wanted.keys.iter().copied().collect(),
            false => Default::default(),
        };
        let (mut missing, mut found) = (wanted.hashes.clone(), Vec::new());
        self.scan(true, |batch, rows| {
            let is_wanted =
                |(key, hash): &(i64, i64)| wanted.hashes.contains_key(hash) || keys.contains(key);
            let kept: BooleanArray = rows.iter().map(|row| Some(is_wanted(row))).collect();
            for (_, hash) in rows {
                take(&mut missing, *hash);
            }
            if kept.true_count() > 0 {
                let own: Vec<_> = batch.columns()[..schema.fields().len()].to_vec();
                let own = RecordBatch::try_new(schema.clone(), own);
                let own = own.and_then(|own| filter_record_batch(&own, &kept));
                found.push(own.map_err(|error| error.to_string())?);
            }
            Ok(())
        })
        .await?;
        match missing.is_empty() {
            true => Ok((schema, found)),
            false => Err("the files changed while they were read: try again".to_owned().into()),
        }
    }

    /// Reads all rows with their keys and hashes, batch by batch. The columns of the files come first if they are asked for.
    async fn scan(
        &self,
        with_columns: bool,
        mut each: impl FnMut(&RecordBatch, &[(i64, i64)]) -> Result<(), String>,
    ) -> Result<(), Failure> {
        let failed = |error| engine_failure(error, &[]);
        let first = if with_columns { self.table.schema().fields().len() } else { 0 };
        let table = self.texts(with_columns).map_err(failed)?;
        let mut batches = table.execute_stream().await.map_err(failed)?;
        let mut hasher = RowHasher::new(self.columns);
        while let Some(batch) = batches.try_next().await.map_err(failed)? {
            let rows = self.hashes(&batch.columns()[first..], batch.num_rows(), &mut hasher)?;
            each(&batch, &rows)?;
        }
        Ok(())
    }

    /// The values whose texts are hashed. Text that is read as a type has two: the value, and the text that isn't one.
    fn texts(&self, with_columns: bool) -> Result<DataFrame, DataFusionError> {
        let schema = self.table.schema();
        let mut exprs = Vec::new();
        if with_columns {
            let columns =
                schema.iter().map(|(table, field)| Expr::Column(Name::from((table, field))));
            exprs.extend(columns);
        }
        for (at, (column, reading)) in self.columns.iter().zip(self.readings).enumerate() {
            let (table, field) = schema.qualified_field_with_unqualified_name(&column.name)?;
            let value = Expr::Column(Name::from((table, field)));
            match reading {
                Some(data_type) => {
                    let [value, rest] = value_and_rest(cast(value, DataType::Utf8), data_type)?;
                    exprs.push(value.alias(format!("hashlane_value_{at}")));
                    exprs.push(rest.alias(format!("hashlane_rest_{at}")));
                }
                None => {
                    let value = match stored(field.data_type()) {
                        plain if plain == field.data_type() => value,
                        plain => cast(value, plain.clone()),
                    };
                    exprs.push(value.alias(format!("hashlane_value_{at}")));
                }
            }
        }
        self.table.clone().select(exprs)
    }

    fn hashes(
        &self,
        arrays: &[arrow::array::ArrayRef],
        count: usize,
        hasher: &mut RowHasher,
    ) -> Result<Vec<(i64, i64)>, Failure> {
        let mut arrays = arrays.iter();
        let mut texts = Vec::with_capacity(self.columns.len());
        for reading in self.readings {
            let mut next = || {
                let array: &dyn Array = arrays.next().ok_or("a column is missing")?;
                ArrowTexts::new(array).map_err(|error| error.to_string())
            };
            let value = next()?;
            texts.push((value, reading.as_ref().map(|_| next()).transpose()?));
        }
        let mut row_texts = vec![(false, Vec::new()); texts.len()];
        let mut rows = Vec::with_capacity(count);
        for row in 0..count {
            for ((value, rest), (is_valid, text)) in texts.iter().zip(&mut row_texts) {
                text.clear();
                *is_valid = value.write(row, text);
                if let Some(rest) = rest.as_ref().filter(|_| !*is_valid) {
                    // No text of a value starts like this.
                    text.push(b'?');
                    *is_valid = rest.write(row, text);
                }
            }
            let hash =
                hasher.hash(row_texts.iter().map(|(is_valid, text)| is_valid.then_some(text)));
            rows.push((self.key(&row_texts), hash));
        }
        Ok(rows)
    }

    /// The key that a sketch sums up: 0 for NULL, and for text that isn't a number.
    fn key(&self, texts: &[(bool, Vec<u8>)]) -> i64 {
        match texts.first() {
            Some((true, text)) if self.has_number_key => {
                str::from_utf8(text).ok().and_then(|text| text.parse().ok()).unwrap_or(0)
            }
            _ => 0,
        }
    }
}

/// Whether a sketch can sum up the key of these columns.
pub fn has_number_key(columns: &[Column], keys: usize) -> bool {
    keys == 1 && columns.first().is_some_and(|key| key.column_type == ColumnType::Integer)
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
