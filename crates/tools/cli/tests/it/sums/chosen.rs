//! Lists of files, the folder in which names start, and files that no manifest lists.

use std::fs;

use super::folder::Folder;

fn filled() -> Folder {
    let folder = Folder::new();
    fs::create_dir_all(folder.path("data/deep")).expect("a folder");
    for name in ["data/a", "data/b b", "data/deep/c", "other"] {
        folder.write(name, name);
    }
    folder.hashlane(&["sum", "-r", "-o", "SUMS", "data"]).printed();
    folder
}

fn lines(bytes: &[u8]) -> Vec<&str> {
    std::str::from_utf8(bytes).expect("UTF-8").lines().collect()
}

#[test]
fn sum_takes_names_from_a_list() {
    let folder = filled();
    let expected = folder.hashlane(&["sum", "other", "data/a", "data/b b"]).printed();
    for list in ["data/a\ndata/b b\n", "data/a\ndata/b b", "data/a\0data/b b\0"] {
        folder.write("list", list);
        assert_eq!(folder.hashlane(&["sum", "--files-from", "list", "other"]).printed(), expected);
    }
    // A name is taken as it is, even if it looks like a pattern.
    folder.write("list", "data/*");
    assert_eq!(folder.hashlane(&["sum", "--files-from", "list"]).code, Some(2));
    folder.write("list", "");
    assert_eq!(lines(&folder.hashlane(&["sum", "--files-from", "list"]).printed()), [""; 0]);
    for (list, says) in [
        ("other\n\n", "list: name 2 is empty"),
        ("-", "list: name 1 is '-', which is standard input: a file of this name is ./-"),
    ] {
        folder.write("list", list);
        let run = folder.hashlane(&["sum", "--files-from", "list"]);
        assert_eq!((run.code, run.complaints()), (Some(2), vec![says]));
    }
}

#[test]
fn check_reads_only_what_is_chosen() {
    let folder = filled();
    folder.write("data/b b", "changed");
    folder.write("list", "./data/a\ndata/deep/c\n");
    let run = folder.hashlane(&["check", "--files-from", "list", "SUMS"]);
    assert_eq!(lines(&run.printed()), ["data/a: OK", "data/deep/c: OK"]);
    // A file that no manifest lists isn't checked, which is a finding.
    folder.write("list", "data/a\nother\nother\n");
    let run = folder.hashlane(&["check", "--files-from", "list", "SUMS"]);
    assert_eq!((run.code, lines(&run.stdout)), (Some(1), vec!["data/a: OK", "other: NOT LISTED"]));
    assert_eq!(run.complaints(), ["files that no manifest lists: 1"]);
    // None of this manifest's files is chosen, but it lists some.
    folder.write("list", "");
    let run = folder.hashlane(&["check", "--files-from", "list", "SUMS"]);
    assert_eq!(lines(&run.printed()), [""; 0]);
    folder.write("EMPTY", "");
    assert_eq!(folder.hashlane(&["check", "--files-from", "list", "EMPTY"]).code, Some(2));
}

#[test]
fn names_start_in_another_folder() {
    let folder = filled();
    fs::create_dir(folder.path("copy")).expect("a folder");
    fs::rename(folder.path("data"), folder.path("copy/data")).expect("it can be moved");
    assert_eq!(folder.hashlane(&["check", "SUMS"]).code, Some(1));
    let run = folder.hashlane(&["check", "-C", "copy", "SUMS"]);
    assert_eq!(lines(&run.printed()), ["data/a: OK", "data/b b: OK", "data/deep/c: OK"]);
    folder.write("list", "data/a");
    let run = folder.hashlane(&["check", "-C", "copy", "--files-from", "list", "SUMS"]);
    assert_eq!(lines(&run.printed()), ["data/a: OK"]);
}

#[test]
fn files_that_no_manifest_lists() {
    let folder = filled();
    let run = |arguments: &[&str]| {
        let all = [&["check", "--quiet", "--extra", "data"], arguments, &["SUMS"]].concat();
        folder.hashlane(&all)
    };
    assert_eq!(lines(&run(&[]).printed()), [""; 0]);
    fs::create_dir_all(folder.path("data/new")).expect("a folder");
    folder.write("data/new/d", "d");
    folder.write("data/x.tmp", "x");
    let extra = run(&[]);
    assert_eq!(extra.code, Some(1));
    assert_eq!(lines(&extra.stdout), ["data/new/d: NOT LISTED", "data/x.tmp: NOT LISTED"]);
    assert_eq!(extra.complaints(), ["files that no manifest lists: 2"]);
    let json = run(&["--json", "--exclude", "new"]);
    let object: serde_json::Value =
        serde_json::from_slice(json.stdout.split_last().expect("a line").1).expect("JSON");
    assert_eq!(object, serde_json::json!({"file": "data/x.tmp", "result": "unlisted"}));
    assert_eq!(lines(&run(&["--exclude", "new", "--exclude", "*.tmp"]).printed()), [""; 0]);
    // Another manifest lists them, or the manifest itself is in the folder.
    folder.hashlane(&["sum", "-o", "data/MORE", "data/new/d", "data/x.tmp"]).printed();
    assert_eq!(lines(&run(&["data/MORE"]).printed()), [""; 0]);
    let run = folder.hashlane(&["check", "--quiet", "--extra", "other", "SUMS"]);
    assert_eq!((run.code, run.complaints()), (Some(2), vec!["other: is not a folder"]));
    assert_eq!(folder.hashlane(&["check", "--exclude", "x", "SUMS"]).code, Some(2));
}
