//! The files of a table, before they are opened.

use datafusion::error::Result;
use datafusion::execution::object_store::ObjectStoreUrl;
use object_store::ObjectMeta;

use super::kind::{FileKind, READABLE};
use super::refused;

/// A file that was listed.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct StoredFile {
    /// Its name in errors, and the path whose `key=value` folders are columns.
    pub name: String,
    /// Its key in the store, size and version.
    pub object: ObjectMeta,
}

/// The files of a table, in one store.
#[derive(Clone, Debug)]
pub struct StoredFiles {
    /// The table's name in errors.
    pub name: String,
    /// The store.
    pub store: ObjectStoreUrl,
    /// The files, in order.
    pub files: Vec<StoredFile>,
}

impl StoredFiles {
    /// The store that the files of a kind are read from.
    pub(super) fn store_of(&self, kind: FileKind) -> Result<ObjectStoreUrl> {
        kind.decoding.store(&self.store)
    }

    /// The kind of each file, in order. All have one format. CSV has this delimiter, if one is stated.
    ///
    /// # Errors
    /// Returns one line that names a file if it can't be a table, or has another format than the first one.
    pub(super) fn kinds(&self, delimiter: Option<u8>) -> Result<Vec<FileKind>> {
        let kind = |file: &StoredFile| {
            FileKind::from_name(&file.name, delimiter).ok_or_else(|| match self.name.ends_with(&file.name) {
                true => refused(
                    &self.name,
                    format!("can't be a table: its name ends like none of {READABLE}{}", advice(&file.name)),
                ),
                false => refused(
                    &self.name,
                    format!(
                        "can't be a table: '{}' is not {READABLE}; use a pattern such as '*.parquet'",
                        file.name
                    ),
                ),
            })
        };
        let kinds = self.files.iter().map(kind).collect::<Result<Vec<_>>>()?;
        let Some((first, file)) = kinds.first().zip(self.files.first()) else {
            return Err(refused(&self.name, "has no files"));
        };
        let other = kinds.iter().position(|kind| kind.format.name() != first.format.name());
        match other {
            None => Ok(kinds),
            Some(at) => Err(refused(
                &self.name,
                format!(
                    "can't be one table: '{}' is {}, and '{}' is {}; use a pattern that matches one format",
                    file.name,
                    first.format.name(),
                    self.files[at].name,
                    kinds[at].format.name()
                ),
            )),
        }
    }
}

/// What to do with a file that may be CSV under another name, or a database.
fn advice(name: &str) -> &'static str {
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending).to_ascii_lowercase();
    match ending.as_str() {
        "txt" | "dat" | "tab" | "psv" | "text" => {
            "; if it is CSV, rename it to .csv, or add --delimiter ',' (or ';', '\\t', …)"
        }
        "db" | "sqlite" | "sqlite3" => "; `hashlane diff` reads sqlite:FILE?table=NAME",
        "duckdb" | "ddb" => "; `hashlane diff` reads duckdb:FILE?table=NAME",
        _ => "",
    }
}
