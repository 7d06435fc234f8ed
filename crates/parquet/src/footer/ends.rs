//! Both ends of a file: magic bytes, and where the metadata lie.
//!
//! <https://parquet.apache.org/docs/file-format/>

use hashlane_files::{FileError, Source};

use crate::page::read_range;

/// What a Parquet file starts and ends with.
pub(crate) const MAGIC: &[u8; 4] = b"PAR1";

/// What a file with an encrypted footer ends with, and starts with.
const ENCRYPTED: &[u8; 4] = b"PARE";

/// Bytes at the end: the length of the metadata and the magic.
const TAIL: u64 = 8;

/// What is read of the end of a file in the hope that all metadata are there: on an object store, a
/// request less.
const GUESS: u64 = 64 << 10;

/// What the two ends of a file say.
#[derive(Debug)]
pub(crate) struct Ends {
    /// The first four bytes, or as many as there are.
    pub head: Vec<u8>,
    /// Where in the file the metadata, a `FileMetaData` in the compact protocol, begin, and their
    /// bytes. Their length and the magic follow, up to the end of the file.
    pub metadata: Result<(u64, Vec<u8>), Misfit>,
}

/// Why there are no metadata.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Misfit {
    /// The file is empty.
    Empty,
    /// It does not end in the magic.
    NoMagic,
    /// The footer is encrypted.
    Encrypted,
    /// The metadata do not fit the file.
    Length {
        /// Bytes that they claim.
        claimed: u64,
        /// Bytes that the file has room for.
        room: u64,
    },
    /// The metadata are longer than was asked for.
    TooLong {
        /// Bytes of them.
        claimed: u64,
    },
}

impl Ends {
    /// Reads both ends, and the metadata if they take `most` bytes or less.
    ///
    /// # Errors
    /// If the file can't be read.
    pub fn read(source: &dyn Source, most: u64) -> Result<Ends, FileError> {
        let size = source.size();
        if size == 0 {
            return Ok(Ends { head: Vec::new(), metadata: Err(Misfit::Empty) });
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
        Ok(Ends { head, metadata })
    }

    /// The metadata of a file of which both ends are as they should be.
    ///
    /// # Errors
    /// What is wrong with the file, as a line.
    pub fn whole(self, source: &dyn Source) -> Result<(u64, Vec<u8>), FileError> {
        let Ends { head, metadata } = self;
        let error = |message| FileError::new(source.name(), message);
        let metadata = metadata.map_err(|misfit| error(misfit.words(&head, source.size())))?;
        if head != MAGIC {
            return Err(error(no_start()));
        }
        Ok(metadata)
    }
}

/// Where the metadata begin, after the bytes at the end of a file of this size.
fn metadata_range(tail: &[u8], size: u64, most: u64) -> Result<u64, Misfit> {
    let Some((_, [a, b, c, d, magic @ ..])) = tail.split_last_chunk::<{ TAIL as usize }>() else {
        return Err(Misfit::NoMagic);
    };
    if magic == ENCRYPTED {
        return Err(Misfit::Encrypted);
    }
    if magic != MAGIC {
        return Err(Misfit::NoMagic);
    }
    let claimed = u64::from(u32::from_le_bytes([*a, *b, *c, *d]));
    let room = size.saturating_sub(TAIL + MAGIC.len() as u64);
    if claimed > room {
        return Err(Misfit::Length { claimed, room });
    }
    if claimed > most {
        return Err(Misfit::TooLong { claimed });
    }
    Ok(size - TAIL - claimed)
}

impl Misfit {
    /// What is wrong with a file that begins with `head` and has `size` bytes, as the end of a line
    /// that starts with its name.
    pub fn words(self, head: &[u8], size: u64) -> String {
        match self {
            Misfit::Empty => "is empty: no Parquet file is".to_owned(),
            _ if size < TAIL + MAGIC.len() as u64 => {
                format!("is no Parquet file: {size} bytes are too few for one")
            }
            Misfit::Encrypted => "has an encrypted footer: decrypt it first".to_owned(),
            _ if head != MAGIC => no_start(),
            Misfit::NoMagic => {
                "is no Parquet file, or its end is missing: it does not end in PAR1".to_owned()
            }
            Misfit::Length { claimed, .. } => {
                format!("has a damaged footer: it claims {claimed} bytes in a file of {size}")
            }
            Misfit::TooLong { claimed } => {
                format!("has a footer of {claimed} bytes, which is more than is read")
            }
        }
    }
}

fn no_start() -> String {
    "is no Parquet file: it does not start with PAR1".to_owned()
}
