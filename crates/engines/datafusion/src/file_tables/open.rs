//! A table of listed files.

use std::sync::Arc;

use datafusion::catalog::{Session, TableProvider};
use datafusion::common::Column;
use datafusion::datasource::{ViewTable, provider_as_source};
use datafusion::error::Result;
use datafusion::logical_expr::{Expr, LogicalPlan, LogicalPlanBuilder};
use hashlane_files::FileError;

use super::kind::DataFormat;
use super::listed::StoredFiles;
use super::partitions::FolderPartitions;
use super::reading::{TableReading, TextTypes};
use super::table::FileTable;
use super::{csv, json, parquet, refused};

/// A table of files, and what may be wrong with it.
#[derive(Debug)]
pub struct OpenedTable {
    /// The table.
    pub table: Arc<dyn TableProvider>,
    /// A warning in one line.
    pub warning: Option<FileError>,
}

/// Opens files as a table. All of them are read or none: a file that can't be part of the table is an error.
///
/// # Errors
/// Returns an error if the files don't have one format and the same columns, or one can't be read.
pub async fn open(
    session: &dyn Session,
    files: &StoredFiles,
    reading: &TableReading,
) -> Result<OpenedTable> {
    let kinds = files.kinds(reading.delimiter)?;
    let mut warning = None;
    let partitions = FolderPartitions::for_files(files, reading.types == TextTypes::Text)?;
    let tables = match kinds[0].format {
        DataFormat::Parquet => vec![parquet::table(session, files, &partitions).await?],
        DataFormat::Csv { .. } => {
            csv::tables(session, files, &kinds, &partitions, reading, &mut warning).await?
        }
        DataFormat::Json => json::tables(session, files, &kinds, &partitions, reading).await?,
    };
    for table in &tables {
        check_names(files, table)?;
    }
    Ok(OpenedTable { table: union(tables)?, warning })
}

/// Refuses a column that both the files and their folders' names have.
pub(super) fn check_names(files: &StoredFiles, table: &FileTable) -> Result<()> {
    let columns = table.columns();
    let of_files = columns.file_schema();
    let twice = columns.table_partition_cols().iter().map(|field| field.name());
    let mut twice = twice.filter(|name| of_files.field_with_name(name).is_ok());
    match twice.next() {
        Some(name) => Err(refused(
            &files.name,
            format!(
                "has a column '{name}' in the files and in their folders' names ({name}=…): rename the folders"
            ),
        )),
        None => Ok(()),
    }
}

/// The rows of all tables, by the names of the first one's columns.
fn union(tables: Vec<FileTable>) -> Result<Arc<dyn TableProvider>> {
    let schema = tables[0].schema();
    let columns =
        || schema.fields().iter().map(|field| Expr::from(Column::new_unqualified(field.name())));
    let scan = |table: FileTable| {
        let source = provider_as_source(Arc::new(table));
        LogicalPlanBuilder::scan("files", source, None)?.project(columns())?.build()
    };
    let mut tables = tables.into_iter();
    let Some(first) = tables.next() else { return Err(refused("", "has no files")) };
    if tables.len() == 0 {
        return Ok(Arc::new(first));
    }
    let start: Result<LogicalPlan> = scan(first);
    let all =
        tables.try_fold(LogicalPlanBuilder::from(start?), |all, table| all.union(scan(table)?));
    Ok(Arc::new(ViewTable::new(all?.build()?, None)))
}
