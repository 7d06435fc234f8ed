//! Writes results to standard output or to a file.

use std::ffi::OsStr;
use std::fs;
use std::io::{self, BufWriter, IsTerminal, Stdout, Write};
use std::path::Path;

use hashlane_files::FileError;
use serde_json::Value;

use crate::failure::Failure;
use crate::output::{Overwrite, Progress, StagedFile};

/// A destination for results. It buffers a few KiB, or one line on a terminal.
///
/// Bytes are written unchanged, since names of files need not be UTF-8. Check [`LineOutput::coloured`] before you use
/// colours.
pub struct LineOutput(LineTarget);

enum LineTarget {
    Stdout { out: BufWriter<Stdout>, terminal: bool, beside: Progress },
    File { out: BufWriter<StagedFile>, name: String },
}

impl LineOutput {
    /// Standard output.
    pub fn stdout() -> Self {
        LineOutput::beside(&Progress::hidden())
    }

    /// Standard output, with a progress bar that is hidden while a line is written to the terminal.
    pub fn beside(bar: &Progress) -> Self {
        let stdout = io::stdout();
        let terminal = stdout.is_terminal();
        LineOutput(LineTarget::Stdout {
            out: BufWriter::new(stdout),
            terminal,
            beside: bar.clone(),
        })
    }

    /// A file, which gets its name in [`LineOutput::finish`].
    pub fn file(path: &Path, overwrite: Overwrite) -> Result<Self, Failure> {
        let name = path.display().to_string();
        let file =
            StagedFile::create(path, overwrite, None).map_err(|error| unwritable(&name, &error))?;
        Ok(LineOutput(LineTarget::File { out: BufWriter::new(file), name }))
    }

    /// Whether to use colours: on a terminal, if NO_COLOR is not set.
    pub fn coloured(&self) -> bool {
        match self.0 {
            LineTarget::Stdout { .. } => {
                anstream::AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never
            }
            LineTarget::File { .. } => false,
        }
    }

    /// The width of the terminal, or `None` for other outputs and if the terminal doesn't tell.
    #[cfg(feature = "sql")]
    pub fn width(&self) -> Option<usize> {
        match self.0 {
            LineTarget::Stdout { terminal: true, .. } => {
                let (_, columns) = console::Term::stdout().size_checked()?;
                Some(columns.into())
            }
            _ => None,
        }
    }

    /// Writes bytes that end a line or a record.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        match &mut self.0 {
            LineTarget::Stdout { out, terminal, beside } => {
                let written = match terminal {
                    true => beside.suspend(|| out.write_all(bytes).and_then(|()| out.flush())),
                    false => out.write_all(bytes),
                };
                written.map_err(|error| Failure::output(&error))
            }
            LineTarget::File { out, name } => {
                out.write_all(bytes).map_err(|error| unwritable(name, &error))
            }
        }
    }

    /// Writes an object on a line of its own.
    pub fn json(&mut self, object: &Value) -> Result<(), Failure> {
        self.write(format!("{object}\n").as_bytes())
    }

    /// Writes the buffer, and completes a file. Without this call an error of the last write is lost, and the file
    /// doesn't exist.
    pub fn finish(self) -> Result<(), Failure> {
        match self.0 {
            LineTarget::Stdout { mut out, .. } => {
                out.flush().map_err(|error| Failure::output(&error))
            }
            LineTarget::File { out, name } => {
                let file = out.into_inner().map_err(|error| unwritable(&name, error.error()))?;
                file.commit().map_err(|error| unwritable(&name, &error))
            }
        }
    }
}

/// Returns an error if [`LineOutput::file`] would refuse the name because a file has it. For a check before long work.
pub fn check_free(path: &Path, overwrite: Overwrite) -> Result<(), Failure> {
    overwrite.check(path).map_err(|error| unwritable(&path.display().to_string(), &error))
}

/// Returns an error if a command would write a file over one that it reads or writes.
pub fn check_apart(output: &OsStr, other: &OsStr) -> Result<(), FileError> {
    let place = |path: &OsStr| {
        let place = fs::canonicalize(path).or_else(|_| std::path::absolute(path)).ok();
        // Pipes and devices are not replaced.
        place.filter(|place| {
            path != "-" && fs::metadata(place).map_or(true, |found| found.is_file())
        })
    };
    match place(output) {
        Some(output) if Some(&output) == place(other).as_ref() => {
            let why = "is named twice, and would be overwritten: give the output another name";
            Err(FileError::new(&output.to_string_lossy(), why))
        }
        _ => Ok(()),
    }
}

fn unwritable(name: &str, error: &io::Error) -> Failure {
    Failure::Message(format!("cannot write '{name}': {error}"))
}
