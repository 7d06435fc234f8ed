//! `parquet_fingerprint`: the content of a file as one short string per column.
//!
//! A column's fingerprint equals that of the aggregate `fingerprint` over the column. It does not depend on the writer,
//! on codecs, encodings, row groups and pages, nor on the order of rows. `docs/parquet.md` has the definition.
//!
//! | module | holds |
//! |---|---|
//! | `content` | which values a Parquet column holds, according to its schema alone |
//! | `file` | an open file: its footer, and the bytes of its column chunks |
//! | `pages` | the checked pages of a column chunk: none claims more than it can hold |
//! | `flat` | columns of numbers, with their dictionaries |
//! | `scan` | all columns of all row groups in batches, on several threads |
//! | `sums` | the sums of the hashes of columns and rows |

pub(crate) mod content;
pub(crate) mod file;
mod flat;
mod pages;
pub(crate) mod scan;
pub(crate) mod sums;

use std::num::NonZero;
use std::sync::Arc;

use hashlane_catalog::MultisetHash;
use hashlane_files::{FileError, Source};

use self::file::ParquetFile;
use self::scan::ColumnScan;
use self::sums::{MultisetSums, RowOrder};
use crate::reason;

/// Options for fingerprints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FingerprintOptions {
    /// Whether the order of rows counts.
    pub ordered: bool,
    /// The number of threads that read and hash.
    pub threads: NonZero<usize>,
}

impl FingerprintOptions {
    pub(crate) fn order(&self) -> RowOrder {
        if self.ordered { RowOrder::Counted } else { RowOrder::Ignored }
    }
}

/// The fingerprint of a column, or of whole rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ColumnFingerprint {
    /// The column's name, or `None` for whole rows.
    pub column: Option<String>,
    /// The number of rows.
    pub rows: u64,
    /// `hl1:<rows>:<32 hex digits>`, or `hl1o:<rows>:<32 hex digits>` if order counts.
    pub fingerprint: String,
}

/// Returns the fingerprint of each column of a Parquet file, in the file's order, then that of its whole rows.
///
/// Returns one line if the file is not a Parquet file, is damaged, changes while it is read, or has a column of a type
/// that has no fingerprint.
pub fn fingerprint(
    source: &Arc<dyn Source>,
    options: &FingerprintOptions,
) -> Result<Vec<ColumnFingerprint>, FileError> {
    let file = ParquetFile::open(source).map_err(|error| reason(source.as_ref(), error))?;
    let columns: Vec<usize> = (0..file.content.fields().len()).collect();
    let (order, row_groups) = (options.order(), 0..file.metadata.num_row_groups());
    let scan = ColumnScan { file: &file, columns: &columns, cuts: &[], order, row_groups };
    let sums = scan.sums(options.threads)?;
    let MultisetSums { columns, row } = &sums[0];
    let of = |column: Option<String>, sum: &MultisetHash| ColumnFingerprint {
        column,
        rows: sum.rows(),
        fingerprint: text(options.order(), sum),
    };
    let names = file.content.fields().iter().map(|field| Some(field.name().clone()));
    let mut fingerprints: Vec<_> = names.zip(columns).map(|(name, sum)| of(name, sum)).collect();
    fingerprints.push(of(None, row));
    Ok(fingerprints)
}

/// The text of a fingerprint, which starts with its scheme.
pub(crate) fn text(order: RowOrder, sum: &MultisetHash) -> String {
    match order {
        RowOrder::Ignored | RowOrder::RowsAlone => sum.to_string(),
        RowOrder::Counted => {
            format!("hl1o:{}:{:032x}", sum.rows(), u128::from_be_bytes(sum.digest()))
        }
    }
}
