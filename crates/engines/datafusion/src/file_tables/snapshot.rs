//! The Parquet files of a table's snapshot, which the table's format lists.

use datafusion::arrow::datatypes::{Fields, Schema};
use datafusion::catalog::Session;
use datafusion::error::Result;

use super::field_ids::FieldIds;
use super::listed::{StoredFile, StoredFiles};
use super::open::check_names;
use super::partitions::{FolderPartitions, pairs};
use super::table::FileTable;
use super::{parquet, refused};

/// Opens the Parquet files of a snapshot, whatever their names end with. Each must have as many rows as the list states.
///
/// Files with field ids are those of Iceberg and DuckLake, and have all columns. Otherwise their folders' names are columns, too.
///
/// # Errors
/// Returns an error that names a file if it isn't Parquet, has another number of rows, or calls a column by another name.
pub async fn open_snapshot(
    session: &dyn Session,
    files: &StoredFiles,
    rows: &[u64],
) -> Result<(FileTable, FieldIds)> {
    let ids = field_ids(session, files, rows).await?;
    let partitions = match &ids {
        Some(_) => FolderPartitions::absent(files.files.len()),
        None => FolderPartitions::for_files(files, true)?,
    };
    let table = parquet::table(session, files, &partitions).await?;
    check_names(files, &table)?;
    let columns = table.columns().file_schema().fields();
    let ids = match ids {
        Some(mut ids) => {
            for file in &files.files {
                ids.add_folders(&file.name, folders_without_column(file, columns))?;
            }
            ids
        }
        None => FieldIds::default(),
    };
    let kept = columns.iter().filter(|field| !ids.is_of_format(field.name())).cloned();
    let schema = Schema::new(kept.collect::<Vec<_>>());
    Ok((table.with_file_schema(schema), ids))
}

/// What Iceberg adds to a column's name for a folder, before the number of buckets or of characters.
const TRANSFORMS: [&str; 6] = ["_bucket", "_trunc", "_year", "_month", "_day", "_hour"];

/// The folders of a file whose names no file has as columns. With field ids, nothing says whether the table has them: writers keep ids that
/// they read, so it may be another table than Iceberg's or DuckLake's.
fn folders_without_column(file: &StoredFile, columns: &Fields) -> Vec<(String, Option<String>)> {
    let is_column = |name: &str| columns.find(name).is_some();
    let has_source = |name: &str| {
        let ends = TRANSFORMS.iter().filter_map(|end| name.strip_suffix(end));
        ends.into_iter().any(is_column)
    };
    let is_known = |name: &str| {
        let numbered = name.trim_end_matches(|char: char| char.is_ascii_digit());
        is_column(name) || has_source(name) || has_source(numbered.trim_end_matches('_'))
    };
    pairs(file).into_iter().filter(|(name, _)| !is_known(name)).collect()
}

/// The field ids of all files; `None` if they have none.
async fn field_ids(
    session: &dyn Session,
    files: &StoredFiles,
    rows: &[u64],
) -> Result<Option<FieldIds>> {
    let mut ids = FieldIds::default();
    let mut have_ids = Vec::new();
    let footers = parquet::footers(session, files).await?;
    for ((file, footer), rows) in files.files.iter().zip(footers).zip(rows) {
        let footer = footer
            .map_err(|error| refused(&file.name, format!("can't be read as Parquet: {error}")))?;
        let footer = footer.file_metadata();
        let found = footer.num_rows();
        if u64::try_from(found) != Ok(*rows) {
            let text = format!("has {found} rows, but {} says {rows}", files.name);
            return Err(refused(&file.name, text));
        }
        have_ids.push(ids.add(&file.name, footer.schema_descr().root_schema())?);
    }
    ids.check_names()?;
    match have_ids.iter().position(|has_ids| !has_ids) {
        None => Ok(Some(ids)),
        Some(_) if !have_ids.contains(&true) => Ok(None),
        Some(at) => {
            let text = "has columns without field ids, but other files have ids: the table's format matches such columns by rules of its own; compare the tables themselves";
            Err(refused(&files.files[at].name, text))
        }
    }
}
