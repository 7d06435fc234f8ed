//! A call of a table function over files.

use std::num::NonZero;
use std::ops::ControlFlow;

use hashlane_catalog::{Cell, FileTable, ParameterKind, TableFunction};
use hashlane_files::{CancellationToken, FileSystem};

use crate::run::{self, Row, Run};

/// A call of a table function whose arguments are fine.
#[derive(Clone, Debug)]
pub struct FileCall {
    name: &'static str,
    pub(crate) table: FileTable,
    /// The arguments that are texts, in their order.
    pub(crate) texts: Vec<String>,
    /// Whether the switch is on, where the function has one.
    pub(crate) switch: bool,
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
            run::algorithms(&call.texts[1]).map_err(|error| format!("{name}: {error}"))?;
        }
        Ok(call)
    }

    /// Calls `take` with each row as soon as it is known, file by file, until it breaks.
    ///
    /// A cancelled token stops the work between two reads of at most a page or 64 KiB. If `take` breaks,
    /// this cancels the token.
    ///
    /// # Errors
    /// Returns one line if a pattern matches no file, a file can't be read, or the token is cancelled.
    pub fn run(
        &self,
        files: &dyn FileSystem,
        threads: NonZero<usize>,
        token: &CancellationToken,
        take: &mut dyn FnMut(Row) -> ControlFlow<()>,
    ) -> Result<(), String> {
        let mut run = Run { call: self, files, threads, token, take };
        run.files().map_err(|error| format!("{}: {error}", self.name))
    }
}
