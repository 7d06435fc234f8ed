//! The columns of Parquet files.

use std::collections::HashMap;
use std::sync::Arc;

use datafusion::arrow::datatypes::{DataType, Field, FieldRef, Fields, Schema};
use datafusion::catalog::Session;
use datafusion::datasource::file_format::FileFormatFactory;
use datafusion::datasource::file_format::parquet::ParquetFormatFactory;
use datafusion::datasource::listing::PartitionedFile;
use datafusion::datasource::physical_plan::parquet::metadata::DFParquetMetadata;
use datafusion::error::Result;
use futures::{StreamExt, TryStreamExt, stream};

use super::kind::DataFormat;
use super::listed::{StoredFile, StoredFiles};
use super::partitions::FolderPartitions;
use super::refused;
use super::table::FileTable;

/// The files as a table with the columns of all of them. A file that lacks a column has NULLs.
///
/// # Errors
/// Returns an error if a file is empty or not Parquet, has two columns of one name, or a column of another type than
/// another file.
pub async fn table(
    session: &dyn Session,
    files: &StoredFiles,
    partitions: &FolderPartitions,
) -> Result<FileTable> {
    let store = session.runtime_env().object_store(&files.store)?;
    let cache = session.runtime_env().cache_manager.get_file_metadata_cache();
    let check = |file: &StoredFile| {
        let (store, cache, file) = (store.clone(), cache.clone(), file.clone());
        async move {
            if file.object.size == 0 {
                return Err(refused(&file.name, "is empty: it is not a Parquet file"));
            }
            let metadata = DFParquetMetadata::new(store.as_ref(), &file.object)
                .with_file_metadata_cache(Some(cache));
            check_names(&file.name, metadata.fetch_schema().await?.fields())
        }
    };
    let concurrency = session.config_options().execution.meta_fetch_concurrency.get();
    let checks: Vec<_> = files.files.iter().map(check).collect();
    stream::iter(checks).buffer_unordered(concurrency).try_collect::<Vec<()>>().await?;
    let format = ParquetFormatFactory::new().create(session, &HashMap::new())?;
    let objects: Vec<_> = files.files.iter().map(|file| file.object.clone()).collect();
    let schema = format.infer_schema(session, &store, &objects).await?;
    let parts = objects.into_iter().zip(&partitions.values);
    let parts = parts.map(|(object, values)| {
        PartitionedFile::from(object).with_partition_values(values.clone())
    });
    let fields: Vec<_> = schema.fields().iter().map(without_metadata).collect();
    let schema = partitions.beside(Schema::new(fields));
    Ok(FileTable::new(files.store.clone(), parts.collect(), schema, DataFormat::Parquet))
}

/// A field without what its file says of the fields in it, such as their ids: types that differ in it are two types to the engine.
fn without_metadata(field: &FieldRef) -> FieldRef {
    let all = |fields: &Fields| fields.iter().map(without_metadata).collect();
    let data_type = match field.data_type() {
        DataType::List(item) => DataType::List(without_metadata(item)),
        DataType::LargeList(item) => DataType::LargeList(without_metadata(item)),
        DataType::FixedSizeList(item, size) => {
            DataType::FixedSizeList(without_metadata(item), *size)
        }
        DataType::Map(entries, is_sorted) => DataType::Map(without_metadata(entries), *is_sorted),
        DataType::Struct(fields) => DataType::Struct(all(fields)),
        other => other.clone(),
    };
    Arc::new(Field::new(field.name(), data_type, field.is_nullable()))
}

/// Refuses two columns of one name: the engine finds columns by name, and would ignore the second.
fn check_names(file: &str, fields: &Fields) -> Result<()> {
    for (at, field) in fields.iter().enumerate() {
        if fields.iter().take(at).any(|other| other.name() == field.name()) {
            let text = format!(
                "has two columns named '{}': write it again with other names",
                field.name()
            );
            return Err(refused(file, text));
        }
        if let DataType::Struct(fields) = field.data_type() {
            check_names(file, fields)?;
        }
    }
    Ok(())
}
