//! The header lines of CSV files that CREATE EXTERNAL TABLE reads by position.

use datafusion::catalog::{Session, TableProvider};
use datafusion::common::{TableReference, plan_err};
use datafusion::datasource::file_format::FileFormat;
use datafusion::datasource::file_format::csv::CsvFormat;
use datafusion::datasource::listing::ListingTable;
use datafusion::error::Result;
use futures::TryStreamExt;

/// Checks that the files of a table have its columns in their places.
///
/// DataFusion skips header lines and reads by position. A header may have other names than the table, which renames columns then; but not
/// the name of one of the table's columns in another place. All files have the same header.
///
/// # Errors
/// Returns one line if a column stands in another place, or two headers differ.
pub async fn check_headers(
    state: &dyn Session,
    name: &TableReference,
    table: &dyn TableProvider,
) -> Result<()> {
    let Some(table) = table.downcast_ref::<ListingTable>() else { return Ok(()) };
    let options = table.options();
    let Some(csv) = options.format.downcast_ref::<CsvFormat>() else { return Ok(()) };
    if !csv.has_header().unwrap_or_else(|| state.config_options().catalog.has_header) {
        return Ok(());
    }
    let header = CsvFormat::default().with_options(csv.options().clone());
    let header = header.with_schema_infer_max_rec(0);
    let mut first: Option<(String, Vec<String>)> = None;
    for path in table.table_paths() {
        let store = state.runtime_env().object_store(path)?;
        let files = path.list_all_files(state, store.as_ref(), &options.file_extension).await?;
        for file in files.try_collect::<Vec<_>>().await? {
            let names = header.infer_schema(state, &store, std::slice::from_ref(&file)).await?;
            let names: Vec<String> = names.fields().iter().map(|one| one.name().clone()).collect();
            let file = format!("{}{}", path.object_store(), file.location);
            match &first {
                None => {
                    check_places(name, table, &file, &names)?;
                    first = Some((file, names));
                }
                Some((_, header)) if *header == names => {}
                Some((one, _)) => {
                    return plan_err!(
                        "table {name}: '{one}' and '{file}' have different header lines"
                    );
                }
            }
        }
    }
    Ok(())
}

/// Checks that no column of the table has its name in another place of a header.
fn check_places(
    table: &TableReference,
    provider: &ListingTable,
    file: &str,
    names: &[String],
) -> Result<()> {
    let columns = provider.schema();
    let in_files = columns.fields().len() - provider.options().table_partition_cols.len();
    for (at, column) in columns.fields().iter().take(in_files).enumerate() {
        let has_name = |name: &String| name.trim().eq_ignore_ascii_case(column.name());
        if names.get(at).is_some_and(has_name) {
            continue;
        }
        if let Some(place) = names.iter().position(has_name) {
            return plan_err!(
                "table {table}: '{}' is column {} of the table and column {} of '{file}': columns are read by position, so declare them in the file's order",
                column.name(),
                at + 1,
                place + 1
            );
        }
    }
    Ok(())
}
