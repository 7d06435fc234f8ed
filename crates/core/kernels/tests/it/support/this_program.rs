//! Tests that run themselves in another process.

use std::process::Command;

/// The variable with the command that runs programs for another machine, such as
/// `qemu-aarch64 -L /usr/aarch64-linux-gnu`.
const RUNNER: &str = "HASHLANE_TEST_RUNNER";

/// A command that runs this program, in the emulator that this process runs in, if any.
pub fn this_program() -> Command {
    let program = std::env::current_exe().expect("the test's own path");
    let runner = std::env::var(RUNNER).unwrap_or_default();
    let mut words = runner.split_whitespace();
    match words.next() {
        None => Command::new(program),
        Some(emulator) => {
            let mut command = Command::new(emulator);
            command.args(words).arg(program);
            command
        }
    }
}
