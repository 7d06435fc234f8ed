//! The columns of Parquet files.

use std::sync::Arc;

use datafusion::arrow::datatypes::{DataType, Field, FieldRef, Fields, Schema};
use datafusion::catalog::Session;
use datafusion::datasource::file_format::parquet::transform_schema_to_view;
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
            let schema = metadata.fetch_schema().await?;
            check_names(&file.name, schema.fields())?;
            let fields: Vec<_> = schema.fields().iter().map(plain).collect();
            Ok((file.object.location, transform_schema_to_view(&Schema::new(fields))))
        }
    };
    let concurrency = session.config_options().execution.meta_fetch_concurrency.get();
    let checks: Vec<_> = files.files.iter().map(check).collect();
    let checks = stream::iter(checks).buffer_unordered(concurrency);
    let mut schemas = checks.try_collect::<Vec<_>>().await?;
    // As DataFusion does, so that columns have one order wherever the files are.
    schemas.sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
    let schema = Schema::try_merge(schemas.into_iter().map(|(_, schema)| schema))?;
    let parts = files.files.iter().zip(&partitions.values).map(|(file, values)| {
        PartitionedFile::from(file.object.clone()).with_partition_values(values.clone())
    });
    let schema = partitions.beside(schema);
    Ok(FileTable::new(files.store.clone(), parts.collect(), schema, DataFormat::Parquet))
}

/// A field whose type is equal in files of several writers: without metadata, such as field ids, and without views.
fn plain(field: &FieldRef) -> FieldRef {
    let data_type = match field.data_type() {
        DataType::List(item) => DataType::List(plain(item)),
        DataType::LargeList(item) => DataType::LargeList(plain(item)),
        DataType::FixedSizeList(item, size) => DataType::FixedSizeList(plain(item), *size),
        DataType::Map(entries, is_sorted) => DataType::Map(plain(entries), *is_sorted),
        DataType::Struct(fields) => DataType::Struct(fields.iter().map(plain).collect()),
        DataType::Utf8View => DataType::Utf8,
        DataType::BinaryView => DataType::Binary,
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
