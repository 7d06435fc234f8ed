//! All stores as one file system.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use object_store::{ObjectStore, ObjectStoreExt};
use tokio::runtime::{self, Handle};

use super::address::{ObjectAddress, StoreService};
use super::connect::connect;
use super::listing::listed;
use super::pin::version;
use super::put::put;
use super::{ObjectSource, PinnedStore, expand, failure, object_path};
use crate::{
    CancellationToken, FileError, FileSystem, FileVersion, ListedFile, LocalFiles, Source,
    is_pattern, is_url,
};

/// How long failed requests are retried by default.
const DEFAULT_RETRY: Duration = Duration::from_secs(60);

/// The variable that sets how long, in seconds.
const RETRY_VARIABLE: &str = "HASHLANE_RETRY_SECONDS";

/// Returns the file system of `path`: the object stores for a URL, otherwise the files of this machine. The stores have
/// a runtime that starts with the first URL of a process, and runs as long as the process.
///
/// # Errors
/// Returns an error if it is a URL and the environment is set up wrongly.
pub fn file_system(path: &str) -> Result<&'static dyn FileSystem, FileError> {
    if !is_url(path) {
        return Ok(&LocalFiles);
    }
    Ok(stores()?)
}

/// Returns the objects that match a pattern, those below a folder, or the single object of an address, by name. There are
/// none if nothing has the name of the folder or of the object. Empty objects that only mark a folder are left out.
///
/// # Errors
/// Returns one line if the pattern is malformed or matches no object, or if the store doesn't answer.
pub fn list_objects(url: &str) -> Result<Vec<ListedFile>, FileError> {
    stores()?.list(url)
}

/// Writes an object. If `replaced` is the version of an object, only that version is replaced; otherwise the object must
/// not exist.
///
/// # Errors
/// Returns one line if the store refuses it, or if the object isn't that version any more.
pub fn put_object(
    url: &str,
    bytes: Vec<u8>,
    replaced: Option<&FileVersion>,
) -> Result<(), FileError> {
    stores()?.put(url, bytes, replaced)
}

/// The stores of a process.
struct OfProcess {
    process: u32,
    stores: ObjectStores,
    /// Those of a process that was forked from this one.
    child: OnceLock<Box<OfProcess>>,
}

impl OfProcess {
    fn new() -> Result<Self, FileError> {
        let stores = ObjectStores::from_env(requests()?)?;
        Ok(OfProcess { process: std::process::id(), stores, child: OnceLock::new() })
    }
}

/// Starts a thread that sends requests.
///
/// A single thread, and none that resolves names and then waits for more: a thread that waits for work is in a table of
/// the process if tokio has its feature `parking_lot`. A forked child gets the table without the thread, and aborts
/// when its own threads wait (4 of 100 children). The thread that sends requests waits in the operating system.
fn requests() -> Result<Handle, FileError> {
    let failed = |error| FileError::io("a thread for object stores", error);
    let runtime = runtime::Builder::new_current_thread()
        .enable_all()
        .thread_keep_alive(Duration::ZERO)
        .build();
    let runtime = runtime.map_err(failed)?;
    let handle = runtime.handle().clone();
    let run = move || runtime.block_on(std::future::pending::<()>());
    std::thread::Builder::new().name("object stores".to_owned()).spawn(run).map_err(failed)?;
    Ok(handle)
}

/// Returns the stores of this process. A fork copies the memory of its parent, but not the threads that send requests.
fn stores() -> Result<&'static ObjectStores, FileError> {
    static FIRST: OnceLock<Box<OfProcess>> = OnceLock::new();
    let (mut place, process) = (&FIRST, std::process::id());
    loop {
        match place.get() {
            Some(known) if known.process == process => return Ok(&known.stores),
            Some(parent) => place = &parent.child,
            // Another thread may be faster.
            None => drop(place.set(Box::new(OfProcess::new()?))),
        }
    }
}

/// Object stores and web servers: `s3://bucket/key`, `gs://bucket/key`, `az://container/key`,
/// `abfss://container@account.dfs.core.windows.net/key`, `https://host/path` and `http://…`.
///
/// Credentials and endpoints come from the environment:
///
/// | | credentials | a custom endpoint |
/// |---|---|---|
/// | `s3://` | `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, `AWS_REGION` | `AWS_ENDPOINT_URL`, and `AWS_ALLOW_HTTP=true` if it has no TLS |
/// | `gs://` | `GOOGLE_SERVICE_ACCOUNT` or `GOOGLE_APPLICATION_CREDENTIALS`, each a file; `GOOGLE_SKIP_SIGNATURE=true` for none | `GOOGLE_BASE_URL` |
/// | `az://` | `AZURE_STORAGE_ACCOUNT_NAME`, and `AZURE_STORAGE_ACCOUNT_KEY` or `AZURE_STORAGE_SAS_TOKEN` | `AZURE_STORAGE_ENDPOINT`, and `AZURE_ALLOW_HTTP=true` if it has no TLS |
///
/// `object_store` reads these variables and some more. Profiles in `~/.aws` are not read. Web servers must support
/// ranges, and patterns are not supported, since web servers don't list files. A web address is requested as it is
/// written. The bytes after a bucket are the key; keys for which [`object_path`](crate::object_path) has no path are refused.
///
/// Opening and expanding block like [`ObjectSource`]: don't call them from a worker of a runtime.
#[derive(Debug)]
pub struct ObjectStores {
    handle: Handle,
    retry: Duration,
    /// One client per bucket, so that connections are reused.
    connected: Mutex<HashMap<String, Arc<dyn ObjectStore>>>,
}

impl ObjectStores {
    /// Creates stores whose requests run on the runtime of `handle`. Failed requests are retried for one minute, or for
    /// the number of seconds in `HASHLANE_RETRY_SECONDS`.
    ///
    /// # Errors
    /// Returns an error if that variable is not a number.
    pub fn from_env(handle: Handle) -> Result<Self, FileError> {
        let retry = match std::env::var(RETRY_VARIABLE) {
            Err(std::env::VarError::NotPresent) => DEFAULT_RETRY,
            Err(_) => return Err(FileError::new(RETRY_VARIABLE, "is not UTF-8")),
            Ok(seconds) => Duration::from_secs(seconds.trim().parse().map_err(|_| {
                FileError::new(RETRY_VARIABLE, format!("'{seconds}' is not a number of seconds"))
            })?),
        };
        Ok(ObjectStores::new(handle, retry))
    }

    /// Like [`from_env`](Self::from_env), with the time for retries.
    pub fn new(handle: Handle, retry: Duration) -> Self {
        ObjectStores { handle, retry, connected: Mutex::default() }
    }

    /// Returns a client for an engine, for the store of a URL. No request is made.
    ///
    /// # Errors
    /// Returns one line if no client supports the scheme, or the environment is set up wrongly.
    pub fn pinned(&self, url: &str) -> Result<PinnedStore, FileError> {
        let address = ObjectAddress::parse(url)?;
        let store = self.store(&address, url)?;
        // The query of a web address does not belong to the part before the key.
        let root = address.root.split("/?").next().unwrap_or_default();
        Ok(PinnedStore::new(root, store))
    }

    fn list(&self, url: &str) -> Result<Vec<ListedFile>, FileError> {
        let address = ObjectAddress::parse(url)?;
        if address.is_web() {
            self.expand(url, &CancellationToken::new())?;
            return self.alone(url);
        }
        let store = self.store(&address, url)?;
        let objects = self.handle.block_on(listed(store.as_ref(), &address, url))?;
        let root = &address.root;
        let below = objects.iter().map(|(key, meta)| ListedFile {
            address: format!("{root}/{key}"),
            version: version(meta),
        });
        let key = address.key.strip_suffix('/').unwrap_or(address.key);
        if key.is_empty() || key.ends_with('/') || is_pattern(key) {
            return Ok(below.collect());
        }
        if objects.is_empty() {
            // With a slash, an address isn't that of an object.
            return if key == address.key { self.alone(url) } else { Ok(Vec::new()) };
        }
        let beside = self.named_like_folder(store.as_ref(), &address, key)?;
        Ok(beside.into_iter().chain(below).collect())
    }

    /// Finds the object that has the name of a folder.
    fn named_like_folder(
        &self,
        store: &dyn ObjectStore,
        address: &ObjectAddress<'_>,
        key: &str,
    ) -> Result<Option<ListedFile>, FileError> {
        let location = object_path(key).map_err(|why| FileError::new(address.name(), why))?;
        match self.handle.block_on(store.head(&location)) {
            // Azure's hierarchical accounts have an empty object for each folder.
            Ok(meta) if address.service == StoreService::Azure && meta.size == 0 => Ok(None),
            Ok(meta) => {
                let address = format!("{}/{key}", address.root);
                Ok(Some(ListedFile { address, version: version(&meta) }))
            }
            Err(object_store::Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(FileError::new(address.name(), failure::line(&error))),
        }
    }

    /// Lists a single object, if it exists.
    fn alone(&self, url: &str) -> Result<Vec<ListedFile>, FileError> {
        match self.open(url) {
            Ok(_) => {
                Ok(vec![ListedFile { address: url.to_owned(), version: FileVersion::default() }])
            }
            Err(error) if error.is_not_found() => Ok(Vec::new()),
            Err(error) => Err(error),
        }
    }

    fn put(
        &self,
        url: &str,
        bytes: Vec<u8>,
        replaced: Option<&FileVersion>,
    ) -> Result<(), FileError> {
        let address = ObjectAddress::parse(url)?;
        let failed = |error: &object_store::Error| FileError::new(url, failure::line(error));
        let location = address.location()?;
        let store = self.store(&address, url)?;
        let put = put(store.as_ref(), &location, bytes.into(), replaced, self.retry);
        self.handle.block_on(put).map_err(|error| failed(&error))
    }

    fn store(
        &self,
        address: &ObjectAddress<'_>,
        name: &str,
    ) -> Result<Arc<dyn ObjectStore>, FileError> {
        let mut connected = self.connected.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(store) = connected.get(&address.root) {
            return Ok(Arc::clone(store));
        }
        // Make clients within the runtime, because some start timers.
        let _entered = self.handle.enter();
        let store = connect(address, self.retry)
            .map_err(|error| FileError::new(name, failure::settings(&error)))?;
        connected.insert(address.root.clone(), Arc::clone(&store));
        Ok(store)
    }
}

impl FileSystem for ObjectStores {
    fn expand(&self, pattern: &str, _: &CancellationToken) -> Result<Vec<String>, FileError> {
        let address = ObjectAddress::parse(pattern)?;
        if address.service == StoreService::Web {
            return match address.key.contains('*') {
                true => Err(FileError::new(
                    pattern,
                    "is a pattern, but a web server does not list its files: name each",
                )),
                false => Ok(vec![pattern.to_owned()]),
            };
        }
        if !address.key.contains(['*', '?', '[']) {
            return Ok(vec![pattern.to_owned()]);
        }
        let store = self.store(&address, pattern)?;
        let keys = self.handle.block_on(expand(store.as_ref(), address.key, pattern))?;
        Ok(keys.into_iter().map(|key| format!("{}/{key}", address.root)).collect())
    }

    fn open(&self, path: &str) -> Result<Box<dyn Source>, FileError> {
        let address = ObjectAddress::parse(path)?;
        let location = address.location()?;
        if location.as_ref().is_empty() && address.service != StoreService::Web {
            return Err(FileError::new(path, "is a bucket, not an object in it"));
        }
        let store = self.store(&address, path)?;
        let source = ObjectSource::open(store, &location, path, self.handle.clone())?;
        match source.version().tag {
            None if !address.is_web() => Err(FileError::new(path, failure::NO_TAG)),
            _ => Ok(Box::new(source)),
        }
    }
}
