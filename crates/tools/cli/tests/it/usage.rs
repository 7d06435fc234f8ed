//! What to type instead of commands and options that don't exist.

use crate::sums::folder::Folder;

#[test]
fn advice_names_what_exists() {
    let folder = Folder::new();
    for (arguments, advice) in [
        ("verify a.parquet", Some("hashlane parquet verify FILE")),
        ("sha256 a", Some("hashlane sum -a sha256 FILE")),
        ("b3sum a", Some("hashlane sum -a blake3 FILE")),
        ("dedupe a", Some("hashlane sum -a xxh128 FILES")),
        ("watch lake", Some("hashlane scrub FOLDER")),
        ("nonsense", None),
        ("sum --sha256 a", Some("write -a sha256")),
        ("sum --nonsense a", None),
        ("diff a b", Some("which columns identify a row? Write --key id, or --multiset")),
        ("diff a b --on id", Some("write --key COLUMN")),
        ("diff a b --key id --format json", Some("write --json")),
        ("sql --format json x", Some("write --json")),
        ("diff a b --key id -o x.txt", Some("ends with none of .parquet, .csv, .json and .html")),
        ("scrub lake -o x.html", Some("ends with none of .parquet, .csv and .json")),
        ("sum a -o a.parquet", Some("checksums are lines, or objects in a file .json")),
        ("sum a -a sha265", Some("did you mean sha256?")),
        ("compress a b", Some("hashlane compress takes one file")),
        (
            "compress -c lz4 a -o a.zst",
            Some("--codec lz4 writes .lz4, but the name of --output ends in .zst"),
        ),
        ("compress a -o a.snappy", Some("is snappy_java or hadoop_snappy")),
        ("sketch t --key id --dialect duckdb --columns id:int", Some("write id=TYPE")),
        ("sum -o no/SUMS /dev/null", Some("the folder 'no' doesn't exist: create it first")),
        ("scrub --rate 200 lake", Some("write the unit, as in 200B")),
        ("diff a b --key id --tolerance -1", Some("write a number of 0 or more")),
        ("diff a b --key id --tolerance x=", Some("as in price=0.01,qty=2")),
        ("diff a b --key id --delimiter t", Some("write one ASCII character")),
        ("diff a b --key id --limit -1", Some("write a whole number of 0 or more")),
        ("diff a b --key id --types v:decimal", Some("write v=decimal")),
        ("diff - - --key id", Some("both sides are standard input")),
        ("diff a b --key id --max-differences x", Some("write a whole number of 0 or more")),
        ("diff psql://h/d?table=t b --key id", Some("the left side: psql: is not a scheme")),
        (
            "diff a sqlite:a.db?tables=t --key id",
            Some("the right side: unknown parameter 'tables': use table or query"),
        ),
        ("diff a.db?table=t b --key id", Some("write sqlite:FILE?table=NAME")),
        (
            "diff mysql://u@127.0.0.1:1/d?table=t b --key id",
            Some("MySQL: can't connect to 127.0.0.1:1: "),
        ),
        (
            "diff clickhouse://127.0.0.1:1/d?table=t b --key id",
            Some("ClickHouse: no response from 127.0.0.1:1: "),
        ),
    ] {
        let arguments: Vec<&str> = arguments.split(' ').collect();
        let run = folder.hashlane(&arguments);
        assert_eq!(run.code, Some(2), "{run:?}");
        match advice {
            Some(advice) => assert!(run.stderr.contains(advice), "{arguments:?}: {run:?}"),
            None => assert!(!run.stderr.contains("tip"), "{arguments:?}: {run:?}"),
        }
    }
}

/// What is wrong with tables, and what to do, in one line.
#[test]
fn advice_about_tables_says_what_to_do() {
    let folder = Folder::new();
    for (name, content) in [
        ("a.csv", "id,v,w\n1,2,x\n2,007,y\n"),
        ("twice.csv", "id,v,w\n1,2,x\n1,3,y\n"),
        ("semicolons.csv", "id;v;w\n1;2,5;x\n2;3;y\n"),
        ("quoted.csv", "\"id\";\"v\"\n\"1\";\"2\"\n"),
        ("lines.csv", "notes; comments\none\ntwo\n"),
        ("a.txt", "id,v,w\n1,2,x\n2,007,y\n"),
    ] {
        folder.write(name, content);
    }
    for (arguments, code, advice) in [
        (
            "diff twice.csv a.csv --key id",
            2,
            "1 duplicate key in 2 rows, such as id=1: add a column to the key, or compare rows without a key (--multiset)",
        ),
        (
            "diff semicolons.csv a.csv --key id",
            2,
            "its header has one column 'id;v;w', so the delimiter seems to be ';': add --delimiter ';'",
        ),
        ("diff semicolons.csv a.csv --multiset", 2, "add --delimiter ';'"),
        (
            "diff quoted.csv a.csv --key id",
            2,
            "line 1: after a quoted value, the delimiter seems to be ';': add --delimiter ';'",
        ),
        ("diff a.csv a.csv --key id --delimiter ;", 2, "delimiter seems to be ','"),
        ("diff a.csv semicolons.csv --key id --delimiter ;", 2, "add --left-delimiter ','"),
        ("diff a.txt a.csv --key id", 2, "rename it to .csv, or add --delimiter"),
        (
            "diff a.csv a.csv --key id --where v>",
            2,
            "the condition 'v>' of the left side: syntax error",
        ),
        (
            "diff a.csv a.csv --key id --where 1+2",
            2,
            "the condition '1+2' of the left side has the type BIGINT",
        ),
        (
            "diff a.csv a.csv --key id --where nosuch=1",
            2,
            "the condition 'nosuch=1' names column 'nosuch', which the left side lacks; it has id, v, w",
        ),
        (
            "diff a.csv a.csv --key id --tolerance nosuch=1",
            2,
            "column 'nosuch' has a tolerance, but it isn't among the compared columns",
        ),
        (
            "diff a.csv a.csv --key id --tolerance id=1",
            2,
            "column 'id' has a tolerance, but the key is compared exactly",
        ),
        (
            "diff a.csv a.csv --key id --tolerance v=1",
            2,
            "column 'v' has a tolerance, but holds no numbers, since CSV has no types: state one, as in --types v=double",
        ),
        (
            "diff a.csv a.csv --key id --types v=date --tolerance v=1",
            2,
            "column 'v' has a tolerance, but holds no numbers",
        ),
        (
            "diff a.csv a.csv --key id --infer",
            0,
            "--infer: column 'v' stays text because of '007' on the left: state its type, as in --types v=double",
        ),
        (
            "sql -c FROM'semicolons.csv'",
            1,
            "semicolons.csv: its header has one column 'id;v;w', so the delimiter seems to be ';': add --delimiter ';'",
        ),
    ] {
        let run = folder.hashlane(&arguments.split(' ').collect::<Vec<_>>());
        assert_eq!(run.code, Some(code), "{arguments}: {run:?}");
        assert!(run.stderr.contains(advice), "{arguments}: {run:?}");
        assert_eq!(run.stderr.lines().count(), 1, "{arguments}: {run:?}");
    }
    for arguments in [
        "diff lines.csv lines.csv --multiset",
        "diff semicolons.csv semicolons.csv --multiset --delimiter ;",
        "diff quoted.csv quoted.csv --key id --delimiter ;",
        "diff a.txt a.csv --key id --delimiter ; --left-delimiter , --right-delimiter ,",
        "sql --delimiter ; SELECT\tv\tFROM\t'semicolons.csv'",
        "sql FROM\t'lines.csv'",
    ] {
        let run = folder.hashlane(&arguments.split(' ').collect::<Vec<_>>());
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{arguments}: {run:?}");
    }
}

#[test]
fn advice_names_the_sql_to_write() {
    let folder = Folder::new();
    folder.write("a.csv", "id\n1\n");
    folder.write("latin.csv", b"id\n\xe9\n");
    folder.write("ragged.csv", "id\n1,2\n");
    folder.write("array.json", "[{}]");
    for (sql, advice) in [
        ("FROM a.csv", "FROM 'a.csv'"),
        ("SELECT 1 FROM A.csv.gz;", "FROM 'A.csv.gz'"),
        ("SELECT 1 FROM 'a.csv' JOIN lake/b.csv", "FROM 'lake/b.csv'"),
        ("SELECT 1 FROM pq/*.parquet WHERE x", "FROM 'pq/*.parquet'"),
        ("SELECT 1 FROM *.csv", "FROM '*.csv'"),
        ("SELECT 1 FROM s3://b/a.csv", "FROM 's3://b/a.csv'"),
        ("SELECT 1 FROM my-file.csv", "FROM 'my-file.csv'"),
        ("FROM read_parquet('a.csv')", "files are tables, as in FROM 'a.parquet'"),
        ("SELECT read_text('a')", "files are tables, as in FROM 'a.parquet'"),
        ("SELECT xxhash('a')", "similar names are xxh3, xxh128, xxh64"),
        ("SELECT md5sum('a')", "similar names are md5"),
        ("SELECT list(1)", "unknown function list; SHOW FUNCTIONS lists all"),
        ("SELECT xxh3(\"a b\")", "text has single quotes: 'a b'"),
        ("SELECT blake3('a', 'b')", "write row_blake3(a, b)"),
        ("FROM 'latin.csv'", "as with iconv -f latin1 -t utf8"),
        ("FROM 'ragged.csv'", "in double quotes"),
        ("FROM 'array.json'", "as jq -c '.[]' does"),
    ] {
        let run = folder.hashlane(&["sql", "-c", sql]);
        assert!(run.stderr.contains(advice), "{sql}: {run:?}");
    }
}

/// The help of a command and of the commands in it.
fn all_help(folder: &Folder, command: &[&str]) -> Vec<String> {
    let help = folder.hashlane(&[command, &["--help"]].concat()).printed();
    let help = String::from_utf8(help).expect("UTF-8");
    let mut all = Vec::new();
    let commands = help.split("Commands:\n").nth(1).unwrap_or_default();
    for line in commands.lines().take_while(|line| !line.is_empty()) {
        // What is further to the right goes on with a description.
        let name = line.strip_prefix("  ").filter(|line| !line.starts_with(' '));
        let name = name.and_then(|line| line.split_whitespace().next());
        let Some(name) = name.filter(|name| *name != "help") else { continue };
        assert!(!line.contains("Arguments of"), "{line}");
        all.extend(all_help(folder, &[command, &[name]].concat()));
    }
    all.push(help);
    all
}

#[test]
fn help_fits_80_columns() {
    let all = all_help(&Folder::new(), &[]);
    assert!(all.len() > 15, "{}", all.len());
    for line in all.iter().flat_map(|help| help.lines()) {
        assert!(line.chars().count() <= 80, "{line}");
    }
}
