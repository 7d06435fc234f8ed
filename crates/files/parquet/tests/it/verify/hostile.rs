//! Truncated and mutated files, and files that are not Parquet.

use hashlane_files::{FileSystem, LocalFiles};
use hashlane_parquet::verify::{Check, CheckOutcome};
use parquet::file::properties::WriterVersion;

use super::healthy::with_filters;
use super::writers::{Folder, pyarrow_files};
use super::{failures, findings};
use crate::alloc::peak;
use crate::written::Memory;

/// A generator of reproducible numbers: xorshift64.
pub struct Numbers(pub u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    pub fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }
}

/// Files of both writers.
pub fn files() -> Vec<Vec<u8>> {
    let versions = [WriterVersion::PARQUET_1_0, WriterVersion::PARQUET_2_0];
    let mut files: Vec<Vec<u8>> = versions.into_iter().map(with_filters).collect();
    files.extend(pyarrow_files("").into_iter().map(|(_, bytes)| bytes));
    files
}

#[test]
fn every_truncation_fails() {
    for bytes in files().into_iter().take(4) {
        for len in 0..bytes.len() {
            let failed = failures(&Memory(bytes[..len].to_vec()), true);
            assert_eq!(failed.len(), 1, "{len}: {failed:?}");
            assert_eq!(failed[0].check, Check::Footer, "{len}");
        }
    }
}

/// Deeply verifies mutations of files. Whatever is found, there is no panic, which would end the test, and no
/// more memory is used than allowed.
#[test]
fn random_mutations() {
    const MUTATIONS: usize = 10_000;
    let files = files();
    let mut numbers = Numbers(0x9e37_79b9_7f4a_7c15);
    let mut failed = 0;
    for _ in 0..MUTATIONS {
        let mut bytes = files[numbers.below(files.len())].clone();
        for _ in 0..=numbers.below(4) {
            mutate(&mut bytes, &mut numbers);
        }
        let (found, peak) = peak(|| failures(&Memory(bytes), true));
        assert!(peak < 256 << 20, "{peak} bytes");
        failed += usize::from(!found.is_empty());
    }
    // Some mutations change only unused bytes: the name of the writer, a bound.
    assert!(failed > MUTATIONS / 2, "{failed} of {MUTATIONS} failed");
}

pub fn mutate(bytes: &mut Vec<u8>, numbers: &mut Numbers) {
    // Footers contain the claims, so half of the mutations go there.
    let from = if numbers.below(2) == 0 { bytes.len() / 2 } else { 0 };
    let at = from + numbers.below(bytes.len() - from);
    match numbers.below(6) {
        0 => bytes[at] ^= 1 << numbers.below(8),
        1 => bytes[at] = numbers.next() as u8,
        2 => bytes[at] = 0xff,
        3 => {
            let from = numbers.below(bytes.len());
            let len = numbers.below(16).min(bytes.len() - from).min(bytes.len() - at);
            bytes.copy_within(from..from + len, at);
        }
        4 => {
            bytes.remove(at);
        }
        _ => bytes.insert(at, numbers.next() as u8),
    }
}

#[test]
fn what_is_no_parquet_file() {
    let cases: [(&[u8], CheckOutcome, &str); 7] = [
        (b"", CheckOutcome::Failed, "the file is empty"),
        (b"P", CheckOutcome::Failed, "not a Parquet file: it does not end with PAR1"),
        (
            b"id,name\n1,one\n",
            CheckOutcome::Failed,
            "not a Parquet file: it does not end with PAR1",
        ),
        (
            b"PAR1 and then some",
            CheckOutcome::Failed,
            "the file does not end with PAR1: it is cut off, or not yet written to its end",
        ),
        (
            b"PAR1\x00\x00\x00\x00PAR1",
            CheckOutcome::Failed,
            "its length claims 0 bytes, but the file has room for only 0",
        ),
        (
            b"PAR1\xff\xff\xff\xffPAR1",
            CheckOutcome::Failed,
            "its length claims 4294967295 bytes, but the file has room for only 0",
        ),
        (
            b"PARE\x00\x00\x00\x00PARE",
            CheckOutcome::Unverified,
            "the footer is encrypted (PARE): nothing can be verified without its key",
        ),
    ];
    for (bytes, outcome, detail) in cases {
        let findings = findings(&Memory(bytes.to_vec()), true);
        assert_eq!(findings.len(), 1, "{findings:?}");
        assert_eq!(findings[0].check, Check::Footer);
        assert_eq!((findings[0].outcome, findings[0].detail.as_str()), (outcome, detail));
    }
}

/// Metadata that claims a billion row groups, and a schema that is ten thousand levels deep: the
/// `parquet` crate would allocate 200 GB for the first, and overflow its stack on the second.
#[test]
fn metadata_that_claim_too_much() {
    let mut groups = vec![0x15, 2, 0x19, 0x1c, 0x48, 1, b'r', 0, 0x16, 0];
    groups.extend([0x19, 0xfc, 0x80, 0x94, 0xeb, 0xdc, 0x03, 0]);
    let mut deep = vec![0x15, 2, 0x19, 0xfc, 0x90, 0x4e];
    for _ in 0..10_000 {
        deep.extend([0x48, 1, b'g', 0x15, 2, 0]);
    }
    deep.extend([0x16, 0, 0x19, 0x0c, 0]);
    let cases = [(groups, "it ends in the middle"), (deep, "more than 200 levels deep")];
    for (metadata, detail) in cases {
        let mut bytes = b"PAR1".to_vec();
        bytes.extend(&metadata);
        bytes.extend((metadata.len() as u32).to_le_bytes());
        bytes.extend(b"PAR1");
        let failed = failures(&Memory(bytes), true);
        assert_eq!(failed.len(), 1, "{failed:?}");
        assert_eq!(failed[0].check, Check::Metadata);
        assert!(failed[0].detail.ends_with(detail), "{}", failed[0].detail);
    }
}

/// A footer that is not encrypted, with the field that claims encrypted columns.
#[test]
fn encrypted_columns() {
    let metadata =
        [0x15, 2, 0x19, 0x1c, 0x48, 1, b'r', 0, 0x16, 0, 0x19, 0x0c, 0x4c, 0x1c, 0, 0, 0];
    let bytes = [b"PAR1", &metadata[..], &[metadata.len() as u8, 0, 0, 0], b"PAR1"].concat();
    let findings = findings(&Memory(bytes), false);
    let last = findings.last().expect("findings");
    assert_eq!((last.check, last.outcome), (Check::Metadata, CheckOutcome::Unverified), "{last:?}");
    let detail = "columns are encrypted: nothing can be verified without their keys";
    assert_eq!(last.detail, detail);
}

#[test]
fn a_directory_and_a_missing_file() {
    let folder = Folder::new();
    let path = folder.0.to_str().expect("a UTF-8 path").to_owned();
    let error = LocalFiles.open(&path).err().expect("an error");
    assert_eq!(error.to_string(), format!("{path}: is a directory"));
    let error = LocalFiles.open(&format!("{path}/none.parquet")).err().expect("an error");
    // Each system has words of its own for it.
    assert!(error.to_string().contains("(os error 2)"), "{error}");
}
