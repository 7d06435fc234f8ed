//! Copies a Parquet file and gives its pages the checksums that they lack.
//!
//! Nothing is decoded or encoded again: page bodies are copied byte for byte. The header of a page
//! grows by the two to six bytes of the checksum, so everything behind it moves; offsets and sizes in
//! the footer and in the offset index follow, and every other byte of them stays as it is.
//!
//! A page that has a checksum already keeps it. Where that is wrong, the page is damaged, and the
//! copy fails: a new checksum would bless the damage.
//!
//! What is copied as it is and may hold offsets nobody asks for: the second copy of a chunk's
//! metadata that old writers left behind its pages.
//!
//! | module | holds |
//! |---|---|
//! | `copy` | goes over the parts of the file, and copies or rewrites each |
//! | `header` | a page header with a checksum |
//! | `moves` | where each byte of the old file is in the new one |
//! | `footer` | the footer and the offset index with the new offsets |

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
    /// Fail, and say which page it is.
    #[default]
    Refuse,
    /// Copy page and checksum as they are, so that readers still find the damage.
    Keep,
}

/// What [`add_crc`] has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AddCrc {
    /// Pages of the file, dictionaries as well.
    pub pages: u64,
    /// Pages that had their checksum already. All of `pages` means that the copy equals the file.
    pub already: u64,
    /// Those among them whose checksum is wrong; 0 unless [`WrongCrc::Keep`] was asked for.
    pub wrong: u64,
    /// Bytes of the file.
    pub bytes_read: u64,
    /// Bytes of the copy.
    pub bytes_written: u64,
}

/// Why there is no copy, or half of one.
#[derive(Debug)]
pub enum AddCrcError {
    /// The file can't be read, or is not one that can be copied.
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
