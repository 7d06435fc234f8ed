//! Files as tables: every row and value, or a refusal.

use std::io::Write;
use std::process::{Command, Stdio};

use crate::support::Folder;

/// Bytes compressed by `hashlane compress`, which the reader of tables shares nothing with.
fn compressed(codec: &str, content: &[u8]) -> Vec<u8> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_hashlane"))
        .args(["compress", "-c", codec])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    child.stdin.take().expect("a pipe").write_all(content).expect("it reads");
    child.wait_with_output().expect("it ends").stdout
}

fn count(folder: &Folder, table: &str) -> String {
    folder.csv(&format!("SELECT count(*) AS n FROM '{table}'")).printed()
}

#[test]
fn a_value_after_a_thousand_rows_counts() {
    let folder = Folder::new("late_values");
    let empty: String = (0..1000).map(|id| format!("{id},\n")).collect();
    folder.write("p.csv", format!("id,n\n{empty}1000,abc\n"));
    assert_eq!(folder.csv("SELECT max(n) AS n FROM 'p.csv'").printed(), "n\nabc\n");
    let integers: String = (0..1000).map(|id| format!("{{\"id\":{id},\"n\":1}}\n")).collect();
    let late = "{\"id\":1000,\"n\":1.75,\"s\":{\"t\":\"abc\"}}\n";
    folder.write("p.json", format!("{integers}{late}"));
    let found = folder.csv("SELECT max(n) AS n, max(s['t']) AS t FROM 'p.json'").printed();
    assert_eq!(found, "n,t\n1.75,abc\n");
    let integers: String = (0..1000).map(|id| format!("{id}\n")).collect();
    folder.write("q.csv", format!("n\n{integers}1.75\n"));
    assert_eq!(
        folder
            .csv("SELECT max(n) AS n, max(arrow_typeof(n)) AS t FROM 'q.csv' WHERE n < 2")
            .printed(),
        "n,t\n1.75,Float64\n"
    );
    let few = folder.sql(&["--infer-rows", "10", "-c", "SELECT max(n) FROM 'q.csv'"]);
    few.failed_with("1.75");
}

#[test]
fn numbers_and_codes_stay_what_they_are() {
    let folder = Folder::new("exact_values");
    folder.write("a.csv", "zip,amount\n01234,12345678901234567.89\n");
    assert_eq!(
        folder.csv("SELECT * FROM 'a.csv'").printed(),
        "zip,amount\n01234,12345678901234567.89\n"
    );
    folder.write(
        "a.json",
        "{\"h\":17241709254077376921,\"d\":0.1000000000000000055511151231257827}\n",
    );
    let expected = "h,d\n17241709254077376921,0.1000000000000000055511151231257827\n";
    assert_eq!(folder.csv("SELECT * FROM 'a.json'").printed(), expected);
    folder.write("b.csv", "d,t\n2024-02-30,9999-12-31 23:59:59.9999999\n");
    assert_eq!(
        folder.csv("SELECT * FROM 'b.csv'").printed(),
        "d,t\n2024-02-30,9999-12-31 23:59:59.9999999\n"
    );
}

/// Numbers of JSON have the type that all of them fit on their side; the sides' types may differ.
#[test]
fn numbers_of_json_are_compared_whatever_type_they_fit() {
    let folder = Folder::new("json_numbers");
    let rows = |numbers: [&str; 4]| {
        let row = |(id, n): (usize, &str)| format!("{{\"id\":{id},\"n\":{n}}}\n");
        numbers.into_iter().enumerate().map(row).collect::<String>()
    };
    let integers = ["1", "2", "9007199254740993", "null"];
    let doubles = ["1.0", "2.5", "9007199254740992", "1e0"];
    let decimals = ["1.00", "2", "9007199254740993.5", "12345678901234567890.123456789"];
    for (name, numbers) in [("i", integers), ("d", doubles), ("x", decimals)] {
        folder.write(&format!("{name}.json"), rows(numbers));
    }
    for (left, right, changed) in [
        ("i", "d", "1\n2\n3\n"),
        ("d", "i", "1\n2\n3\n"),
        ("i", "x", "2\n3\n"),
        ("x", "i", "2\n3\n"),
        ("d", "x", "1\n2\n3\n"),
        ("x", "d", "1\n2\n3\n"),
    ] {
        let found = folder.csv(&format!(
            "SELECT id FROM table_diff('{left}.json', '{right}.json', 'id') ORDER BY id"
        ));
        assert_eq!(found.printed(), format!("id\n{changed}"), "{left} beside {right}");
    }
}

#[test]
fn every_frame_is_read() {
    let folder = Folder::new("frames");
    for (codec, ending) in [("gzip", "gz"), ("bzip2", "bz2"), ("xz", "xz"), ("zstd", "zst")] {
        let name = format!("m.csv.{ending}");
        let both = [compressed(codec, b"id,v\n1,a\n"), compressed(codec, b"2,b\n")].concat();
        folder.write(&name, &both);
        assert_eq!(count(&folder, &name), "n\n2\n", "{ending}");
        folder.write(&format!("cut.csv.{ending}"), &both[..both.len() - 3]);
        let cut = folder.csv(&format!("SELECT * FROM 'cut.csv.{ending}'"));
        cut.failed_with(&format!("/cut.csv.{ending}: "));
    }
    // As for gzip, zeros are padding, and other bytes are not.
    let member = compressed("gzip", b"id,v\n1,a\n");
    for zeros in [1, 512, 1 << 20] {
        let padded = [&member[..], &vec![0; zeros]].concat();
        folder.write("padded.csv.gz", &padded);
        assert_eq!(count(&folder, "padded.csv.gz"), "n\n1\n");
        folder.write("longer.csv.gz", [&padded[..], b"x"].concat());
        folder.csv("SELECT * FROM 'longer.csv.gz'").failed_with("/longer.csv.gz: bytes follow");
    }
}

#[test]
fn line_breaks_in_quotes_end_no_row() {
    let folder = Folder::new("line_breaks");
    let rows: String = (0..40_000)
        .map(|id| {
            format!("{id},\"first line of note {id}\n{},looks like a row\",z\n", 1_000_000 + id)
        })
        .collect();
    folder.write("n.csv", format!("id,note,z\n{rows}"));
    for threads in ["1", "2", "7", "16"] {
        let run = folder.sql(&[
            "--threads",
            threads,
            "--csv",
            "-c",
            "SELECT count(*) AS n, sum(id) AS s FROM 'n.csv'",
        ]);
        assert_eq!(run.printed(), "n,s\n40000,799980000\n", "{threads} threads");
    }
    folder.write("open.csv", "id,n\n1,\"abc\n2,x\n");
    folder
        .csv("SELECT * FROM 'open.csv'")
        .failed_with("open.csv: line 2: a quoted value doesn't end");
    folder.write("one.csv", "id\n1\n\n2\n");
    folder.csv("SELECT * FROM 'one.csv'").failed_with("one.csv: line 3: an empty line");
}

#[test]
fn all_files_of_a_name_are_read_or_none() {
    let folder = Folder::new("files");
    folder.write("mixed/a.csv", "id\n1\n2\n");
    folder.write("mixed/b.csv.gz", compressed("gzip", b"id\n3\n"));
    folder.write("mixed/_SUCCESS", "");
    assert_eq!(count(&folder, "mixed/"), "n\n3\n");
    folder.output("kinds/a.parquet", "SELECT 1 AS id");
    folder.write("kinds/b.csv", "id\n1\n");
    folder
        .csv("SELECT * FROM 'kinds/*'")
        .failed_with("'kinds/a.parquet' is Parquet, and 'kinds/b.csv' is CSV");
    folder.output("deep/a.parquet", "SELECT 1 AS id");
    folder.output("deep/sub/b.parquet", "SELECT 2 AS id");
    assert_eq!(count(&folder, "deep/**/*.parquet"), "n\n2\n");
    assert_eq!(count(&folder, "deep/*/*.parquet"), "n\n1\n");
    folder.write("deep/c.parquet", "");
    folder.csv("SELECT * FROM 'deep/'").failed_with("deep/c.parquet: is empty");
    folder.write("order/a.csv", "first,last\nAda,Lovelace\n");
    folder.write("order/b.csv", "last,first\nHopper,Grace\n");
    let names = folder.csv("SELECT first, last FROM 'order/' ORDER BY first").printed();
    assert_eq!(names, "first,last\nAda,Lovelace\nGrace,Hopper\n");
    folder.write("order/c.csv", "first\nAlan\n");
    folder.csv("SELECT * FROM 'order/'").failed_with("'order/c.csv' lacks it");
    folder.write("x[1].csv", "id\n7\n");
    assert_eq!(folder.csv("SELECT id FROM 'x[1].csv'").printed(), "id\n7\n");
    folder.write("tabs.tsv", "a\tb\n1\t2\n");
    assert_eq!(folder.csv("SELECT a, b FROM 'tabs.tsv'").printed(), "a,b\n1,2\n");
}

#[test]
fn hive_folders_have_nulls_and_types() {
    let folder = Folder::new("hive");
    for (place, id) in [("y=1/c=a%20b", 1), ("y=__HIVE_DEFAULT_PARTITION__/c=x", 2)] {
        folder.output(&format!("lake/{place}/a.parquet"), &format!("SELECT {id} AS id"));
    }
    let all =
        folder.csv("SELECT id, y, c, arrow_typeof(y) AS t FROM 'lake/' ORDER BY id").printed();
    assert_eq!(all, "id,y,c,t\n1,1,a b,Int64\n2,,x,Int64\n");
    assert_eq!(folder.csv("SELECT id FROM 'lake/' WHERE y = 1").printed(), "id\n1\n");
    assert_eq!(
        folder.csv("SELECT id FROM 'lake/**/*.parquet' WHERE y IS NULL").printed(),
        "id\n2\n"
    );
}

#[test]
fn columns_of_one_name_are_refused() {
    let folder = Folder::new("one_name");
    folder.write("twice.csv", "id,id\n1,2\n");
    folder.csv("SELECT * FROM 'twice.csv'").failed_with("two columns named 'id'");
    folder.write("unnamed.csv", "id,,\n1,2,3\n");
    folder.csv("SELECT * FROM 'unnamed.csv'").failed_with("no name for column 2");
    folder.write("twice.json", "{\"a\":1,\"a\":2}\n");
    folder.csv("SELECT * FROM 'twice.json'").failed_with("line 1: has two fields named 'a'");
}

#[test]
fn characters_that_json_writes_as_two_escapes_are_read() {
    let folder = Folder::new("pairs");
    folder.write("a.json", "{\"id\":1,\"\\udb40\\udc67\":\"\\ud840\\udc00 \\\\ud840\"}\n");
    let printed = "id,\u{e0067}\n1,\u{20000} \\ud840\n";
    assert_eq!(folder.csv("SELECT * FROM 'a.json'").printed(), printed);
    folder.write("half.json", "{\"id\":1}\n{\"id\":2,\"a\":[\"\\ud840x\"]}\n");
    folder.csv("SELECT * FROM 'half.json'").failed_with("line 2: has half a character, \\ud840");
    let deep = |levels| format!("{{\"a\":{}{}}}\n", "[".repeat(levels), "]".repeat(levels));
    folder.write("deep.json", deep(99));
    assert_eq!(folder.csv("SELECT count(*) AS n FROM 'deep.json'").printed(), "n\n1\n");
    folder.write("deep.json", deep(200_000));
    folder.csv("SELECT * FROM 'deep.json'").failed_with("is nested more than 100 levels deep");
}

#[test]
fn a_pattern_that_cannot_be_expanded_says_why() {
    let folder = Folder::new("patterns");
    folder
        .csv("SELECT * FROM 'none*.csv'")
        .failed_with("no such file, and no file matches it as a pattern: 'none*.csv'");
    folder.csv("SELECT * FROM 'a[.csv'").failed_with("a[.csv: is not a valid pattern");
}
