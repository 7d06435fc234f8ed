//! Table functions: their parameters, the columns of their rows, and the source of the rows.

use std::fmt::{self, Write};

/// A row of the catalogue that is a table.
pub struct TableFunction {
    /// Its name in SQL.
    pub name: &'static str,
    /// One line that describes its rows.
    pub description: &'static str,
    /// Its parameters.
    pub parameters: &'static [Parameter],
    /// The columns of its rows.
    pub columns: &'static [TableColumn],
    /// The source of its rows.
    pub rows: TableRows,
    /// A call, without SELECT and FROM; empty if the call is only the name and `()`.
    pub example: &'static str,
}

/// A parameter of a table function. DuckDB takes optional ones by name (`deep := true`), and DataFusion by position.
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// The kind of its values.
    pub kind: ParameterKind,
}

/// The kind of a parameter of a table function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParameterKind {
    /// A required text.
    Text,
    /// A switch that is off by default.
    Switch,
}

/// A column of a table function.
pub struct TableColumn {
    /// Its name.
    pub name: &'static str,
    /// Its type.
    pub kind: CellType,
}

/// The type of a column of a table function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellType {
    /// VARCHAR, Utf8.
    Text,
    /// UBIGINT, UInt64.
    Integer,
    /// BOOLEAN.
    Truth,
}

/// A value of a row of a table function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cell {
    /// NULL.
    Null,
    /// A text.
    Text(String),
    /// A number that is not negative.
    Integer(u64),
    /// True or false.
    Truth(bool),
}

/// The source of the rows of a table function.
pub enum TableRows {
    /// Hashlane itself, given the names that are not registered in the engine.
    Listed(fn(&[String]) -> Vec<Vec<Cell>>),
    /// Files, which the adapters leave to the crate that reads them.
    Files(FileTableFunction),
}

/// The table functions over files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileTableFunction {
    /// The findings in Parquet files.
    ParquetVerify,
    /// The fingerprints of the columns of Parquet files.
    ParquetFingerprint,
    /// The differences between two Parquet files.
    ParquetDiff,
    /// The digests of whole files.
    FileDigests,
    /// The sampled hash of files.
    Imohash,
}

impl FileTableFunction {
    /// How many of the arguments, from the first on, are paths. If it is one, the path may be a pattern.
    pub fn paths(self) -> usize {
        match self {
            FileTableFunction::ParquetDiff => 2,
            FileTableFunction::ParquetVerify
            | FileTableFunction::ParquetFingerprint
            | FileTableFunction::FileDigests
            | FileTableFunction::Imohash => 1,
        }
    }
}

impl TableFunction {
    /// The signature, with optional parameters in brackets: `parquet_verify(path[, deep])`.
    pub fn signature(&self) -> String {
        let mut text = format!("{}(", self.name);
        for (i, parameter) in self.parameters.iter().enumerate() {
            let comma = if i == 0 { "" } else { ", " };
            match parameter.kind {
                ParameterKind::Text => write!(text, "{comma}{}", parameter.name),
                ParameterKind::Switch => write!(text, "[{comma}{}]", parameter.name),
            }
            .expect("a String takes all");
        }
        text.push(')');
        text
    }

    /// An example call.
    pub fn example(&self) -> String {
        if self.example.is_empty() { self.signature() } else { self.example.to_owned() }
    }
}

impl fmt::Debug for TableFunction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.signature())
    }
}

impl CellType {
    /// The type in SQL.
    pub(crate) fn sql_name(self) -> &'static str {
        match self {
            CellType::Text => "VARCHAR",
            CellType::Integer => "UBIGINT",
            CellType::Truth => "BOOLEAN",
        }
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        Cell::Text(text)
    }
}

impl From<u64> for Cell {
    fn from(number: u64) -> Self {
        Cell::Integer(number)
    }
}

impl From<bool> for Cell {
    fn from(truth: bool) -> Self {
        Cell::Truth(truth)
    }
}

impl<T: Into<Cell>> From<Option<T>> for Cell {
    fn from(value: Option<T>) -> Self {
        value.map_or(Cell::Null, Into::into)
    }
}
