//! Files of rows, whose format their names say.

use std::path::{Path, PathBuf};

/// A format of rows.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum FileFormat {
    /// Parquet.
    Parquet,
    /// Comma-separated values.
    Csv,
    /// An object in each line.
    Json,
}

impl FileFormat {
    /// The format that a name's ending says.
    pub fn of(path: &Path) -> Option<Self> {
        let ending = path.extension()?.to_string_lossy().to_lowercase();
        match &*ending {
            "parquet" => Some(FileFormat::Parquet),
            "csv" => Some(FileFormat::Csv),
            "json" => Some(FileFormat::Json),
            _ => None,
        }
    }
}

/// The file of `--output` for rows.
#[derive(Clone, Debug)]
pub struct TableFile {
    /// Its name.
    pub path: PathBuf,
    /// Its format.
    pub format: FileFormat,
}

impl TableFile {
    /// A file whose format is that of its name's ending.
    ///
    /// # Errors
    /// Returns one line if the ending is another one, or the name is a URL.
    pub fn parse(path: PathBuf) -> Result<Self, String> {
        if path.to_str().is_some_and(hashlane_files::is_url) {
            return Err("is a URL, but -o writes files of this machine: write a file, and copy it to the store".to_owned());
        }
        match FileFormat::of(&path) {
            Some(format) => Ok(TableFile { path, format }),
            None => Err("ends with none of .parquet, .csv and .json: use one of these".to_owned()),
        }
    }
}
