//! Results are printed as soon as they are known, and their reader may stop.

use std::io::{BufRead, BufReader};
use std::process::Stdio;

use crate::support::{Folder, Run};

/// Far more rows than any machine could collect.
const ENDLESS: &str = "SELECT value AS n, xxh128(CAST(value AS VARCHAR)) AS h \
    FROM generate_series(1, 100000000000)";

/// The first lines of an endless result, after which the pipe is closed.
fn head(format: &[&str], sql: &str, lines: usize) -> (Vec<String>, Run) {
    let folder = Folder::new(&format!("head-{}-{lines}", format.concat()));
    let mut command = folder.command(&[format, &["--threads", "1", "-c", sql]].concat());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let stdout = BufReader::new(child.stdout.take().expect("it is a pipe"));
    let first = stdout.lines().take(lines).map(|line| line.expect("a line")).collect();
    (first, Run::new(child.wait_with_output().expect("the program ends")))
}

// The hashes: xxhash.xxh128_hexdigest(b"1").

#[test]
fn a_closed_pipe_ends_the_program_quietly() {
    for (format, expected) in [
        ("--csv", &["n,h", "1,df3ce784d856334d65cd25028f98f158"][..]),
        ("--json", &[r#"{"n":1,"h":"df3ce784d856334d65cd25028f98f158"}"#]),
    ] {
        let (lines, run) = head(&[format], ENDLESS, expected.len());
        assert_eq!(lines, expected);
        assert_eq!(run.printed(), "");
    }
    let (lines, run) = head(&[], ENDLESS, 4);
    assert!(lines[3].ends_with(" 1 | df3ce784d856334d65cd25028f98f158 |"), "{lines:?}");
    assert_eq!(run.printed(), "");
}

#[test]
fn a_pipe_that_was_never_read_is_no_failure() {
    let (_, run) = head(&["--csv"], "SELECT 1 AS a; SELECT 2 AS b", 0);
    assert_eq!(run.printed(), "");
}

#[test]
fn rows_before_a_failure_are_printed_whole() {
    let folder = Folder::new("late");
    let sql = "SELECT value AS n, zstd_decompress(CASE WHEN value < 20000 \
        THEN zstd_compress('x') ELSE X'00' END) AS x FROM generate_series(1, 20000)";
    let run = folder.sql(&["--threads", "1", "--csv", "-c", sql]);
    assert_eq!(run.code, Some(1));
    assert!(run.message().starts_with("zstd_decompress: argument b: "), "{run:?}");
    assert!(run.stdout.starts_with("n,x\n1,78\n"), "whole batches come out as they are made");
    assert!(run.stdout.ends_with(",78\n"), "no row is cut off");
}
