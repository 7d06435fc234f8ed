//! Results on standard output.

use std::io::{self, BufWriter, IsTerminal, Stdout, Write};

use serde_json::Value;

use crate::failure::Failure;

/// Standard output, in pieces of a few KiB, or line by line on a terminal.
///
/// Bytes go out as they are: names of files need not be UTF-8. Who wants colours asks
/// [`Lines::coloured`] first.
pub struct Lines {
    out: BufWriter<Stdout>,
    terminal: bool,
}

impl Lines {
    /// Standard output.
    pub fn stdout() -> Self {
        let stdout = io::stdout();
        let terminal = stdout.is_terminal();
        Lines { out: BufWriter::new(stdout), terminal }
    }

    /// Whether colours are welcome: on a terminal, if NO_COLOR is not set.
    pub fn coloured(&self) -> bool {
        anstream::AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never
    }

    /// Writes bytes, which end a line or a record.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        self.out.write_all(bytes).map_err(|error| Failure::output(&error))?;
        if self.terminal { self.finish() } else { Ok(()) }
    }

    /// Writes an object in a line of its own.
    pub fn json(&mut self, object: &Value) -> Result<(), Failure> {
        self.write(format!("{object}\n").as_bytes())
    }

    /// Hands on what is held back. Without it an error of the last write would be lost.
    pub fn finish(&mut self) -> Result<(), Failure> {
        self.out.flush().map_err(|error| Failure::output(&error))
    }
}
