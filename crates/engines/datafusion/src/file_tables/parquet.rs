//! The columns of Parquet files.

use std::sync::Arc;

use datafusion::arrow::datatypes::{DataType, Field, FieldRef, Fields, Schema};
use datafusion::catalog::Session;
use datafusion::datasource::file_format::parquet::transform_schema_to_view;
use datafusion::datasource::listing::PartitionedFile;
use datafusion::datasource::physical_plan::parquet::metadata::DFParquetMetadata;
use datafusion::error::Result;
use datafusion::parquet::arrow::parquet_to_arrow_schema;
use datafusion::parquet::file::metadata::ParquetMetaData;
use futures::{StreamExt, stream};

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
    let mut schemas = Vec::new();
    for (file, footer) in files.files.iter().zip(footers(session, files).await?) {
        let footer = footer?;
        let footer = footer.file_metadata();
        let schema = parquet_to_arrow_schema(footer.schema_descr(), footer.key_value_metadata())?;
        check_names(&file.name, schema.fields())?;
        let fields: Vec<_> = schema.fields().iter().map(plain).collect();
        schemas.push((&file.object.location, transform_schema_to_view(&Schema::new(fields))));
    }
    // As DataFusion does, so that columns have one order wherever the files are.
    schemas.sort_by_key(|(location, _)| *location);
    let schema = Schema::try_merge(schemas.into_iter().map(|(_, schema)| schema))?;
    let parts = files.files.iter().zip(&partitions.values).map(|(file, values)| {
        PartitionedFile::from(file.object.clone()).with_partition_values(values.clone())
    });
    let schema = partitions.beside(schema);
    Ok(FileTable::new(files.store.clone(), parts.collect(), schema, DataFormat::Parquet))
}

/// The footers of all files, in order.
pub async fn footers(
    session: &dyn Session,
    files: &StoredFiles,
) -> Result<Vec<Result<Arc<ParquetMetaData>>>> {
    let store = session.runtime_env().object_store(&files.store)?;
    let cache = session.runtime_env().cache_manager.get_file_metadata_cache();
    let fetch = |file: &StoredFile| {
        let (store, cache, file) = (store.clone(), cache.clone(), file.clone());
        async move {
            if file.object.size == 0 {
                return Err(refused(&file.name, "is empty: it is not a Parquet file"));
            }
            let footer = DFParquetMetadata::new(store.as_ref(), &file.object);
            footer.with_file_metadata_cache(Some(cache)).fetch_metadata().await
        }
    };
    let concurrency = session.config_options().execution.meta_fetch_concurrency.get();
    let fetches: Vec<_> = files.files.iter().map(fetch).collect();
    Ok(stream::iter(fetches).buffered(concurrency).collect().await)
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
