//! Files and objects as tables, by their names.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use datafusion::catalog::{DynamicFileCatalog, TableProvider, UrlTableFactory};
use datafusion::error::Result;
use datafusion::execution::context::SessionState;
use datafusion::execution::session_state::SessionStateBuilder;
use datafusion::prelude::SessionContext;
use hashlane_datafusion::file_tables::{OpenedTable, TableReading, open};
use hashlane_files::FileError;

use crate::output::complain;
use crate::sql::listing::{external, listing};
use crate::sql::stores::SessionStores;

/// Lets a session use the names of files and objects as tables: `SELECT … FROM 's3://bucket/a.parquet'`.
pub fn enable(
    context: SessionContext,
    stores: Arc<SessionStores>,
    reading: TableReading,
) -> SessionContext {
    let factory = Arc::new(FileNames::new(stores, reading));
    let catalogs = Arc::clone(context.state().catalog_list());
    let catalogs = Arc::new(DynamicFileCatalog::new(catalogs, Arc::clone(&factory) as _));
    let state = SessionStateBuilder::new_from_existing(context.state());
    let context = SessionContext::new_with_state(state.with_catalog_list(catalogs).build());
    factory.connect(&context);
    context
}

/// Opens files whose names are given to a function, which aren't tables of the session.
pub fn file_names(
    context: &SessionContext,
    stores: Arc<SessionStores>,
    reading: TableReading,
) -> Arc<dyn UrlTableFactory> {
    let factory = FileNames::new(stores, reading);
    factory.connect(context);
    Arc::new(factory)
}

/// Opens the files that a name stands for.
struct FileNames {
    /// Returns the state of the session, while there is one.
    session: OnceLock<Box<dyn Fn() -> Option<SessionState> + Send + Sync>>,
    stores: Arc<SessionStores>,
    reading: TableReading,
    /// What was complained about. A statement may open a file several times.
    warnings: Mutex<BTreeSet<String>>,
}

impl FileNames {
    fn new(stores: Arc<SessionStores>, reading: TableReading) -> Self {
        FileNames { session: OnceLock::new(), stores, reading, warnings: Mutex::default() }
    }

    /// Reads files in a session.
    fn connect(&self, context: &SessionContext) {
        let session = context.state_weak_ref();
        // It was empty.
        let _ = self.session.set(Box::new(move || Some(session.upgrade()?.read().clone())));
    }
}

impl fmt::Debug for FileNames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FileNames").field("reading", &self.reading).finish_non_exhaustive()
    }
}

#[async_trait::async_trait]
impl UrlTableFactory for FileNames {
    async fn try_new(&self, name: &str) -> Result<Option<Arc<dyn TableProvider>>> {
        let state = self.session.get().and_then(|state| state());
        let state = state.ok_or_else(|| external(FileError::new(name, "has no session")))?;
        let Some(files) = listing(&state, &self.stores, name).await? else { return Ok(None) };
        let OpenedTable { table, warning } = open(&state, &files, &self.reading).await?;
        if let Some(warning) = warning.map(|warning| warning.to_string()) {
            let mut warnings = self.warnings.lock().unwrap_or_else(PoisonError::into_inner);
            if !warnings.contains(&warning) {
                complain(&warning);
                warnings.insert(warning);
            }
        }
        Ok(Some(table))
    }
}
