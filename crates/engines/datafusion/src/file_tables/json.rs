//! Newline-delimited JSON files as tables, with the fields of all rows.

use std::collections::HashMap;
use std::sync::Arc;

use datafusion::arrow::datatypes::Schema;
use datafusion::catalog::Session;
use datafusion::datasource::listing::PartitionedFile;
use datafusion::error::{DataFusionError, Result};
use object_store::ObjectStore;
use tokio::task::JoinSet;

use super::json_lines::each_line;
use super::json_types::JsonObject;
use super::kind::{DataFormat, FileKind};
use super::listed::{StoredFile, StoredFiles};
use super::partitions::FolderPartitions;
use super::reading::{KnownColumns, TableReading, TextTypes};
use super::table::FileTable;
use super::{NUMBERS, pairs, refused, zeros};

/// The files as tables: one for each decoding. All have the fields of all files, in the order in which they first
/// appear.
///
/// # Errors
/// Returns one line that names a file and a line if that is not an object, or a field's values have no common type.
pub async fn tables(
    session: &dyn Session,
    files: &StoredFiles,
    kinds: &[FileKind],
    partitions: &FolderPartitions,
    reading: &TableReading,
) -> Result<Vec<FileTable>> {
    let mut readers = JoinSet::new();
    for (at, (file, &kind)) in files.files.iter().zip(kinds).enumerate() {
        let store = session.runtime_env().object_store(files.store_of(kind)?)?;
        let file = file.clone();
        let compared = reading.compared.clone();
        readers.spawn(async move {
            Ok::<_, DataFusionError>((at, read(&store, &file, &compared).await?))
        });
    }
    let mut found = Vec::new();
    while let Some(file) = readers.join_next().await {
        found.push(file.map_err(|error| DataFusionError::External(Box::new(error)))??);
    }
    found.sort_by_key(|(at, _)| *at);
    let mut kinds = kinds.to_vec();
    let mut all = JsonObject::default();
    for (at, (fields, has_pairs)) in found {
        kinds[at].decoding.has_pairs = has_pairs;
        all.merge(fields, &reading.compared)
            .map_err(|reason| refused(&files.files[at].name, reason))?;
    }
    let is_text = reading.types == TextTypes::Text;
    if is_text && all.has_wide_numbers() {
        kinds.iter_mut().for_each(|kind| kind.decoding.quotes_numbers = true);
    }
    let mut fields = all.fields(is_text).map_err(|reason| refused(&files.name, reason))?;
    if is_text {
        fields.iter_mut().filter(|field| field.data_type().is_numeric()).for_each(|field| {
            field.set_metadata(HashMap::from([(NUMBERS.to_owned(), String::new())]));
        });
    }
    let columns = partitions.beside(Schema::new(fields));
    let mut groups: Vec<(FileKind, Vec<PartitionedFile>)> = Vec::new();
    for (at, (file, &kind)) in files.files.iter().zip(&kinds).enumerate() {
        let part = PartitionedFile::from(file.object.clone())
            .with_partition_values(partitions.values[at].clone());
        match groups.iter_mut().find(|(one, _)| *one == kind) {
            Some((_, parts)) => parts.push(part),
            None => groups.push((kind, vec![part])),
        }
    }
    let table = |(kind, parts)| {
        Ok(FileTable::new(files.store_of(kind)?, parts, columns.clone(), DataFormat::Json))
    };
    groups.into_iter().map(table).collect()
}

/// The fields of all lines of a file, and whether it has pairs of escapes or zeros that must be replaced.
async fn read(
    store: &Arc<dyn ObjectStore>,
    file: &StoredFile,
    compared: &KnownColumns,
) -> Result<(JsonObject, bool)> {
    let (mut fields, mut has_pairs) = (JsonObject::default(), false);
    each_line(store, file, |line| {
        fields.add_line(line, compared)?;
        has_pairs |= pairs::are_misread(line)? || zeros::may_be_in(line);
        Ok(())
    })
    .await?;
    Ok((fields, has_pairs))
}
