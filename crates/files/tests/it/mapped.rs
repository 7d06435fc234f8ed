//! Files that are mapped.

use std::fs::{self, File};
use std::path::Path;

use hashlane_files::digest::{Algorithm, Pass};
use hashlane_files::{Local, Source};

const LEN: usize = 3_000_000;

fn written(path: &Path) -> Box<dyn Source> {
    let bytes: Vec<u8> = (0..LEN).map(|i| (i % 251) as u8 + 1).collect();
    fs::write(path, bytes).expect("it can be written");
    Local.open_mapped(path).expect("it is there")
}

fn cut(path: &Path, len: u64) {
    let file = File::options().write(true).open(path).expect("it opens");
    file.set_len(len).expect("it can be cut");
}

fn blake3() -> [&'static Algorithm; 1] {
    [Algorithm::find("blake3").expect("it is in the table")]
}

#[test]
fn the_digest_is_that_of_a_file_that_is_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("file");
    let mapped = written(&path);
    assert!(mapped.map().is_some(), "a file of this machine can be mapped");
    assert!(Local.open_path(&path).expect("it is there").map().is_none(), "nobody asked for that");
    let expected = ::blake3::hash(&fs::read(&path).expect("it can be read"));
    for threads in [1, 2, 7] {
        let digest = Pass::on(threads).digests(&*mapped, &blake3()).unwrap();
        assert_eq!(digest[0].hex(), expected.to_hex().as_str());
    }
}

/// Whoever reads what is gone gets a signal, which ends a process that does not handle it.
#[test]
fn a_file_that_shrinks_is_an_error() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("file");
    for len in [0, 5000, LEN as u64 / 2, LEN as u64 - 1] {
        for threads in [1, 2, 7] {
            let source = written(&path);
            cut(&path, len);
            assert!(source.map().is_some());
            let error = Pass::on(threads).digests(&*source, &blake3()).expect_err("it has changed");
            let text = error.to_string();
            assert!(text.ends_with("changed while it was read: try again"), "{text}");
        }
    }
}

#[test]
fn a_mapping_that_ended_is_watched_no_more() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("file");
    let source = written(&path);
    // More than there can be at once.
    for _ in 0..1000 {
        drop(source.map().expect("a mapping"));
    }
}

#[test]
fn short_files_are_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("file");
    for len in [0, 1, 100_000] {
        fs::write(&path, vec![7; len]).expect("it can be written");
        let source = Local.open_mapped(&path).expect("it is there");
        assert!(source.map().is_none());
        let digest = Pass::on(2).digests(&*source, &blake3()).unwrap();
        assert_eq!(digest[0].hex(), ::blake3::hash(&vec![7; len]).to_hex().as_str());
    }
}
