//! Exit codes.

use crate::failure::Failure;
use crate::output;

/// How a command that ran to its end has gone. Of several outcomes the greatest counts.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub enum Outcome {
    /// Nothing to report: exit code 0.
    Fine,
    /// A mismatch or a difference: exit code 1.
    Findings,
    /// Something could not be done, and a line on standard error says what: exit code 2.
    Trouble,
}

/// What the program exits with. A failure is told on standard error first.
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
