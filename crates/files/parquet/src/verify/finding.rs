//! The findings about a file, one per check.

use std::fmt;

use hashlane_files::shown;

use super::deep::WIDE_DELTAS;

/// The result of one check of a part of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The row group, from 0, if the part belongs to one.
    pub row_group: Option<u64>,
    /// The column's path in the schema, with dots, if the part belongs to one.
    pub column: Option<String>,
    /// The number of the page in its column chunk, from 0, dictionary included, if the part is a page.
    pub page: Option<u64>,
    /// The offset of the part in the file.
    pub byte_offset: Option<u64>,
    /// The check.
    pub check: Check,
    /// The result.
    pub outcome: CheckOutcome,
    /// A description: the problem, why nothing can be said, or how much was checked.
    pub detail: String,
}

/// Writes the check, the location and the result: `page_crc: row group 0, column a, page 2, byte 99: …`.
impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.check.name())?;
        if let Some(row_group) = self.row_group {
            write!(f, "row group {row_group}, ")?;
        }
        if let Some(column) = &self.column {
            write!(f, "column {}, ", shown(column))?;
        }
        if let Some(page) = self.page {
            write!(f, "page {page}, ")?;
        }
        if let Some(offset) = self.byte_offset {
            write!(f, "byte {offset}: ")?;
        }
        f.write_str(&self.detail)
    }
}

/// The problem with a string that isn't text.
pub(super) const NOT_UTF8: &str = "a string isn't UTF-8";

impl Finding {
    /// Whether the values of pages can't be read: a page can't be located, decompressed or decoded, or has other numbers of
    /// values. Strings that aren't UTF-8, and deltas that DuckDB alone reads, are how some writers write.
    pub(crate) fn is_undecodable(&self) -> bool {
        let is_custom = self.detail == WIDE_DELTAS || self.detail.starts_with(NOT_UTF8);
        let of_values = matches!(self.check, Check::PageHeader | Check::PageDecode | Check::Counts);
        self.outcome == CheckOutcome::Failed && of_values && !is_custom
    }
}

/// A check. An intact file has one finding of the footer, one of the metadata, one per row group (`Metadata`), one per
/// page (`PageCrc`), and per column chunk one of `Counts` and one of each of the others that apply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Check {
    /// The magic bytes at both ends, and the length of the footer.
    Footer,
    /// The content of the footer: the schema, and the locations of row groups and columns.
    Metadata,
    /// The header of a page, whether the page fits its column chunk, and whether the headers of a column chunk agree with
    /// the footer and with each other.
    PageHeader,
    /// The checksum of a page.
    PageCrc,
    /// Whether pages can be decompressed and decoded.
    PageDecode,
    /// Numbers of values, NULLs and rows, all compared with each other.
    Counts,
    /// Least and greatest values and numbers of NULLs, compared with the data.
    Statistics,
    /// The offset index and the column index, compared with the pages.
    PageIndex,
    /// The Bloom filter: its location and header and, if deep, whether it contains every value.
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

/// The result of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CheckOutcome {
    /// It was checked and is right.
    Ok,
    /// It was checked and is wrong.
    Failed,
    /// It could not be checked.
    Unverified,
}

impl CheckOutcome {
    /// The result in SQL: NULL if unverified.
    pub fn ok(self) -> Option<bool> {
        match self {
            CheckOutcome::Ok => Some(true),
            CheckOutcome::Failed => Some(false),
            CheckOutcome::Unverified => None,
        }
    }
}

/// The result of a check, without the location.
#[derive(Clone, Debug)]
pub(super) struct CheckVerdict {
    pub outcome: CheckOutcome,
    pub detail: String,
}

impl CheckVerdict {
    pub(super) fn ok(detail: impl Into<String>) -> Self {
        CheckVerdict { outcome: CheckOutcome::Ok, detail: detail.into() }
    }

    pub(super) fn failed(detail: impl Into<String>) -> Self {
        // The text may contain names and values of the file.
        CheckVerdict { outcome: CheckOutcome::Failed, detail: shown(&detail.into()) }
    }

    pub(super) fn unverified(detail: impl Into<String>) -> Self {
        CheckVerdict { outcome: CheckOutcome::Unverified, detail: shown(&detail.into()) }
    }
}

/// The location of a part of a file.
#[derive(Clone, Debug, Default)]
pub(super) struct FindingPlace {
    pub row_group: Option<u64>,
    pub column: Option<String>,
    pub page: Option<u64>,
    pub byte_offset: Option<u64>,
}

impl FindingPlace {
    pub(super) fn file(byte_offset: Option<u64>) -> Self {
        FindingPlace { byte_offset, ..FindingPlace::default() }
    }

    pub(super) fn row_group(row_group: u64) -> Self {
        FindingPlace { row_group: Some(row_group), ..FindingPlace::default() }
    }

    pub(super) fn at_byte(mut self, byte_offset: u64) -> Self {
        self.byte_offset = Some(byte_offset);
        self
    }

    pub(super) fn finding(self, check: Check, verdict: CheckVerdict) -> Finding {
        let FindingPlace { row_group, column, page, byte_offset } = self;
        let CheckVerdict { outcome, detail } = verdict;
        Finding { row_group, column, page, byte_offset, check, outcome, detail }
    }
}
