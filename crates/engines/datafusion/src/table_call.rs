//! A call of a table function as a table, which other crates can send to another process.

use std::num::NonZero;
use std::sync::Arc;

use datafusion::arrow::datatypes::SchemaRef;
use datafusion::catalog::streaming::StreamingTable;
use datafusion::catalog::{Session, TableProvider};
use datafusion::common::{Result, exec_datafusion_err, exec_err, plan_datafusion_err};
use datafusion::datasource::MemTable;
use datafusion::execution::runtime_env::RuntimeEnv;
use datafusion::execution::{SendableRecordBatchStream, TaskContext};
use datafusion::logical_expr::{Expr, TableType};
use datafusion::physical_plan::ExecutionPlan;
use hashlane_catalog::{Cell, TableFunction, TableRows};
use hashlane_files::CancellationToken;
use hashlane_parquet::table_functions::FileCall;
use tokio::task::spawn_blocking;

use crate::engine_files::EngineFiles;
use crate::file_rows::{FileScan, rows};
use crate::table_rows::{batch, schema};

/// A call of a table function of the catalogue, whose arguments are fine.
///
/// A scan of it reads the files one after the other, each with all threads. To spread them over machines, send the
/// function's name and the arguments, and use [`files`](Self::files) and [`rows`](Self::rows) there.
pub struct TableCall {
    function: &'static TableFunction,
    arguments: Vec<Cell>,
    /// The call, if it is over files.
    call: Option<FileCall>,
    table: Arc<dyn TableProvider>,
}

impl std::fmt::Debug for TableCall {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{:?}", self.function.name, self.arguments)
    }
}

impl TableCall {
    /// The call of `function` with an argument for each of its parameters.
    ///
    /// # Errors
    /// Returns an error that names the argument if one is not allowed.
    pub fn new(function: &'static TableFunction, arguments: Vec<Cell>) -> Result<Self> {
        let schema = schema(function);
        let (call, table): (_, Arc<dyn TableProvider>) = match function.rows {
            TableRows::Listed(rows) => {
                let batch = batch(&schema, &rows(&[]))?;
                (None, Arc::new(MemTable::try_new(schema, vec![vec![batch]])?))
            }
            TableRows::Files(table) => {
                let call = FileCall::new(function, table, &arguments)
                    .map_err(|error| plan_datafusion_err!("{error}"))?;
                let scan = FileScan { schema: Arc::clone(&schema), call: call.clone() };
                (Some(call), Arc::new(StreamingTable::try_new(schema, vec![Arc::new(scan)])?))
            }
        };
        Ok(TableCall { function, arguments, call, table })
    }

    /// The function.
    pub fn function(&self) -> &'static TableFunction {
        self.function
    }

    /// The arguments, one for each parameter.
    pub fn arguments(&self) -> &[Cell] {
        &self.arguments
    }

    /// Whether the rows come from files, rather than from the catalogue itself.
    pub fn reads_files(&self) -> bool {
        self.call.is_some()
    }

    /// The names of the files that the call reads, as this process sees them. Each file gives rows of its own.
    ///
    /// # Errors
    /// Returns an error if a pattern matches no file, a folder or a bucket can't be listed, or the call reads no files.
    pub async fn files(&self, runtime: Arc<RuntimeEnv>) -> Result<Vec<String>> {
        let Some(call) = self.call.clone() else {
            return exec_err!("{} reads no files", self.function.name);
        };
        let files = EngineFiles::new(runtime);
        let token = CancellationToken::new();
        let names = spawn_blocking(move || call.files(&files, &token)).await;
        names
            .map_err(|error| exec_datafusion_err!("{error}"))?
            .map_err(|error| exec_datafusion_err!("{error}"))
    }

    /// The rows of some of the [`files`](Self::files), which `threads` threads read.
    ///
    /// # Errors
    /// Returns an error if the call reads no files. The stream has one if a file can't be read.
    pub fn rows(
        &self,
        names: Vec<String>,
        threads: NonZero<usize>,
        context: &TaskContext,
    ) -> Result<SendableRecordBatchStream> {
        let Some(call) = &self.call else {
            return exec_err!("{} reads no files", self.function.name);
        };
        Ok(rows(call, Some(names), threads, self.table.schema(), context))
    }
}

#[async_trait::async_trait]
impl TableProvider for TableCall {
    fn schema(&self) -> SchemaRef {
        self.table.schema()
    }

    fn table_type(&self) -> TableType {
        self.table.table_type()
    }

    async fn scan(
        &self,
        state: &dyn Session,
        projection: Option<&Vec<usize>>,
        filters: &[Expr],
        limit: Option<usize>,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        self.table.scan(state, projection, filters, limit).await
    }
}
