//! One statement after the other: plan, run, write, time.

use std::io::{self, Write};
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Instant;

use arrow::datatypes::SchemaRef;
use datafusion::execution::SendableRecordBatchStream;
use datafusion::physical_plan::execute_stream;
use datafusion::prelude::SessionContext;
use datafusion::sql::parser::{DFParserBuilder, Statement};
use futures::{FutureExt, TryStreamExt};

use crate::failure::Failure;
use crate::output::{Overwrite, TableFile, check_free};
use crate::sql::advice::advised;
use crate::sql::args::SqlCommandArgs;
use crate::sql::cluster::Cluster;
use crate::sql::format::{OutputFormat, ResultPrinter};
use crate::sql::output::{ResultWriter, print};
use crate::sql::reads::reading;
use crate::sql::stores::SessionStores;
use crate::sql::{files, session};

/// Runs statements in its own session.
pub struct StatementRunner {
    context: SessionContext,
    stores: Arc<SessionStores>,
    /// The cluster that runs queries, or `None` if this process does.
    cluster: Option<Cluster>,
    format: OutputFormat,
    /// The file to write, or `None` for standard output.
    output: Option<TableFile>,
    overwrite: Overwrite,
    timer: bool,
    /// The number of results printed so far.
    results: usize,
}

impl StatementRunner {
    /// A new session.
    pub fn new(args: &SqlCommandArgs, cluster: Option<Cluster>) -> Result<Self, Failure> {
        let (context, stores) = session::open(args, cluster.as_ref())?;
        let (format, output, timer) = (args.format(), args.output.clone(), args.timer);
        let overwrite = Overwrite::forced(args.force);
        Ok(StatementRunner {
            context,
            stores,
            cluster,
            format,
            output,
            overwrite,
            timer,
            results: 0,
        })
    }

    /// Runs all statements of `text`, or none if one of them doesn't parse or does more than read.
    pub async fn run_all(&mut self, text: &str) -> Result<(), Failure> {
        let statements = statements(text)?;
        if let Some(file) = &self.output {
            if statements.len() > 1 {
                let given = statements.len();
                return Err(format!(
                    "-o writes one result, but there are {given} statements: run them one by one"
                )
                .into());
            }
            check_free(&file.path, self.overwrite)?;
        }
        if let Some(cluster) = &self.cluster {
            cluster.client.ready().await?;
        }
        let several = statements.len() > 1;
        for (number, statement) in (1..).zip(statements) {
            let start = Instant::now();
            let rows = self.statement(statement).await;
            let rows = rows.map_err(|failure| in_place(failure, number, several))?;
            if self.timer {
                let seconds = start.elapsed().as_secs_f64();
                // As with errors: a closed stderr doesn't stop the program.
                let _ = writeln!(io::stderr(), "statement {number}: {seconds:.3} s, {rows} rows");
            }
        }
        Ok(())
    }

    /// Runs a statement, and returns the number of its rows.
    async fn statement(&mut self, statement: Statement) -> Result<u64, Failure> {
        self.stores.forget();
        let tables = self.context.state().resolve_table_references(&statement)?;
        let sql = statement.to_string();
        // A panic leaves the session as it was: the running statement is dropped.
        match AssertUnwindSafe(self.execute(statement)).catch_unwind().await {
            Ok(result) => result.map_err(|failure| advised(files::explain(failure, &tables), &sql)),
            Err(_) => Err(files::panicked(&tables)),
        }
    }

    async fn execute(&mut self, statement: Statement) -> Result<u64, Failure> {
        let plan = self.context.state().statement_to_plan(statement).await?;
        if plan.schema().fields().is_empty() {
            return Err("the query has no columns: name some after SELECT".to_owned().into());
        }
        let frame = self.context.execute_logical_plan(plan).await?;
        let context = Arc::new(frame.task_ctx());
        let stream = execute_stream(frame.create_physical_plan().await?, context)?;
        self.write(stream).await
    }

    /// Writes a result batch by batch, so that it can have any size.
    async fn write(&mut self, mut stream: SendableRecordBatchStream) -> Result<u64, Failure> {
        let mut output = self.open(stream.schema())?;
        let mut rows = 0;
        // A cluster returns no rows before the job is done.
        let mut next = match &self.cluster {
            Some(cluster) => cluster.watch(stream.try_next()).await?,
            None => stream.try_next().await?,
        };
        while let Some(batch) = next {
            rows += batch.num_rows() as u64;
            output.write(&batch)?;
            next = stream.try_next().await?;
        }
        output.finish()?;
        Ok(rows)
    }

    /// Opens what the next result is written to.
    fn open(&mut self, schema: SchemaRef) -> Result<ResultWriter, Failure> {
        if let Some(file) = &self.output {
            return ResultWriter::file(file, self.overwrite, schema);
        }
        let printer = ResultPrinter::new(self.format, schema)?;
        if self.results > 0 {
            print(self.format.separator().as_bytes())?;
        }
        self.results += 1;
        Ok(ResultWriter::Printed(printer))
    }
}

/// Parses statements that only read.
fn statements(text: &str) -> Result<Vec<Statement>, Failure> {
    // Editors on Windows put a byte order mark in front.
    let text = text.trim_start_matches('\u{feff}');
    let parsed =
        DFParserBuilder::new(text).build().and_then(|mut parser| parser.parse_statements());
    let parsed = parsed.map_err(|error| advised(error.into(), text))?;
    if parsed.is_empty() {
        return Err(Failure::Message("there is no SQL statement to run".to_owned()));
    }
    let several = parsed.len() > 1;
    let checked = (1..).zip(parsed).map(|(number, statement)| {
        reading(statement).map_err(|line| in_place(line.into(), number, several))
    });
    checked.collect()
}

/// A failure with the number of its statement, if there are several.
fn in_place(failure: Failure, number: usize, several: bool) -> Failure {
    match several {
        true => failure.within(&format!("statement {number}")),
        false => failure,
    }
}
