//! The files that only one of two lists has, as tables.

use std::sync::Arc;

use datafusion::arrow::datatypes::{DataType, Field, Schema};
use datafusion::dataframe::DataFrame;
use datafusion::datasource::TableProvider;
use datafusion::datasource::table_schema::TableSchema;
use datafusion::error::DataFusionError;
use datafusion::execution::object_store::ObjectStoreUrl;
use datafusion::prelude::SessionContext;
use hashlane_datafusion::file_tables::{
    DataFormat, FieldIds, FileTable, StoredFiles, open_snapshot,
};
use hashlane_diff::DiffOptions;
use hashlane_files::FileError;

use crate::diff::DiffArgs;
use crate::diff::file_lists::{FileLists, ListedSide};
use crate::diff::snapshot::{SideSnapshot, SnapshotFiles};
use crate::failure::Failure;
use crate::sql::{explain, named};

/// Two tables to compare.
pub struct OpenTables {
    /// The tables.
    pub tables: [DataFrame; 2],
    /// The versions of their files.
    pub snapshots: [SideSnapshot; 2],
    /// The options that apply to them.
    pub options: DiffOptions,
}

/// Opens the files that only one list has. A side without such a file has the other side's columns, and no rows.
///
/// # Errors
/// Returns an error that names a file if it isn't the one that its list states.
pub async fn open_listed(
    contexts: &[SessionContext; 2],
    args: &DiffArgs,
    lists: &FileLists,
    files: &SnapshotFiles,
) -> Result<OpenTables, Failure> {
    let [left, right] = &lists.sides;
    let stored = [find(files, left).await?, find(files, right).await?];
    let snapshots = stored.each_ref().map(SideSnapshot::of_list);
    let mut ids = FieldIds::default();
    let mut opened = [None, None];
    for ((table, side), stored) in opened.iter_mut().zip(&lists.sides).zip(&stored) {
        if !side.files.is_empty() {
            let rows: Vec<u64> = side.files.iter().map(|file| file.rows).collect();
            let (read, own) = open_snapshot(&files.state, stored, &rows).await.map_err(failed)?;
            ids.extend(&own).map_err(failed)?;
            *table = Some(read);
        }
    }
    if let ([None, None], Some(shared)) = (&opened, &lists.shared) {
        // Nothing is read, but the options must fit the columns.
        let name = left.name.clone();
        let side = ListedSide { name, rows: shared.rows, files: vec![shared.clone()] };
        let stored = find(files, &side).await?;
        let (read, _) =
            open_snapshot(&files.state, &stored, &[shared.rows]).await.map_err(failed)?;
        opened[0] = Some(read.without_files());
    }
    let mut options = args.options();
    // A table, and whether its columns have the names of the right side.
    let tables = match opened {
        [None, None] => {
            // There is nothing to read, so nothing is known of other columns than the key.
            options = DiffOptions { key: options.key, ..DiffOptions::default() };
            [(nothing(&options.key), false), (nothing(&options.key), false)]
        }
        [Some(left), None] => [(left.clone(), false), (left.without_files(), false)],
        [None, Some(right)] => [(right.without_files(), true), (right, true)],
        [Some(left), Some(right)] => [(left, false), (right, true)],
    };
    let names = tables.each_ref().map(|(table, _)| {
        let schema = table.schema();
        schema.fields().iter().map(|field| field.name().clone()).collect::<Vec<_>>()
    });
    let map = args.map([&names[0], &names[1]])?;
    let read = |at: usize, (table, is_right): (FileTable, bool)| {
        let table = contexts[at].read_table(Arc::new(table)).map_err(failed)?;
        if is_right { map.renamed(table) } else { Ok(table) }
    };
    let [left, right] = tables;
    Ok(OpenTables { tables: [read(0, left)?, read(1, right)?], snapshots, options })
}

fn failed(error: DataFusionError) -> Failure {
    explain(error, &[])
}

/// Finds the files of a side, and checks their lengths.
async fn find(files: &SnapshotFiles, side: &ListedSide) -> Result<StoredFiles, Failure> {
    let names: Vec<String> = side.files.iter().map(|file| file.name.clone()).collect();
    let found = named(&files.state, &files.stores, &side.name, &names).await.map_err(failed)?;
    for (listed, stored) in side.files.iter().zip(&found.files) {
        if stored.object.size != listed.bytes {
            let text = format!(
                "has {} bytes, but {} says {}",
                stored.object.size, side.name, listed.bytes
            );
            return Err(FileError::new(&listed.name, text).into());
        }
    }
    Ok(found)
}

/// A table without rows, with columns for the key.
fn nothing(key: &[String]) -> FileTable {
    let names = if key.is_empty() { &["row".to_owned()] } else { key };
    let fields = names.iter().map(|name| Field::new(name, DataType::Utf8, true));
    let schema = TableSchema::builder(Arc::new(Schema::new(fields.collect::<Vec<_>>()))).build();
    FileTable::new(ObjectStoreUrl::local_filesystem(), Vec::new(), schema, DataFormat::Parquet)
}
