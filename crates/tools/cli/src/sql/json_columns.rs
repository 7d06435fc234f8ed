//! The values of JSON files that CREATE EXTERNAL TABLE reads as the types of its columns.

use std::sync::Arc;

use datafusion::arrow::datatypes::Schema;
use datafusion::catalog::{Session, TableProvider};
use datafusion::datasource::file_format::FileFormat;
use datafusion::datasource::file_format::json::JsonFormat;
use datafusion::datasource::listing::ListingTable;
use datafusion::error::Result;
use futures::TryStreamExt;
use hashlane_datafusion::file_tables::{Compression, Decoding, File, check_json};

/// Checks that the columns of a table hold what the files have now.
///
/// # Errors
/// Returns one line that names a file and a line if that is not an object, or the types of the columns don't hold its numbers.
pub async fn check_values(state: &dyn Session, table: &dyn TableProvider) -> Result<()> {
    let Some(table) = table.downcast_ref::<ListingTable>() else { return Ok(()) };
    let options = table.options();
    let Some(json) = options.format.downcast_ref::<JsonFormat>() else { return Ok(()) };
    let is_gzip = json.compression_type().is_some_and(|kind| kind.is_compressed());
    let compression = is_gzip.then_some(Compression::Gzip);
    let decoding = Decoding { compression, ..Decoding::default() };
    let columns: Arc<Schema> = table.schema();
    for path in table.table_paths() {
        let store = state.runtime_env().object_store(path)?;
        let found = path.list_all_files(state, store.as_ref(), &options.file_extension).await?;
        let store = state.runtime_env().object_store(decoding.store(&path.object_store())?)?;
        for object in found.try_collect::<Vec<_>>().await? {
            let name = format!("{}{}", path.object_store(), object.location);
            check_json(&store, &File { name, object }, &columns).await?;
        }
    }
    Ok(())
}
