//! Which files of two lists were read, for the summary.

use hashlane_diff::Summary;
use indicatif::BinaryBytes;
use serde_json::{Value, json};

use crate::diff::file_lists::FileLists;

/// Which files of two lists were read.
#[derive(Debug)]
pub struct FilesRead {
    /// The lists.
    pub lists: FileLists,
    /// The bytes that were read.
    pub bytes: u64,
    /// Whether only some rows were compared. Those of files in both lists aren't counted.
    pub has_condition: bool,
}

impl FilesRead {
    /// The summary with the rows of both snapshots. Those in shared files are equal.
    pub fn whole(&self, read: &Summary) -> Summary {
        let [left_rows, right_rows] = self.lists.sides.each_ref().map(|side| side.rows);
        Summary { left_rows, right_rows, ..read.clone() }
    }

    /// A line of the summary.
    pub fn line(&self) -> String {
        let FileLists { sides: [left, right], shared_files, shared_bytes, .. } = &self.lists;
        let (left, right) = (left.files.len(), right.files.len());
        let (shared_bytes, read) = (BinaryBytes(*shared_bytes), BinaryBytes(self.bytes));
        format!(
            "{shared_files} in both lists ({shared_bytes}), read {left} of the left and {right} of the right ({read})"
        )
    }

    /// Adds fields to the object of the summary, and removes those that aren't known.
    pub fn add_to(&self, object: &mut Value) {
        object["files_shared"] = json!(self.lists.shared_files);
        object["left_files_read"] = json!(self.lists.sides[0].files.len());
        object["right_files_read"] = json!(self.lists.sides[1].files.len());
        object["bytes_read"] = json!(self.bytes);
        if let (true, Some(fields)) = (self.has_condition, object.as_object_mut()) {
            fields.retain(|name, _| !["left_rows", "right_rows", "equal"].contains(&name.as_str()));
        }
    }
}
