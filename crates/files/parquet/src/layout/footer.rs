//! The footer's bytes, and the row groups in them.

use hashlane_files::{FileError, Source};

use super::LayoutError;
use crate::footer::Ends;
use crate::thrift::{Elements, Fields};

/// The footer: a `FileMetaData` in the compact protocol. Its length and the magic follow.
#[derive(Debug)]
pub(crate) struct Footer {
    /// The offset of the footer in the file. The footer extends to the end of the file.
    pub start: u64,
    /// The `FileMetaData`, without its length and the magic.
    pub metadata: Vec<u8>,
}

impl Footer {
    /// Reads the footer of a Parquet file.
    ///
    /// # Errors
    /// Returns an error if the file is not a Parquet file, has an encrypted footer, or can't be read.
    pub fn read(source: &dyn Source) -> Result<Footer, FileError> {
        // The bytes are not parsed into structs, so they need no memory beyond themselves.
        let (start, metadata) = Ends::read(source, u64::MAX)?.whole(source)?;
        Ok(Footer { start, metadata })
    }

    /// The end of the file.
    pub fn end(&self) -> u64 {
        self.start + self.metadata.len() as u64 + 8
    }

    /// Iterates over the row groups. Nothing is allocated per row group: a damaged footer may claim as many row groups
    /// as it has bytes.
    ///
    /// # Errors
    /// Returns an error if the footer is malformed or the file is encrypted.
    pub fn row_groups(&self) -> Result<Elements<'_>, LayoutError> {
        let fields = Fields::new(&self.metadata, 0).by_id::<9>()?;
        if fields[8].is_some() {
            return Err(LayoutError("has encrypted columns: decrypt it first".to_owned()));
        }
        let missing =
            || LayoutError("has a damaged footer: it has no list of row groups".to_owned());
        let row_groups = fields[4].as_ref().ok_or_else(missing)?;
        Ok(row_groups.elements(&self.metadata, "FileMetaData.row_groups")?)
    }
}
