//! Writes an object under a condition, so that no other writer's object is lost.

use std::error::Error as _;
use std::time::{Duration, Instant};

use object_store::client::{HttpError, HttpErrorKind};
use object_store::path::Path;
use object_store::{
    Error, ObjectStore, ObjectStoreExt, PutMode, PutPayload, Result, UpdateVersion,
};

use crate::FileVersion;

/// The pause before another try.
const PAUSE: Duration = Duration::from_millis(500);

/// Writes an object. If `replaced` is the version of an object, only that version is replaced; otherwise the object must
/// not exist.
///
/// `object_store` doesn't repeat such a request if its connection breaks, since the store may have written the object
/// already, and would then refuse the repeated request. Here, a refused request has succeeded if the object has these bytes.
pub(super) async fn put(
    store: &dyn ObjectStore,
    at: &Path,
    bytes: PutPayload,
    replaced: Option<&FileVersion>,
    retry: Duration,
) -> Result<()> {
    let end = Instant::now() + retry;
    loop {
        match store.put_opts(at, bytes.clone(), mode(replaced).into()).await {
            Ok(_) => return Ok(()),
            Err(error @ (Error::AlreadyExists { .. } | Error::Precondition { .. })) => {
                return if holds(store, at, &bytes).await { Ok(()) } else { Err(error) };
            }
            Err(error) if is_broken(&error) && Instant::now() < end => {
                tokio::time::sleep(PAUSE).await;
            }
            Err(error) => return Err(error),
        }
    }
}

fn mode(replaced: Option<&FileVersion>) -> PutMode {
    match replaced {
        None => PutMode::Create,
        Some(FileVersion { tag: Some(tag), .. }) => {
            PutMode::Update(UpdateVersion { e_tag: Some(format!("\"{tag}\"")), version: None })
        }
        Some(FileVersion { tag: None, .. }) => PutMode::Overwrite,
    }
}

/// Whether the object has these bytes.
async fn holds(store: &dyn ObjectStore, at: &Path, bytes: &PutPayload) -> bool {
    let Ok(found) = store.get(at).await else { return false };
    if found.meta.size != bytes.content_length() as u64 {
        return false;
    }
    let found = found.bytes().await;
    found.is_ok_and(|found| found.iter().eq(bytes.iter().flatten()))
}

/// Whether a connection broke. The store may have done the work or not.
fn is_broken(error: &Error) -> bool {
    let mut causes = std::iter::successors(error.source(), |cause| (*cause).source());
    let kind = causes.find_map(|cause| cause.downcast_ref::<HttpError>()).map(HttpError::kind);
    matches!(
        kind,
        Some(HttpErrorKind::Interrupted | HttpErrorKind::Timeout | HttpErrorKind::Request)
    )
}

#[cfg(test)]
mod tests {
    use futures::executor::block_on;
    use object_store::memory::InMemory;

    use super::super::pin::version;
    use super::*;

    #[test]
    fn a_repeated_request_has_succeeded_if_the_object_has_the_bytes() {
        let (store, at) = (InMemory::new(), Path::from("a"));
        let write = |bytes: &'static str, replaced: Option<&FileVersion>| {
            block_on(put(&store, &at, bytes.into(), replaced, Duration::ZERO))
        };
        let now = || version(&block_on(store.head(&at)).unwrap());
        write("one", None).unwrap();
        let first = now();
        write("one", None).unwrap();
        assert!(matches!(write("two", None), Err(Error::AlreadyExists { .. })));
        // The store in memory has tags without quotes.
        block_on(store.put(&at, "two".into())).unwrap();
        write("two", Some(&first)).unwrap();
        assert!(matches!(write("six", Some(&first)), Err(Error::Precondition { .. })));
    }
}
