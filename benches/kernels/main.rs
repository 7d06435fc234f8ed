//! The kernels beside other crates that compute the same, over columns of strings.
//!
//! `cargo bench --package hashlane-bench` times single kernels with Criterion; `-- rounds`, which
//! `make bench` runs, times all in interleaved rounds and prints a record. See benches/README.md.

mod candidate;
mod column;
mod contest;
mod data;
mod ours;
mod peers;
mod rounds;
mod single;

use std::process::ExitCode;

fn main() -> ExitCode {
    // Cargo adds `--bench`.
    let mut args = std::env::args().skip(1).filter(|arg| arg != "--bench");
    if args.next().as_deref() != Some("rounds") {
        single::run();
        return ExitCode::SUCCESS;
    }
    match rounds::run(&rounds::Filter::new(args)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}
