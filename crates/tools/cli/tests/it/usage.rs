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
