//! The engines under test.

use std::path::PathBuf;
use std::{env, fmt};

use libtest_mimic::{Failed, Trial};

use crate::datafusion::{DataFusion, ON_CLUSTER};
use crate::duckdb::DuckDb;

/// The DuckDB versions in which the one extension file must work.
pub const DUCKDB_VERSIONS: [&str; 3] = ["1.4.5", "1.5.6", "2.0.1"];

/// An engine under test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// DuckDB of a version.
    DuckDb(&'static str),
    /// DataFusion with defaults: VARCHAR is Utf8View.
    DataFusion,
    /// DataFusion with VARCHAR as Utf8.
    DataFusionUtf8,
    /// DataFusion with its queries on a cluster, in the suite of the cluster's workspace.
    Cluster,
}

impl Engine {
    /// Every engine.
    pub fn all() -> Vec<Engine> {
        let duckdb = DUCKDB_VERSIONS.into_iter().map(Engine::DuckDb);
        let cluster = ON_CLUSTER.get().map(|_| Engine::Cluster);
        duckdb.chain([Engine::DataFusion, Engine::DataFusionUtf8]).chain(cluster).collect()
    }

    /// Whether it is one of the DuckDB versions.
    pub fn is_duckdb(self) -> bool {
        matches!(self, Engine::DuckDb(_))
    }

    /// Whether our aggregates can be called. DuckDB before 2.0 can't pass states to an extension (DuckDB issue
    /// 21537), so they fail there.
    pub fn has_aggregates(self) -> bool {
        !matches!(self, Engine::DuckDb(version) if version.starts_with("1."))
    }

    /// A session with our functions, or instructions to get one.
    pub fn open(self) -> Result<Box<dyn Session>, SqlError> {
        Ok(match self {
            Engine::DuckDb(version) => Box::new(DuckDb::open(version, &extension())?),
            Engine::DataFusion => Box::new(DataFusion::open(StringType::View)?),
            Engine::DataFusionUtf8 => Box::new(DataFusion::open(StringType::Utf8)?),
            Engine::Cluster => Box::new(DataFusion::open_on_cluster()?),
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
            Engine::Cluster => f.write_str("datafusion-cluster"),
        }
    }
}

/// The Arrow type of VARCHAR in DataFusion.
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

/// The type of a result's column, as far as the suite distinguishes types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    Integer,
    Text,
    Bytes,
    Boolean,
    Other,
}

/// A result in a form that is the same for all engines: numbers in decimal, bytes in lower-case hex, text
/// unchanged or `(empty)`, `true`, `false` and `NULL`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    pub types: Vec<Type>,
    pub rows: Vec<Vec<String>>,
}

/// The error of an engine.
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

/// A path from an environment variable, or a default in the workspace.
fn path(variable: &str, default: &str) -> PathBuf {
    root().join(env::var_os(variable).unwrap_or_else(|| default.into()))
}

/// The packaged extension.
pub fn extension() -> PathBuf {
    path("HASHLANE_EXTENSION", "build/hashlane.duckdb_extension")
}

/// A Python with the packages that compute expected values.
pub fn python() -> PathBuf {
    path("HASHLANE_PYTHON", "build/venv/bin/python")
}

/// The folder of a DuckDB version's Python package.
pub fn duckdb_package(version: &str) -> PathBuf {
    path("HASHLANE_DUCKDB", "build/duckdb").join(version)
}

/// Checks that the path exists, or tells how to get it.
pub fn prepared(path: PathBuf) -> Result<PathBuf, SqlError> {
    if path.exists() {
        return Ok(path);
    }
    Err(SqlError(format!("{} is missing; `make test` prepares it", path.display())))
}
