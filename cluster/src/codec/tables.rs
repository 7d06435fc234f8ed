//! Tables in plans that DataFusion doesn't send, or sends incorrectly.

use std::sync::Arc;

use datafusion::catalog::TableProvider;
use datafusion::common::{Result, exec_datafusion_err};
use hashlane_catalog::{Cell, TABLE_FUNCTIONS};
use hashlane_datafusion::TableCall;
use hashlane_datafusion::file_tables::FileTable;
use serde::{Deserialize, Serialize};

use super::files::Files;
use super::stamp::write_stamp;

/// A table in a plan.
#[derive(Debug, Serialize, Deserialize)]
pub enum Table {
    /// A call of a table function.
    Call(Call),
    /// Rows in the memory of a client, with the number of batches of each partition. The batches follow.
    Memory(Vec<usize>),
    /// A folder of CREATE EXTERNAL TABLE, with an optional pattern for each path. Its plan without patterns follows.
    Patterned(Vec<Option<String>>),
    /// Files. Their columns and names follow.
    Files(Files),
}

/// A call of a table function.
#[derive(Debug, Serialize, Deserialize)]
pub struct Call {
    function: String,
    arguments: Vec<Argument>,
    /// The columns that a task returns, or `None` for all.
    pub projection: Option<Vec<usize>>,
}

#[derive(Debug, Serialize, Deserialize)]
enum Argument {
    Null,
    Text(String),
    Integer(u64),
    Truth(bool),
}

impl Call {
    /// The parts of `call` that are sent.
    pub fn from_call(call: &TableCall) -> Self {
        let argument = |cell: &Cell| match cell {
            Cell::Null => Argument::Null,
            Cell::Text(text) => Argument::Text(text.clone()),
            Cell::Integer(number) => Argument::Integer(*number),
            Cell::Truth(truth) => Argument::Truth(*truth),
        };
        let arguments = call.arguments().iter().map(argument).collect();
        Call { function: call.function().name.to_owned(), arguments, projection: None }
    }

    /// The call that was sent.
    pub fn call(self) -> Result<TableCall> {
        let name = self.function;
        let function = TABLE_FUNCTIONS.iter().find(|function| function.name == name);
        let function =
            function.ok_or_else(|| exec_datafusion_err!("unknown table function {name}"))?;
        let cell = |argument| match argument {
            Argument::Null => Cell::Null,
            Argument::Text(text) => Cell::Text(text),
            Argument::Integer(number) => Cell::Integer(number),
            Argument::Truth(truth) => Cell::Truth(truth),
        };
        TableCall::new(function, self.arguments.into_iter().map(cell).collect())
    }
}

impl Table {
    /// Appends the table, a line end, and `rest`.
    pub fn encode(&self, rest: &[u8], buf: &mut Vec<u8>) -> Result<()> {
        write_stamp(buf);
        // JSON without spaces has no line ends.
        serde_json::to_writer(&mut *buf, self).map_err(malformed)?;
        buf.push(b'\n');
        buf.extend_from_slice(rest);
        Ok(())
    }

    /// The table in the bytes after a stamp, and the rest.
    pub fn decode(buf: &[u8]) -> Result<(Self, &[u8])> {
        let end = buf.iter().position(|&byte| byte == b'\n').unwrap_or(buf.len());
        let table = serde_json::from_slice(&buf[..end]).map_err(malformed)?;
        Ok((table, buf.get(end + 1..).unwrap_or_default()))
    }
}

/// Appends a table of files.
pub fn encode_files(table: &FileTable, buf: &mut Vec<u8>) -> Result<()> {
    let (files, streams) = Files::from_table(table)?;
    Table::Files(files).encode(&streams, buf)
}

/// A table as it is sent, if it is a call.
pub fn of_call(provider: &Arc<dyn TableProvider>) -> Option<Table> {
    provider.downcast_ref::<TableCall>().map(|call| Table::Call(Call::from_call(call)))
}

#[expect(clippy::needless_pass_by_value, reason = "for use in map_err")]
fn malformed(error: serde_json::Error) -> datafusion::error::DataFusionError {
    exec_datafusion_err!("a table in a plan is malformed: {error}")
}
