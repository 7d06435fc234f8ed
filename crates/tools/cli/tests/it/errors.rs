//! Error messages and exit codes.

use std::process::Command;

use crate::support::{Folder, Run};

#[test]
fn a_failure_is_one_line_without_the_stages_it_went_through() {
    let folder = Folder::with_people("lines");
    for (sql, expected) in [
        ("SELEC 1", "syntax error: Expected: an SQL statement, found: SELEC"),
        ("SELECT 'abc", "syntax error: Unterminated string literal"),
        ("SELECT nope FROM 'people.parquet'", "No field named nope."),
        ("SELECT * FROM nope", "no such table: 'nope'"),
        ("SELECT 1/0", "Divide by zero error"),
        ("SELECT CAST('a' AS INT)", "Cannot cast string 'a' to value of Int32 type"),
        ("SELECT xxh3(id) FROM 'people.parquet'", "xxh3: argument v is BIGINT; "),
        ("SELECT sum(name) FROM 'people.parquet'", "No function matches the given name"),
        ("SELECT digest('a', 'nope')", "digest: argument algorithm is 'nope'; "),
        ("SELECT zstd_compress('a', 99)", "zstd_compress: argument level is 99; "),
        ("SELECT zstd_decompress(name) FROM 'people.parquet'", "zstd_decompress: argument b: "),
        ("BEGIN", "BEGIN isn't supported, since hashlane sql only reads: "),
        ("", "there is no SQL statement to run"),
        (" ; -- nothing\n;", "there is no SQL statement to run"),
    ] {
        let message = folder.csv(sql).failed();
        assert!(message.starts_with(expected), "{sql}: {message}");
        for noise in ["Error during planning", "Execution error", "caused by", "UserDefined"] {
            assert!(!message.contains(noise), "{sql}: {message}");
        }
    }
}

#[test]
fn a_failure_looks_the_same_in_every_format() {
    let folder = Folder::new("each-format");
    let sql = "SELECT CAST('a' || value AS INT) FROM generate_series(1, 3)";
    let messages = [&[][..], &["--csv"], &["--json"]]
        .map(|format| folder.sql(&[format, &["-c", sql]].concat()).failed());
    assert!(messages[0].starts_with("Cannot cast string 'a"), "{messages:?}");
}

#[test]
fn files_that_are_no_tables() {
    let folder = Folder::with_people("no-tables");
    folder.write("notes.txt", "hello");
    folder.write("broken.parquet", "this is no Parquet file");
    folder.write("papers/notes.txt", "hello");
    for (table, expected) in [
        ("missing.parquet", "no such file: 'missing.parquet'"),
        ("missing/", "no such file: 'missing/'"),
        ("z*.parquet", "no such file, and no file matches it as a pattern: 'z*.parquet'"),
        ("notes.txt", "notes.txt: can't be a table: its name ends like none of Parquet"),
        ("papers", "papers: can't be a table: 'papers/notes.txt' is not Parquet"),
        ("broken.parquet", "cannot read 'broken.parquet': "),
        (
            "s4://bucket/x.parquet",
            "s4://bucket/x.parquet: has an unsupported scheme; supported are s3://",
        ),
    ] {
        let message = folder.csv(&format!("SELECT * FROM '{table}'")).failed();
        assert!(message.starts_with(expected), "{table}: {message}");
    }
}

#[test]
fn nothing_runs_if_one_statement_does_not_parse() {
    let message = Folder::new("parse-first").csv("SELECT 1 AS a; SELEC 2").failed();
    assert!(message.starts_with("syntax error"), "{message}");
}

#[test]
fn nothing_runs_if_one_statement_does_more_than_read() {
    let folder = Folder::with_people("reads");
    for (sql, kind) in [
        ("COPY (SELECT 1 AS a) TO 'a.parquet'", "COPY"),
        ("CREATE EXTERNAL TABLE t STORED AS PARQUET LOCATION 'people.parquet'", "CREATE"),
        ("CREATE TABLE t AS SELECT 1 AS a", "CREATE"),
        ("CREATE VIEW t AS SELECT 1 AS a", "CREATE"),
        ("INSERT INTO t VALUES (1)", "INSERT"),
        ("WITH t AS (SELECT 1 AS a) INSERT INTO u SELECT a FROM t", "INSERT"),
        ("UPDATE t SET a = 1", "UPDATE"),
        ("DELETE FROM t", "DELETE"),
        ("DROP TABLE t", "DROP"),
        ("TRUNCATE TABLE t", "TRUNCATE"),
        ("SET datafusion.execution.batch_size = 100", "SET"),
        ("RESET datafusion.execution.batch_size", "RESET"),
        ("PREPARE p AS SELECT 1", "PREPARE"),
        ("SELECT 1 AS a INTO t", "SELECT INTO"),
        ("SELECT a FROM (SELECT 1 AS a INTO t) AS q", "SELECT INTO"),
        ("EXPLAIN ANALYZE COPY (SELECT 1 AS a) TO 'a.parquet'", "COPY"),
        ("EXPLAIN ANALYZE CREATE TABLE t AS SELECT 1 AS a", "CREATE"),
        ("EXPLAIN SELECT 1 AS a INTO t", "SELECT INTO"),
    ] {
        let refusal = format!("{kind} isn't supported, since hashlane sql only reads: ");
        let message = folder.csv(sql).failed();
        assert!(message.starts_with(&refusal) && message.contains("-o FILE"), "{sql}: {message}");
        let second = folder.csv(&format!("SELECT 1 AS a; {sql}")).failed();
        assert!(second.starts_with(&format!("statement 2: {refusal}")), "{sql}: {second}");
    }
}

#[test]
fn the_statement_that_failed_is_named_and_the_next_ones_do_not_run() {
    let folder = Folder::new("stop");
    let run = folder.csv("SELECT 1 AS a; SELECT nope; SELECT 3 AS c");
    assert_eq!((run.code, run.stdout.as_str()), (Some(1), "a\n1\n"));
    assert!(run.message().starts_with("statement 2: No field named nope"), "{run:?}");
}

#[test]
fn control_characters_in_a_message_are_shown() {
    let message = Folder::new("escape").csv("SELECT CAST('\u{1b}[2J' AS INT)").failed();
    assert!(message.contains("\\u{1b}[2J"), "{message:?}");
}

#[test]
fn files_of_sql_that_cannot_be_read() {
    let folder = Folder::new("no-sql");
    folder.write("latin1.sql", b"SELECT '\xe9'");
    let message = folder.sql(&["missing.sql"]).failed();
    assert!(message.starts_with("cannot read 'missing.sql': "), "{message}");
    let message = folder.sql(&["latin1.sql"]).failed();
    assert!(message.contains("'latin1.sql'") && message.contains("UTF-8"), "{message}");
    let message = folder.sql_with_input(&["-"], b"\xff").failed();
    assert!(message.starts_with("cannot read standard input: "), "{message}");
    for arguments in [&["-"][..], &[]] {
        let message = folder.sql_with_input(arguments, b"").failed();
        assert_eq!(message, "there is no SQL statement to run");
    }
}

#[test]
fn wrong_usage_exits_with_2() {
    let folder = Folder::new("usage");
    for arguments in [
        &["-c"][..],
        &["-c", "SELECT 1", "also.sql"],
        &["--csv", "--json", "-c", "SELECT 1"],
        &["-o", "a.html", "-c", "SELECT 1"],
        &["--memory", "100", "-c", "SELECT 1"],
        &["--threads", "0", "-c", "SELECT 1"],
        &["--threads", "many", "-c", "SELECT 1"],
        &["--nope", "-c", "SELECT 1"],
        &["-f", "-c", "SELECT 1"],
        &["-o", "a.csv", "--csv", "-c", "SELECT 1"],
    ] {
        let run = folder.sql(arguments);
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{arguments:?}: {run:?}");
        assert!(run.stderr.contains("--help"), "{arguments:?}: {run:?}");
    }
}

#[test]
fn an_instruction_set_that_the_machine_has_not() {
    let folder = Folder::new("isa");
    let run = |name: &str| {
        let mut command = folder.command(&["--csv", "-c", "SELECT xxh3('hashlane') AS h"]);
        Run::new(command.env("HASHLANE_ISA", name).output().expect("the program starts"))
    };
    let message = run("sse9").failed();
    assert!(
        message.starts_with("HASHLANE_ISA is \"sse9\"; this machine supports portable"),
        "{message}"
    );
    assert_eq!(run("portable").printed(), "h\n4052515222990873942\n");
}

#[test]
fn help_and_version() {
    let hashlane = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_hashlane"));
        Run::new(command.args(arguments).output().expect("the program starts")).printed()
    };
    let version = concat!("hashlane ", env!("CARGO_PKG_VERSION"), "\n");
    assert_eq!(hashlane(&["--version"]), version);
    for arguments in [&["--help"][..], &["sql", "--help"]] {
        assert!(hashlane(arguments).contains("\nExamples:\n"), "{arguments:?}");
    }
}
