//! The arguments of the program: those of one call, a line each.
//!
//! They are a command, or an error that ends with exit code 2; only help and the version end with 0.
#![no_main]

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

use clap::Parser;
use clap::error::ErrorKind;
use hashlane_cli::Cli;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let lines = data.split(|byte| *byte == b'\n').map(OsStr::from_bytes);
    let arguments = || [OsStr::new("hashlane")].into_iter().chain(lines.clone());
    match Cli::try_parse_from(arguments()) {
        Ok(cli) => {
            let again = Cli::try_parse_from(arguments()).expect("they were fine");
            assert_eq!(format!("{cli:?}"), format!("{again:?}"));
        }
        Err(error) => {
            let is_asked_for =
                matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion);
            assert_eq!(error.exit_code(), if is_asked_for { 0 } else { 2 }, "{error}");
            assert!(!error.to_string().is_empty());
        }
    }
});
