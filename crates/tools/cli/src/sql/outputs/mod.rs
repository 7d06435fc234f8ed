//! What COPY and INSERT write: a statement's outputs appear when it has succeeded.
//!
//! | file | holds |
//! |---|---|
//! | `name.rs` | the format and the compression of COPY, by the name of its target |
//! | `deferred.rs` | stores whose writes wait for the end of the statement |
//! | `upload.rs` | the upload of a file on this machine |
//! | `sinks.rs` | what DataFusion's sinks would write wrongly |
//! | `partitions.rs` | NULL in the columns of PARTITIONED BY |

mod deferred;
mod name;
mod partitions;
mod sinks;
mod upload;

pub use deferred::Outputs;
pub use name::resolve;
pub use sinks::{exact, write_json};

#[cfg(test)]
mod tests {
    use super::*;
    use datafusion::object_store::ObjectStoreExt;
    use datafusion::object_store::memory::InMemory;
    use datafusion::object_store::path::Path;
    use std::fs;
    use std::sync::Arc;

    #[tokio::test]
    async fn outputs_appear_with_the_commit_alone() {
        let folder = tempfile::tempdir().expect("a folder");
        let outputs = Outputs::default();
        let (files, memory) = (outputs.files(), Arc::new(InMemory::new()));
        let objects = outputs.objects(memory.clone(), "memory://bucket/");
        let new = folder.path().join("new/deep/a");
        let file = Path::from_absolute_path(&new).expect("a path");
        let object = Path::from("b");
        for is_committed in [false, true] {
            let mut upload = objects.put_multipart(&Path::from("c")).await.expect("an upload");
            upload.put_part("long".into()).await.expect("it is taken");
            upload.complete().await.expect("it waits");
            files.put(&file, "file".into()).await.expect("it is written");
            objects.put(&object, "object".into()).await.expect("it waits");
            assert!(!new.exists() && memory.head(&object).await.is_err());
            if is_committed {
                outputs.commit().await.expect("all are written");
            } else {
                assert_eq!(outputs.abort().await, None);
                assert_eq!(fs::read_dir(folder.path()).expect("it is there").count(), 0);
            }
        }
        assert_eq!(fs::read(&new).expect("it is there"), b"file");
        for (name, size) in [("b", 6), ("c", 4)] {
            assert_eq!(memory.head(&Path::from(name)).await.expect("it is there").size, size);
        }
    }

    #[tokio::test]
    async fn a_failed_commit_names_what_is_written() {
        let folder = tempfile::tempdir().expect("a folder");
        let (first, second) = (folder.path().join("first"), folder.path().join("second"));
        let outputs = Outputs::default();
        for path in [&first, &second] {
            let at = Path::from_absolute_path(path).expect("a path");
            outputs.files().put(&at, "content".into()).await.expect("it is written");
        }
        fs::create_dir(&second).expect("the name is free");
        let error = outputs.commit().await.expect_err("a file can't replace a folder");
        let (first, second) = (first.display(), second.display());
        assert!(error.starts_with(&format!("cannot write '{second}': ")), "{error}");
        assert!(error.ends_with(&format!("; already written: '{first}'")), "{error}");
        assert_eq!(fs::read_dir(folder.path()).expect("it is there").count(), 2);
    }
}
