//! One statement after the other: plan, run, print, time.

use std::io::{self, Write};
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Instant;

use arrow::array::{AsArray, RecordBatch};
use arrow::datatypes::UInt64Type;
use datafusion::execution::SendableRecordBatchStream;
use datafusion::logical_expr::{LogicalPlan, Statement as Control};
use datafusion::physical_plan::execute_stream;
use datafusion::prelude::SessionContext;
use datafusion::sql::parser::{DFParserBuilder, Statement};
use futures::{FutureExt, TryStreamExt};

use crate::sql::args::Sql;
use crate::sql::cluster::Cluster;
use crate::sql::failure::Failure;
use crate::sql::format::{Format, Printer};
use crate::sql::outputs::{self, Outputs};
use crate::sql::stores::Stores;
use crate::sql::{ambiguous, files, format, session};

/// Runs statements in its own session.
pub struct Runner {
    context: SessionContext,
    stores: Arc<Stores>,
    /// The cluster that runs queries, or `None` if this process does.
    cluster: Option<Cluster>,
    format: Format,
    timer: bool,
    /// The number of results printed so far.
    results: usize,
}

impl Runner {
    /// A new session.
    pub fn new(args: &Sql, cluster: Option<Cluster>) -> Result<Self, Failure> {
        let (context, stores) = session::open(args, cluster.as_ref())?;
        let (format, timer) = (args.format, args.timer);
        Ok(Runner { context, stores, cluster, format, timer, results: 0 })
    }

    /// The cluster that runs queries, or `None` if this process does.
    pub fn cluster(&self) -> Option<Cluster> {
        self.cluster.clone()
    }

    /// The session.
    pub fn context(&self) -> &SessionContext {
        &self.context
    }

    /// What the running statement writes.
    pub fn outputs(&self) -> Outputs {
        self.stores.outputs().clone()
    }

    /// Runs all statements of `text`, or none if one of them doesn't parse.
    pub async fn run_all(&mut self, text: &str) -> Result<(), Failure> {
        // Editors on Windows put a byte order mark in front.
        let text = text.trim_start_matches('\u{feff}');
        let statements = DFParserBuilder::new(text).build()?.parse_statements()?;
        if statements.is_empty() {
            return Err(Failure::Message("there is no SQL statement to run".to_owned()));
        }
        if let Some(cluster) = &self.cluster {
            cluster.client.ready().await?;
        }
        let several = statements.len() > 1;
        for (number, statement) in (1..).zip(statements) {
            let place = format!("statement {number}");
            let start = Instant::now();
            let rows = self.statement(statement).await.map_err(|failure| match several {
                true => failure.within(&place),
                false => failure,
            })?;
            if self.timer {
                let seconds = start.elapsed().as_secs_f64();
                // As with errors: a closed stderr doesn't stop the program.
                let _ = writeln!(io::stderr(), "{place}: {seconds:.3} s, {rows} rows");
            }
        }
        Ok(())
    }

    /// Runs a statement, and returns the number of rows that it returned or wrote.
    async fn statement(&mut self, mut statement: Statement) -> Result<u64, Failure> {
        self.stores.forget();
        outputs::resolve(&mut statement, &self.stores)?;
        let tables = self.context.state().resolve_table_references(&statement)?;
        // A panic leaves the session as it was: the running statement is dropped.
        let result = match AssertUnwindSafe(self.execute(statement)).catch_unwind().await {
            Ok(result) => result.map_err(|failure| files::explain(failure, &tables)),
            Err(_) => Err(files::panicked(&tables)),
        };
        self.end(result).await
    }

    /// Lets the outputs of a statement appear if it has succeeded, and removes them otherwise.
    async fn end(&self, result: Result<u64, Failure>) -> Result<u64, Failure> {
        let outputs = self.stores.outputs();
        match result {
            Ok(rows) => outputs.commit().await.map(|()| rows).map_err(Failure::from),
            Err(failure @ Failure::Panic(_)) => {
                outputs.abort().await;
                Err(failure)
            }
            Err(failure) => Err(outputs.abort().await.map_or(failure, Failure::from)),
        }
    }

    async fn execute(&mut self, statement: Statement) -> Result<u64, Failure> {
        let names = ambiguous::bare_names(&statement);
        let plan = self.context.state().statement_to_plan(statement).await?;
        ambiguous::refuse_outer(&plan, &names)?;
        let is_query = is_query(&plan);
        refuse_same_names(&plan)?;
        let frame = self.context.execute_logical_plan(plan).await?;
        let context = Arc::new(frame.task_ctx());
        let plan = outputs::exact(frame.create_physical_plan().await?)?;
        let stream = execute_stream(plan, context)?;
        match (is_query, &self.cluster) {
            (true, _) => self.print(stream).await,
            (false, Some(cluster)) => cluster.clone().watch(written(stream)).await,
            (false, None) => written(stream).await,
        }
    }

    /// Prints a result batch by batch, so that it can have any size.
    async fn print(&mut self, mut stream: SendableRecordBatchStream) -> Result<u64, Failure> {
        let mut printer = Printer::new(self.format, stream.schema())?;
        let mut rows = 0;
        let mut buffer = Vec::new();
        if self.results > 0 {
            buffer.extend_from_slice(self.format.separator().as_bytes());
        }
        // A cluster returns no rows before the job is done.
        let mut next = match &self.cluster {
            Some(cluster) => cluster.watch(stream.try_next()).await?,
            None => stream.try_next().await?,
        };
        while let Some(batch) = next {
            rows += batch.num_rows() as u64;
            printer.batch(&batch, &mut buffer)?;
            write_out(&mut buffer)?;
            next = stream.try_next().await?;
        }
        printer.finish(&mut buffer)?;
        write_out(&mut buffer)?;
        self.results += 1;
        Ok(rows)
    }
}

/// Whether a statement returns rows to print, not a count or nothing.
fn is_query(plan: &LogicalPlan) -> bool {
    match plan {
        LogicalPlan::Statement(control) => matches!(control, Control::Execute(_)),
        LogicalPlan::Copy(_) | LogicalPlan::Ddl(_) | LogicalPlan::Dml(_) => false,
        _ => true,
    }
}

/// Refuses a COPY of two columns of one name: readers of files see one of them.
fn refuse_same_names(plan: &LogicalPlan) -> Result<(), Failure> {
    match plan {
        LogicalPlan::Copy(copy) => {
            format::refuse_same_names("a file", copy.input.schema().as_arrow())
        }
        _ => Ok(()),
    }
}

/// Runs a statement that writes, and returns the number of rows that it reports.
async fn written(stream: SendableRecordBatchStream) -> Result<u64, Failure> {
    let batches: Vec<RecordBatch> = stream.try_collect().await?;
    let counts = batches.iter().filter_map(|batch| batch.columns().first());
    let counts = counts.filter_map(|column| column.as_primitive_opt::<UInt64Type>());
    Ok(counts.flatten().flatten().sum())
}

/// Writes finished output, and empties the buffer.
///
/// The formats write into memory first: their errors would hide that the pipe was closed.
fn write_out(buffer: &mut Vec<u8>) -> Result<(), Failure> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(buffer).and_then(|()| stdout.flush()).map_err(|e| Failure::output(&e))?;
    buffer.clear();
    Ok(())
}
