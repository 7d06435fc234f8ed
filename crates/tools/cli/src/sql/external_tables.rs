//! CREATE EXTERNAL TABLE of CSV and JSON.
//!
//! Without columns, the files are read as by their names: DataFusion 55 would decide the types by the first 1,000 rows. With
//! columns, DataFusion reads CSV by position (`headers.rs`), and makes what it can of JSON's numbers (`json_columns.rs`).

use std::sync::{Arc, Weak};

use datafusion::catalog::{Session, TableProvider, TableProviderFactory};
use datafusion::common::plan_err;
use datafusion::datasource::listing_table_factory::ListingTableFactory;
use datafusion::error::Result;
use datafusion::logical_expr::CreateExternalTable;
use datafusion::prelude::SessionContext;
use datafusion::sql::parser::CreateExternalTable as Statement;
use hashlane_datafusion::file_tables::{Kind, Reading, open};
use hashlane_files::FileError;

use crate::sql::headers::check_headers;
use crate::sql::json_columns::check_values;
use crate::sql::listing::{external, listing};
use crate::sql::stores::Stores;

/// The formats whose columns are not in the files.
const FORMATS: [&str; 3] = ["CSV", "JSON", "NDJSON"];

/// Whether a table's files are listed here, by the names in the statement.
pub fn is_listed_by_name(table: &Statement) -> bool {
    table.columns.is_empty()
        && FORMATS.iter().any(|format| table.file_type.eq_ignore_ascii_case(format))
}

/// Lets CREATE EXTERNAL TABLE read CSV and JSON exactly.
pub fn enable(context: &SessionContext, stores: &Arc<Stores>, reading: &Reading) {
    let state = context.state_ref();
    let mut state = state.write();
    for format in FORMATS {
        let factory = ExternalTables { stores: Arc::downgrade(stores), reading: reading.clone() };
        state.table_factories_mut().insert(format.to_owned(), Arc::new(factory));
    }
}

#[derive(Debug)]
struct ExternalTables {
    stores: Weak<Stores>,
    reading: Reading,
}

#[async_trait::async_trait]
impl TableProviderFactory for ExternalTables {
    async fn create(
        &self,
        state: &dyn Session,
        command: &CreateExternalTable,
    ) -> Result<Arc<dyn TableProvider>> {
        let name = &command.name;
        if !command.schema.fields().is_empty() {
            let compression = command.options.get("format.compression").map(String::as_str);
            if !matches!(compression, None | Some("uncompressed" | "gzip" | "gz")) {
                return plan_err!(
                    "table {name}: a compression other than gzip works without columns and OPTIONS, by the file's name (.csv.zst)"
                );
            }
            let table = ListingTableFactory::new().create(state, command).await?;
            check_headers(state, name, table.as_ref()).await?;
            check_values(state, table.as_ref()).await?;
            return Ok(table);
        }
        if !command.options.is_empty() || !command.order_exprs.is_empty() || command.unbounded {
            return plan_err!(
                "table {name}: CREATE EXTERNAL TABLE of {} with OPTIONS, WITH ORDER or UNBOUNDED needs its columns: name each with its type",
                command.file_type
            );
        }
        let Some(stores) = self.stores.upgrade() else {
            return plan_err!("table {name}: the session has ended");
        };
        let mut files = None;
        for location in &command.locations {
            let missing = || external(FileError::new(location, "no such file"));
            let found = listing(state, &stores, location).await?.ok_or_else(missing)?;
            check_format(command, &found.files[0].name)?;
            match &mut files {
                None => files = Some(found),
                Some(files) if files.store == found.store => files.files.extend(found.files),
                Some(_) => return plan_err!("table {name} has locations in several stores"),
            }
        }
        match files {
            Some(files) => open(state, &files, &self.reading).await,
            None => plan_err!("table {name} needs a LOCATION"),
        }
    }
}

/// Checks that a file has the format of STORED AS.
fn check_format(command: &CreateExternalTable, file: &str) -> Result<()> {
    let stored = command.file_type.to_uppercase();
    match Kind::from_name(file) {
        Some(kind) if stored.trim_start_matches("ND") == kind.format.name() => Ok(()),
        _ => plan_err!("table {}: '{file}' is not {stored} by its name", command.name),
    }
}
