//! `hashlane parquet verify`: its report on pages that no checksum covers.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;
use tempfile::TempDir;

use crate::PARQUET;

fn run(folder: &Path, line: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hashlane"));
    command.arg("parquet").args(line.split(' ')).current_dir(folder);
    command.output().expect("it is built")
}

/// A file without checksums, one with them, and one with a wrong checksum.
fn files() -> TempDir {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path();
    fs::write(path.join("plain.parquet"), PARQUET).expect("it can be written");
    assert!(run(path, "add-crc plain.parquet crc.parquet").status.success());
    let mut bytes = fs::read(path.join("crc.parquet")).expect("it is there");
    // In the body of the first page, which starts after the magic bytes and a header of less than 100 bytes.
    bytes[100] ^= 1;
    fs::write(path.join("damaged.parquet"), bytes).expect("it can be written");
    folder
}

#[test]
fn what_is_unverified_is_counted_and_is_not_fine() {
    let files = files();
    for (line, code, verdict) in [
        ("verify crc.parquet", 0, "crc.parquet: fine: "),
        ("verify --deep crc.parquet", 0, "crc.parquet: fine: "),
        ("verify --deep --max-page-size 1B crc.parquet", 1, "crc.parquet: unverified: "),
        (
            "verify plain.parquet",
            0,
            "plain.parquet: pages without checksum were not checked: 0 pages ",
        ),
        (
            "verify --deep plain.parquet",
            0,
            "plain.parquet: nothing wrong found: 0 pages verified, ",
        ),
        ("verify --deep --max-page-size 1B plain.parquet", 1, "plain.parquet: unverified: "),
        (
            "verify --deep --max-page-size 1B --allow-unverified plain.parquet",
            0,
            "plain.parquet: unverified: ",
        ),
        ("verify --allow-unverified damaged.parquet", 1, "damaged.parquet: 1 wrong: "),
        ("verify --require-crc --deep plain.parquet", 1, "plain.parquet: "),
        ("verify --require-crc plain.parquet", 1, "plain.parquet: "),
        ("verify crc.parquet plain.parquet", 0, "plain.parquet: pages without checksum "),
    ] {
        let output = run(files.path(), line);
        assert_eq!(output.status.code(), Some(code), "{line}: {output:?}");
        let text = String::from_utf8(output.stdout).expect("UTF-8");
        let last = text.lines().last().expect("a line");
        assert!(last.starts_with(verdict), "{line}: {last}");
        let is_checked = last.contains(", 0 unverified");
        let plain = !line.contains("deep") && line.ends_with("plain.parquet");
        assert_eq!(is_checked, !plain && !last.contains(": unverified: "), "{line}: {last}");
        assert_eq!(
            last.ends_with("and hashlane parquet add-crc adds checksums"),
            plain && code == 0
        );
    }
}

#[test]
fn what_is_skipped_is_named_with_its_place() {
    let files = files();
    let output = run(files.path(), "verify --deep --max-page-size 1B plain.parquet");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let skipped = text.lines().filter(|line| line.ends_with("at most 1 are decoded")).count();
    assert!(skipped > 0, "{text}");
    assert!(text.contains("page_decode: row group 0, column "), "{text}");
    let last = text.lines().last().expect("a line");
    assert!(last.contains(&format!(", {skipped} unverified")), "{text}");
}

#[test]
fn objects_have_the_counts() {
    let files = files();
    for (line, ok, unverified) in [
        ("verify --json crc.parquet", Value::Bool(true), false),
        ("verify --json plain.parquet", Value::Null, true),
        ("verify --json --deep plain.parquet", Value::Bool(true), false),
        ("verify --json damaged.parquet", Value::Bool(false), false),
    ] {
        let output = run(files.path(), line);
        let text = String::from_utf8(output.stdout).expect("UTF-8");
        let objects: Vec<Value> =
            text.lines().map(|line| serde_json::from_str(line).expect("an object")).collect();
        let summary = objects.last().expect("a summary");
        assert_eq!((&summary["check"], &summary["ok"]), (&Value::from("summary"), &ok), "{line}");
        let pages = summary["unverified_pages"].as_u64().expect("a number");
        assert_eq!(pages > 0, unverified, "{line}: {summary}");
        let pages = summary["verified_pages"].as_u64().expect("a number");
        assert_eq!(pages > 0, !line.contains("plain"), "{line}: {summary}");
    }
}

/// The system reports the length of such files as 0.
#[cfg(target_os = "linux")]
#[test]
fn files_of_proc_are_read_to_their_end() {
    let files = files();
    let path = "/proc/version";
    let content = fs::read(path).expect("it can be read");
    let hashlane = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_hashlane"));
        command.args(arguments).current_dir(files.path()).output().expect("it is built")
    };
    for algorithms in ["blake3", "blake3,md5"] {
        let output = hashlane(&["sum", "--json", "-a", algorithms, path]);
        let text = String::from_utf8(output.stdout).expect("UTF-8");
        let object: Value =
            serde_json::from_str(text.lines().next().expect("a line")).expect("an object");
        assert_eq!(object["size"], content.len(), "{text}");
        fs::write(
            files.path().join("SUMS"),
            format!("BLAKE3 ({path}) = {}\n", object["hex"].as_str().expect("a text")),
        )
        .expect("written");
        assert!(hashlane(&["check", "SUMS"]).status.success());
    }
    // It is not a Parquet file, and not empty either.
    let output = hashlane(&["parquet", "verify", "--json", path]);
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(!text.contains("is empty"), "{text}");
    assert_eq!(output.status.code(), Some(1), "{text}");
}
