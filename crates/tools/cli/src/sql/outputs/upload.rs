//! The upload of a file on this machine.

use std::collections::VecDeque;
use std::fmt;
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use datafusion::object_store::{Error, MultipartUpload, PutPayload, PutResult, Result, UploadPart};
use futures::FutureExt;

use crate::output::{Overwrite, StagedFile};

/// A file that is written beside its target and renamed at the end. Unlike the one of `object_store`, it is removed on
/// Ctrl-C, and it gets the permissions of the file that it replaces.
#[derive(Clone)]
pub struct FileUpload(Arc<Parts>);

struct Parts {
    /// The parts to write, in their order.
    due: Mutex<VecDeque<PutPayload>>,
    /// The file, or `None` after the end.
    file: Mutex<Option<StagedFile>>,
}

impl FileUpload {
    /// Opens the upload of `target`, which may exist.
    pub fn create(target: &Path) -> io::Result<Self> {
        let file = StagedFile::create(target, Overwrite::Yes, None)?;
        let parts = Parts { due: Mutex::default(), file: Mutex::new(Some(file)) };
        Ok(FileUpload(Arc::new(parts)))
    }

    /// Closes the file, which stays unfinished: a statement may write thousands.
    pub fn close(&self) {
        let mut file = self.0.file.lock().unwrap_or_else(PoisonError::into_inner);
        *file = file.take().map(StagedFile::close);
    }

    /// Runs `work` on the file on a thread that may wait.
    async fn on_file(
        &self,
        work: impl FnOnce(StagedFile) -> io::Result<()> + Send + 'static,
    ) -> Result<()> {
        let parts = Arc::clone(&self.0);
        let ended = tokio::task::spawn_blocking(move || {
            let file = parts.file.lock().unwrap_or_else(PoisonError::into_inner).take();
            work(file.ok_or(io::ErrorKind::NotFound)?)
        });
        finished(ended.await)
    }
}

impl Parts {
    /// Writes the parts that are due. A caller that comes late finds its part written.
    fn write(&self) -> io::Result<()> {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let file = file.as_mut().ok_or(io::ErrorKind::NotFound)?;
        let next = || self.due.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
        while let Some(part) = next() {
            part.iter().try_for_each(|bytes| file.write_all(bytes))?;
        }
        Ok(())
    }
}

fn finished(ended: Result<io::Result<()>, tokio::task::JoinError>) -> Result<()> {
    ended.map_err(|source| Error::JoinError { source })?.map_err(generic)
}

#[async_trait::async_trait]
impl MultipartUpload for FileUpload {
    fn put_part(&mut self, part: PutPayload) -> UploadPart {
        let parts = Arc::clone(&self.0);
        parts.due.lock().unwrap_or_else(PoisonError::into_inner).push_back(part);
        let written = tokio::task::spawn_blocking(move || parts.write());
        written.map(finished).boxed()
    }

    async fn complete(&mut self) -> Result<PutResult> {
        self.on_file(StagedFile::commit).await?;
        Ok(PutResult { e_tag: None, version: None })
    }

    async fn abort(&mut self) -> Result<()> {
        self.on_file(|file| {
            drop(file);
            Ok(())
        })
        .await
    }
}

impl fmt::Debug for FileUpload {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FileUpload").finish_non_exhaustive()
    }
}

pub(super) fn generic(error: io::Error) -> Error {
    Error::Generic { store: "output", source: Box::new(error) }
}
