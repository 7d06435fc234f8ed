//! The verdicts on files.

use std::fmt;

use serde::{Deserialize, Serialize};

/// What a run says of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
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

impl Verdict {
    /// Every verdict, in the order of a summary.
    pub const ALL: [Verdict; 9] = [
        Verdict::Damaged,
        Verdict::Missing,
        Verdict::Unreadable,
        Verdict::Modified,
        Verdict::Moved,
        Verdict::New,
        Verdict::Unchanged,
        Verdict::NotRead,
        Verdict::Excluded,
    ];

    /// Its name, in lower case with underscores.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::New => "new",
            Verdict::Unchanged => "unchanged",
            Verdict::Modified => "modified",
            Verdict::Damaged => "damaged",
            Verdict::Moved => "moved",
            Verdict::Missing => "missing",
            Verdict::Unreadable => "unreadable",
            Verdict::NotRead => "not_read",
            Verdict::Excluded => "excluded",
        }
    }

    /// Whether the file is not as it should be.
    pub fn is_wrong(self) -> bool {
        matches!(self, Verdict::Damaged | Verdict::Missing | Verdict::Unreadable)
    }

    /// Whether the file is part of the lake, as far as the run knows.
    pub fn is_there(self) -> bool {
        !matches!(self, Verdict::Missing | Verdict::Excluded)
    }

    /// Finds the verdict of this name.
    pub fn find(name: &str) -> Option<Verdict> {
        Verdict::ALL.into_iter().find(|verdict| verdict.name() == name)
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
