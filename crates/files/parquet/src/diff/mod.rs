//! Compares two files, for `parquet_diff`.
//!
//! Each file is split at the row group boundaries of both files, and the parts are compared by their
//! fingerprints. The files may therefore have different row groups.

mod columns;

use std::ops::Range;
use std::sync::Arc;

use hashlane_files::{FileError, Source};

use self::columns::ColumnPairs;
pub use self::columns::{DiffSide, FileSchemaDifference};
use crate::fingerprint::file::ParquetFile;
use crate::fingerprint::scan::ColumnScan;
use crate::fingerprint::sums::MultisetSums;
use crate::fingerprint::{FingerprintOptions, text};
use crate::reason;

/// The differences between two files. Columns are those that both files have, in the order of the first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileDiff {
    /// The number of rows of the first and the second file.
    pub rows: [u64; 2],
    /// The differences between their columns, regardless of values. Nullability, the width of numbers and the
    /// unit of times don't count.
    pub schema: Vec<FileSchemaDifference>,
    /// The columns in both that hold different values.
    pub columns: Vec<ColumnDifference>,
    /// The fingerprints of whole rows over the shared columns, if they differ. They can differ although no column
    /// does, if values have changed places within their columns.
    pub row: Option<[String; 2]>,
    /// Where the rows differ. Empty if the shared columns have the same content.
    pub row_groups: Vec<RowGroupDifference>,
}

/// A column that holds different values in two files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ColumnDifference {
    /// The column's name.
    pub column: String,
    /// Its fingerprint in the first and in the second file.
    pub fingerprints: [String; 2],
}

/// Rows that differ. They lie in one row group of each file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowGroupDifference {
    /// The row numbers, from 0.
    pub rows: Range<u64>,
    /// The row group in the first and in the second file, or `None` if the file has no such rows.
    pub row_groups: [Option<usize>; 2],
    /// The columns that differ there. Empty if values have only changed places within their columns.
    pub columns: Vec<String>,
}

impl FileDiff {
    /// Returns whether the files have the same content.
    pub fn is_equal(&self) -> bool {
        self.schema.is_empty() && self.row.is_none() && self.columns.is_empty()
    }
}

/// Compares two files. If order does not count, files with the same rows in another order are equal. If the files
/// differ, their parts are still compared by position, and every part with other rows is reported.
///
/// # Errors
/// Returns an error in the cases of [`fingerprint`](crate::fingerprint), for either file.
pub fn diff(
    first: &Arc<dyn Source>,
    second: &Arc<dyn Source>,
    options: &FingerprintOptions,
) -> Result<FileDiff, FileError> {
    let open = |source| ParquetFile::open(source).map_err(|error| reason(source.as_ref(), error));
    let files = [open(first)?, open(second)?];
    let pairs = ColumnPairs::new(files[0].content.fields(), files[1].content.fields());
    let cuts = cuts(&files);
    let mut parts = Vec::with_capacity(2);
    for (file, columns) in files.iter().zip(&pairs.columns) {
        let (order, row_groups) = (options.order(), 0..file.metadata.num_row_groups());
        let scan = ColumnScan { file, columns, cuts: &cuts, order, row_groups };
        parts.push(scan.sums(options.threads)?);
    }
    let parts = [&parts[0][..], &parts[1][..]];
    let total = parts.map(|parts| total(parts, pairs.columns[0].len()));
    let names: Vec<&str> = pairs.names(files[0].content.fields());
    let row = (total[0].row != total[1].row)
        .then(|| [0, 1].map(|file| text(options.order(), &total[file].row)));
    let columns = differing(&total[0], &total[1]).map(|column| ColumnDifference {
        column: names[column].to_owned(),
        fingerprints: [0, 1].map(|file| text(options.order(), &total[file].columns[column])),
    });
    let columns: Vec<_> = columns.collect();
    let same = row.is_none() && columns.is_empty();
    Ok(FileDiff {
        rows: [files[0].rows(), files[1].rows()],
        row_groups: if same { vec![] } else { differing_parts(&files, &cuts, parts, &names) },
        schema: pairs.schema,
        columns,
        row,
    })
}

/// Returns where the row groups of either file end.
fn cuts(files: &[ParquetFile; 2]) -> Vec<u64> {
    let mut cuts: Vec<u64> = files.iter().flat_map(|file| &file.starts).copied().collect();
    cuts.sort_unstable();
    cuts.dedup();
    // No row group ends at row 0.
    cuts.retain(|cut| *cut > 0);
    cuts
}

fn total(parts: &[MultisetSums], columns: usize) -> MultisetSums {
    let mut total = MultisetSums::new(columns);
    parts.iter().for_each(|part| total.merge(part));
    total
}

/// Returns the columns whose sums differ.
fn differing<'a>(
    one: &'a MultisetSums,
    other: &'a MultisetSums,
) -> impl Iterator<Item = usize> + 'a {
    (0..one.columns.len()).filter(|column| one.columns[*column] != other.columns[*column])
}

fn differing_parts(
    files: &[ParquetFile; 2],
    cuts: &[u64],
    parts: [&[MultisetSums]; 2],
    names: &[&str],
) -> Vec<RowGroupDifference> {
    let mut differences = Vec::new();
    let mut start = 0;
    for (i, end) in cuts.iter().enumerate() {
        let (one, other) = (&parts[0][i], &parts[1][i]);
        if one != other {
            differences.push(RowGroupDifference {
                rows: start..*end,
                row_groups: [0, 1].map(|file| files[file].row_group_of(start)),
                columns: differing(one, other).map(|column| names[column].to_owned()).collect(),
            });
        }
        start = *end;
    }
    differences
}
