//! The footer's bytes, and the row groups in them.

use hashlane_files::{FileError, Source};

use super::Unfit;
use crate::footer::Ends;
use crate::thrift::{Elements, Fields};

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
    /// Reads the footer of a Parquet file.
    ///
    /// # Errors
    /// Returns an error if the file is not a Parquet file, has an encrypted footer, or can't be read.
    pub fn read(source: &dyn Source) -> Result<Footer, FileError> {
        // Nothing is parsed into structures, so their bytes are all that they take.
        let (start, metadata) = Ends::read(source, u64::MAX)?.whole(source)?;
        Ok(Footer { start, metadata })
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
