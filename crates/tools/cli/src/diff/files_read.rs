//! Which files of two lists were read, for the summary.

use std::fmt::Write as _;

use hashlane_diff::Summary;
use indicatif::BinaryBytes;
use serde_json::{Value, json};

use crate::diff::file_lists::FileLists;

/// Which files of two lists were read.
#[derive(Debug)]
pub struct FilesRead {
    shared_files: usize,
    shared_bytes: u64,
    read_files: [usize; 2],
    read_bytes: u64,
    /// The rows of both snapshots; `None` with a condition, since nobody counts those that meet it.
    rows: Option<[u64; 2]>,
}

impl FilesRead {
    /// What a comparison of lists has read. With `has_condition`, it compared only some rows.
    pub fn new(lists: &FileLists, read_bytes: u64, has_condition: bool) -> Self {
        FilesRead {
            shared_files: lists.shared_files,
            shared_bytes: lists.shared_bytes,
            read_files: lists.sides.each_ref().map(|side| side.files.len()),
            read_bytes,
            rows: (!has_condition).then(|| lists.sides.each_ref().map(|side| side.rows)),
        }
    }

    /// The summary with the rows of both snapshots. Those in shared files are equal.
    pub fn whole(&self, read: &Summary) -> Summary {
        let [left_rows, right_rows] = self.rows.unwrap_or_default();
        Summary { left_rows, right_rows, ..read.clone() }
    }

    /// Whether the rows of both snapshots are known.
    pub fn has_rows(&self) -> bool {
        self.rows.is_some()
    }

    /// A line of the summary.
    pub fn write_line(&self, text: &mut String) {
        let [left, right] = self.read_files;
        let _ = writeln!(
            text,
            "files: {} in both lists ({}), read {left} of the left and {right} of the right ({})",
            self.shared_files,
            BinaryBytes(self.shared_bytes),
            BinaryBytes(self.read_bytes)
        );
    }

    /// Adds fields to the object of the summary, and removes those that aren't known.
    pub fn add_to(&self, object: &mut Value) {
        object["files_shared"] = json!(self.shared_files);
        object["left_files_read"] = json!(self.read_files[0]);
        object["right_files_read"] = json!(self.read_files[1]);
        object["bytes_read"] = json!(self.read_bytes);
        if let (None, Some(fields)) = (self.rows, object.as_object_mut()) {
            fields.retain(|name, _| !["left_rows", "right_rows", "equal"].contains(&name.as_str()));
        }
    }
}
