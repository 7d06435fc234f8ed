//! The footer's bytes, and the row groups in them.

use hashlane_files::{FileError, Source};

use super::FileLayoutError;
use crate::footer::FileEnds;
use crate::thrift::{ListElements, StructFields};

/// The footer: a `FileMetaData` in the compact protocol. Its length and the magic follow.
#[derive(Debug)]
pub(crate) struct FooterLayout {
    /// The offset of the footer in the file. The footer extends to the end of the file.
    pub start: u64,
    /// The `FileMetaData`, without its length and the magic.
    pub metadata: Vec<u8>,
}

impl FooterLayout {
    /// Reads the footer of a Parquet file.
    ///
    /// # Errors
    /// Returns an error if the file is not a Parquet file, has an encrypted footer, or can't be read.
    pub(crate) fn read(source: &dyn Source) -> Result<FooterLayout, FileError> {
        // The bytes are not parsed into structs, so they need no memory beyond themselves.
        let (start, metadata) = FileEnds::read(source, u64::MAX)?.whole(source)?;
        Ok(FooterLayout { start, metadata })
    }

    /// The end of the file.
    pub(crate) fn end(&self) -> u64 {
        self.start + self.metadata.len() as u64 + 8
    }

    /// Iterates over the row groups. Nothing is allocated per row group: a damaged footer may claim as many row groups
    /// as it has bytes.
    ///
    /// # Errors
    /// Returns an error if the footer is malformed or the file is encrypted.
    pub(crate) fn row_groups(&self) -> Result<ListElements<'_>, FileLayoutError> {
        let fields = StructFields::new(&self.metadata, 0).by_id::<9>()?;
        if fields[8].is_some() {
            return Err(FileLayoutError("has encrypted columns: decrypt it first".to_owned()));
        }
        let missing =
            || FileLayoutError("has a damaged footer: it has no list of row groups".to_owned());
        let row_groups = fields[4].as_ref().ok_or_else(missing)?;
        Ok(row_groups.elements(&self.metadata, "FileMetaData.row_groups")?)
    }
}
