//! The codecs beside the naive call per row and C, over columns of short strings.
//!
//! `make bench WHAT=codecs` runs this and keeps the record that it prints. See benches/README.md.

mod candidate;
mod contest;
mod data;
mod formats;
mod fsst;
mod lz4;
mod pack;
mod rounds;
mod zstd;

use std::process::ExitCode;

fn main() -> ExitCode {
    // Cargo adds `--bench`.
    let terms = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    match rounds::run(terms) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}
