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

/// Returns the exit code. Reports a failure on standard error first.
pub fn code(result: Result<Outcome, Failure>) -> u8 {
    let outcome = result.unwrap_or_else(|failure| match failure.line() {
        None => Outcome::Fine,
        Some(line) => {
            output::complain(&line);
            Outcome::Trouble
        }
    });
    match outcome {
        Outcome::Fine => 0,
        Outcome::Findings => 1,
        Outcome::Trouble => 2,
    }
}
