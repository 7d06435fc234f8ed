//! The files of apache/parquet-testing, if available.

use std::path::PathBuf;

/// The Parquet files of a folder of apache/parquet-testing: in `$HASHLANE_VECTORS`, or in
/// `shared/vectors` beside the workspace.
pub fn files(folder: &str) -> Vec<PathBuf> {
    let beside = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../../shared/vectors");
    let vectors = std::env::var_os("HASHLANE_VECTORS").map_or(beside, PathBuf::from);
    let folder = vectors.join("parquet-testing").join(folder);
    if !folder.is_dir() {
        println!("not run: there is no folder {}", folder.display());
        return Vec::new();
    }
    let entries = std::fs::read_dir(&folder).expect("a folder");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.retain(|path| path.extension().is_some_and(|end| end == "parquet"));
    files.sort();
    assert!(!files.is_empty(), "{} has no Parquet files", folder.display());
    files
}
