//! Vectors that others have published, in the folder that `$HASHLANE_VECTORS` names or in
//! `shared/vectors` beside the workspace. They are not in this repository, because they are large
//! or have other licences. Without the folder, these tests pass with a message.

mod digests;
mod keyed;
mod seeded;
mod smhasher3;

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::support::json;

/// The folder of the vectors, or `None`, with a message that a test did nothing.
fn folder() -> Option<PathBuf> {
    let folder = json::published();
    if folder.is_none() {
        println!("skipped: no published vectors; name their folder in HASHLANE_VECTORS");
    }
    folder
}

fn bytes(folder: &Path, name: &str) -> Vec<u8> {
    std::fs::read(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn lines(folder: &Path, name: &str) -> Vec<String> {
    let text = String::from_utf8(bytes(folder, name)).unwrap();
    text.lines().map(str::to_string).collect()
}

fn json_file(folder: &Path, name: &str) -> Value {
    serde_json::from_slice(&bytes(folder, name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}
