//! How files are read.

/// How files are read.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Reading {
    /// The types of columns whose values are text in the files.
    pub types: Types,
}

/// The types of columns whose values are text in the files: those of CSV, and those of Hive folders.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Types {
    /// Text. The fields have the metadata [`UNTYPED`](super::UNTYPED), and numbers of JSON [`NUMBERS`](super::NUMBERS).
    Text,
    /// The type that reads every text exactly, of all rows or only the first ones. A later text that has another type is
    /// then an error.
    Read {
        /// The number of rows of each file, or `None` for all.
        rows: Option<usize>,
    },
    /// The type of which every text is what its value prints, of all rows.
    Printed,
}
