//! The footer's bytes, and the files that have none or a secret one.

use hashlane_files::{FileError, Source};

use super::Unfit;
use crate::page::read_range;
use crate::thrift::{Elements, Fields};

/// What a Parquet file starts and ends with.
pub(crate) const MAGIC: &[u8; 4] = b"PAR1";

/// What a file with an encrypted footer ends with, and starts with.
const ENCRYPTED: &[u8; 4] = b"PARE";

/// The field that Thrift structures of Parquet keep for extensions.
///
/// <https://github.com/apache/parquet-format/blob/master/BinaryProtocolExtensions.md>
pub(crate) const EXTENSION: i16 = 32767;

/// The footer: a `FileMetaData` in the compact protocol, which its length and the magic follow.
#[derive(Debug)]
pub(crate) struct Footer {
    /// Where in the file it starts. It goes on to the end of the file.
    pub start: u64,
    /// The `FileMetaData`, without length and magic.
    pub metadata: Vec<u8>,
}

impl Footer {
    /// The footer of a Parquet file.
    ///
    /// # Errors
    /// If the file is none, if its footer is encrypted, or if it can't be read.
    pub fn read(source: &dyn Source) -> Result<Footer, FileError> {
        let unfit = |message: String| FileError::new(source.name(), message);
        let size = source.size();
        if size == 0 {
            return Err(unfit("is empty: no Parquet file is".to_owned()));
        }
        if size < 12 {
            return Err(unfit(format!("is no Parquet file: {size} bytes are too few for one")));
        }
        let start = read_range(source, 0..4)?;
        let end = read_range(source, size - 8..size)?;
        if end.ends_with(ENCRYPTED) {
            return Err(unfit("has an encrypted footer: decrypt it first".to_owned()));
        }
        if start != MAGIC {
            return Err(unfit("is no Parquet file: it does not start with PAR1".to_owned()));
        }
        if !end.ends_with(MAGIC) {
            return Err(unfit(
                "is no Parquet file, or its end is missing: it does not end in PAR1".to_owned(),
            ));
        }
        let len = u64::from(u32::from_le_bytes([end[0], end[1], end[2], end[3]]));
        if len > size - 12 {
            return Err(unfit(format!(
                "has a damaged footer: it claims {len} bytes in a file of {size}"
            )));
        }
        let start = size - 8 - len;
        Ok(Footer { start, metadata: read_range(source, start..size - 8)? })
    }

    /// Where the file ends.
    pub fn end(&self) -> u64 {
        self.start + self.metadata.len() as u64 + 8
    }

    /// The row groups. They come one by one: a damaged footer may claim as many as it has bytes.
    ///
    /// # Errors
    /// If the footer is malformed, or the file is encrypted.
    pub fn row_groups(&self) -> Result<Elements<'_>, Unfit> {
        let fields = Fields::new(&self.metadata, 0).by_id::<9>()?;
        if fields[8].is_some() {
            return Err(Unfit("has encrypted columns: decrypt it first".to_owned()));
        }
        let missing = || Unfit("has a damaged footer: it has no list of row groups".to_owned());
        let row_groups = fields[4].as_ref().ok_or_else(missing)?;
        Ok(row_groups.elements(&self.metadata, "FileMetaData.row_groups")?)
    }
}
