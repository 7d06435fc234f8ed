//! Folders, patterns and names of `verify` and `fingerprint`.

use super::{LAKE, NO_PARQUET, lake, vector, write};
use crate::sums::folder::Folder;

/// The files of a run's summaries, and its exit code.
fn verified(folder: &Folder, arguments: &[&str]) -> (Vec<String>, Option<i32>) {
    let arguments = [&["parquet", "verify", "--deep", "--json"], arguments].concat();
    let run = folder.hashlane(&arguments);
    let text = String::from_utf8(run.stdout).expect("UTF-8");
    let objects = text
        .lines()
        .map(|line| -> serde_json::Value { serde_json::from_str(line).expect("an object") });
    let summaries = objects.filter(|object| object["check"] == "summary");
    let files = summaries.map(|object| object["file"].as_str().expect("a name").to_owned());
    (files.collect(), run.code)
}

#[test]
fn a_folder_means_its_parquet_files_at_any_depth_by_name() {
    let folder = lake();
    let mut names: Vec<&str> = LAKE.iter().map(|(name, _)| *name).collect();
    names.sort_unstable();
    for (given, start) in [("lake", "lake/"), ("lake/", "lake/"), ("./lake", "./lake/")] {
        let expected: Vec<String> =
            names.iter().map(|name| name.replacen("lake/", start, 1)).collect();
        assert_eq!(verified(&folder, &[given]), (expected, Some(0)), "{given}");
    }
    let (in_here, _) = verified(&folder, &["."]);
    assert_eq!(in_here.len(), LAKE.len());
    assert!(in_here.iter().all(|name| name.starts_with("./lake/")), "{in_here:?}");
}

#[test]
fn fingerprints_of_a_folder_are_those_of_its_files() {
    let folder = lake();
    let names: Vec<&str> = LAKE.iter().map(|(name, _)| *name).collect();
    let by_name = folder.hashlane(&[&["parquet", "fingerprint"], &names[..]].concat()).printed();
    assert!(!by_name.is_empty());
    assert_eq!(folder.hashlane(&["parquet", "fingerprint", "lake"]).printed(), by_name);
}

#[test]
fn names_folders_and_patterns_in_the_order_of_the_arguments() {
    let folder = lake();
    let arguments = ["lake/year=2026", "lake/a.parquet", "lake/*.parquet/*", "lake/year=2025"];
    let expected = [
        "lake/year=2026/b.parquet",
        "lake/a.parquet",
        "lake/orders.parquet/part-0.parquet",
        "lake/year=2025/month=1/b.parquet",
    ];
    assert_eq!(verified(&folder, &arguments), (expected.map(str::to_owned).to_vec(), Some(0)));
    // A name that looks like a pattern, of a folder.
    write(&folder, "[a]/x.parquet", vector("nulls"));
    assert_eq!(verified(&folder, &["[a]"]), (vec!["[a]/x.parquet".to_owned()], Some(0)));
}

#[test]
fn a_folder_without_parquet_files_is_an_error() {
    let folder = lake();
    write(&folder, "empty/deep/notes.txt", "text");
    for command in ["verify", "fingerprint"] {
        let run = folder.hashlane(&["parquet", command, "empty", "lake/a.parquet"]);
        assert_eq!((run.code, run.complaints()), (Some(2), vec![NO_PARQUET]));
        let printed = String::from_utf8(run.stdout).expect("UTF-8");
        assert!(printed.contains("lake/a.parquet"), "the others are processed: {printed}");
    }
    let run = folder.hashlane(&["parquet", "verify", "nowhere"]);
    assert_eq!(run.code, Some(2));
    assert!(run.complaints()[0].starts_with("nowhere: "), "{run:?}");
}

#[test]
fn the_state_of_scrub_is_left_out() {
    let folder = lake();
    assert_eq!(folder.hashlane(&["scrub", "--quiet", "lake"]).code, Some(0));
    assert!(folder.path("lake/.hashlane/scrub.parquet").is_file(), "a state in the lake");
    let (names, code) = verified(&folder, &["lake/**/*.parquet"]);
    assert!(names.iter().all(|name| !name.contains(".hashlane")), "{names:?}");
    assert_eq!((names.len(), code), (LAKE.len() - 3, Some(0)));
    let (names, code) = verified(&folder, &["lake"]);
    assert_eq!((names.len(), code), (LAKE.len(), Some(0)));
    let state = "lake/.hashlane/scrub.parquet";
    for given in [state, "lake/.hashlane/*.parquet"] {
        assert_eq!(verified(&folder, &[given]), (vec![state.to_owned()], Some(0)), "{given}");
    }
}

#[test]
fn damage_in_one_of_the_files_is_found() {
    let folder = lake();
    let content = vector("integers");
    write(&folder, "lake/year=2026/cut.parquet", &content[..content.len() / 2]);
    let (names, code) = verified(&folder, &["lake"]);
    assert_eq!((names.len(), code), (LAKE.len() + 1, Some(1)));
}

#[cfg(unix)]
#[test]
fn links_and_odd_names() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::fs::symlink;

    let folder = Folder::new();
    write(&folder, "lake/new\nline.parquet", vector("integers"));
    write(&folder, OsStr::from_bytes(b"lake/not-utf-8-\xff.parquet"), vector("texts"));
    write(&folder, "other/a.parquet", vector("texts"));
    symlink("../other/a.parquet", folder.path("lake/to-file.parquet")).expect("a link");
    symlink(".", folder.path("lake/to-folder.parquet")).expect("a link");
    let expected =
        ["lake/new\nline.parquet", "lake/not-utf-8-\u{fffd}.parquet", "lake/to-file.parquet"];
    assert_eq!(verified(&folder, &["lake"]), (expected.map(str::to_owned).to_vec(), Some(0)));
    // A link to a folder is followed if it is the argument.
    assert_eq!(verified(&folder, &["lake/to-folder.parquet"]).0.len(), 3);
    symlink("nowhere", folder.path("lake/broken.parquet")).expect("a link");
    let (names, code) = verified(&folder, &["lake"]);
    assert_eq!((names.len(), code), (3, Some(2)));
}
