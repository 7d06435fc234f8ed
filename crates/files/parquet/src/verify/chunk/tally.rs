//! Counts the values, NULLs and rows of a column chunk while its pages are read.

use parquet::file::metadata::ColumnChunkMetaData;

use crate::page::{Page, PageKind};
use crate::verify::deep::PageContent;
use crate::verify::finding::CheckVerdict;

/// The counts over the pages seen so far.
#[derive(Debug, Default)]
pub(super) struct PageTally {
    /// The number of data pages, including those between them that could not be read.
    pub data_pages: usize,
    values: u64,
    /// The number of rows, if all pages give it. Pages of version 1 give it only in their levels.
    rows: Option<u64>,
    pub nulls: u64,
    pub leaf_nulls: u64,
    decoded: usize,
    /// Whether an unknown number of pages at the end of the chunk could not be read.
    gaps: bool,
    /// The number of data pages that could not be read between others.
    lost: usize,
    first_page: Option<u64>,
    first_data_page: Option<u64>,
}

impl PageTally {
    /// Records that the walk ended before the chunk did.
    pub(super) fn cut_short(&mut self) {
        self.gaps = true;
    }

    /// Records that the walk continues at this data page, and that pages before it could not be read.
    pub(super) fn go_on_at(&mut self, data_page: usize) {
        self.gaps = true;
        self.lost += data_page.saturating_sub(self.data_pages);
        self.data_pages = data_page;
        self.rows = None;
    }

    /// Whether all data pages have been seen and decoded.
    pub(super) fn complete(&self) -> bool {
        !self.gaps && self.decoded == self.data_pages
    }

    /// Whether all pages have been seen.
    pub(super) fn walked(&self) -> bool {
        !self.gaps
    }

    /// The number of rows before the current page, if known.
    pub(super) fn rows(&self, repeated: bool) -> Option<u64> {
        match (self.data_pages, repeated) {
            (0, _) => Some(0),
            (_, false) if self.lost > 0 => None,
            (_, false) => Some(self.values),
            (_, true) => self.rows,
        }
    }

    /// Checks the counts of a header.
    pub(super) fn header(&mut self, page: &Page) -> Result<(), String> {
        self.first_page.get_or_insert(page.offset);
        let counts: &[(&str, i32)] = match &page.header.kind {
            PageKind::Data(data) => &[("values", data.num_values)],
            PageKind::DataV2(data) => {
                let (values, nulls, rows) = (data.num_values, data.num_nulls, data.num_rows);
                if values >= 0 && (nulls > values || rows > values) {
                    return Err(format!("{values} values, {nulls} of them NULL, in {rows} rows"));
                }
                &[("values", values), ("NULLs", data.nulls().unwrap_or(0)), ("rows", rows)]
            }
            PageKind::Dictionary(dictionary) => &[("dictionary values", dictionary.num_values)],
            PageKind::Index | PageKind::Unknown(_) => &[],
        };
        match counts.iter().find(|(_, count)| *count < 0) {
            Some((name, count)) => Err(format!("the page claims {count} {name}")),
            None => Ok(()),
        }
    }

    /// Counts a data page, and compares its header with its content.
    pub(super) fn data(
        &mut self,
        page: &Page,
        repeated: bool,
        content: Option<&PageContent>,
    ) -> Vec<String> {
        let mut wrong = Vec::new();
        let first = self.first_data_page.replace(self.first_data_page.unwrap_or(page.offset));
        let values = u64::try_from(page.header.num_values().unwrap_or(0)).unwrap_or(0);
        let mut rows = content.map(|content| content.rows);
        if let PageKind::DataV2(data) = &page.header.kind {
            if let Some(content) = content {
                let says = [
                    ("NULLs", data.nulls(), content.nulls),
                    ("rows", Some(data.num_rows), content.rows),
                ];
                for (name, claimed, counted) in says {
                    if let Some(claimed) = claimed
                        && i64::from(claimed) != counted as i64
                    {
                        wrong.push(format!("the page claims {claimed} {name} but has {counted}"));
                    }
                }
            }
            rows = u64::try_from(data.num_rows).ok();
        }
        if let Some(content) = content {
            self.decoded += 1;
            self.nulls += content.nulls;
            self.leaf_nulls += content.leaf_nulls;
            if first.is_none() && self.lost == 0 && values > 0 && !content.begins_row {
                wrong.push("the column chunk begins in the middle of a row".to_owned());
            }
        }
        let before = if self.data_pages == 0 { Some(0) } else { self.rows };
        self.rows =
            if repeated { before.zip(rows).map(|(before, rows)| before + rows) } else { None };
        self.values += values;
        self.data_pages += 1;
        wrong
    }

    /// The verdict on the counts of the chunk.
    pub(super) fn verdict(
        &self,
        chunk: &ColumnChunkMetaData,
        rows: i64,
        repeated: bool,
    ) -> CheckVerdict {
        if self.gaps {
            return CheckVerdict::unverified("not all pages could be read");
        }
        let (claimed, values, pages) = (chunk.num_values(), self.values, self.data_pages);
        if claimed != values as i64 {
            let detail =
                format!("the column chunk claims {claimed} values, but its pages have {values}");
            return CheckVerdict::failed(detail);
        }
        let counted = self.rows(repeated);
        if let Some(counted) = counted.filter(|counted| *counted as i64 != rows) {
            let detail = format!("the row group claims {rows} rows, but the pages have {counted}");
            return CheckVerdict::failed(detail);
        }
        let at = u64::try_from(chunk.data_page_offset()).ok();
        if pages > 0 && at != self.first_page && at != self.first_data_page {
            let at = chunk.data_page_offset();
            let detail = format!("the data is said to begin at {at}, but no page begins there");
            return CheckVerdict::failed(detail);
        }
        CheckVerdict::ok(format!("{values} values in {pages} data pages"))
    }

    /// The verdict on decoding the pages.
    pub(super) fn decoded(&self) -> CheckVerdict {
        let (decoded, pages) = (self.decoded, self.data_pages);
        if self.complete() {
            return CheckVerdict::ok(format!("{pages} data pages"));
        }
        if self.gaps {
            let detail = format!("{decoded} data pages; others could not be read");
            return CheckVerdict::unverified(detail);
        }
        CheckVerdict::unverified(format!("{decoded} of {pages} data pages"))
    }
}
