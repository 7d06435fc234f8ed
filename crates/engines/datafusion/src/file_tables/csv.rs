//! CSV files as tables, and the types of their columns.

use std::collections::HashMap;

use datafusion::arrow::array::AsArray;
use datafusion::arrow::datatypes::{DataType, Field, Schema};
use datafusion::arrow::error::ArrowError;
use datafusion::catalog::{Session, TableProvider};
use datafusion::datasource::listing::PartitionedFile;
use datafusion::error::{DataFusionError, Result};
use datafusion::execution::SendableRecordBatchStream;
use datafusion::physical_plan::ExecutionPlanProperties;
use futures::StreamExt;
use hashlane_files::FileError;
use tokio::task::JoinSet;

use super::header::header;
use super::kind::{DataFormat, FileKind};
use super::listed::{StoredFile, StoredFiles};
use super::partitions::FolderPartitions;
use super::quotes::{ScannedQuotes, scan};
use super::reading::{TableReading, TextTypes};
use super::table::FileTable;
use super::texts::ColumnTexts;
use super::{STOPPED, UNTYPED, delimiters, external, refused};

/// The files as tables: one for each order of columns, delimiter and compression. All have the columns of the first one.
///
/// # Errors
/// Returns one line if a file has no header, or other columns than the first one. If no delimiter is stated and a file seems to
/// have another one, that is an error for text, and a `warning` for types.
pub async fn tables(
    session: &dyn Session,
    files: &StoredFiles,
    kinds: &[FileKind],
    partitions: &FolderPartitions,
    reading: &TableReading,
    warning: &mut Option<FileError>,
) -> Result<Vec<FileTable>> {
    let mut groups: Vec<(FileKind, Vec<String>, Vec<PartitionedFile>)> = Vec::new();
    for (at, (file, &kind)) in files.files.iter().zip(kinds).enumerate() {
        let (kind, names, other_delimiter) = opened(session, files, file, kind).await?;
        if let (Some(byte), None, [name]) = (other_delimiter, reading.delimiter, &names[..]) {
            warning.get_or_insert(wrong_delimiter(file, name, byte));
        }
        let part = PartitionedFile::from(file.object.clone())
            .with_partition_values(partitions.values[at].clone());
        if let Some((_, first, _)) = groups.first() {
            check_columns(files, file, first, &names)?;
        }
        match groups.iter_mut().find(|(one, columns, _)| *one == kind && *columns == names) {
            Some((_, _, parts)) => parts.push(part),
            None => groups.push((kind, names, vec![part])),
        }
    }
    let tables = groups.into_iter().map(|(kind, names, parts)| {
        let columns = partitions.beside(texts(&names));
        Ok(FileTable::new(files.store_of(kind)?, parts, columns, kind.format))
    });
    let tables = tables.collect::<Result<Vec<_>>>()?;
    match (reading.types, warning.take()) {
        (TextTypes::Text | TextTypes::Printed, Some(wrong)) => Err(external(wrong)),
        (TextTypes::Text, None) => Ok(tables),
        (TextTypes::Read { .. } | TextTypes::Printed, found) => {
            let read = typed(session, files, tables, reading).await;
            match (read, found) {
                // Lines may have commas.
                (Err(_), Some(wrong)) => Err(external(wrong)),
                (read, found) => {
                    *warning = found;
                    read
                }
            }
        }
    }
}

fn wrong_delimiter(file: &StoredFile, name: &str, byte: u8) -> FileError {
    let advice = delimiters::advice(byte).unwrap_or_default();
    FileError::new(&file.name, format!("its header has one column '{name}', so {advice}"))
}

/// How a file is read, its columns, and the delimiter that it seems to have instead.
async fn opened(
    session: &dyn Session,
    files: &StoredFiles,
    file: &StoredFile,
    kind: FileKind,
) -> Result<(FileKind, Vec<String>, Option<u8>)> {
    let DataFormat::Csv { delimiter, .. } = kind.format else {
        return Err(refused(&file.name, "is not CSV"));
    };
    let store = session.runtime_env().object_store(files.store_of(kind)?)?;
    let names = header(&store, file, delimiter).await?;
    let ScannedQuotes { is_one_stream, other_delimiter } =
        scan(&store, file, delimiter, names.len() == 1).await?;
    Ok((
        FileKind { format: DataFormat::Csv { delimiter, is_one_stream }, ..kind },
        names,
        other_delimiter,
    ))
}

fn check_columns(
    files: &StoredFiles,
    file: &StoredFile,
    first: &[String],
    names: &[String],
) -> Result<()> {
    let lacks = |one: &[String], other: &[String]| {
        one.iter().find(|name| !other.contains(name)).map(String::as_str).map(str::to_owned)
    };
    let (with, without, name) = match (lacks(first, names), lacks(names, first)) {
        (Some(name), _) => (&files.files[0], file, name),
        (None, Some(name)) => (file, &files.files[0], name),
        (None, None) => return Ok(()),
    };
    let text = format!(
        "can't be one table: '{}' has a column '{name}', and '{}' lacks it",
        with.name, without.name
    );
    Err(refused(&files.name, text))
}

fn texts(names: &[String]) -> Schema {
    let untyped = HashMap::from([(UNTYPED.to_owned(), String::new())]);
    let fields = names
        .iter()
        .map(|name| Field::new(name, DataType::Utf8, true).with_metadata(untyped.clone()));
    Schema::new(fields.collect::<Vec<_>>())
}

/// The tables with the type of each column that all of its texts have.
async fn typed(
    session: &dyn Session,
    files: &StoredFiles,
    tables: Vec<FileTable>,
    reading: &TableReading,
) -> Result<Vec<FileTable>> {
    let mut found: HashMap<String, ColumnTexts> = HashMap::new();
    for table in &tables {
        let columns = table.columns().file_schema();
        let read = scanned(session, table, reading).await;
        let read = read.map_err(|error| named(files, error))?;
        for (field, texts) in columns.fields().iter().zip(read) {
            match found.get_mut(field.name()) {
                Some(all) => all.merge(&texts),
                None => _ = found.insert(field.name().clone(), texts),
            }
        }
    }
    let types = tables.into_iter().map(|table| {
        let fields = table.columns().file_schema().fields().iter().map(|field| {
            let data_type = found.get(field.name()).map_or(DataType::Utf8, ColumnTexts::data_type);
            // What has no type stays untyped.
            let is_untyped = reading.types == TextTypes::Printed && data_type == DataType::Utf8;
            let mut metadata = if is_untyped { field.metadata().clone() } else { HashMap::new() };
            if let Some(text) = found.get(field.name()).and_then(ColumnTexts::stopped)
                && is_untyped
            {
                metadata.insert(STOPPED.to_owned(), text.to_owned());
            }
            Field::new(field.name(), data_type, true).with_metadata(metadata)
        });
        let schema = Schema::new(fields.collect::<Vec<_>>());
        table.with_file_schema(schema)
    });
    Ok(types.collect())
}

/// An error of the engine, which doesn't name the file.
fn named(files: &StoredFiles, error: DataFusionError) -> DataFusionError {
    match error.find_root() {
        DataFusionError::ArrowError(error, _) => refused(&files.name, without_kind(error)),
        _ => error,
    }
}

/// The text of an error of Arrow without the name of its kind.
fn without_kind(error: &ArrowError) -> String {
    match error {
        ArrowError::CsvError(text) | ArrowError::ParseError(text) => text.clone(),
        other => other.to_string(),
    }
}

/// Reads the columns of a table, and returns what their texts have in common.
async fn scanned(
    session: &dyn Session,
    table: &FileTable,
    reading: &TableReading,
) -> Result<Vec<ColumnTexts>> {
    let width = table.columns().file_schema().fields().len();
    let limit = match reading.types {
        TextTypes::Read { rows } => rows,
        _ => None,
    };
    let is_printed = matches!(reading.types, TextTypes::Printed);
    let plan = table.scan(session, Some(&(0..width).collect()), &[], limit).await?;
    let mut parts = JoinSet::new();
    for part in 0..plan.output_partitioning().partition_count() {
        let rows = plan.execute(part, session.task_ctx())?;
        parts.spawn(read(rows, width, is_printed, limit));
    }
    let mut all = vec![ColumnTexts::new(is_printed); width];
    while let Some(part) = parts.join_next().await {
        let part = part.map_err(|error| DataFusionError::External(Box::new(error)))??;
        all.iter_mut().zip(&part).for_each(|(all, texts)| all.merge(texts));
    }
    Ok(all)
}

async fn read(
    mut rows: SendableRecordBatchStream,
    width: usize,
    is_printed: bool,
    limit: Option<usize>,
) -> Result<Vec<ColumnTexts>> {
    let mut all = vec![ColumnTexts::new(is_printed); width];
    let mut left = limit.unwrap_or(usize::MAX);
    while let Some(batch) = rows.next().await {
        let batch = batch?;
        let batch = batch.slice(0, batch.num_rows().min(left));
        left -= batch.num_rows();
        for (texts, column) in all.iter_mut().zip(batch.columns()) {
            column.as_string::<i32>().iter().flatten().for_each(|text| texts.add(text));
        }
        if left == 0 {
            break;
        }
    }
    Ok(all)
}
