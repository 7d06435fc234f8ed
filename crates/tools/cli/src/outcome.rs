//! Exit codes.

use crate::failure::Failure;
use crate::output;

/// The outcome of a command that ran to its end. The greatest of several outcomes counts.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub enum Outcome {
    /// Success: exit code 0.
    Fine,
    /// A mismatch or a difference: exit code 1.
    Findings,
    /// Something could not be done, and standard error has a line about it: exit code 2.
    Trouble,
}

/// The exit code if the reader of the output closed it: what shells show of programs that SIGPIPE ends. The outcome isn't known.
const CLOSED: u8 = 141;

/// Returns the exit code. Reports a failure on standard error first.
pub fn code(result: Result<Outcome, Failure>) -> u8 {
    match result.map_err(|failure| failure.line()) {
        Ok(Outcome::Fine) => 0,
        Ok(Outcome::Findings) => 1,
        Ok(Outcome::Trouble) => 2,
        Err(None) => CLOSED,
        Err(Some(line)) => {
            output::complain(&line);
            2
        }
    }
}
