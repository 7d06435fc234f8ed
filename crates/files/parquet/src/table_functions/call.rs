//! A call of a table function over files.

use hashlane_catalog::{Cell, FileTableFunction, ParameterKind, TableFunction};
use hashlane_files::digest::{ALGORITHMS, FileAlgorithm};

/// A call of a table function with valid arguments.
#[derive(Clone, Debug)]
pub struct FileCall {
    pub(crate) name: &'static str,
    pub(crate) table: FileTableFunction,
    /// The text arguments, in order.
    pub(crate) texts: Vec<String>,
    /// Whether the switch is on, if the function has one.
    pub(crate) switch: bool,
}

impl FileCall {
    /// Checks the arguments, one for each parameter. An omitted switch is false.
    ///
    /// # Errors
    /// Returns an error that names the wrong argument and the allowed values.
    pub fn new(
        function: &'static TableFunction,
        table: FileTableFunction,
        arguments: &[Cell],
    ) -> Result<Self, String> {
        let name = function.name;
        let mut call = FileCall { name, table, texts: Vec::new(), switch: false };
        for (parameter, argument) in function.parameters.iter().zip(arguments) {
            match (parameter.kind, argument) {
                (ParameterKind::Text, Cell::Text(text)) => call.texts.push(text.clone()),
                (ParameterKind::Text, _) => {
                    return Err(format!("{name}: {} must be a string, not NULL", parameter.name));
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
        if table == FileTableFunction::FileDigests {
            algorithms(&call.texts[1]).map_err(|error| format!("{name}: {error}"))?;
        }
        Ok(call)
    }
}

/// Parses a comma-separated list of algorithms.
pub(crate) fn algorithms(text: &str) -> Result<Vec<&'static FileAlgorithm>, String> {
    let find = |name: &str| {
        let name = name.trim();
        FileAlgorithm::find(name).ok_or_else(|| {
            let known: Vec<_> = ALGORITHMS.iter().map(|algorithm| algorithm.name).collect();
            let known = known.join(", ");
            format!("algorithms must be names of {known}, with commas between them, not '{name}'")
        })
    };
    text.split(',').map(find).collect()
}
