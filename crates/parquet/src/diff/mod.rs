//! How two files differ: `parquet_diff`.
//!
//! Both are cut at the ends of the row groups of both, and the parts are compared by their fingerprints:
//! row groups that are cut differently can be told apart all the same.

mod columns;

use std::ops::Range;
use std::sync::Arc;

use hashlane_files::{FileError, Source};

use self::columns::Pairs;
pub use self::columns::{SchemaDifference, Side};
use crate::change::reason;
use crate::fingerprint::file::File;
use crate::fingerprint::scan::Scan;
use crate::fingerprint::sums::Sums;
use crate::fingerprint::{Fingerprint, text};

/// How two files differ. Columns are those of the first file, in its order, that the second has too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diff {
    /// How many rows the first and the second file have.
    pub rows: [u64; 2],
    /// What differs between their columns, whatever is in them. Whether a column can be NULL does not
    /// count, nor the width of a number, nor the unit of a time.
    pub schema: Vec<SchemaDifference>,
    /// The columns in both that hold different values.
    pub columns: Vec<ColumnDifference>,
    /// The fingerprints of rows of the columns in both, where they differ. They can differ though no column
    /// does: where values have changed places within their columns.
    pub row: Option<[String; 2]>,
    /// Where the rows differ; nothing where the columns in both hold the same.
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
    /// The numbers of the rows, from 0 on.
    pub rows: Range<u64>,
    /// The row group of the first and of the second file; none where the file has no such rows.
    pub row_groups: [Option<usize>; 2],
    /// The columns that differ there; none where values have only changed places within their columns.
    pub columns: Vec<String>,
}

impl Diff {
    /// Whether the files hold the same.
    pub fn is_equal(&self) -> bool {
        self.schema.is_empty() && self.row.is_none() && self.columns.is_empty()
    }
}

/// Compares two files. Where order does not count, files that hold the same rows in another order are equal;
/// the rows of two that differ are compared place by place all the same, so every part of them that has
/// other rows is named.
///
/// # Errors
/// Those of [`fingerprint`](crate::fingerprint), of one file or the other.
pub fn diff(
    first: &Arc<dyn Source>,
    second: &Arc<dyn Source>,
    options: &Fingerprint,
) -> Result<Diff, FileError> {
    let open = |source| File::open(source).map_err(|error| reason(source.as_ref(), error));
    let files = [open(first)?, open(second)?];
    let pairs = Pairs::new(files[0].content.fields(), files[1].content.fields());
    let cuts = cuts(&files);
    let mut parts = Vec::with_capacity(2);
    for (file, columns) in files.iter().zip(&pairs.columns) {
        let scan = Scan { file, columns, cuts: &cuts, order: options.order() };
        parts.push(scan.run(options.threads)?);
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
    Ok(Diff {
        rows: [files[0].rows(), files[1].rows()],
        row_groups: if same { vec![] } else { differing_parts(&files, &cuts, parts, &names) },
        schema: pairs.schema,
        columns,
        row,
    })
}

/// Where row groups end, in either file.
fn cuts(files: &[File; 2]) -> Vec<u64> {
    let mut cuts: Vec<u64> = files.iter().flat_map(|file| &file.starts).copied().collect();
    cuts.sort_unstable();
    cuts.dedup();
    // Before row 0 is nothing.
    cuts.retain(|cut| *cut > 0);
    cuts
}

fn total(parts: &[Sums], columns: usize) -> Sums {
    let mut total = Sums::new(columns);
    parts.iter().for_each(|part| total.merge(part));
    total
}

/// The columns of which the sums differ.
fn differing<'a>(one: &'a Sums, other: &'a Sums) -> impl Iterator<Item = usize> + 'a {
    (0..one.columns.len()).filter(|column| one.columns[*column] != other.columns[*column])
}

fn differing_parts(
    files: &[File; 2],
    cuts: &[u64],
    parts: [&[Sums]; 2],
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
