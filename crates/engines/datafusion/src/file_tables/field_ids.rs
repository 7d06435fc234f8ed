//! The ids by which Iceberg and DuckLake find the columns of Parquet files.

use std::collections::BTreeMap;

use datafusion::error::Result;
use datafusion::parquet::basic::ConvertedType;
use datafusion::parquet::schema::types::Type;

use super::refused;

/// Ids above this one belong to columns that table formats add for themselves, such as the id of a row.
const LAST_ID: i32 = 2_147_483_447;

/// The levels of a list or a map below its own. Their names differ from writer to writer.
const UNNAMED_LEVELS: usize = 2;

/// The ids of the columns of files, and of the fields in them. Each name stands for one id.
#[derive(Clone, Debug, Default)]
pub struct FieldIds {
    /// The id of a name, and a file that has them. The name of a field follows those that it is in.
    ids: BTreeMap<String, (i32, String)>,
    /// The folders `name=value` that are in no file as columns, and a file in them.
    folders: Option<(FolderValues, String)>,
}

/// The names and values of folders.
type FolderValues = Vec<(String, Option<String>)>;

impl FieldIds {
    /// Adds the columns of a file. Returns whether it has ids.
    ///
    /// # Errors
    /// Returns one line that names the file if one of its names has another id in another file.
    pub(super) fn add(&mut self, file: &str, schema: &Type) -> Result<bool> {
        let mut own = FieldIds::default();
        own.collect(file, schema, "", 0);
        self.extend(&own)?;
        Ok(!own.ids.is_empty())
    }

    fn collect(&mut self, file: &str, group: &Type, place: &str, unnamed: usize) {
        for (at, field) in group.get_fields().iter().enumerate() {
            let info = field.get_basic_info();
            let name = if unnamed > 0 { at.to_string() } else { info.name().to_owned() };
            let place = if place.is_empty() { name } else { format!("{place}.{name}") };
            if info.has_id() {
                self.ids.insert(place.clone(), (info.id(), file.to_owned()));
            }
            if field.is_group() {
                let is_list =
                    matches!(info.converted_type(), ConvertedType::LIST | ConvertedType::MAP);
                let unnamed = if is_list { UNNAMED_LEVELS } else { unnamed.saturating_sub(1) };
                self.collect(file, field, &place, unnamed);
            }
        }
    }

    /// Adds the columns of other files.
    ///
    /// # Errors
    /// Returns one line if a name has another id there.
    pub fn extend(&mut self, other: &FieldIds) -> Result<()> {
        for (name, (id, file)) in &other.ids {
            let (known, first) = self.ids.entry(name.clone()).or_insert((*id, file.clone()));
            if known != id {
                let text = format!(
                    "has another column '{name}' than '{first}': their field ids are {id} and {known}, so the column \
                     was renamed, or dropped and added again; compare the tables themselves"
                );
                return Err(refused(file, text));
            }
        }
        match &other.folders {
            Some((folders, file)) => self.add_folders(file, folders.clone()),
            None => Ok(()),
        }
    }

    /// Adds the folders of a file whose names aren't columns.
    ///
    /// # Errors
    /// Returns one line if another file is in other ones: they may be columns of the table.
    pub(super) fn add_folders(&mut self, file: &str, folders: FolderValues) -> Result<()> {
        match &self.folders {
            Some((known, first)) if *known != folders => {
                let shown = |folders: &FolderValues| {
                    let names = folders.iter().map(|(name, value)| {
                        format!("{name}={}", value.as_deref().unwrap_or("NULL"))
                    });
                    names.collect::<Vec<_>>().join("/")
                };
                let text = format!(
                    "is in the folder '{}', and '{first}' in '{}', but no file has such a column, and with field ids, as Iceberg and DuckLake \
                     write them, nothing says whether the table has it; compare the tables themselves",
                    shown(&folders),
                    shown(known)
                );
                Err(refused(file, text))
            }
            Some(_) => Ok(()),
            None => {
                self.folders = Some((folders, file.to_owned()));
                Ok(())
            }
        }
    }

    /// Checks that no id has two names. In the files of one snapshot, both are the column that has the newer name.
    ///
    /// # Errors
    /// Returns one line that names a file.
    pub(super) fn check_names(&self) -> Result<()> {
        let mut names = BTreeMap::new();
        for (name, (id, file)) in &self.ids {
            if let Some((other, first)) = names.insert(id, (name, file)) {
                let text = format!(
                    "calls a column '{name}' that '{first}' calls '{other}': it was renamed, so write the older files \
                     again, or compare the tables themselves"
                );
                return Err(refused(file, text));
            }
        }
        Ok(())
    }

    /// Whether a column was added by the table's format, and isn't one of the table.
    pub(super) fn is_of_format(&self, name: &str) -> bool {
        self.ids.get(name).is_some_and(|(id, _)| *id > LAST_ID)
    }
}
