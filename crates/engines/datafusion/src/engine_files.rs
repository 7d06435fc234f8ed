//! The files that a session can read: those of this machine, and those in its object stores.

use std::sync::Arc;

use datafusion::execution::object_store::ObjectStoreUrl;
use datafusion::execution::runtime_env::RuntimeEnv;
use hashlane_files::{
    CancellationToken, FileError, FileSystem, LocalFiles, ObjectSource, Source, expand, object_path,
};
use object_store::ObjectStore;
use tokio::runtime::Handle;

/// The files of this machine, and `s3://bucket/key` in the stores that are registered in a session. Call it only from
/// threads that may block.
pub struct EngineFiles {
    runtime: Arc<RuntimeEnv>,
    handle: Handle,
}

impl EngineFiles {
    /// Creates the file system of a session. Must be called within a Tokio runtime.
    pub fn new(runtime: Arc<RuntimeEnv>) -> Self {
        EngineFiles { runtime, handle: Handle::current() }
    }

    fn store(&self, name: &str, bucket: &str) -> Result<Arc<dyn ObjectStore>, FileError> {
        let failed = |error: datafusion::error::DataFusionError| {
            FileError::new(name, format!("can't be read: {}", error.strip_backtrace()))
        };
        let url = ObjectStoreUrl::parse(bucket).map_err(failed)?;
        self.runtime.object_store(url).map_err(failed)
    }
}

/// Splits a name of an object into `s3://bucket` and the key. Returns `None` for other names.
fn address(name: &str) -> Option<(&str, &str)> {
    let start = name.find("://")? + "://".len();
    let end = name[start..].find('/').map_or(name.len(), |slash| start + slash);
    Some((&name[..end], name[end..].strip_prefix('/').unwrap_or_default()))
}

impl FileSystem for EngineFiles {
    fn expand(&self, pattern: &str, token: &CancellationToken) -> Result<Vec<String>, FileError> {
        let Some((bucket, key)) = address(pattern) else {
            return LocalFiles.expand(pattern, token);
        };
        let store = self.store(pattern, bucket)?;
        let keys = self.handle.block_on(expand(store.as_ref(), key, pattern))?;
        Ok(keys.into_iter().map(|key| format!("{bucket}/{key}")).collect())
    }

    fn open(&self, path: &str) -> Result<Box<dyn Source>, FileError> {
        let Some((bucket, key)) = address(path) else { return LocalFiles.open(path) };
        let location = object_path(key).map_err(|why| FileError::new(path, why))?;
        let store = self.store(path, bucket)?;
        Ok(Box::new(ObjectSource::open(store, &location, path, self.handle.clone())?))
    }
}
