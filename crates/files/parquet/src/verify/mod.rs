//! `parquet_verify`: checks that a Parquet file is intact and consistent.
//!
//! | module | holds |
//! |---|---|
//! | `finding` | the findings |
//! | `summary` | how much of a file was verified |
//! | `footer` | the two ends of the file |
//! | `metadata` | the metadata of row groups and column chunks |
//! | `overlaps` | parts of the file that share bytes |
//! | `chunk` | a column chunk: its pages, their checksums and counts |
//! | `page_index`, `bloom` | the structures beside the column chunks |
//! | `deep` | the content of pages |
//! | `budget` | the memory that threads share |

mod bloom;
mod budget;
mod chunk;
mod deep;
mod finding;
mod footer;
mod location;
mod metadata;
mod options;
mod overlaps;
mod page_index;
mod summary;

use std::ops::ControlFlow;

use hashlane_files::{FileError, Ordered, Source};

pub use self::finding::{Check, Finding, Outcome};
pub use self::options::Verify;
pub use self::summary::Summary;

use self::budget::Budget;
use self::chunk::{ChunkContext, Scratch};
use self::finding::Place;
use self::footer::Footer;
use self::metadata::survey;

/// Verifies a file and calls `found` with each finding until it breaks. Findings of the footer, the metadata and the
/// row groups come first, then those of each column chunk, with its pages before the chunk as a whole.
///
/// Pages without a checksum are [`Outcome::Unverified`], as is everything that can't be checked. The claims of the file
/// don't decide how much memory is allocated.
///
/// # Errors
/// Returns an error if the file can't be read, or changes while it is read. Any problem with its content is a finding.
pub fn verify(
    source: &dyn Source,
    options: &Verify,
    found: &mut dyn FnMut(Finding) -> ControlFlow<()>,
) -> Result<(), FileError> {
    let result = verify_parts(source, options, found);
    // If the file changed while it was read, its content proves nothing, so report the change instead.
    source.unchanged()?;
    result
}

fn verify_parts(
    source: &dyn Source,
    options: &Verify,
    found: &mut dyn FnMut(Finding) -> ControlFlow<()>,
) -> Result<(), FileError> {
    let footer = Footer::read(source)?;
    let finding = Place::file(footer.byte_offset).finding(Check::Footer, footer.verdict);
    let (ControlFlow::Continue(()), Some((bytes, end))) = (found(finding), footer.metadata) else {
        return Ok(());
    };
    let metadata = match metadata::parse(&bytes) {
        Ok(metadata) => metadata,
        Err(verdict) => {
            let _ = found(Place::file(Some(end)).finding(Check::Metadata, verdict));
            return Ok(());
        }
    };
    drop(bytes);
    let (chunks, findings) = survey(&metadata, end, source.size());
    if findings.into_iter().try_for_each(&mut *found).is_break() {
        return Ok(());
    }
    let budget = Budget::new(6 * options.max_page_bytes as u64);
    let context = ChunkContext { source, metadata: &metadata, options, budget: &budget };
    let mut result = Ok(());
    // The findings of other chunks wait for a slow one, so bound their number.
    let ordered = Ordered { threads: options.threads, ahead: 4 * options.threads.get() };
    ordered.for_each(
        chunks.len(),
        Scratch::default,
        |index, scratch| context.verify(&chunks[index], scratch),
        |findings| match findings {
            Ok(findings) => findings.into_iter().try_for_each(&mut *found),
            Err(error) => {
                result = Err(error);
                ControlFlow::Break(())
            }
        },
    );
    result
}
