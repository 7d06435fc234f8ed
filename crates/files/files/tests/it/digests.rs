//! Digests against vectors of independent packages, on any number of threads.

use std::io::Read;
use std::sync::atomic::{AtomicU64, Ordering};

use hashlane_files::digest::{ALGORITHMS, DigestPass, FileAlgorithm, FileBatch, FileDigest};
use serde_json::Value;

use crate::memory::{Memory, cycle, vectors};

/// Other packages' digests of the input with this index, in the order of `ALGORITHMS`.
fn expected(vectors: &Value, index: usize) -> Vec<String> {
    let tables = vectors["tables"].as_array().expect("a list");
    let of = |algorithm: &FileAlgorithm| {
        let table = tables.iter().find(|table| table["algorithm"] == algorithm.name);
        let table = table.unwrap_or_else(|| panic!("no vectors of {algorithm:?}"));
        table["hex"][index].as_str().expect("hex").to_owned()
    };
    ALGORITHMS.iter().map(of).collect()
}

fn lengths(vectors: &Value) -> Vec<usize> {
    let lengths = vectors["lengths"].as_array().expect("a list");
    lengths.iter().map(|length| length.as_u64().expect("a number") as usize).collect()
}

fn hex(digests: &[FileDigest]) -> Vec<String> {
    digests.iter().map(FileDigest::hex).collect()
}

#[test]
fn one_read_gives_all_digests_on_any_number_of_threads() {
    let (vectors, all) = (vectors(), ALGORITHMS.iter().collect::<Vec<_>>());
    for (index, length) in lengths(&vectors).into_iter().enumerate() {
        let (file, expected) = (Memory(cycle(length)), expected(&vectors, index));
        for threads in [1, 2, 3, 16] {
            let read = AtomicU64::new(0);
            let count = |bytes| {
                read.fetch_add(bytes, Ordering::Relaxed);
            };
            let pass = DigestPass::on(threads).reporting(&count);
            let digests = pass.digests(&file, &all).expect("it can be read");
            assert_eq!(hex(&digests), expected, "{length} bytes on {threads} threads");
            assert_eq!(read.into_inner(), length as u64, "one read, on {threads} threads");
        }
    }
}

#[test]
fn each_algorithm_alone_is_the_same() {
    let vectors = vectors();
    for (index, length) in lengths(&vectors).into_iter().enumerate() {
        let (file, expected) = (Memory(cycle(length)), expected(&vectors, index));
        for (algorithm, expected) in ALGORITHMS.iter().zip(expected) {
            let digests = DigestPass::on(2).digests(&file, &[algorithm]).expect("it can be read");
            assert_eq!(hex(&digests), [expected], "{algorithm:?} of {length} bytes");
        }
    }
}

/// A reader that returns pieces of any length, like a pipe.
struct Pieces<'a>(&'a [u8], usize);

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        self.1 = self.1 * 7 % 100_003 + 1;
        let len = self.1.min(buffer.len()).min(self.0.len());
        buffer[..len].copy_from_slice(&self.0[..len]);
        self.0 = &self.0[len..];
        Ok(len)
    }
}

#[test]
fn streams_of_unknown_length() {
    let (vectors, all) = (vectors(), ALGORITHMS.iter().collect::<Vec<_>>());
    for (index, length) in lengths(&vectors).into_iter().enumerate() {
        let (bytes, expected) = (cycle(length), expected(&vectors, index));
        for threads in [1, 4] {
            let mut pieces = Pieces(&bytes, 1);
            let (size, digests) = DigestPass::on(threads)
                .digests_of_stream("pipe", &mut pieces, &all)
                .expect("it reads");
            assert_eq!((size, hex(&digests)), (length as u64, expected.clone()), "{length} bytes");
        }
    }
}

#[test]
fn no_algorithm_and_the_same_one_twice() {
    let file = Memory(cycle(2_000_000));
    assert!(DigestPass::on(2).digests(&file, &[]).expect("it can be read").is_empty());
    let blake3 = FileAlgorithm::find("blake3").expect("there is one");
    let xxh3 = FileAlgorithm::find("xxh3").expect("there is one");
    let digests =
        DigestPass::on(2).digests(&file, &[blake3, xxh3, blake3, xxh3]).expect("it reads");
    assert_eq!(digests[0].bytes, digests[2].bytes);
    assert_eq!(digests[1].bytes, digests[3].bytes);
    assert_ne!(digests[0].bytes, digests[1].bytes);
}

#[test]
fn several_files_come_in_order() {
    let files: Vec<usize> = (0..200).map(|i| (i * 7919) % 50_000).collect();
    let sha256 = [FileAlgorithm::find("sha256").expect("there is one")];
    for threads in [1, 4] {
        let batch = FileBatch::on(threads);
        let mut seen = Vec::new();
        let result = batch.in_order(
            &files,
            |&length| {
                let share = batch.share(Some(length as u64), &sha256);
                let file = Memory(cycle(length));
                (length, share.pass().digests(&file, &sha256).expect("it reads"))
            },
            |(length, _)| {
                seen.push(length);
                if seen.len() == 150 { Err("enough") } else { Ok(()) }
            },
        );
        assert_eq!((result, &seen[..]), (Err("enough"), &files[..150]));
    }
}
