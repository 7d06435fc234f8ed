//! `parquet_verify`: checks that a Parquet file is intact and consistent.
//!
//! | module | holds |
//! |---|---|
//! | `finding` | the findings |
//! | `summary` | how much of a file was verified |
//! | `footer` | the two ends of the file |
//! | `metadata` | the metadata of row groups and column chunks |
//! | `claims` | parts of the footer that contradict each other |
//! | `annotations` | the forms of lists and maps in the schema |
//! | `arrow_schema` | Arrow's schema in the metadata |
//! | `overlaps` | parts of the file that share bytes |
//! | `chunk` | a column chunk: its pages, their checksums and counts |
//! | `page_index`, `bloom` | the structures beside the column chunks |
//! | `deep` | the content of pages |
//! | `budget` | the memory that threads share |

mod annotations;
mod arrow_schema;
mod bloom;
pub(crate) mod budget;
mod chunk;
mod claims;
mod deep;
mod finding;
mod footer;
mod metadata;
mod overlaps;
mod page_index;
mod summary;

use std::num::NonZeroUsize;
use std::ops::{ControlFlow, Range};

use hashlane_files::{FileError, OrderedWork, Source};

pub use self::finding::{Check, CheckOutcome, Finding};
pub use self::summary::VerifySummary;

use self::budget::MemoryBudget;
use self::chunk::{ChunkContext, ChunkScratch};
use self::finding::FindingPlace;
use self::footer::FooterEnds;
use self::metadata::{ChunkLocation, survey};

/// The options of a verification.
#[derive(Clone, Debug)]
pub struct VerifyOptions {
    /// Whether to decompress and decode pages, and to compare counts, statistics, indexes and Bloom filters with their
    /// content.
    pub deep: bool,
    /// The number of threads that read column chunks.
    pub threads: NonZeroUsize,
    /// Pages with more bytes, compressed or not, are not decoded: their `page_decode` is unverified. All threads
    /// together take about six times as much memory. Checksums are verified for pages of any size.
    pub max_page_bytes: usize,
}

impl Default for VerifyOptions {
    /// Not deep, one thread per core, pages of up to 32 MiB.
    fn default() -> Self {
        let threads = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        VerifyOptions { deep: false, threads, max_page_bytes: 32 << 20 }
    }
}

/// Verifies a file and calls `found` with each finding until it breaks. Findings of the footer, the metadata and the
/// row groups come first, then those of each column chunk, with its pages before the chunk as a whole.
///
/// Pages without a checksum are [`CheckOutcome::Unverified`], as is everything that can't be checked. The claims of the
/// file don't decide how much memory is allocated.
///
/// # Errors
/// Returns an error if the file can't be read, or changes while it is read. Any problem with its content is a finding.
pub fn verify(
    source: &dyn Source,
    options: &VerifyOptions,
    found: &mut dyn FnMut(Finding) -> ControlFlow<()>,
) -> Result<(), FileError> {
    let result = verify_parts(source, options, &mut NoVisitor, found);
    // If the file changed while it was read, its content proves nothing, so report the change instead.
    source.unchanged()?;
    result
}

/// What is done beside the verification of each row group. A visitor that is not called for a row group sees none of its
/// chunks verified.
pub(crate) trait VerifyVisitor {
    /// Whether row groups are verified one after the other. Otherwise neither function below is called, and threads verify
    /// the chunks of several row groups.
    fn wants_row_groups(&self) -> bool;

    /// Is called before a row group is verified, with the range of the file that holds it.
    fn before(&mut self, range: Range<u64>) -> Result<(), FileError>;

    /// Is called after that, with the number of the row group.
    fn after(&mut self, row_group: usize) -> Result<(), FileError>;
}

/// Nothing is done beside.
struct NoVisitor;

impl VerifyVisitor for NoVisitor {
    fn wants_row_groups(&self) -> bool {
        false
    }

    fn before(&mut self, _: Range<u64>) -> Result<(), FileError> {
        Ok(())
    }

    fn after(&mut self, _: usize) -> Result<(), FileError> {
        Ok(())
    }
}

/// Like [`verify`], with a visitor, and without the check that the file is unchanged.
pub(crate) fn verify_parts(
    source: &dyn Source,
    options: &VerifyOptions,
    visitor: &mut dyn VerifyVisitor,
    found: &mut dyn FnMut(Finding) -> ControlFlow<()>,
) -> Result<(), FileError> {
    let footer = FooterEnds::read(source)?;
    let finding = FindingPlace::file(footer.byte_offset).finding(Check::Footer, footer.verdict);
    let (ControlFlow::Continue(()), Some((bytes, end))) = (found(finding), footer.metadata) else {
        return Ok(());
    };
    let metadata = match metadata::parse(&bytes) {
        Ok(metadata) => metadata,
        Err(verdict) => {
            let _ = found(FindingPlace::file(Some(end)).finding(Check::Metadata, verdict));
            return Ok(());
        }
    };
    let (chunks, findings) = survey(&bytes, &metadata, end, source.size());
    drop(bytes);
    if findings.into_iter().try_for_each(&mut *found).is_break() {
        return Ok(());
    }
    let budget = MemoryBudget::new(6 * options.max_page_bytes as u64);
    let context = ChunkContext { source, metadata: &metadata, options, budget: &budget };
    if !visitor.wants_row_groups() {
        return verify_chunks(&context, &chunks, found).map(|_| ());
    }
    for group in chunks.chunk_by(|a, b| a.row_group == b.row_group) {
        // A chunk without values has an empty range at 0.
        let ranges = || group.iter().map(|chunk| &chunk.range).filter(|range| !range.is_empty());
        let start = ranges().map(|range| range.start).min().unwrap_or(0);
        let end = ranges().map(|range| range.end).max().unwrap_or(0);
        visitor.before(start..end)?;
        if verify_chunks(&context, group, found)?.is_break() {
            return Ok(());
        }
        visitor.after(group[0].row_group)?;
    }
    Ok(())
}

fn verify_chunks(
    context: &ChunkContext<'_>,
    chunks: &[ChunkLocation],
    found: &mut dyn FnMut(Finding) -> ControlFlow<()>,
) -> Result<ControlFlow<()>, FileError> {
    let (mut result, options) = (Ok(ControlFlow::Continue(())), context.options);
    // The findings of other chunks wait for a slow one, so bound their number.
    let ordered = OrderedWork { threads: options.threads, ahead: 4 * options.threads.get() };
    ordered.for_each(
        chunks.len(),
        ChunkScratch::default,
        |index, scratch| context.verify(&chunks[index], scratch),
        |findings| match findings {
            Ok(findings) => {
                let flow = findings.into_iter().try_for_each(&mut *found);
                result = Ok(flow);
                flow
            }
            Err(error) => {
                result = Err(error);
                ControlFlow::Break(())
            }
        },
    );
    result
}
