//! The object stores of a session, which connect when a query first names them.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use datafusion::error::{DataFusionError, Result};
use datafusion::execution::object_store::{
    DefaultObjectStoreRegistry, ObjectStoreRegistry, ObjectStoreUrl,
};
use datafusion::object_store::ObjectStore;
use datafusion::object_store::local::LocalFileSystem;
use hashlane_datafusion::file_tables::{DecodedStore, StoreDecoding};
use hashlane_files::{FileError, ObjectAddress, ObjectStores, PinnedStore};
use tokio::runtime::Handle;
use url::{Position, Url};

use crate::sql::counted::{BytesRead, CountedStore};

/// The file system of this machine, and a client for each bucket and web server.
///
/// Within a statement, all reads of an object see one version of it or fail ([`PinnedStore`]).
#[derive(Debug)]
pub struct SessionStores {
    /// The file system, and stores that others register.
    registered: DefaultObjectStoreRegistry,
    clients: OnceLock<ObjectStores>,
    connected: Mutex<HashMap<String, ConnectedStore>>,
    read: BytesRead,
}

/// A store that a query has named.
#[derive(Debug)]
struct ConnectedStore {
    /// The URL before a key, with the query of a web address.
    root: String,
    pinned: Arc<PinnedStore>,
    counted: Arc<CountedStore>,
}

impl SessionStores {
    /// Counts the bytes that are read in `read`. No store is connected yet.
    pub fn new(read: BytesRead) -> Self {
        let registered = DefaultObjectStoreRegistry::new();
        let files = CountedStore::new(Arc::new(LocalFileSystem::new()), read.clone());
        registered.register_store(ObjectStoreUrl::local_filesystem().as_ref(), Arc::new(files));
        SessionStores { registered, clients: OnceLock::new(), connected: Mutex::default(), read }
    }

    /// Forgets which versions of objects were read: a new statement sees the current ones.
    pub fn forget(&self) {
        let connected = self.connected.lock().unwrap_or_else(PoisonError::into_inner);
        connected.values().for_each(|store| store.pinned.forget());
    }

    /// The URL under which the engine gets the store of an address: `s3://bucket`. DataFusion leaves the query of a web
    /// address out of requests, so a store with one gets an alias.
    ///
    /// # Errors
    /// Returns one line if no client knows the scheme, or the environment is set up wrongly.
    pub fn url(&self, name: &str, address: &ObjectAddress<'_>) -> Result<Url, FileError> {
        let root = address.root();
        let malformed = |error: url::ParseError| {
            FileError::new(name, format!("is not a valid address: {error}"))
        };
        let mut connected = self.connected.lock().unwrap_or_else(PoisonError::into_inner);
        let alias = match root.split_once("/?") {
            None => root.to_owned(),
            Some(_) => match connected.iter().find(|(_, store)| store.root == root) {
                Some((alias, _)) => alias.clone(),
                None => format!("hashlane-web-{}://query", connected.len()),
            },
        };
        let url = Url::parse(&alias).map_err(malformed)?;
        let key = url[Position::BeforeScheme..Position::BeforePath].to_owned();
        if let Entry::Vacant(place) = connected.entry(key) {
            place.insert(self.connect(root)?);
        }
        Ok(url)
    }

    fn connect(&self, url: &str) -> Result<ConnectedStore, FileError> {
        let clients = match self.clients.get() {
            Some(clients) => clients,
            None => {
                let handle = Handle::try_current()
                    .map_err(|error| FileError::new(url, error.to_string()))?;
                let clients = ObjectStores::from_env(handle)?;
                self.clients.get_or_init(|| clients)
            }
        };
        let pinned = Arc::new(clients.pinned(url)?);
        let counted = Arc::new(CountedStore::new(Arc::clone(&pinned) as _, self.read.clone()));
        Ok(ConnectedStore { root: url.to_owned(), pinned, counted })
    }
}

impl ObjectStoreRegistry for SessionStores {
    fn register_store(
        &self,
        url: &Url,
        store: Arc<dyn ObjectStore>,
    ) -> Option<Arc<dyn ObjectStore>> {
        self.registered.register_store(url, store)
    }

    fn get_store(&self, url: &Url) -> Result<Arc<dyn ObjectStore>> {
        if let Some((decoding, files)) = StoreDecoding::of_store(url.as_str()) {
            let files = ObjectStoreUrl::parse(files)?;
            let files = self.get_store(files.as_ref())?;
            return Ok(Arc::new(DecodedStore::new(decoding, files)));
        }
        if let Ok(store) = self.registered.get_store(url) {
            return Ok(store);
        }
        let key = &url[Position::BeforeScheme..Position::BeforePath];
        let mut connected = self.connected.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(store) = connected.get(key) {
            return Ok(Arc::clone(&store.counted) as _);
        }
        let store =
            self.connect(key).map_err(|error| DataFusionError::External(Box::new(error)))?;
        let counted = Arc::clone(&store.counted);
        connected.insert(key.to_owned(), store);
        Ok(counted)
    }
}
