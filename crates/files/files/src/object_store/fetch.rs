//! Reads a range of an object.

use std::io;
use std::ops::Range;
use std::sync::Arc;

use futures::StreamExt;
use object_store::path::Path;
use object_store::{GetOptions, ObjectStore};

use super::failure;
use super::pin::ObjectPin;
use crate::FileVersion;

/// The location of an object, and its version when it was opened.
#[derive(Debug)]
pub(super) struct PinnedObject {
    store: Arc<dyn ObjectStore>,
    location: Path,
    pin: ObjectPin,
}

impl PinnedObject {
    pub(super) fn new(store: Arc<dyn ObjectStore>, location: Path, pin: ObjectPin) -> Self {
        PinnedObject { store, location, pin }
    }

    /// The number of bytes in the object.
    pub(super) fn size(&self) -> u64 {
        self.pin.size()
    }

    /// Whether its tag tells it from every other version.
    pub(super) fn has_strong_tag(&self) -> bool {
        self.pin.strong_tag().is_some()
    }

    /// The version that was opened.
    pub(super) fn version(&self) -> FileVersion {
        self.pin.version()
    }

    /// Returns the bytes of `range`, which must be within the object.
    ///
    /// Counts the bytes as they arrive, since a server may send more than was requested.
    pub(super) async fn range(&self, range: Range<u64>) -> io::Result<Vec<u8>> {
        let len = usize::try_from(range.end - range.start).map_err(io::Error::other)?;
        let result = self.store.get_opts(&self.location, self.pin.get(range));
        let result = result.await.map_err(|error| failure::io(&error))?;
        if !self.pin.holds(&result.meta) {
            return Err(failure::changed());
        }
        let mut bytes = Vec::new();
        bytes.try_reserve_exact(len)?;
        let mut pieces = result.into_stream();
        while let Some(piece) = pieces.next().await {
            let piece = piece.map_err(|error| failure::io(&error))?;
            if piece.len() > len - bytes.len() {
                return Err(io::Error::other("the server sent more than it was asked for"));
            }
            bytes.extend_from_slice(&piece);
        }
        if bytes.len() < len {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        Ok(bytes)
    }

    /// Returns an error if the object has been replaced.
    pub(super) async fn unchanged(&self) -> io::Result<()> {
        let options = GetOptions { head: true, ..GetOptions::default() };
        let result = self.store.get_opts(&self.location, options).await;
        match result {
            Ok(result) if self.pin.holds(&result.meta) => Ok(()),
            Ok(_) | Err(object_store::Error::NotFound { .. }) => Err(failure::changed()),
            Err(error) => Err(failure::io(&error)),
        }
    }
}
