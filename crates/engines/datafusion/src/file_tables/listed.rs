//! The files of a table, before they are opened.

use datafusion::error::Result;
use datafusion::execution::object_store::ObjectStoreUrl;
use object_store::ObjectMeta;

use super::kind::{Kind, READABLE};
use super::refused;

/// A file that was listed.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct File {
    /// Its name in errors, and the path whose `key=value` folders are columns.
    pub name: String,
    /// Its key in the store, size and version.
    pub object: ObjectMeta,
}

/// The files of a table, in one store.
#[derive(Clone, Debug)]
pub struct Files {
    /// The table's name in errors.
    pub name: String,
    /// The store.
    pub store: ObjectStoreUrl,
    /// The files, in order.
    pub files: Vec<File>,
}

impl Files {
    /// The store that the files of a kind are read from.
    pub(super) fn store_of(&self, kind: Kind) -> Result<ObjectStoreUrl> {
        kind.decoding.store(&self.store)
    }

    /// The kind of each file, in order. All have one format.
    ///
    /// # Errors
    /// Returns one line that names a file if it can't be a table, or has another format than the first one.
    pub(super) fn kinds(&self) -> Result<Vec<Kind>> {
        let kind = |file: &File| {
            Kind::from_name(&file.name).ok_or_else(|| match self.name.ends_with(&file.name) {
                true => refused(&self.name, format!("can't be a table: its name ends like none of {READABLE}. Rename it if it is one of these")),
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
