//! The checksums that S3 stores with an object.
//! Spec: <https://docs.aws.amazon.com/AmazonS3/latest/userguide/checking-object-integrity.html>

use std::io;

use hashlane_kernels::hash::algorithm::is_spelling;

use crate::digest::{DigestPass, FileAlgorithm, FileBatch, FileDigest};
use crate::{FileError, Source};

/// A checksum with S3's name.
#[derive(Debug)]
pub struct S3Checksum {
    /// S3's name, such as `CRC64NVME`.
    pub name: &'static str,
    /// Hashlane's name for it.
    algorithm: &'static str,
    composite: CompositeChecksum,
}

#[derive(Debug)]
enum CompositeChecksum {
    /// The checksum of the parts' checksums, in base64.
    Checksum,
    /// MD5 of the parts' MD5s, in hexadecimal: the ETag.
    ETag,
    /// S3 stores this checksum for whole objects only.
    None,
}

/// Every checksum, in the order that messages list them.
pub static CHECKSUMS: &[S3Checksum] = &[
    row("CRC32", "crc32", CompositeChecksum::Checksum),
    row("CRC32C", "crc32c", CompositeChecksum::Checksum),
    row("CRC64NVME", "crc64nvme", CompositeChecksum::None),
    row("XXHASH64", "xxh64", CompositeChecksum::Checksum),
    row("XXHASH3", "xxh3", CompositeChecksum::Checksum),
    row("XXHASH128", "xxh128", CompositeChecksum::Checksum),
    row("SHA1", "sha1", CompositeChecksum::Checksum),
    row("SHA256", "sha256", CompositeChecksum::Checksum),
    row("SHA512", "sha512", CompositeChecksum::Checksum),
    row("MD5", "md5", CompositeChecksum::ETag),
];

const fn row(
    name: &'static str,
    algorithm: &'static str,
    composite: CompositeChecksum,
) -> S3Checksum {
    S3Checksum { name, algorithm, composite }
}

/// The most parts of an object in S3.
pub const MOST_PARTS: u64 = 10_000;

impl S3Checksum {
    /// Finds the checksum with that name. Case, `-`, `_` and `/` don't count.
    pub fn find(name: &str) -> Option<&'static S3Checksum> {
        CHECKSUMS.iter().find(|row| is_spelling(row.name, name))
    }

    /// The algorithm.
    pub fn algorithm(&self) -> &'static FileAlgorithm {
        FileAlgorithm::find(self.algorithm).expect("the rows name algorithms that there are")
    }

    /// Whether S3 stores it for objects that are uploaded in parts.
    pub fn has_composite(&self) -> bool {
        !matches!(self.composite, CompositeChecksum::None)
    }

    /// Whether its value for objects that are uploaded in parts is the ETag, which is in hexadecimal.
    pub(crate) fn is_etag(&self) -> bool {
        matches!(self.composite, CompositeChecksum::ETag)
    }

    /// The value for a whole object, as in the header `x-amz-checksum-<name>` (for MD5, `Content-MD5`): base64 of the
    /// big-endian bytes.
    pub fn full_object(&self, digest: &FileDigest) -> String {
        digest.base64()
    }

    /// The value for an object that is uploaded in parts of `part_size` bytes, except for a shorter last part: the
    /// checksum of the parts' checksums in base64, `-`, and the number of parts. For MD5 it is the ETag, which is in
    /// hexadecimal. An empty file is one empty part.
    ///
    /// Several parts are read at a time, on the threads of `batch`.
    ///
    /// # Errors
    /// Returns an error if S3 has no such value (see [`S3Checksum::has_composite`]), if `part_size` is 0 or gives more
    /// parts than S3 allows, or if the file can't be read or has changed since it was opened.
    pub fn composite(
        &self,
        source: &dyn Source,
        part_size: u64,
        batch: &FileBatch,
        progress: &(dyn Fn(u64) + Sync),
    ) -> Result<String, FileError> {
        let (whole, count) = self.composite_digest(source, part_size, batch, progress)?;
        Ok(match self.is_etag() {
            true => format!("{}-{count}", whole.hex()),
            false => format!("{}-{count}", whole.base64()),
        })
    }

    /// The digest of the parts' checksums, and the number of parts, of which [`S3Checksum::composite`] makes a value.
    ///
    /// # Errors
    /// As for [`S3Checksum::composite`].
    pub fn composite_digest(
        &self,
        source: &dyn Source,
        part_size: u64,
        batch: &FileBatch,
        progress: &(dyn Fn(u64) + Sync),
    ) -> Result<(FileDigest, u64), FileError> {
        let fail = |message| Err(FileError::new(source.name(), message));
        if !self.has_composite() {
            return fail(format!(
                "S3 keeps {} only for whole objects: leave out the part size",
                self.name
            ));
        }
        if part_size == 0 {
            return fail("can't be split into parts of 0 bytes: use a larger part size".to_owned());
        }
        let count = source.size().div_ceil(part_size).max(1);
        if count > MOST_PARTS {
            return fail(format!(
                "would need {count} parts of {part_size} bytes; S3 allows {MOST_PARTS}: use a \
                 larger part size"
            ));
        }
        let parts: Vec<FileRange<'_>> =
            (0..count).map(|number| FileRange::new(source, number, part_size)).collect();
        let mut checksums = Vec::new();
        let digest = |part: &FileRange<'_>| {
            let share = batch.share(Some(part.size), &[self.algorithm()]);
            share.pass().reporting(progress).digests(part, &[self.algorithm()])
        };
        batch.in_order(&parts, digest, |digests| {
            checksums.extend(digests?.into_iter().flat_map(|digest| digest.bytes));
            Ok::<(), FileError>(())
        })?;
        Ok((self.of_checksums(source.name(), &checksums)?, count))
    }

    fn of_checksums(&self, name: &str, mut checksums: &[u8]) -> Result<FileDigest, FileError> {
        let algorithms = [self.algorithm()];
        let (_, digests) =
            DigestPass::on(1).digests_of_stream(name, &mut checksums, &algorithms)?;
        Ok(digests.into_iter().next().expect("one digest an algorithm"))
    }
}

/// A range of a file, as a file.
struct FileRange<'a> {
    whole: &'a dyn Source,
    offset: u64,
    size: u64,
}

impl<'a> FileRange<'a> {
    fn new(whole: &'a dyn Source, number: u64, part_size: u64) -> Self {
        let offset = number * part_size;
        FileRange { whole, offset, size: (whole.size() - offset).min(part_size) }
    }
}

impl Source for FileRange<'_> {
    fn name(&self) -> &str {
        self.whole.name()
    }

    fn size(&self) -> u64 {
        self.size
    }

    fn read_exact_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        self.whole.read_exact_at(self.offset + offset, buffer)
    }

    fn unchanged(&self) -> Result<(), FileError> {
        self.whole.unchanged()
    }
}
