//! Sources of SQL and tables.

use crate::support::{Folder, Run};

/// xxhash.xxh3_64_intdigest(b"one")
const XXH3_OF_ONE: &str = "10457265594366419360";

const FIRST: &str = "SELECT xxh3(name) AS h FROM 'people.parquet' WHERE id = 1;\n";

#[test]
fn sql_from_an_argument_a_file_and_standard_input() {
    let folder = Folder::with_people("sources");
    folder.write("query.sql", FIRST);
    folder.write("windows.sql", format!("\u{feff}{}", FIRST.replace('\n', "\r\n")));
    let expected = format!("h\n{XXH3_OF_ONE}\n");
    assert_eq!(folder.csv(FIRST).printed(), expected);
    assert_eq!(folder.sql(&["--csv", "query.sql"]).printed(), expected);
    assert_eq!(folder.sql(&["--csv", "windows.sql"]).printed(), expected);
    let piped = folder.sql_with_input(&["--csv", "-"], FIRST.as_bytes());
    assert_eq!(piped.printed(), expected);
    assert_eq!(folder.sql_with_input(&["--csv"], FIRST.as_bytes()).printed(), expected);
    assert_eq!(folder.sql(&["--csv", FIRST]).printed(), expected);
}

#[test]
fn a_file_goes_before_sql_of_the_same_name() {
    let folder = Folder::new("named");
    folder.write("SELECT 1 AS a", "SELECT 2 AS b");
    assert_eq!(folder.sql(&["--csv", "SELECT 1 AS a"]).printed(), "b\n2\n");
    assert_eq!(folder.sql(&["--csv", "SELECT 3 AS a"]).printed(), "a\n3\n");
}

/// Statistics leave NaN out, so the least value of the column is its greatest.
#[test]
fn nan_beside_one_other_value_in_parquet() {
    let folder = Folder::new("nan");
    let rows = "SELECT * FROM (VALUES (1, CAST('NaN' AS DOUBLE)), (2, 1.5)) AS t(i, v)";
    folder.output("nan.parquet", rows);
    let sql = "SELECT * FROM 'nan.parquet' ORDER BY i; SELECT count(*) AS rows FROM 'nan.parquet'";
    assert_eq!(folder.csv(sql).printed(), "i,v\n1,NaN\n2,1.5\n\nrows\n2\n");
}

#[test]
fn an_argument_may_start_with_a_comment() {
    let folder = Folder::new("comment");
    assert_eq!(folder.csv("-- one; two\nSELECT 1 AS a -- three").printed(), "a\n1\n");
}

#[test]
fn from_first_selects_all_columns() {
    let folder = Folder::with_people("from");
    let all = folder.csv("SELECT * FROM 'people.parquet' ORDER BY id").printed();
    for sql in [
        "FROM 'people.parquet' ORDER BY id",
        "SELECT * FROM (FROM 'people.parquet') ORDER BY id",
        "WITH p AS (FROM 'people.parquet') FROM p ORDER BY id",
        "(FROM 'people.parquet') UNION (FROM 'people.parquet') ORDER BY id",
        "FROM 'people.parquet' SELECT id, name, body ORDER BY id",
    ] {
        assert_eq!(folder.csv(sql).printed(), all, "{sql}");
    }
    assert_eq!(
        folder.csv("SELECT (SELECT max(a) FROM (FROM (VALUES (4)) AS t(a))) AS found").printed(),
        "found\n4\n"
    );
    for sql in
        ["SELECT FROM 'people.parquet'", "SELECT * EXCLUDE (id, name, body) FROM 'people.parquet'"]
    {
        folder.csv(sql).failed();
    }
}

#[test]
fn statements_that_only_read() {
    let folder = Folder::with_people("read");
    let described = folder.csv("DESCRIBE 'people.parquet'").printed();
    assert!(described.starts_with("column_name,data_type,is_nullable\nid,"), "{described}");
    let shown = folder.csv("SHOW datafusion.execution.collect_statistics").printed();
    assert!(shown.ends_with("datafusion.execution.collect_statistics,false\n"), "{shown}");
    for sql in ["SHOW TABLES", "EXPLAIN FROM 'people.parquet'", "VALUES (1)"] {
        assert!(folder.csv(sql).printed().lines().count() > 1, "{sql}");
    }
}

#[test]
fn files_of_every_kind_folders_and_patterns_are_tables() {
    let folder = Folder::with_people("files");
    folder.write("c.csv", "v,w\none,1\n,2\n");
    folder.write("j.json", "{\"v\":\"one\",\"w\":1}\n{\"w\":2}\n");
    for name in ["parts/a.parquet", "parts/b.parquet"] {
        folder.output(name, "FROM 'people.parquet'");
    }
    for file in ["c.csv", "j.json"] {
        let sql = format!("SELECT w, xxh3(v) AS h FROM '{file}' ORDER BY w");
        assert!(folder.csv(&sql).printed().starts_with(&format!("w,h\n1,{XXH3_OF_ONE}\n2,")));
    }
    for (table, rows) in [
        ("people.parquet", 4),
        ("./people.parquet", 4),
        ("parts", 8),
        ("parts/", 8),
        ("parts/*.parquet", 8),
        ("parts/b*.parquet", 4),
    ] {
        let counted = folder.csv(&format!("SELECT count(*) AS n FROM '{table}'")).printed();
        assert_eq!(counted, format!("n\n{rows}\n"), "{table}");
    }
}

#[test]
fn the_functions_list_themselves() {
    let folder = Folder::new("functions");
    let sql = "SELECT name FROM hashlane_functions() WHERE name IN ('xxh3', 'blake3') ORDER BY 1";
    assert_eq!(folder.csv(sql).printed(), "name\nblake3\nxxh3\n");
    let version = concat!("value\n", env!("CARGO_PKG_VERSION"), "\n");
    let sql = "SELECT value FROM hashlane_info() WHERE key = 'version'";
    assert_eq!(folder.csv(sql).printed(), version);
}

#[test]
fn the_timer_writes_a_line_per_statement_to_stderr() {
    let folder = Folder::new("timer");
    folder.output("t.parquet", "VALUES (1), (2)");
    let sql = "SELECT * FROM 't.parquet' WHERE false; SELECT * FROM 't.parquet' LIMIT 1";
    let Run { code, stdout, stderr } =
        folder.sql(&["--timer", "--threads", "1", "--json", "-c", sql]);
    assert_eq!((code, stdout.as_str()), (Some(0), "{\"column1\":1}\n"), "{stderr}");
    for (number, (line, rows)) in (1..).zip(stderr.lines().zip([0, 1])) {
        let seconds = line
            .strip_prefix(&format!("statement {number}: "))
            .and_then(|rest| rest.strip_suffix(&format!(" s, {rows} rows")));
        assert!(seconds.is_some_and(|s| s.parse::<f64>().is_ok()), "{line}");
    }
    assert_eq!(stderr.lines().count(), 2, "{stderr}");
}

#[test]
fn the_number_of_threads_changes_no_result() {
    let folder = Folder::with_people("threads");
    let sql = "SELECT bit_xor(xxh3('row ' || CAST(value AS VARCHAR))) AS h \
        FROM generate_series(0, 19999)";
    for threads in ["1", "2", "7"] {
        let run = folder.sql(&["--threads", threads, "--csv", "-c", sql]);
        // The XOR of xxhash.xxh3_64_intdigest(b"row %d" % i) for i in range(20000).
        assert_eq!(run.printed(), "h\n8731983917915918895\n");
    }
}

#[test]
fn a_long_expression_does_not_overflow_the_stack() {
    let folder = Folder::new("long");
    let sum = vec!["1"; 1000].join("+");
    assert_eq!(folder.csv(&format!("SELECT {sum} AS n")).printed(), "n\n1000\n");
}
