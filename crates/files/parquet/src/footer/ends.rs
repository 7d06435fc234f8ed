//! The two ends of a file: magic bytes, and the location of the metadata.
//!
//! <https://parquet.apache.org/docs/file-format/>

use hashlane_files::{FileError, Source};

use crate::page::read_range;

/// The first and the last bytes of a Parquet file.
pub(crate) const MAGIC: &[u8; 4] = b"PAR1";

/// The last bytes of a file with an encrypted footer, and its first.
const ENCRYPTED: &[u8; 4] = b"PARE";

/// The number of bytes at the end that hold the length of the metadata and the magic.
const TAIL: u64 = 8;

/// The number of bytes that are read from the end of a file. They usually contain all metadata, which saves a request
/// to an object store.
const GUESS: u64 = 64 << 10;

/// The two ends of a file.
#[derive(Debug)]
pub(crate) struct FileEnds {
    /// The first four bytes, or as many as there are.
    pub head: Vec<u8>,
    /// The offset in the file of the metadata, a `FileMetaData` in the compact protocol, and their bytes. Their length
    /// and the magic follow, up to the end of the file.
    pub metadata: Result<(u64, Vec<u8>), MetadataError>,
}

/// The reason why no metadata were read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MetadataError {
    /// The file is empty.
    Empty,
    /// The file does not end in the magic.
    NoMagic,
    /// The footer is encrypted.
    Encrypted,
    /// The file has no room for its metadata.
    Length {
        /// The number of bytes that they claim.
        claimed: u64,
        /// The number of bytes that the file has room for.
        room: u64,
    },
    /// The metadata are longer than the caller's limit.
    TooLong {
        /// The number of bytes that they claim.
        claimed: u64,
    },
}

impl FileEnds {
    /// Reads both ends, and the metadata if they take at most `most` bytes.
    ///
    /// # Errors
    /// Returns an error if the file can't be read.
    pub(crate) fn read(source: &dyn Source, most: u64) -> Result<FileEnds, FileError> {
        let size = source.size();
        if size == 0 {
            return Ok(FileEnds { head: Vec::new(), metadata: Err(MetadataError::Empty) });
        }
        let head = read_range(source, 0..size.min(4))?;
        let guess = size.saturating_sub(GUESS);
        let tail = read_range(source, guess..size)?;
        let metadata = match metadata_range(&tail, size, most) {
            Err(misfit) => Err(misfit),
            Ok(start) if start >= guess => {
                let end = tail.len() - TAIL as usize;
                Ok((start, tail[(start - guess) as usize..end].to_vec()))
            }
            Ok(start) => Ok((start, read_range(source, start..size - TAIL)?)),
        };
        Ok(FileEnds { head, metadata })
    }

    /// Returns the metadata of a file whose ends are both valid.
    ///
    /// # Errors
    /// Returns one line about the problem otherwise.
    pub(crate) fn whole(self, source: &dyn Source) -> Result<(u64, Vec<u8>), FileError> {
        let FileEnds { head, metadata } = self;
        let error = |message| FileError::new(source.name(), message);
        let metadata = metadata.map_err(|misfit| error(misfit.words(&head, source.size())))?;
        if head != MAGIC {
            return Err(error(no_start()));
        }
        Ok(metadata)
    }
}

/// Returns where the metadata start in a file of `size` bytes, given the bytes at its end.
fn metadata_range(tail: &[u8], size: u64, most: u64) -> Result<u64, MetadataError> {
    let Some((_, [a, b, c, d, magic @ ..])) = tail.split_last_chunk::<{ TAIL as usize }>() else {
        return Err(MetadataError::NoMagic);
    };
    if magic == ENCRYPTED {
        return Err(MetadataError::Encrypted);
    }
    if magic != MAGIC {
        return Err(MetadataError::NoMagic);
    }
    let claimed = u64::from(u32::from_le_bytes([*a, *b, *c, *d]));
    let room = size.saturating_sub(TAIL + MAGIC.len() as u64);
    if claimed > room {
        return Err(MetadataError::Length { claimed, room });
    }
    if claimed > most {
        return Err(MetadataError::TooLong { claimed });
    }
    Ok(size - TAIL - claimed)
}

impl MetadataError {
    /// Describes the problem with a file of `size` bytes that starts with `head`. The text follows the file's name.
    pub(crate) fn words(self, head: &[u8], size: u64) -> String {
        match self {
            MetadataError::Empty => "is empty, so it is not a Parquet file".to_owned(),
            _ if size < TAIL + MAGIC.len() as u64 => {
                format!("is not a Parquet file: {size} bytes are too few for one")
            }
            MetadataError::Encrypted => "has an encrypted footer: decrypt it first".to_owned(),
            _ if head != MAGIC => no_start(),
            MetadataError::NoMagic => {
                "is not a Parquet file, or its end is missing: it does not end in PAR1".to_owned()
            }
            MetadataError::Length { claimed, .. } => {
                format!("has a damaged footer: it claims {claimed} bytes in a file of {size}")
            }
            MetadataError::TooLong { claimed } => {
                format!("has a footer of {claimed} bytes, more than this release reads")
            }
        }
    }
}

fn no_start() -> String {
    "is not a Parquet file: it does not start with PAR1".to_owned()
}
