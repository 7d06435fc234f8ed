//! The engines under test.

use std::path::PathBuf;
use std::{env, fmt};

use libtest_mimic::{Failed, Trial};

use crate::datafusion::DataFusion;
use crate::duckdb::DuckDb;

/// The DuckDB versions that the one extension file must work in.
pub const DUCKDB_VERSIONS: [&str; 3] = ["1.4.5", "1.5.6", "2.0.0"];

/// What a test runs on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// DuckDB of a version.
    DuckDb(&'static str),
    /// DataFusion as it comes: VARCHAR is Utf8View.
    DataFusion,
    /// DataFusion with VARCHAR as Utf8.
    DataFusionUtf8,
}

impl Engine {
    /// Every engine.
    pub fn all() -> Vec<Engine> {
        let duckdb = DUCKDB_VERSIONS.into_iter().map(Engine::DuckDb);
        duckdb.chain([Engine::DataFusion, Engine::DataFusionUtf8]).collect()
    }

    /// Whether it is one of the DuckDB versions.
    pub fn is_duckdb(self) -> bool {
        matches!(self, Engine::DuckDb(_))
    }

    /// Whether our aggregates can be called. DuckDB before 2.0 can't pass an extension its states (its issue
    /// 21537), so there they are refused.
    pub fn has_aggregates(self) -> bool {
        !matches!(self, Engine::DuckDb(version) if version.starts_with("1."))
    }

    /// A session with our functions, or what to do to get one.
    pub fn open(self) -> Result<Box<dyn Session>, SqlError> {
        Ok(match self {
            Engine::DuckDb(version) => Box::new(DuckDb::open(version, &extension())?),
            Engine::DataFusion => Box::new(DataFusion::open(StringType::View)?),
            Engine::DataFusionUtf8 => Box::new(DataFusion::open(StringType::Utf8)?),
        })
    }

    /// A test on this engine.
    pub fn trial(
        self,
        name: &str,
        test: impl FnOnce(Engine) -> Result<(), Failed> + Send + 'static,
    ) -> Trial {
        Trial::test(format!("{name}::{self}"), move || test(self))
    }
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Engine::DuckDb(version) => write!(f, "duckdb-{version}"),
            Engine::DataFusion => f.write_str("datafusion"),
            Engine::DataFusionUtf8 => f.write_str("datafusion-utf8"),
        }
    }
}

/// What DataFusion makes of VARCHAR.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StringType {
    /// Utf8View.
    View,
    /// Utf8.
    Utf8,
}

/// A connection to an engine.
pub trait Session: Send {
    /// Runs a statement.
    fn run(&mut self, sql: &str) -> Result<Table, SqlError>;
}

/// The type of a result's column, as far as the suite tells types apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    Integer,
    Text,
    Bytes,
    Boolean,
    Other,
}

/// A result in the one form that all engines' results have here: numbers in decimal, bytes in
/// lower-case hex, text as it is or `(empty)`, `true`, `false` and `NULL`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    pub types: Vec<Type>,
    pub rows: Vec<Vec<String>>,
}

/// What an engine says when it refuses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SqlError(pub String);

impl fmt::Display for SqlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for SqlError {}

/// The folder of the workspace.
pub fn root() -> PathBuf {
    let package = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    package.parent().expect("the package is in the workspace").to_owned()
}

/// A path that a variable gives, or a default in the workspace.
fn path(variable: &str, default: &str) -> PathBuf {
    root().join(env::var_os(variable).unwrap_or_else(|| default.into()))
}

/// The packaged extension.
pub fn extension() -> PathBuf {
    path("HASHLANE_EXTENSION", "build/hashlane.duckdb_extension")
}

/// A Python with the packages that give expected values.
pub fn python() -> PathBuf {
    path("HASHLANE_PYTHON", "build/venv/bin/python")
}

/// The folder of a DuckDB version's Python package.
pub fn duckdb_package(version: &str) -> PathBuf {
    path("HASHLANE_DUCKDB", "build/duckdb").join(version)
}

/// That the path is there, or how to get it.
pub fn prepared(path: PathBuf) -> Result<PathBuf, SqlError> {
    if path.exists() {
        return Ok(path);
    }
    Err(SqlError(format!("{} is missing; `make test` prepares it", path.display())))
}
