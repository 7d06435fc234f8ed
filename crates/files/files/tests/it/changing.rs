//! Files that change while they are read.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::sync::atomic::{AtomicUsize, Ordering};

use hashlane_files::digest::{ALGORITHMS, DigestPass};
use hashlane_files::imohash::imohash;
use hashlane_files::pipe::SourceReader;
use hashlane_files::{FileError, FileSystem, LocalFiles, Source};

#[test]
fn a_file_that_shrinks_or_grows_is_an_error() {
    let folder = tempfile::tempdir().expect("a folder");
    let all: Vec<_> = ALGORITHMS.iter().collect();
    for new_len in [0, 100, 4_000_000] {
        let path = folder.path().join(format!("to-{new_len}"));
        fs::write(&path, vec![7; 3_000_000]).expect("it can be written");
        let source = LocalFiles.open_path(&path).expect("it is there");
        let pass = DigestPass::on(2);
        assert!(pass.digests(&*source, &all).is_ok());
        File::options()
            .write(true)
            .open(&path)
            .and_then(|file| file.set_len(new_len))
            .expect("set");
        for error in [pass.digests(&*source, &all).err(), imohash(&*source).err()] {
            let text = error.expect("it has changed").to_string();
            assert!(text.ends_with("changed while it was read: try again"), "{text}");
        }
    }
}

#[test]
fn a_file_that_is_written_to_is_an_error() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("written");
    fs::write(&path, [7; 1000]).expect("it can be written");
    let source = LocalFiles.open_path(&path).expect("it is there");
    let mut file = File::options().write(true).open(&path).expect("it opens");
    file.write_all(b"8").expect("it can be written");
    // The clock of some file systems is coarse, so the time must be clearly later.
    let later = std::time::SystemTime::now() + std::time::Duration::from_secs(5);
    file.set_modified(later).expect("the time can be set");
    assert!(DigestPass::on(1).digests(&*source, &[&ALGORITHMS[0]]).is_err());
}

#[test]
fn a_stream_of_a_file_that_changes_is_an_error() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("streamed");
    for new_len in [0, 100, 4000] {
        fs::write(&path, vec![7; 3000]).expect("it can be written");
        let source = LocalFiles.open_path(&path).expect("it is there");
        File::options()
            .write(true)
            .open(&path)
            .and_then(|file| file.set_len(new_len))
            .expect("set");
        let error = SourceReader::new(source).read_to_end(&mut Vec::new());
        let text = error.expect_err("it has changed").to_string();
        assert_eq!(text, "changed while it was read: try again");
    }
}

#[test]
fn what_is_no_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let message = |name: &str| match LocalFiles.open(&path(name)) {
        Ok(_) => panic!("{name} opened"),
        Err(error) => error,
    };
    assert!(message("missing").is_not_found());
    assert!(message("").to_string().ends_with("is a directory"));
    if cfg!(unix) {
        let Err(device) = LocalFiles.open("/dev/null") else { panic!("a device opened") };
        assert_eq!(device.to_string(), "/dev/null: is a pipe or a device: save it to a file first");
    }
}

/// A reader that fails from the second chunk on.
struct Broken(AtomicUsize);

impl Source for Broken {
    fn name(&self) -> &str {
        "broken"
    }

    fn size(&self) -> u64 {
        10 << 20
    }

    fn read_exact_at(&self, _: u64, _: &mut [u8]) -> io::Result<()> {
        match self.0.fetch_add(1, Ordering::Relaxed) {
            0 => Ok(()),
            _ => Err(io::Error::other("the disk says no")),
        }
    }

    fn unchanged(&self) -> Result<(), FileError> {
        Ok(())
    }
}

#[test]
fn a_read_that_fails_ends_every_thread() {
    let all: Vec<_> = ALGORITHMS.iter().collect();
    for threads in [1, 2, 8] {
        let error =
            DigestPass::on(threads).digests(&Broken(AtomicUsize::new(0)), &all).unwrap_err();
        assert_eq!(error.to_string(), "broken: the disk says no");
    }
}
