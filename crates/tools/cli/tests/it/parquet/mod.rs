//! The files that `hashlane parquet` works on.
//!
//! | module | covers |
//! |---|---|
//! | `inputs` | folders, patterns and names of `verify` and `fingerprint` |
//! | `copies` | where `add-crc` writes which copy |
//! | `refusals` | what `add-crc` doesn't copy, and why |

mod copies;
mod inputs;
mod refusals;

use std::fs;
use std::path::{Path, PathBuf};

use hashlane_files::{FolderEntry, walk};

use crate::sums::folder::Folder;

/// A lake of Parquet files that differ, with other files between them.
const LAKE: &[(&str, &str)] = &[
    ("lake/.hidden.parquet", "nulls"),
    ("lake/a.parquet", "integers"),
    ("lake/orders.parquet/part-0.parquet", "texts"),
    ("lake/upper.PARQUET", "decimals"),
    ("lake/v.parq", "maps"),
    ("lake/w.pq", "nested"),
    ("lake/year=2025/month=1/b.parquet", "floats"),
    ("lake/year=2026/b.parquet", "times"),
];

/// The complaint about the folder `empty`.
const NO_PARQUET: &str =
    "empty: has no *.parquet, *.parq or *.pq file at any depth: name the files, or use a pattern";

/// A file without checksums, written by pyarrow.
fn vector(name: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/vectors/rows");
    fs::read(folder.join(format!("{name}.parquet"))).expect("it is in the repository")
}

/// Writes a file and the folders that it needs.
fn write(folder: &Folder, name: impl AsRef<Path>, content: impl AsRef<[u8]>) {
    let path = folder.path(name);
    fs::create_dir_all(path.parent().expect("a folder")).expect("it can be made");
    fs::write(path, content).expect("it can be written");
}

fn lake() -> Folder {
    let folder = Folder::new();
    for (path, content) in LAKE {
        write(&folder, path, vector(content));
    }
    for other in ["lake/notes.txt", "lake/c.parquet.bak", "lake/parquet"] {
        write(&folder, other, "not a Parquet file");
    }
    folder
}

/// The files below a folder, relative to it, sorted.
fn files(folder: &Path) -> Vec<PathBuf> {
    let path =
        |entry: FolderEntry| entry.path.strip_prefix(folder).expect("it is below").to_owned();
    let entries = walk(folder, |_| true).map(|entry| path(entry.expect("readable")));
    let mut files: Vec<_> = entries.collect();
    files.sort();
    files
}
