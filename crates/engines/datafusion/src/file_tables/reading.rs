//! How files are read.

/// How files are read.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct TableReading {
    /// The types of columns whose values are text in the files.
    pub types: TextTypes,
    /// The columns that are read. Only they need values of a common type.
    pub compared: KnownColumns,
    /// The byte between fields of CSV, or `None` for what the file's name says. With one, files of other names are CSV too.
    pub delimiter: Option<u8>,
}

/// The columns of files that are read, as far as it is known.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum KnownColumns {
    /// All columns.
    All,
    /// The columns of these names.
    Only(Vec<String>),
    /// All columns but those of these names.
    Except(Vec<String>),
}

impl KnownColumns {
    /// Whether a column may be read.
    pub fn has(&self, name: &str) -> bool {
        match self {
            KnownColumns::All => true,
            KnownColumns::Only(names) => names.iter().any(|one| one == name),
            KnownColumns::Except(names) => names.iter().all(|one| one != name),
        }
    }
}

/// The types of columns whose values are text in the files: those of CSV, and those of Hive folders.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum TextTypes {
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
