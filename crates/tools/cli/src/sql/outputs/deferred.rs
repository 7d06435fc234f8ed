//! Stores whose writes wait for the end of the statement.
//!
//! DataFusion's sinks finish their files even if the query fails, "to clean up": the target is then a valid file of some of the
//! rows (<https://github.com/apache/datafusion/blob/55.2.0/datafusion/datasource/src/write/orchestration.rs>). Here, an upload
//! that a sink completes stays open until the statement has succeeded.

use std::fmt;
use std::io;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bytes::Bytes;
use datafusion::object_store::local::LocalFileSystem;
use datafusion::object_store::path::Path;
use datafusion::object_store::{
    CopyOptions, Error, GetOptions, GetResult, ListResult, MultipartUpload, ObjectMeta,
    ObjectStore, PutMultipartOptions, PutOptions, PutPayload, PutResult, Result, UploadPart,
};
use futures::future::{FutureExt, join_all};
use futures::stream::BoxStream;

use crate::output::NewFolder;
use crate::sql::outputs::upload::{FileUpload, generic};

/// The number of outputs that are finished at a time.
const AT_ONCE: usize = 16;

/// How many names an error lists.
const NAMED: usize = 5;

/// The outputs of the running statement. Clones share them.
#[derive(Clone, Debug, Default)]
pub struct Outputs {
    open: Arc<tokio::sync::Mutex<Open>>,
    /// Why the first output failed. Sinks replace the reason by words of their own.
    failed: Arc<Mutex<Option<String>>>,
}

#[derive(Debug, Default)]
struct Open {
    outputs: Vec<Output>,
    /// Folders that were created for the outputs, the outer ones first.
    folders: Vec<NewFolder>,
}

#[derive(Debug)]
struct Output {
    name: String,
    pending: Pending,
}

#[derive(Debug)]
enum Pending {
    /// A small object, in memory.
    Object { store: Arc<dyn ObjectStore>, at: Path, bytes: PutPayload, how: PutOptions },
    /// A file or a large object, which is being uploaded.
    Upload(Shared),
}

/// An upload, or `None` after its end.
type Shared = Arc<Mutex<Option<Upload>>>;

#[derive(Debug)]
enum Upload {
    File(FileUpload),
    Object(Box<dyn MultipartUpload>),
}

impl Upload {
    fn inner(&mut self) -> &mut dyn MultipartUpload {
        match self {
            Upload::File(file) => file,
            Upload::Object(object) => object.as_mut(),
        }
    }
}

impl Outputs {
    /// The file system of this machine.
    pub fn files(&self) -> Arc<dyn ObjectStore> {
        let files = LocalFileSystem::new();
        Arc::new(Deferred { store: Arc::new(files), place: Place::Files, outputs: self.clone() })
    }

    /// A store whose objects have names that start with `root`.
    pub fn objects(&self, store: Arc<dyn ObjectStore>, root: &str) -> Arc<dyn ObjectStore> {
        let place = Place::Objects { root: root.trim_end_matches('/').to_owned() };
        Arc::new(Deferred { store, place, outputs: self.clone() })
    }

    /// Gives all outputs their names.
    ///
    /// # Errors
    /// Returns one line that says which outputs were written if one of them can't be.
    pub async fn commit(&self) -> Result<(), String> {
        let mut open = self.open.lock().await;
        let mut written = Vec::new();
        let mut failure = None;
        while failure.is_none() && !open.outputs.is_empty() {
            let next = open.outputs.len().min(AT_ONCE);
            for (name, result) in join_all(open.outputs.drain(..next).map(Output::commit)).await {
                match result {
                    Ok(()) => written.push(name),
                    Err(error) => failure = failure.or(Some(error)),
                }
            }
        }
        open.abort().await;
        self.take_failure();
        match failure {
            None => Ok(()),
            Some(failure) => Err(format!("{failure}{}", others(&written))),
        }
    }

    /// Removes what the outputs have written. Returns why the first one failed, if one did.
    pub async fn abort(&self) -> Option<String> {
        self.open.lock().await.abort().await;
        self.take_failure()
    }

    fn take_failure(&self) -> Option<String> {
        lock(&self.failed).take()
    }

    /// Notes why an output failed.
    fn fail(&self, name: &str, error: Error) -> Error {
        let text = cannot_write(name, &error);
        lock(&self.failed).get_or_insert(text);
        error
    }

    /// Opens the upload of a file, in a folder that is created if it is missing.
    async fn open_file(&self, path: PathBuf) -> io::Result<Shared> {
        let mut open = self.open.lock().await;
        if let Some(folder) = path.parent() {
            NewFolder::create_all(folder, &mut open.folders)?;
        }
        let upload: Shared = Arc::new(Mutex::new(Some(Upload::File(FileUpload::create(&path)?))));
        let pending = Pending::Upload(Arc::clone(&upload));
        open.outputs.push(Output { name: path.display().to_string(), pending });
        Ok(upload)
    }
}

impl Open {
    async fn abort(&mut self) {
        join_all(self.outputs.drain(..).map(Output::abort)).await;
        // The inner ones first. A folder that isn't empty stays.
        while self.folders.pop().is_some() {}
    }
}

impl Output {
    async fn commit(self) -> (String, Result<(), String>) {
        // A store may have done what a lost answer would have reported.
        let mut unknown = "";
        let result = match self.pending {
            Pending::Object { store, at, bytes, how } => store.put_opts(&at, bytes, how).await,
            Pending::Upload(upload) => match take(&upload) {
                Some(Upload::File(mut file)) => file.complete().await,
                Some(Upload::Object(mut object)) => {
                    unknown = "; look whether the store has it";
                    object.complete().await
                }
                None => Err(stopped()),
            },
        };
        let failed = |error| format!("{}{unknown}", cannot_write(&self.name, &error));
        let result = result.map(drop).map_err(failed);
        (self.name, result)
    }

    async fn abort(self) {
        if let Pending::Upload(upload) = self.pending
            && let Some(mut upload) = take(&upload)
        {
            // A store that can't be reached keeps the parts until its own rules remove them.
            let _ = upload.inner().abort().await;
        }
    }
}

fn take(upload: &Shared) -> Option<Upload> {
    lock(upload).take()
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn cannot_write(name: &str, error: &Error) -> String {
    // Only the text is needed of an error that can't be cloned.
    let mut cause: &dyn std::error::Error = error;
    loop {
        if let Some(file) = cause.downcast_ref::<hashlane_files::FileError>() {
            return format!("cannot write {file}");
        }
        match cause.source() {
            Some(source) => cause = source,
            None => return format!("cannot write '{name}': {cause}"),
        }
    }
}

/// What a failed commit has already written.
fn others(written: &[String]) -> String {
    if written.is_empty() {
        return String::new();
    }
    let names: Vec<String> = written.iter().take(NAMED).map(|name| format!("'{name}'")).collect();
    let more = match written.len() - names.len() {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!("; already written: {}{more}", names.join(", "))
}

fn stopped() -> Error {
    generic(io::Error::other("the statement was stopped"))
}

/// A store whose writes wait.
#[derive(Debug)]
struct Deferred {
    store: Arc<dyn ObjectStore>,
    place: Place,
    outputs: Outputs,
}

#[derive(Debug)]
enum Place {
    Files,
    Objects { root: String },
}

impl Deferred {
    /// Opens an upload that stays open until the statement ends.
    async fn upload(&self, at: &Path, how: PutMultipartOptions) -> Result<Held> {
        let name = self.name(at);
        let opened = match &self.place {
            Place::Files => {
                let path = LocalFileSystem::new().path_to_filesystem(at)?;
                self.outputs.open_file(path).await.map_err(generic)
            }
            Place::Objects { .. } => self.store.put_multipart_opts(at, how).await.map(|upload| {
                let upload: Shared = Arc::new(Mutex::new(Some(Upload::Object(upload))));
                upload
            }),
        };
        let upload = opened.map_err(|error| self.outputs.fail(&name, error))?;
        if let Place::Objects { .. } = self.place {
            let pending = Pending::Upload(Arc::clone(&upload));
            let output = Output { name: name.clone(), pending };
            self.outputs.open.lock().await.outputs.push(output);
        }
        Ok(Held { upload, name, outputs: self.outputs.clone() })
    }

    /// The name of an output, for errors.
    fn name(&self, at: &Path) -> String {
        match &self.place {
            Place::Files => format!("/{at}"),
            Place::Objects { root } => format!("{root}/{at}"),
        }
    }
}

/// What a sink takes for an upload.
#[derive(Debug)]
struct Held {
    upload: Shared,
    name: String,
    outputs: Outputs,
}

#[async_trait::async_trait]
impl MultipartUpload for Held {
    fn put_part(&mut self, data: PutPayload) -> UploadPart {
        let Some(part) = lock(&self.upload).as_mut().map(|upload| upload.inner().put_part(data))
        else {
            return futures::future::ready(Err(stopped())).boxed();
        };
        let (outputs, name) = (self.outputs.clone(), self.name.clone());
        part.map(move |result| result.map_err(|error| outputs.fail(&name, error))).boxed()
    }

    /// Leaves the end to the statement.
    async fn complete(&mut self) -> Result<PutResult> {
        if let Some(Upload::File(file)) = &*lock(&self.upload) {
            file.close();
        }
        Ok(nothing_yet())
    }

    async fn abort(&mut self) -> Result<()> {
        match take(&self.upload) {
            Some(mut upload) => upload.inner().abort().await,
            None => Ok(()),
        }
    }
}

fn nothing_yet() -> PutResult {
    PutResult { e_tag: None, version: None }
}

impl fmt::Display for Deferred {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.store.fmt(f)
    }
}

#[async_trait::async_trait]
impl ObjectStore for Deferred {
    async fn put_opts(&self, at: &Path, bytes: PutPayload, how: PutOptions) -> Result<PutResult> {
        match self.place {
            Place::Files => {
                let mut upload = self.upload(at, PutMultipartOptions::default()).await?;
                upload.put_part(bytes).await?;
                upload.complete().await?;
            }
            Place::Objects { .. } => {
                let (store, at) = (Arc::clone(&self.store), at.clone());
                let output = Output {
                    name: self.name(&at),
                    pending: Pending::Object { store, at, bytes, how },
                };
                self.outputs.open.lock().await.outputs.push(output);
            }
        }
        Ok(nothing_yet())
    }

    async fn put_multipart_opts(
        &self,
        at: &Path,
        how: PutMultipartOptions,
    ) -> Result<Box<dyn MultipartUpload>> {
        Ok(Box::new(self.upload(at, how).await?))
    }

    async fn get_opts(&self, at: &Path, options: GetOptions) -> Result<GetResult> {
        self.store.get_opts(at, options).await
    }

    async fn get_ranges(&self, at: &Path, ranges: &[Range<u64>]) -> Result<Vec<Bytes>> {
        self.store.get_ranges(at, ranges).await
    }

    fn list(&self, prefix: Option<&Path>) -> BoxStream<'static, Result<ObjectMeta>> {
        self.store.list(prefix)
    }

    async fn list_with_delimiter(&self, prefix: Option<&Path>) -> Result<ListResult> {
        self.store.list_with_delimiter(prefix).await
    }

    fn delete_stream(
        &self,
        at: BoxStream<'static, Result<Path>>,
    ) -> BoxStream<'static, Result<Path>> {
        self.store.delete_stream(at)
    }

    async fn copy_opts(&self, from: &Path, to: &Path, options: CopyOptions) -> Result<()> {
        self.store.copy_opts(from, to, options).await
    }
}
