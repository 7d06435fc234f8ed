//! Object stores of a scheduler or an executor, configured by the environment.

use std::any::Any;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::num::NonZero;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use datafusion::common::tree_node::{Transformed, TreeNode};
use datafusion::common::{DataFusionError, Result, exec_err};
use datafusion::datasource::physical_plan::parquet::CachedParquetFileReaderFactory;
use datafusion::datasource::physical_plan::{FileScanConfig, ParquetSource};
use datafusion::datasource::source::DataSourceExec;
use datafusion::execution::object_store::{
    DefaultObjectStoreRegistry, ObjectStoreRegistry, ObjectStoreUrl,
};
use datafusion::execution::runtime_env::RuntimeEnv;
use datafusion::object_store::{ObjectMeta, ObjectStore};
use datafusion::physical_plan::ExecutionPlan;
use hashlane_datafusion::file_tables::{DecodedStore, StoreDecoding};
use hashlane_files::{FileError, ObjectStores, PinnedStore};
use lru::LruCache;
use tokio::runtime::Handle;
use url::{Position, Url};

/// The scheme of a store whose versions a plan fixes.
const PINNED: &str = "hashlane-pinned";

/// The most scans that may be waiting to start. Each needs a few bytes for every file of its task.
const SCANS: NonZero<usize> = NonZero::new(4096).expect("it is not zero");

/// The file system of this machine, and a client for each bucket and web server.
///
/// Each caller that asks for a store gets a client that sees one version of each object until it is dropped. The scans of
/// a task that [`pin`](Self::pin) has changed see the versions that the scheduler listed, and fail if there are newer ones.
/// So all tasks of a query, on all machines, read one version of an object.
#[derive(Debug)]
pub struct Stores {
    registered: DefaultObjectStoreRegistry,
    clients: OnceLock<ObjectStores>,
    pinned: Mutex<LruCache<String, Arc<PinnedStore>>>,
}

impl Default for Stores {
    fn default() -> Self {
        Stores {
            registered: DefaultObjectStoreRegistry::new(),
            clients: OnceLock::new(),
            pinned: Mutex::new(LruCache::new(SCANS)),
        }
    }
}

impl Stores {
    fn client(&self, url: &str) -> Result<PinnedStore, FileError> {
        let clients = match self.clients.get() {
            Some(clients) => clients,
            None => {
                let handle = Handle::try_current()
                    .map_err(|error| FileError::new(url, error.to_string()))?;
                let clients = ObjectStores::from_env(handle)?;
                self.clients.get_or_init(|| clients)
            }
        };
        clients.pinned(url)
    }

    /// A task's plan, changed so that its scans read the versions of objects that the plan names, or fail.
    ///
    /// # Errors
    /// Returns an error if the environment is set up wrongly for a store.
    pub fn pin(
        &self,
        plan: Arc<dyn ExecutionPlan>,
        runtime: &RuntimeEnv,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        let pinned = plan.transform_up(|node| {
            let scan = node.downcast_ref::<DataSourceExec>();
            let source = scan.map(|scan| scan.data_source().as_ref() as &dyn Any);
            let Some(scan) = source.and_then(|source| source.downcast_ref::<FileScanConfig>())
            else {
                return Ok(Transformed::no(node));
            };
            let (_, files) = split(&scan.object_store_url)?;
            if self.registered.get_store(files.as_ref()).is_ok() {
                return Ok(Transformed::no(node));
            }
            let (object_store_url, store) = self.pinned(scan)?;
            let mut pinned = scan.clone();
            pinned.object_store_url = object_store_url;
            // A scan of Parquet holds the store that it had when the plan was read.
            if let Some(source) = scan.file_source.downcast_ref::<ParquetSource>() {
                let footers = runtime.cache_manager.get_file_metadata_cache();
                let reader = Arc::new(CachedParquetFileReaderFactory::new(store, footers));
                let source = source.clone().with_parquet_file_reader_factory(reader);
                pinned.file_source = Arc::new(source);
            }
            Ok(Transformed::yes(DataSourceExec::from_data_source(pinned) as _))
        })?;
        Ok(pinned.data)
    }

    /// A store that has only the versions of a scan, and its URL.
    fn pinned(&self, scan: &FileScanConfig) -> Result<(ObjectStoreUrl, Arc<PinnedStore>)> {
        let files = || scan.file_groups.iter().flat_map(|group| group.files());
        let objects: Vec<&ObjectMeta> = files().map(|file| &file.object_meta).collect();
        let (decoding, store) = split(&scan.object_store_url)?;
        let mut hasher = DefaultHasher::new();
        scan.object_store_url.as_str().hash(&mut hasher);
        for object in &objects {
            (object.location.as_ref(), object.size).hash(&mut hasher);
            object.last_modified.timestamp_nanos_opt().hash(&mut hasher);
        }
        let host = format!("{:016x}", hasher.finish());
        let client = self.client(store.as_str()).map_err(external)?;
        let client = Arc::new(client.expect(objects));
        let mut pinned = self.pinned.lock().unwrap_or_else(PoisonError::into_inner);
        pinned.put(host.clone(), Arc::clone(&client));
        let url = ObjectStoreUrl::parse(format!("{PINNED}://{host}"))?;
        Ok((decoding.store(&url)?, client))
    }
}

/// The decoding that a store's URL names, and the store of the files.
fn split(url: &ObjectStoreUrl) -> Result<(StoreDecoding, ObjectStoreUrl)> {
    match StoreDecoding::of_store(url.as_str()) {
        Some((decoding, files)) => Ok((decoding, ObjectStoreUrl::parse(files)?)),
        None => Ok((StoreDecoding::default(), url.clone())),
    }
}

impl ObjectStoreRegistry for Stores {
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
        if url.scheme() == PINNED {
            let mut pinned = self.pinned.lock().unwrap_or_else(PoisonError::into_inner);
            return match pinned.get(url.host_str().unwrap_or_default()) {
                Some(store) => Ok(Arc::clone(store) as _),
                None => exec_err!("a task waited too long for its scan to start: try again"),
            };
        }
        let key = &url[Position::BeforeScheme..Position::BeforePath];
        Ok(Arc::new(self.client(key).map_err(external)?))
    }
}

fn external(error: FileError) -> DataFusionError {
    DataFusionError::External(Box::new(error))
}
