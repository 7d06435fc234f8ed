//! Where `add-crc` writes which copy.

use std::fs;
use std::path::{Path, PathBuf};

use super::{LAKE, files, lake, vector, write};
use crate::sums::folder::Folder;

/// The copy of a vector by `add-crc IN OUT`, which other tests compare with pyarrow.
fn copy_of(name: &str) -> Vec<u8> {
    let folder = Folder::new();
    folder.write("in", vector(name));
    folder.hashlane(&["parquet", "add-crc", "in", "out"]).printed();
    fs::read(folder.path("out")).expect("it is written")
}

/// Copies, and checks that the folder `out` then has exactly these copies.
#[track_caller]
fn copies(folder: &Folder, arguments: &[&str], expected: &[(&str, &str)]) {
    let arguments = [&["parquet", "add-crc"], arguments].concat();
    let printed = folder.hashlane(&arguments).printed();
    assert_eq!(printed.iter().filter(|byte| **byte == b'\n').count(), expected.len());
    let mut names: Vec<PathBuf> = expected.iter().map(|(name, _)| PathBuf::from(name)).collect();
    names.sort();
    assert_eq!(files(&folder.path("out")), names, "{arguments:?}");
    for (name, content) in expected {
        let copy = fs::read(folder.path("out").join(name)).expect("it is there");
        assert!(copy == copy_of(content), "{name}: {arguments:?}");
    }
    fs::remove_dir_all(folder.path("out")).expect("it can be removed");
}

/// The files of the lake that are below a folder, relative to that folder.
fn below(prefix: &str) -> Vec<(&'static str, &'static str)> {
    let relative = |(path, content): &(&'static str, &'static str)| {
        Some((path.strip_prefix(prefix)?.trim_start_matches('/'), *content))
    };
    LAKE.iter().filter_map(relative).collect()
}

#[test]
fn a_copy_has_its_path_below_the_folder_that_was_given() {
    let folder = lake();
    for given in ["lake", "lake/", "./lake", "lake/../lake"] {
        copies(&folder, &[given, "-o", "out"], &below("lake/"));
    }
    copies(&folder, &[".", "--output", "out/"], &below(""));
    copies(&folder, &["lake/year=2025", "-o", "out"], &[("month=1/b.parquet", "floats")]);
    let absolute = folder.path("lake").display().to_string();
    copies(&folder, &["-o", "./out", &absolute], &below("lake/"));
}

#[test]
fn a_copy_has_its_path_below_the_start_of_the_pattern() {
    let folder = lake();
    let years = [("year=2025/month=1/b.parquet", "floats"), ("year=2026/b.parquet", "times")];
    copies(&folder, &["lake/**/b.parquet", "-o", "out"], &years);
    copies(&folder, &["./lake/**/b.parquet", "-o", "out"], &years);
    copies(&folder, &["lake/year=*/b.parquet", "-o", "out"], &years[1..]);
    copies(&folder, &["lake/y*5/./month=[1]//b.parquet", "-o", "out"], &years[..1]);
    let absolute = folder.path("lake/year=202?/b.parquet").display().to_string();
    copies(&folder, &[&absolute, "-o", "out"], &years[1..]);
}

#[test]
fn a_file_keeps_its_name_and_arguments_can_be_mixed() {
    let folder = lake();
    copies(&folder, &["lake/year=2026/b.parquet", "-o", "out/"], &[("b.parquet", "times")]);
    copies(
        &folder,
        &["lake/a.parquet", "lake/year=2025", "lake/o*/*", "-o", "out"],
        &[
            ("a.parquet", "integers"),
            ("month=1/b.parquet", "floats"),
            ("orders.parquet/part-0.parquet", "texts"),
        ],
    );
    // Any file can be named, whatever its name.
    write(&folder, "export", vector("nulls"));
    copies(&folder, &["export", "-o", "out/"], &[("export", "nulls")]);
}

#[test]
fn copies_inside_of_the_folder_are_not_copied_again() {
    let folder = lake();
    for arguments in [["lake", "-o", "lake/copies/new"], ["./lake/", "-fo", "lake/copies/new"]] {
        folder.hashlane(&[&["parquet", "add-crc"], &arguments[..]].concat()).printed();
        let found = files(&folder.path("lake/copies/new"));
        assert_eq!(
            found,
            below("lake/").iter().map(|(name, _)| PathBuf::from(name)).collect::<Vec<_>>()
        );
    }
    let only = folder.hashlane(&["parquet", "add-crc", "lake/copies", "-fo", "lake/copies/new"]);
    let complaint = "lake/copies: has no file outside of 'lake/copies/new', the folder for copies";
    assert_eq!((only.code, only.complaints()), (Some(2), vec![complaint]));
}

#[test]
fn with_force_copies_replace_their_files() {
    let folder = lake();
    let before = files(&folder.path("lake"));
    folder.hashlane(&["parquet", "add-crc", "--force", "lake", "-o", "lake"]).printed();
    assert_eq!(files(&folder.path("lake")), before);
    for (name, content) in LAKE {
        assert!(fs::read(folder.path(name)).expect("it is there") == copy_of(content), "{name}");
    }
    let notes = fs::read(folder.path("lake/notes.txt")).expect("it is there");
    assert_eq!(notes, b"not a Parquet file");
}

#[test]
fn objects_name_the_file_and_its_copy() {
    let folder = lake();
    let run = folder.hashlane(&["parquet", "add-crc", "--json", "lake", "-o", "out"]);
    let text = String::from_utf8(run.printed()).expect("UTF-8");
    let mut inputs = Vec::new();
    for line in text.lines() {
        let object: serde_json::Value = serde_json::from_str(line).expect("an object");
        let name = |key: &str| object[key].as_str().expect("a name").to_owned();
        let copy = name("copy");
        assert_eq!(object["bytes_written"], size(&folder.path(&copy)), "{line}");
        assert_eq!(object["bytes_read"], size(&folder.path(name("file"))), "{line}");
        assert_eq!(
            Path::new(&name("file")).strip_prefix("lake"),
            Path::new(&copy).strip_prefix("out")
        );
        inputs.push(name("file"));
    }
    inputs.sort();
    let mut expected: Vec<&str> = LAKE.iter().map(|(name, _)| *name).collect();
    expected.sort_unstable();
    assert_eq!(inputs, expected);
}

fn size(path: &Path) -> u64 {
    fs::metadata(path).expect("it is there").len()
}

#[cfg(unix)]
#[test]
fn names_that_are_not_unicode_are_kept() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let folder = Folder::new();
    let name = |folder: &str| {
        let name = [folder.as_bytes(), b"/\xfe/\xff.parquet"].concat();
        PathBuf::from(OsStr::from_bytes(&name))
    };
    write(&folder, name("lake"), vector("texts"));
    folder.hashlane(&["parquet", "add-crc", "lake", "-o", "out"]).printed();
    assert!(fs::read(folder.path(name("out"))).expect("it is there") == copy_of("texts"));
}
