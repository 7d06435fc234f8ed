//! What `compress` and `decompress` share: input, output, checksums.
//!
//! | file | holds |
//! |---|---|
//! | `input.rs` | opens a file, an object or standard input as a stream |
//! | `output.rs` | opens a new file or standard output |
//! | `report.rs` | sizes and checksums of both ends |

mod input;
mod output;
mod report;

use hashlane_files::Source;
use hashlane_files::pipe::PipeError;

use crate::failure::Failure;

pub use input::InputStream;
pub use output::{StreamOutput, name_beside};
pub use report::{ReportArgs, ReportEnd, StreamReport};

/// Converts an error between `input`, which may come from `source`, and `output`.
pub fn failure(
    error: PipeError,
    input: &str,
    source: Option<&dyn Source>,
    output: &str,
) -> Failure {
    if let PipeError::Write(error) = &error {
        return StreamOutput::failure(error, output);
    }
    // A file that changes looks damaged.
    if let Some(changed) = source.and_then(|source| source.unchanged().err()) {
        return changed.into();
    }
    match error {
        PipeError::Window { .. } => {
            format!("{input}: {error}, for example with --window-limit 2GiB").into()
        }
        error => format!("{input}: {error}").into(),
    }
}
