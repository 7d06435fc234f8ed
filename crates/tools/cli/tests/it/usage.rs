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
        ("diff a b --key id -o x.html", Some("ends with none of .parquet, .csv and .json")),
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
        ("diff a b --key id --tolerance x=0.1", Some("one tolerance is for all columns")),
        ("diff a b --key id --limit -1", Some("write a whole number of 0 or more")),
        ("diff a b --key id --types v:decimal", Some("write v=decimal")),
        ("diff - b --key id", Some("standard input can't be a table: save it to a file first")),
    ] {
        let arguments: Vec<&str> = arguments.split(' ').collect();
        let run = folder.hashlane(&arguments);
        assert_eq!(run.code, Some(2), "{run:?}");
        match advice {
            Some(advice) => assert!(run.stderr.contains(advice), "{arguments:?}: {run:?}"),
            None => assert!(!run.stderr.contains("tip"), "{arguments:?}: {run:?}"),
        }
    }
    folder.write("a.csv", "id;v\n1;2\n");
    let run = folder.hashlane(&["diff", "a.csv", "a.csv", "--key", "id"]);
    assert!(run.stderr.contains("The delimiter seems to be ';'"), "{run:?}");
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
