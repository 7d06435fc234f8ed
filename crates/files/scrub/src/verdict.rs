//! The verdicts on files.

use std::fmt;

use serde::{Deserialize, Serialize};

/// What a run says of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FileVerdict {
    /// It was read for the first time.
    New,
    /// It was read again and has the same content.
    Unchanged,
    /// It has other content, and its time of change or its tag says that it was written.
    Modified,
    /// It has other content, although neither its time nor its tag has changed; or a checksum, a page, an index,
    /// statistics or the footer of a Parquet file is wrong, or its values can't be decoded.
    Damaged,
    /// It has the content of a file that is missing.
    Moved,
    /// It existed in an earlier run and is gone.
    Missing,
    /// It could not be read.
    Unreadable,
    /// It was not read in this run.
    NotRead,
    /// It was left out of this run.
    Excluded,
}

impl FileVerdict {
    /// Every verdict, in the order of a summary.
    pub const ALL: [FileVerdict; 9] = [
        FileVerdict::Damaged,
        FileVerdict::Missing,
        FileVerdict::Unreadable,
        FileVerdict::Modified,
        FileVerdict::Moved,
        FileVerdict::New,
        FileVerdict::Unchanged,
        FileVerdict::NotRead,
        FileVerdict::Excluded,
    ];

    /// Its name, in lower case with underscores.
    pub fn name(self) -> &'static str {
        match self {
            FileVerdict::New => "new",
            FileVerdict::Unchanged => "unchanged",
            FileVerdict::Modified => "modified",
            FileVerdict::Damaged => "damaged",
            FileVerdict::Moved => "moved",
            FileVerdict::Missing => "missing",
            FileVerdict::Unreadable => "unreadable",
            FileVerdict::NotRead => "not_read",
            FileVerdict::Excluded => "excluded",
        }
    }

    /// Whether the file is not as it should be.
    pub fn is_wrong(self) -> bool {
        matches!(self, FileVerdict::Damaged | FileVerdict::Missing | FileVerdict::Unreadable)
    }

    /// Whether the file is part of the lake, as far as the run knows.
    pub fn is_there(self) -> bool {
        !matches!(self, FileVerdict::Missing | FileVerdict::Excluded)
    }

    /// Finds the verdict of this name.
    pub fn find(name: &str) -> Option<FileVerdict> {
        FileVerdict::ALL.into_iter().find(|verdict| verdict.name() == name)
    }
}

impl fmt::Display for FileVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
