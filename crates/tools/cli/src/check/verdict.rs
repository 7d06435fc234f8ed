//! Compares a file with its listed digests.

use std::ffi::OsStr;

use hashlane_files::FileError;
use hashlane_files::digest::{FileBatch, FileDigest};
use hashlane_files::s3::{CHECKSUMS, S3Checksum};

use super::CheckArgs;
use super::listed::{ExpectedDigest, ManifestFile};
use crate::places::{self, OpenInput};

/// The result for a file.
pub struct CheckResult<'a> {
    /// The file with its listed digests.
    pub file: &'a ManifestFile,
    /// Its actual digests in the order of the list, or the error of reading it.
    pub digests: Result<Vec<ActualDigest>, FileError>,
}

/// A digest of a file as it is.
pub struct ActualDigest {
    /// The digest.
    pub digest: FileDigest,
    /// The number of parts, for a checksum of parts' checksums.
    pub parts: Option<u64>,
}

/// How files are read.
pub struct CheckReading<'a> {
    /// The folder of the names, and the size of the parts of an object.
    pub args: &'a CheckArgs,
    /// The threads.
    pub batch: &'a FileBatch,
    /// Called with the number of bytes that were read.
    pub progress: &'a (dyn Fn(u64) + Sync),
}

impl CheckReading<'_> {
    /// Reads a file and computes its digests.
    pub fn verdict<'f>(&self, file: &'f ManifestFile) -> CheckResult<'f> {
        let digests = match places::path(&file.name) {
            Some(name) => self.digests(self.args.path(name).as_os_str(), &file.digests),
            None => {
                let name = String::from_utf8_lossy(&file.name);
                Err(FileError::new(&name, "isn't a possible file name here"))
            }
        };
        CheckResult { file, digests }
    }

    /// The digests of the whole file come from one pass.
    fn digests(
        &self,
        path: &OsStr,
        expected: &[ExpectedDigest],
    ) -> Result<Vec<ActualDigest>, FileError> {
        let whole = expected.iter().filter(|one| one.parts.is_none());
        let algorithms: Vec<_> = whole.map(|one| one.algorithm).collect();
        let mut digests = Vec::new();
        if !algorithms.is_empty() {
            digests = OpenInput::open(path)?.digests(&algorithms, self.batch, self.progress)?.1;
        }
        let whole: Vec<_> = expected.iter().filter(|one| one.parts.is_none()).collect();
        self.try_others(path, &whole, &mut digests)?;
        let mut digests = digests.into_iter();
        let actual = expected.iter().map(|one| match one.parts {
            Some(_) => self.composite(path, one),
            None => {
                let digest = digests.next().expect("one digest an algorithm");
                Ok(ActualDigest { digest, parts: None })
            }
        });
        actual.collect()
    }

    /// Reads a file again if a digest without a tag isn't that of the usual algorithm: it may be that of another one with digests of
    /// this length. A pipe can't be read again.
    fn try_others(
        &self,
        path: &OsStr,
        expected: &[&ExpectedDigest],
        digests: &mut [FileDigest],
    ) -> Result<(), FileError> {
        for (one, digest) in expected.iter().zip(digests) {
            if one.digest == digest.bytes || one.others.is_empty() {
                continue;
            }
            let input = OpenInput::open(path)?;
            if matches!(input, OpenInput::Stream(..)) {
                continue;
            }
            // These bytes have been counted.
            let found = input.digests(&one.others, self.batch, &|_| ())?.1;
            if let Some(found) = found.into_iter().find(|found| found.bytes == one.digest) {
                *digest = found;
            }
        }
        Ok(())
    }

    fn composite(
        &self,
        path: &OsStr,
        expected: &ExpectedDigest,
    ) -> Result<ActualDigest, FileError> {
        let is_it = |row: &&S3Checksum| row.algorithm() == expected.algorithm;
        let checksum = CHECKSUMS.iter().find(is_it).expect("only these have parts");
        let part_size = self.args.part_size.expect("lines with parts are only listed with it");
        match OpenInput::open(path)? {
            OpenInput::File(source) => {
                let (digest, parts) =
                    checksum.composite_digest(&*source, part_size, self.batch, self.progress)?;
                Ok(ActualDigest { digest, parts: Some(parts) })
            }
            OpenInput::Stream(name, _) => {
                Err(FileError::new(&name, "has no parts: save it to a file first"))
            }
        }
    }
}
