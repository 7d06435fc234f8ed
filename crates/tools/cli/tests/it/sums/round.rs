//! What `sum` writes in each form, `check` accepts, and a damaged file is found.

use hashlane_files::digest::ALGORITHMS;
use hashlane_files::s3::CHECKSUMS;

use super::folder::{Folder, NAMES};

/// The file that is damaged, and the one that is missing afterwards.
const DAMAGED: &str = "large";

/// Writes a manifest with `sum`, and reads it with `check`.
#[track_caller]
fn round(sum: &[&str], check: &[&str]) {
    let folder = Folder::filled();
    let manifest = folder.hashlane(&[&["sum"], sum, &["--"], NAMES].concat()).printed();
    folder.write("SUMS", manifest);
    let check = [&["check", "--quiet"], check, &["SUMS"]].concat();
    assert_eq!(folder.hashlane(&check).printed(), b"", "{sum:?}");
    folder.write(
        DAMAGED,
        (0..1_500_000).map(|i| (i % 251) as u8 ^ (i == 9) as u8).collect::<Vec<_>>(),
    );
    let run = folder.hashlane(&check);
    assert_eq!(run.code, Some(1), "{sum:?}: {run:?}");
    let printed = String::from_utf8_lossy(&run.stdout).into_owned();
    let is_damaged = |line: &str| line.starts_with("large: FAILED");
    assert!(!printed.is_empty() && printed.lines().all(is_damaged), "{sum:?}: {printed}");
}

#[test]
fn every_algorithm_in_every_form() {
    for algorithm in ALGORITHMS {
        let name = algorithm.name;
        for form in [&[][..], &["--binary"], &["--zero"]] {
            let zero = if form == ["--zero"] { &["--zero"][..] } else { &[] };
            round(&[&["-a", name], form].concat(), &[zero, &["-a", name]].concat());
        }
        for form in ["--tag", "--json"] {
            round(&["-a", name, form], &[]);
        }
    }
}

#[test]
fn algorithms_that_the_number_of_digits_tells() {
    for algorithm in
        ["md5", "sha1", "sha224", "sha256", "sha384", "sha512", "xxh32", "xxh64", "xxh3"]
    {
        round(&["-a", algorithm], &[]);
    }
    round(&["-a", "xxh128,blake3,md5,crc32"], &[]);
    round(&["-a", "xxh128,blake3,md5,crc32", "--json"], &[]);
}

#[test]
fn values_of_s3() {
    for checksum in CHECKSUMS {
        let name = checksum.name;
        round(&["--s3", name], &["-a", name]);
        round(&["--s3", name, "--json"], &[]);
        if checksum.has_composite() {
            let parts = ["--part-size", "100K"];
            round(&["--s3", name, parts[0], parts[1]], &["-a", name, parts[0], parts[1]]);
            round(&["--s3", name, "--json", parts[0], parts[1]], &parts);
        }
    }
    for name in ["SHA1", "SHA256", "SHA512"] {
        round(&["--s3", name], &[]);
    }
}

#[test]
fn values_of_s3_that_need_an_option() {
    let folder = Folder::filled();
    let check = |sum: &[&str], arguments: &[&str]| {
        folder.write("SUMS", folder.hashlane(&[&["sum"], sum, &["a.txt"]].concat()).printed());
        let run = folder.hashlane(&[&["check"], arguments, &["SUMS"]].concat());
        assert_eq!((run.code, &run.stdout[..]), (Some(2), &b""[..]), "{sum:?}: {run:?}");
        run.complaints().join("; ")
    };
    let line = check(&["--s3", "CRC32C"], &[]);
    assert_eq!(line, "SUMS: line 1 may be crc32 or crc32c: say which with -a (lines like it: 1)");
    let line = check(&["--s3", "CRC64NVME"], &["-a", "sha256"]);
    assert!(line.contains("may be crc64nvme or xxh64 or xxh3: say which with -a"), "{line}");
    let line = check(&["--s3", "SHA256", "--part-size", "5B"], &[]);
    assert!(line.contains("line 1 has the checksum of an object in parts"), "{line}");
    assert!(line.contains("--part-size"), "{line}");
    // Another size of parts gives another value.
    let run = folder.hashlane(&["check", "--part-size", "6B", "SUMS"]);
    assert_eq!((run.code, &run.stdout[..]), (Some(1), &b"a.txt: FAILED\n"[..]), "{run:?}");
}
