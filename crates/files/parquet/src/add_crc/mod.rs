//! Copies a Parquet file and adds the checksums that its pages lack.
//!
//! Nothing is decoded or encoded again: page bodies are copied byte for byte. The header of a page
//! grows by the two to six bytes of the checksum, so everything after it moves. Offsets and sizes in
//! the footer and in the offset index are updated, and every other byte of them stays as it is.
//!
//! The file is checked like [`verify`](crate::verify::verify) without `deep` before it is copied: a right checksum in a page
//! says nothing about a footer or an offset index that names other rows.
//!
//! A page that already has a checksum keeps it. If that checksum is wrong, the page is damaged and the
//! copy fails: a new checksum would hide the damage.
//!
//! Old writers left a second copy of a chunk's metadata after its pages. It is copied unchanged, so its
//! offsets may be wrong; readers don't use them.
//!
//! | module | holds |
//! |---|---|
//! | `check` | the file's consistency, before it is copied |
//! | `copy` | the walk over the parts of the file, which copies or rewrites each |
//! | `header` | a page header with a checksum |
//! | `moves` | where each byte of the old file is in the new one |
//! | `footer` | the footer and the offset index with the new offsets |

mod check;
mod copy;
mod footer;
mod header;
mod moves;

use std::fmt;
use std::io;

use hashlane_files::FileError;

pub use copy::add_crc;

/// What to do about a page whose checksum is wrong.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WrongCrc {
    /// Fail and name the page.
    #[default]
    Refuse,
    /// Copy page and checksum as they are, so that readers still find the damage.
    Keep,
}

/// The result of [`add_crc`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AddCrcResult {
    /// The number of pages in the file, dictionary pages included.
    pub pages: u64,
    /// The number of pages that already had a checksum. If it equals `pages`, the copy equals the file.
    pub already: u64,
    /// How many of these checksums are wrong. Always 0 unless you pass [`WrongCrc::Keep`].
    pub wrong: u64,
    /// Bytes of the file.
    pub bytes_read: u64,
    /// Bytes of the copy.
    pub bytes_written: u64,
}

/// Why the copy is missing or incomplete.
#[derive(Debug)]
pub enum AddCrcError {
    /// The file can't be read or can't be copied.
    File(FileError),
    /// The copy can't be written.
    Output(io::Error),
}

impl From<FileError> for AddCrcError {
    fn from(error: FileError) -> Self {
        AddCrcError::File(error)
    }
}

impl fmt::Display for AddCrcError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AddCrcError::File(error) => error.fmt(f),
            AddCrcError::Output(error) => write!(f, "the copy can't be written: {error}"),
        }
    }
}

impl std::error::Error for AddCrcError {}
