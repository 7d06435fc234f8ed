//! Files that pyarrow writes, if there is a Python with it: `$HASHLANE_PYTHON`, the one of `make`,
//! or `python3`.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

use crate::support::{PYTHON, workspace};

/// The name of each file and its bytes; no files, with a message, if pyarrow is missing.
pub fn pyarrow_files(prefix: &str) -> Vec<(String, Vec<u8>)> {
    let Some(python) = python() else {
        println!("not run: there is no Python with pyarrow; `make test` has one");
        return Vec::new();
    };
    let folder = Folder::new();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/verify/pages.py");
    let status = Command::new(python).arg(script).arg(&folder.0).status().expect("Python runs");
    assert!(status.success(), "pages.py failed");
    let mut files: Vec<_> = std::fs::read_dir(&folder.0)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path())
        .map(|path| (path.file_stem().expect("a name").to_string_lossy().into_owned(), path))
        .filter(|(name, _)| name.starts_with(prefix))
        .map(|(name, path)| (name, std::fs::read(path).expect("a file")))
        .collect();
    files.sort();
    assert!(!files.is_empty(), "pages.py wrote no file {prefix}*");
    files
}

pub fn python() -> Option<PathBuf> {
    let venv = workspace().join(PYTHON);
    let named = std::env::var_os("HASHLANE_PYTHON").map(PathBuf::from);
    let mut all = named.into_iter().chain([venv, PathBuf::from("python3")]);
    all.find(|python| {
        let import = Command::new(python).args(["-c", "import pyarrow.parquet"]).output();
        import.is_ok_and(|output| output.status.success())
    })
}

/// A temporary folder, deleted on drop. The `tempfile` crate would change the features of crates below Arrow, and
/// these tests would build Arrow again.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new() -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("hashlane-parquet-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).expect("the folder goes");
    }
}
