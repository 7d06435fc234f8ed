//! What verifying a file brings to light, row by row.

use hashlane_files::shown;

/// One thing that was looked at in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The row group, from 0, if it lies in one.
    pub row_group: Option<u64>,
    /// The column's path in the schema, with dots, if it lies in one.
    pub column: Option<String>,
    /// The page in its column chunk, from 0, dictionary included, if it lies in one.
    pub page: Option<u64>,
    /// Where in the file it begins.
    pub byte_offset: Option<u64>,
    /// What was looked at.
    pub check: Check,
    /// What came out.
    pub outcome: Outcome,
    /// In words: what is wrong, why nothing can be said, or how much was looked at.
    pub detail: String,
}

/// What is looked at. A healthy file gives one finding of the footer, one of the metadata, one per
/// row group (`Metadata`), one per page (`PageCrc`), and per column chunk one of `Counts` and of
/// each of the others that it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Check {
    /// The magic bytes at both ends, and the length of the footer.
    Footer,
    /// What the footer says: the schema, and where the row groups and their columns lie.
    Metadata,
    /// The header of a page, and that the page fits its column chunk.
    PageHeader,
    /// The checksum of a page.
    PageCrc,
    /// That pages can be decompressed and decoded.
    PageDecode,
    /// Numbers of values, NULLs and rows, each counted against all others.
    Counts,
    /// Least and greatest values and numbers of NULLs, against the data.
    Statistics,
    /// The offset index and the column index, against the pages.
    PageIndex,
    /// The Bloom filter: its place and form and, if deep, that it has every value.
    BloomFilter,
}

impl Check {
    /// Its name, in lower case with underscores.
    pub fn name(self) -> &'static str {
        match self {
            Check::Footer => "footer",
            Check::Metadata => "metadata",
            Check::PageHeader => "page_header",
            Check::PageCrc => "page_crc",
            Check::PageDecode => "page_decode",
            Check::Counts => "counts",
            Check::Statistics => "statistics",
            Check::PageIndex => "page_index",
            Check::BloomFilter => "bloom_filter",
        }
    }
}

/// What came out of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// It was checked, and holds.
    Ok,
    /// It was checked, and does not hold.
    Failed,
    /// There was nothing to check it with, or it can't be checked.
    Unverified,
}

impl Outcome {
    /// As SQL has it: NULL for what is unverified.
    pub fn ok(self) -> Option<bool> {
        match self {
            Outcome::Ok => Some(true),
            Outcome::Failed => Some(false),
            Outcome::Unverified => None,
        }
    }
}

/// What has come of something that was looked at: not yet where in the file.
#[derive(Clone, Debug)]
pub(super) struct Verdict {
    pub outcome: Outcome,
    pub detail: String,
}

impl Verdict {
    pub(super) fn ok(detail: impl Into<String>) -> Self {
        Verdict { outcome: Outcome::Ok, detail: detail.into() }
    }

    pub(super) fn failed(detail: impl Into<String>) -> Self {
        // Names and values of the file may be in it.
        Verdict { outcome: Outcome::Failed, detail: shown(&detail.into()) }
    }

    pub(super) fn unverified(detail: impl Into<String>) -> Self {
        Verdict { outcome: Outcome::Unverified, detail: shown(&detail.into()) }
    }
}

/// Where in the file something lies.
#[derive(Clone, Debug, Default)]
pub(super) struct Place {
    pub row_group: Option<u64>,
    pub column: Option<String>,
    pub page: Option<u64>,
    pub byte_offset: Option<u64>,
}

impl Place {
    pub(super) fn file(byte_offset: Option<u64>) -> Self {
        Place { byte_offset, ..Place::default() }
    }

    pub(super) fn row_group(row_group: u64) -> Self {
        Place { row_group: Some(row_group), ..Place::default() }
    }

    pub(super) fn at(mut self, byte_offset: u64) -> Self {
        self.byte_offset = Some(byte_offset);
        self
    }

    pub(super) fn finding(self, check: Check, verdict: Verdict) -> Finding {
        let Place { row_group, column, page, byte_offset } = self;
        let Verdict { outcome, detail } = verdict;
        Finding { row_group, column, page, byte_offset, check, outcome, detail }
    }
}
