//! The file of `--output`.

use std::path::{Path, PathBuf};

use crate::output::TableFile;

/// The file of `--output`: a table of the changes, or a report.
#[derive(Clone, Debug)]
pub enum ChangesFile {
    Table(TableFile),
    Html(PathBuf),
}

impl ChangesFile {
    /// The format is that of the name's ending.
    ///
    /// # Errors
    /// Returns one line if the ending is another one, or the name is a URL.
    pub fn parse(path: PathBuf) -> Result<Self, String> {
        let is_html = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("html"));
        let is_url = path.to_str().is_some_and(hashlane_files::is_url);
        match is_html && !is_url {
            true => Ok(ChangesFile::Html(path)),
            false => TableFile::parse(path).map(ChangesFile::Table).map_err(|error| {
                error.replace(".parquet, .csv and .json", ".parquet, .csv, .json and .html")
            }),
        }
    }

    /// Its name.
    pub fn path(&self) -> &Path {
        match self {
            ChangesFile::Table(file) => &file.path,
            ChangesFile::Html(path) => path,
        }
    }
}
