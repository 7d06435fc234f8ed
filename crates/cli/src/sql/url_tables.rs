//! Files and objects as tables, by their names.

use std::sync::Arc;

use datafusion::catalog::{DynamicFileCatalog, Session, TableProvider, UrlTableFactory};
use datafusion::datasource::dynamic_file::DynamicListTableFactory;
use datafusion::datasource::listing::{
    ListingTable, ListingTableConfig, ListingTableConfigExt, ListingTableUrl,
};
use datafusion::error::{DataFusionError, Result};
use datafusion::execution::SessionStateBuilder;
use datafusion::execution::context::SessionState;
use datafusion::object_store::path::Path;
use datafusion::object_store::{self, ObjectStoreExt};
use datafusion::prelude::SessionContext;
use futures::TryStreamExt;
use hashlane_files::{FileError, ObjectAddress, expand, is_url};
use url::Url;

use crate::sql::stores::Stores;

/// The files that can be tables, for errors.
pub const READABLE: &str = "Parquet (.parquet), CSV (.csv) or newline-delimited JSON (.json)";

/// Lets a session use the names of files and objects as tables: `SELECT … FROM 's3://bucket/a.parquet'`.
pub fn enable(context: SessionContext, stores: Arc<Stores>) -> SessionContext {
    let files = Arc::new(DynamicListTableFactory::default());
    let factory = Arc::new(Tables { files: Arc::clone(&files), stores });
    let catalogs = Arc::clone(context.state().catalog_list());
    let catalogs = Arc::new(DynamicFileCatalog::new(catalogs, factory));
    let state = SessionStateBuilder::new_from_existing(context.state());
    let context = SessionContext::new_with_state(state.with_catalog_list(catalogs).build());
    files.session_store().with_state(context.state_weak_ref());
    context
}

#[derive(Debug)]
struct Tables {
    /// The tables of this machine's files.
    files: Arc<DynamicListTableFactory>,
    stores: Arc<Stores>,
}

#[async_trait::async_trait]
impl UrlTableFactory for Tables {
    async fn try_new(&self, name: &str) -> Result<Option<Arc<dyn TableProvider>>> {
        if !is_object(name) {
            return self.files.try_new(name).await;
        }
        let session = self.files.session_store().get_session().upgrade();
        let state = session
            .and_then(|session| session.read().as_any().downcast_ref::<SessionState>().cloned());
        let state = state.ok_or_else(|| external(FileError::new(name, "has no session")))?;
        let table = table(&state, &self.stores, name).await?;
        Ok(Some(Arc::new(table)))
    }
}

/// Whether a name is the address of an object rather than of a file on this machine.
pub fn is_object(name: &str) -> bool {
    is_url(name) && !name.starts_with("file://")
}

async fn table(state: &SessionState, stores: &Stores, name: &str) -> Result<ListingTable> {
    let urls = listing(state, stores, name).await?;
    let config = ListingTableConfig::new_with_multi_paths(urls).infer_options(state).await;
    let config = config.map_err(|error| match error {
        // DataFusion has no reader for the file's extension.
        DataFusionError::Configuration(_) => {
            external(FileError::new(name, format!("can't be a table: it is none of {READABLE}")))
        }
        error => error,
    })?;
    let config = config.infer_partitions_from_path(state).await?;
    ListingTable::try_new(config.infer_schema(state).await?)
}

/// The URLs that the engine lists for an address: an object, the objects of a folder, or those that match a pattern.
///
/// # Errors
/// Returns an error that holds a [`FileError`] if there is no such object, or the store can't be asked.
pub async fn listing(
    state: &dyn Session,
    stores: &Stores,
    name: &str,
) -> Result<Vec<ListingTableUrl>> {
    let address = ObjectAddress::parse(name).map_err(external)?;
    let root = stores.url(name, &address).map_err(external)?;
    let key = address.key();
    let wildcard = key.find(['*', '?', '[']);
    if address.is_web() && wildcard.is_some() {
        let text = "is a pattern, and a web server doesn't list its files: name each";
        return Err(external(FileError::new(name, text)));
    }
    let location = address.location().map_err(|error| malformed(name, &error))?;
    let object = ListingTableUrl::try_new(at(&root, &location, false), None)?;
    if is_there(state, &object, key).await? {
        return Ok(vec![object]);
    }
    if address.is_web() {
        return Err(external(FileError::new(name, "no such object")));
    }
    match wildcard {
        Some(wildcard) => matching(state, &root, key, wildcard, name).await,
        None => {
            let folder = ListingTableUrl::try_new(at(&root, &location, true), None)?;
            non_empty(state, folder, name, "no such object, and none below it").await
        }
    }
}

/// The URL of an object or, after a slash, of a folder, encoded as the engine decodes it.
///
/// # Errors
/// Returns one line if the address has no such URL, or its store no client.
pub fn object_url(
    stores: &Stores,
    name: &str,
    address: &ObjectAddress<'_>,
) -> Result<Url, FileError> {
    let root = stores.url(name, address)?;
    let location = address.location();
    let location = location.map_err(|error| FileError::new(name, error.to_string()))?;
    Ok(at(&root, &location, address.key().ends_with('/')))
}

/// The objects that match a key with a wildcard at `wildcard`.
async fn matching(
    state: &dyn Session,
    root: &Url,
    key: &str,
    wildcard: usize,
    name: &str,
) -> Result<Vec<ListingTableUrl>> {
    let start = key[..wildcard].rfind('/').map_or(0, |slash| slash + 1);
    let folder = Path::parse(&key[..start]).map_err(|error| malformed(name, &error))?;
    let folder = ListingTableUrl::try_new(at(root, &folder, true), None)?;
    if !key[start..].contains('/') {
        return non_empty(state, folder.with_glob(&key[start..])?, name, "matches no object").await;
    }
    // DataFusion matches names only within one folder.
    let store = state.runtime_env().object_store(&folder)?;
    let keys = expand(store.as_ref(), key, name).await.map_err(external)?;
    let object = |key: String| {
        let location = Path::parse(key).map_err(|error| malformed(name, &error))?;
        ListingTableUrl::try_new(at(root, &location, false), None)
    };
    keys.into_iter().map(object).collect()
}

/// Whether an object has this key, even if the key looks like a pattern.
async fn is_there(state: &dyn Session, object: &ListingTableUrl, key: &str) -> Result<bool> {
    if key.is_empty() || key.ends_with('/') {
        return Ok(false);
    }
    let store = state.runtime_env().object_store(object)?;
    match store.head(object.prefix()).await {
        Ok(_) => Ok(true),
        Err(object_store::Error::NotFound { .. }) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// Checks that there is an object to read.
async fn non_empty(
    state: &dyn Session,
    url: ListingTableUrl,
    name: &str,
    missing: &str,
) -> Result<Vec<ListingTableUrl>> {
    let store = state.runtime_env().object_store(&url)?;
    let first = url.list_all_files(state, store.as_ref(), "").await?.try_next().await?;
    match first {
        Some(_) => Ok(vec![url]),
        None => Err(external(FileError::new(name, missing))),
    }
}

/// A URL of a location, encoded: DataFusion decodes it.
fn at(root: &Url, location: &Path, is_folder: bool) -> Url {
    let mut root = root.clone();
    if let Ok(mut segments) = root.path_segments_mut() {
        segments.clear().extend(location.parts().map(|part| part.as_ref().to_owned()));
        if is_folder {
            segments.push("");
        }
    }
    root
}

fn malformed(name: &str, error: &object_store::path::Error) -> DataFusionError {
    external(FileError::new(name, error.to_string()))
}

fn external(error: FileError) -> DataFusionError {
    DataFusionError::External(Box::new(error))
}
