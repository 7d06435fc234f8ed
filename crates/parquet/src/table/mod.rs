//! Table functions over files: from arguments to rows, for both engines.

mod differences;
mod rows;

use std::num::NonZero;
use std::sync::Arc;

use hashlane_catalog::{Cell, FileTable, ParameterKind, TableFunction};
use hashlane_files::FileSystem;

pub use differences::rows as differences;
pub use rows::FileRows;

/// A call of a table function whose arguments are fine.
#[derive(Clone, Debug)]
pub struct FileCall {
    name: &'static str,
    table: FileTable,
    /// The arguments that are texts, in their order.
    texts: Vec<String>,
    /// Whether the switch is on, where the function has one.
    switch: bool,
}

impl FileCall {
    /// The call with these arguments, one for each parameter; a switch that was left out is false.
    ///
    /// # Errors
    /// Which argument is wrong, and what is allowed.
    pub fn new(
        function: &'static TableFunction,
        table: FileTable,
        arguments: &[Cell],
    ) -> Result<Self, String> {
        let name = function.name;
        let mut call = FileCall { name, table, texts: Vec::new(), switch: false };
        for (parameter, argument) in function.parameters.iter().zip(arguments) {
            match (parameter.kind, argument) {
                (ParameterKind::Text, Cell::Text(text)) => call.texts.push(text.clone()),
                (ParameterKind::Text, _) => {
                    return Err(format!("{name}: {} must be a text, not NULL", parameter.name));
                }
                (ParameterKind::Switch, Cell::Truth(on)) => call.switch = *on,
                (ParameterKind::Switch, _) => {
                    return Err(format!(
                        "{name}: {} must be true or false, not NULL",
                        parameter.name
                    ));
                }
            }
        }
        if table == FileTable::FileDigests {
            rows::algorithms(&call.texts[1]).map_err(|error| format!("{name}: {error}"))?;
        }
        Ok(call)
    }

    /// The rows, file by file; each file is read when its rows are asked for.
    ///
    /// # Errors
    /// If a pattern means no file.
    pub fn rows(
        &self,
        files: Arc<dyn FileSystem>,
        threads: NonZero<usize>,
    ) -> Result<FileRows, String> {
        FileRows::new(self.clone(), files, threads)
    }
}
