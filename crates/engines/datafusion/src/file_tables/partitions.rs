//! Columns from the names of Hive folders: `year=2024/month=07`.

use std::collections::HashMap;
use std::sync::Arc;

use datafusion::arrow::compute::kernels::cast_utils::Parser;
use datafusion::arrow::datatypes::{DataType, Date32Type, Field, FieldRef, Schema, TimeUnit};
use datafusion::common::ScalarValue;
use datafusion::datasource::table_schema::TableSchema;
use datafusion::error::Result;
use percent_encoding::percent_decode_str;

use super::listed::{StoredFile, StoredFiles};
use super::{UNTYPED, refused};

/// How Hive writes NULL.
const NULL: &str = "__HIVE_DEFAULT_PARTITION__";

/// The columns that the folders of files name, and their values.
#[derive(Debug)]
pub struct FolderPartitions {
    /// The columns, in the order of the folders.
    pub columns: Vec<FieldRef>,
    /// The values of each file.
    pub values: Vec<Vec<ScalarValue>>,
}

impl FolderPartitions {
    /// No columns, for this many files.
    pub fn absent(files: usize) -> Self {
        FolderPartitions { columns: Vec::new(), values: vec![Vec::new(); files] }
    }

    /// Reads the folders' names of all files. As in DuckDB, a column is a BIGINT, a DATE or a TIMESTAMP if every value is
    /// what that type prints. With `as_text`, every column is text without a stated type.
    ///
    /// # Errors
    /// Returns one line if the files don't have the same columns.
    pub fn for_files(files: &StoredFiles, as_text: bool) -> Result<Self> {
        let pairs: Vec<_> = files.files.iter().map(pairs).collect();
        let names: Vec<String> = pairs[0].iter().map(|(name, _)| name.clone()).collect();
        for (file, pairs) in files.files.iter().zip(&pairs) {
            if !pairs.iter().map(|(name, _)| name).eq(&names) {
                return Err(refused(
                    &files.name,
                    format!(
                        "can't be one table: '{}' and '{}' are in folders with different columns \
                         (name=value); use a pattern for each",
                        files.files[0].name, file.name
                    ),
                ));
            }
        }
        if let Some(at) = (1..names.len()).find(|&at| names[..at].contains(&names[at])) {
            return Err(refused(&files.name, format!("has two folders named '{}='", names[at])));
        }
        let texts = |at: usize| pairs.iter().map(move |pairs| pairs[at].1.as_deref());
        let types =
            (0..names.len()).map(|at| if as_text { DataType::Utf8 } else { type_of(texts(at)) });
        let types: Vec<DataType> = types.collect();
        let fields = names.iter().zip(&types).map(|(name, data_type)| {
            let field = Field::new(name, data_type.clone(), true);
            let untyped = HashMap::from([(UNTYPED.to_owned(), String::new())]);
            Arc::new(if as_text { field.with_metadata(untyped) } else { field })
        });
        let columns = fields.collect();
        let values = pairs.iter().map(|pairs| {
            pairs
                .iter()
                .zip(&types)
                .map(|((_, text), data_type)| value(text.as_deref(), data_type))
                .collect()
        });
        Ok(FolderPartitions { columns, values: values.collect::<Result<_>>()? })
    }

    /// The columns of files, and then those of their folders.
    pub fn beside(&self, files: Schema) -> TableSchema {
        TableSchema::builder(Arc::new(files))
            .with_table_partition_cols(self.columns.clone())
            .build()
    }
}

/// The columns and values that a file's folders name.
pub(super) fn pairs(file: &StoredFile) -> Vec<(String, Option<String>)> {
    let folders = file.name.rsplit_once('/').map_or("", |(folders, _)| folders);
    let folders = folders.split('/').filter_map(|folder| folder.split_once('='));
    let decoded = |text: &str| percent_decode_str(text).decode_utf8_lossy().into_owned();
    folders
        .filter(|(name, _)| !name.is_empty())
        .map(|(name, text)| (decoded(name), (text != NULL).then(|| decoded(text))))
        .collect()
}

/// The type of which every text is what its value prints.
fn type_of<'a>(texts: impl Iterator<Item = Option<&'a str>> + Clone) -> DataType {
    let texts = texts.flatten();
    let all =
        |is_one: &dyn Fn(&str) -> bool| texts.clone().next().is_some() && texts.clone().all(is_one);
    let is_date = |text: &str| text.len() == 10 && Date32Type::parse(text).is_some();
    if all(&|text| text.parse::<i64>().is_ok_and(|number| number.to_string() == text)) {
        DataType::Int64
    } else if all(&is_date) {
        DataType::Date32
    } else if all(&|text| is_seconds(text)) {
        DataType::Timestamp(TimeUnit::Microsecond, None)
    } else {
        DataType::Utf8
    }
}

/// Whether a text is a point in time to the second, as it is printed.
fn is_seconds(text: &str) -> bool {
    let data_type = DataType::Timestamp(TimeUnit::Microsecond, None);
    text.len() == 19
        && text.as_bytes()[10] == b' '
        && value(Some(text), &data_type).is_ok_and(|value| !value.is_null())
}

fn value(text: Option<&str>, data_type: &DataType) -> Result<ScalarValue> {
    match text {
        Some(text) => ScalarValue::try_from_string(text.to_owned(), data_type),
        None => ScalarValue::try_new_null(data_type),
    }
}
