//! Files of this machine.

use std::fs::{self, File};
use std::path::Path;

use hashlane_files::digest::{DigestPass, FileAlgorithm};
#[cfg(target_os = "linux")]
use hashlane_files::imohash::imohash;
use hashlane_files::{LocalFiles, Source};

use crate::memory::cycle;

fn written(path: &Path, len: usize) -> Box<dyn Source> {
    fs::write(path, cycle(len)).expect("it can be written");
    LocalFiles.open_path(path).expect("it is there")
}

fn blake3() -> [&'static FileAlgorithm; 1] {
    [FileAlgorithm::find("blake3").expect("it is in the table")]
}

#[test]
fn blake3_of_spans_is_that_of_the_crate() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("file");
    for len in [0, 1, 1024, 1 << 16, (1 << 16) + 1, 1 << 18, (1 << 18) + 1, (3 << 20) + 1] {
        let source = written(&path, len);
        let expected = ::blake3::hash(&cycle(len));
        for threads in [1, 2, 3, 16] {
            let digest =
                DigestPass::on(threads).digests(&*source, &blake3()).expect("it can be read");
            assert_eq!(digest[0].hex(), expected.to_hex().as_str(), "{len} on {threads}");
        }
    }
}

#[test]
fn a_file_that_shrinks_under_blake3_is_an_error() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("file");
    const LEN: usize = 3_000_000;
    for len in [0, 5000, LEN as u64 / 2, LEN as u64 - 1] {
        for threads in [1, 2, 7] {
            let source = written(&path, LEN);
            let file = File::options().write(true).open(&path).expect("it opens");
            file.set_len(len).expect("it can be cut");
            let error =
                DigestPass::on(threads).digests(&*source, &blake3()).expect_err("it has changed");
            let text = error.to_string();
            assert!(text.ends_with("changed while it was read: try again"), "{text}");
        }
    }
}

/// The system reports the length of such a file as 0.
#[test]
#[cfg(target_os = "linux")]
fn files_of_proc_are_read_to_their_end() {
    let path = Path::new("/proc/version");
    let content = fs::read(path).expect("it can be read");
    assert_eq!(fs::metadata(path).expect("it is there").len(), 0);
    assert!(content.len() > 1);
    let source = LocalFiles.open_path(path).expect("it is there");
    assert_eq!(source.size(), content.len() as u64);
    let digest = DigestPass::on(2).digests(&*source, &blake3()).expect("it can be read");
    assert_eq!(digest[0].hex(), ::blake3::hash(&content).to_hex().as_str());
    let size = imohash(&*source).expect("it can be read").size;
    assert_eq!(size, content.len() as u64);
    let mut end = vec![0; 1];
    assert!(source.read_exact_at(content.len() as u64, &mut end).is_err());
    assert!(source.read_exact_at(content.len() as u64 - 1, &mut end).is_ok());
    assert_eq!(end, content[content.len() - 1..]);
}

#[test]
fn an_empty_file_is_empty() {
    let folder = tempfile::tempdir().expect("a folder");
    let source = written(&folder.path().join("file"), 0);
    assert_eq!(source.size(), 0);
    let digest = DigestPass::on(2).digests(&*source, &blake3()).expect("it can be read");
    assert_eq!(digest[0].hex(), ::blake3::hash(b"").to_hex().as_str());
}
