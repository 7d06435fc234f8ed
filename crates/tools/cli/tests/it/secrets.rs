//! Passwords and signatures in addresses are never printed.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

/// An address where no server listens.
const URL: &str =
    "http://user:p4ssw0rd@127.0.0.1:1/a.parquet?X-Amz-Date=1&X-Amz-Signature=s1gn4ture";
const SHOWN: &str = "http://***@127.0.0.1:1/a.parquet?X-Amz-Date=1&X-Amz-Signature=***";

fn run(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hashlane"));
    command.args(arguments).current_dir(folder).env("HASHLANE_RETRY_SECONDS", "0");
    command.output().expect("it is built")
}

#[test]
fn what_fails_names_the_address_without_them() {
    let folder = TempDir::new().expect("a folder");
    let folder = folder.path();
    fs::write(folder.join("SUMS"), format!("MD5 ({URL}) = {}\n", "0".repeat(32))).expect("written");
    for arguments in [
        &["sum", URL][..],
        &["sum", "--json", URL],
        &["sum", "--s3", "CRC32", URL],
        &["check", URL],
        &["check", "SUMS"],
        &["check", "--json", "SUMS"],
        &["parquet", "verify", URL],
        &["parquet", "verify", "--json", URL],
        &["parquet", "fingerprint", URL],
        &["parquet", "diff", URL, URL],
        &["parquet", "add-crc", URL, "copy.parquet"],
        &["parquet", "add-crc", "-o", "copies", URL],
        &["compress", URL],
        &["decompress", URL],
        &["decompress", "-o", "out", URL],
        // Patterns, which web servers don't support, and invalid addresses.
        &["sum", &URL.replace("a.parquet", "*")],
        &["parquet", "verify", &URL.replace("http://", "ftp://")],
        &["sum", "https://user:p4ssw0rd@/a?sig=s1gn4ture"],
        &["sum", "https://user:p4ssw0rd"],
        &["sum", "s3://user:p4ssw0rd@bucket/"],
        // Wrong usage.
        &["parquet", "diff", "a", "b", URL],
        &["sum", "--nope", URL],
        &["sum", &format!("--algorithm={URL}")],
        &[URL],
    ] {
        let output = run(folder, arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {output:?}");
        let text = [&output.stdout[..], &output.stderr].concat();
        let text = String::from_utf8(text).expect("UTF-8");
        for secret in ["p4ssw0rd", "s1gn4ture"] {
            assert!(!text.contains(secret), "{arguments:?}: {text}");
        }
        assert!(!text.is_empty(), "{arguments:?}");
        if arguments.last() == Some(&URL) && !arguments.contains(&"--nope") {
            assert!(text.contains(SHOWN), "{arguments:?}: {text}");
        }
    }
}
