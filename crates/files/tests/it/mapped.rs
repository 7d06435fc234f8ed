//! Files that are mapped.

use std::fs::{self, File};
use std::path::Path;
use std::thread;

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
    let mapping = mapped.map().expect("a file of this machine can be mapped");
    assert_eq!(mapping.bytes(), fs::read(&path).expect("it can be read"));
    let read = Local.open_path(&path).expect("it is there");
    assert!(read.map().is_none(), "nobody asked for that");
    for threads in [1, 2, 7] {
        let digest = |source: &dyn Source| Pass::on(threads).digests(source, &blake3()).unwrap();
        assert_eq!(digest(&*mapped)[0].hex(), digest(&*read)[0].hex());
    }
}

#[test]
fn what_a_file_has_lost_is_zeros() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("file");
    for len in [0, 5000, LEN as u64 - 1] {
        let source = written(&path);
        let mapping = source.map().expect("a mapping");
        assert_ne!(mapping.bytes()[LEN - 1], 0);
        assert!(!mapping.is_lost());
        cut(&path, len);
        // Several threads find it at the same time.
        thread::scope(|scope| {
            for part in mapping.bytes().chunks(LEN / 4) {
                scope.spawn(|| part.iter().map(|byte| u64::from(*byte)).sum::<u64>());
            }
        });
        // The rest of the last page is zeros, and the pages behind it are gone.
        let last_page = len.next_multiple_of(1 << 16) >= LEN as u64;
        assert!(mapping.is_lost() || last_page);
        assert!(mapping.bytes()[len as usize..].iter().all(|byte| *byte == 0));
        let error = Pass::on(2).digests(&*source, &blake3()).expect_err("it has changed");
        assert!(error.to_string().ends_with("changed while it was read: try again"), "{error}");
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
