//! What `add-crc` doesn't copy, and why.

use std::fs;
use std::path::{Path, PathBuf};

use super::{LAKE, NO_PARQUET, files, lake, write};
use crate::sums::folder::{Folder, Run};

fn add_crc(folder: &Folder, arguments: &[&str]) -> Run {
    folder.hashlane(&[&["parquet", "add-crc"], arguments].concat())
}

/// A run that copies nothing, with one line on standard error.
#[track_caller]
fn refused(folder: &Folder, arguments: &[&str], complaint: &str) {
    let run = add_crc(folder, arguments);
    assert_eq!((run.code, run.complaints()), (Some(2), vec![complaint]), "{arguments:?}");
    assert_eq!(run.stdout, b"", "{arguments:?}");
    assert!(!folder.path("out").exists(), "{arguments:?}");
}

/// A copy in the folder `out`, as messages name it.
fn shown(name: &str) -> String {
    Path::new("out").join(name).display().to_string()
}

/// A lake with a damaged page in a folder of its own.
fn damaged() -> Folder {
    let folder = lake();
    let file = folder.path("lake/bad/deep/d.parquet");
    fs::create_dir_all(file.parent().expect("a folder")).expect("it can be made");
    let file = file.display().to_string();
    add_crc(&folder, &["lake/a.parquet", &file]).printed();
    let mut bytes = fs::read(&file).expect("it is there");
    // In the body of the first page, which ends before byte 97.
    bytes[90] ^= 1;
    fs::write(&file, bytes).expect("it can be written");
    folder
}

fn lake_names() -> Vec<PathBuf> {
    LAKE.iter().map(|(name, _)| PathBuf::from(name.trim_start_matches("lake/"))).collect()
}

#[test]
fn a_damaged_file_is_not_copied_and_the_others_are() {
    let folder = damaged();
    let run = add_crc(&folder, &["lake", "-o", "out"]);
    let [complaint] = run.complaints()[..] else { panic!("{run:?}") };
    assert!(complaint.starts_with("lake/bad/deep/d.parquet: row group 0, column "), "{complaint}");
    assert!(complaint.contains("is damaged"), "{complaint}");
    assert_eq!(run.code, Some(2));
    assert_eq!(files(&folder.path("out")), lake_names());
    assert!(!folder.path("out/bad").exists(), "a folder without a copy");
}

#[test]
fn wrong_checksums_are_kept_on_demand() {
    let folder = damaged();
    let run = add_crc(&folder, &["--keep-wrong", "lake", "-o", "out"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(1), ""));
    let copy = fs::read(folder.path("out/bad/deep/d.parquet")).expect("it is there");
    assert!(copy == fs::read(folder.path("lake/bad/deep/d.parquet")).expect("it is there"));
    assert_eq!(files(&folder.path("out")).len(), LAKE.len() + 1);
}

#[test]
fn existing_files_stay_without_force() {
    let folder = lake();
    write(&folder, "out/a.parquet", "before");
    let run = add_crc(&folder, &["lake", "-o", "out"]);
    let copy = shown("a.parquet");
    let complaint = format!("cannot write '{copy}': exists already: -f overwrites it");
    assert_eq!((run.code, run.complaints()), (Some(2), vec![&*complaint]));
    assert_eq!(fs::read(folder.path("out/a.parquet")).expect("it is there"), b"before");
    assert_eq!(files(&folder.path("out")), lake_names());
    add_crc(&folder, &["-f", "lake", "-o", "out"]).printed();
    assert_ne!(fs::read(folder.path("out/a.parquet")).expect("it is there"), b"before");
}

#[test]
fn two_files_are_never_copied_to_one() {
    let folder = lake();
    let complaint = |files, copy| {
        let copy = shown(copy);
        format!("{files} would both be copied to '{copy}': use a folder for each")
    };
    let files = "'lake/year=2026/b.parquet' and 'lake/year=2025/month=1/b.parquet'";
    let arguments = ["lake/year=2026", "lake/year=2025/month=1", "-o", "out"];
    refused(&folder, &arguments, &complaint(files, "b.parquet"));
    let arguments = ["-f", "lake", "lake/a.parquet", "-o", "out"];
    let files = "'lake/a.parquet' and 'lake/a.parquet'";
    refused(&folder, &arguments, &complaint(files, "a.parquet"));
}

/// On Windows, `year=*/..` is cut out of names before the system looks for a file, so both are names.
#[cfg(unix)]
#[test]
fn no_copy_is_written_outside_of_the_folder() {
    let folder = lake();
    for pattern in ["lake/year=*/../a.parquet", "lake/year=*/../../lake/a.parquet"] {
        let run = add_crc(&folder, &[pattern, "-o", "out/deep/er"]);
        let [complaint] = run.complaints()[..] else { panic!("{run:?}") };
        assert!(complaint.ends_with("that was given: copy it by itself, IN OUT"), "{complaint}");
        assert_eq!((run.code, folder.path("out").exists()), (Some(2), false), "{pattern}");
    }
}

#[test]
fn a_folder_without_parquet_files_is_an_error_and_the_others_are_copied() {
    let folder = lake();
    write(&folder, "empty/notes.txt", "text");
    refused(&folder, &["empty", "-o", "out"], NO_PARQUET);
    let run = add_crc(&folder, &["empty", "none*", "lake", "-o", "out"]);
    assert_eq!((run.code, run.complaints()), (Some(2), vec![NO_PARQUET, "none*: matches no file"]));
    assert_eq!(files(&folder.path("out")), lake_names());
}

#[test]
fn wrong_usage() {
    let folder = lake();
    let takes = "add-crc copies a file, IN OUT, or files to a folder, IN... --output FOLDER: without --output it \
                 takes 2 paths, not";
    refused(&folder, &["lake/a.parquet"], &format!("{takes} 1"));
    refused(&folder, &["lake/a.parquet", "b", "c"], &format!("{takes} 3"));
    let is_folder = |name| {
        format!("{name}: is a folder: use add-crc IN... --output FOLDER to copy files to a folder")
    };
    refused(&folder, &["lake", "out"], &is_folder("lake"));
    refused(&folder, &["lake/a.parquet", "lake"], &is_folder("lake"));
    let complaint = "lake/notes.txt: is not a folder, which --output must name";
    refused(&folder, &["lake", "-o", "lake/notes.txt"], complaint);
    let complaint =
        "s3://bucket/out: is an address, but add-crc writes copies to folders of this machine only";
    refused(&folder, &["lake", "-o", "s3://bucket/out"], complaint);
    assert!(!folder.path("s3:").exists());
    let run = add_crc(&folder, &["-o", "out"]);
    assert_eq!(run.code, Some(2));
    assert!(
        run.stderr.contains("hashlane parquet add-crc [OPTIONS] IN... --output FOLDER"),
        "{run:?}"
    );
}

/// A file stands where a folder is needed.
#[cfg(unix)]
#[test]
fn folders_that_cannot_be_made() {
    let folder = lake();
    write(&folder, "out/year=2026", "a file");
    let run = add_crc(&folder, &["lake", "-o", "out"]);
    let [complaint] = run.complaints()[..] else { panic!("{run:?}") };
    let start = "cannot write 'out/year=2026/b.parquet': Not a directory";
    assert!(complaint.starts_with(start) && run.code == Some(2), "{run:?}");
    assert_eq!(files(&folder.path("out")).len(), LAKE.len());
    let run = add_crc(&folder, &["lake", "-o", "out/year=2026/x"]);
    assert_eq!((run.code, run.complaints().len()), (Some(2), LAKE.len()), "{run:?}");
    assert_eq!(
        super::vector("times"),
        fs::read(folder.path("lake/year=2026/b.parquet")).expect("it stays")
    );
}
