//! Opens a new file or standard output.

use std::ffi::{OsStr, OsString};
use std::fs::Metadata;
use std::io::{self, IsTerminal, Stdout, Write};
use std::path::Path;

use hashlane_files::{base_name, is_url};

use crate::failure::Failure;
use crate::output::{Overwrite, StagedFile};

/// The destination of the result.
pub enum StreamOutput {
    /// Standard output.
    Stdout(Stdout),
    /// A file that is either complete or absent.
    File {
        /// The file with the bytes so far.
        staged: StagedFile,
        /// Its name in errors.
        name: String,
    },
}

impl StreamOutput {
    /// Opens the output; `-` is standard output. If `binary`, a terminal is rejected. A new file gets the permissions
    /// of `original`, the input.
    ///
    /// # Errors
    /// Returns an error if the file exists and `overwrite` forbids replacing it, if the folder can't be written, or if
    /// binary bytes would go to a terminal.
    pub fn create(
        path: &OsStr,
        overwrite: Overwrite,
        binary: bool,
        original: Option<Metadata>,
    ) -> Result<Self, Failure> {
        if path == "-" {
            let stdout = io::stdout();
            if binary && overwrite == Overwrite::No && stdout.is_terminal() {
                let line = "compressed bytes can't be shown on a terminal: use -o FILE, or -f to write them anyway";
                return Err(line.to_owned().into());
            }
            return Ok(StreamOutput::Stdout(stdout));
        }
        let name = Path::new(path).display().to_string();
        let staged = StagedFile::create(Path::new(path), overwrite, original);
        let staged = staged.map_err(|error| Failure::from(format!("{name}: {error}")))?;
        Ok(StreamOutput::File { staged, name })
    }

    /// Its name in errors.
    pub fn name(&self) -> &str {
        match self {
            StreamOutput::Stdout(_) => "standard output",
            StreamOutput::File { name, .. } => name,
        }
    }

    /// Gives a file its name.
    pub fn commit(self) -> Result<(), Failure> {
        match self {
            StreamOutput::Stdout(mut stdout) => {
                stdout.flush().map_err(|error| StreamOutput::failure(&error, "standard output"))
            }
            StreamOutput::File { staged, name } => {
                staged.commit().map_err(|error| StreamOutput::failure(&error, &name))
            }
        }
    }

    /// Converts an error of writing.
    pub fn failure(error: &io::Error, name: &str) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::Closed,
            _ => Failure::Message(format!("{name}: {error}")),
        }
    }
}

impl Write for StreamOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            StreamOutput::Stdout(stdout) => stdout.write(bytes),
            StreamOutput::File { staged, .. } => staged.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            StreamOutput::Stdout(stdout) => stdout.flush(),
            StreamOutput::File { staged, .. } => staged.flush(),
        }
    }
}

/// Returns the name of the output without `-o`, in the folder of `input`, or `None` if it goes to standard output. The
/// output of an object is in the current folder.
pub fn name_beside(input: &OsStr, rename: impl Fn(&OsStr) -> Option<OsString>) -> Option<OsString> {
    if let Some(url) = input.to_str().filter(|input| is_url(input)) {
        return rename(OsStr::new(base_name(url)));
    }
    let path = Path::new(input);
    let renamed = rename(path.file_name()?)?;
    Some(path.parent()?.join(renamed).into_os_string())
}
