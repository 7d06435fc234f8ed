//! Table functions: those that list what Hashlane has, and those over files.

use std::num::NonZero;
use std::ops::ControlFlow;
use std::sync::Arc;

use datafusion::arrow::array::{ArrayRef, BooleanArray, RecordBatch, StringArray, UInt64Array};
use datafusion::arrow::datatypes::{DataType, Field, Schema, SchemaRef};
use datafusion::catalog::streaming::StreamingTable;
use datafusion::catalog::{TableFunctionArgs, TableFunctionImpl, TableProvider};
use datafusion::common::{Result, ScalarValue, exec_datafusion_err, plan_datafusion_err, plan_err};
use datafusion::datasource::MemTable;
use datafusion::execution::{SendableRecordBatchStream, TaskContext};
use datafusion::logical_expr::Expr;
use datafusion::physical_plan::stream::{RecordBatchReceiverStream, RecordBatchStreamAdapter};
use datafusion::physical_plan::streaming::PartitionStream;
use futures::StreamExt;
use hashlane_catalog::{Cell, CellType, Parameter, ParameterKind, TableFunction, TableRows};
use hashlane_files::CancellationToken;
use hashlane_tables::FileCall;
use tokio::sync::mpsc::error::TrySendError;

use crate::engine_files::EngineFiles;

/// Rows in a batch.
const BATCH_ROWS: usize = 8192;

/// A table function of the catalogue as DataFusion calls it.
pub struct Table(pub &'static TableFunction);

impl std::fmt::Debug for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0.name)
    }
}

impl TableFunctionImpl for Table {
    fn call_with_args(&self, args: TableFunctionArgs) -> Result<Arc<dyn TableProvider>> {
        let Table(function) = self;
        let arguments = arguments(function, args.exprs())?;
        let schema = schema(function);
        match function.rows {
            TableRows::Listed(rows) => {
                let batch = batch(&schema, &rows())?;
                Ok(Arc::new(MemTable::try_new(schema, vec![vec![batch]])?))
            }
            TableRows::Files(table) => {
                let call = FileCall::new(function, table, &arguments)
                    .map_err(|error| plan_datafusion_err!("{error}"))?;
                let scan = FileScan { schema: Arc::clone(&schema), call };
                Ok(Arc::new(StreamingTable::try_new(schema, vec![Arc::new(scan)])?))
            }
        }
    }
}

/// The arguments, one for each parameter; a switch that was left out is false.
fn arguments(function: &TableFunction, given: &[Expr]) -> Result<Vec<Cell>> {
    let parameters = function.parameters;
    let needed = parameters.iter().filter(|p| p.kind == ParameterKind::Text).count();
    if !(needed..=parameters.len()).contains(&given.len()) {
        let (signature, given) = (function.signature(), given.len());
        return plan_err!("{}: {given} arguments were given; it is {signature}", function.name);
    }
    let missing = std::iter::repeat_n(None, parameters.len() - given.len());
    let given = given.iter().map(Some).chain(missing);
    parameters.iter().zip(given).map(|(p, expr)| argument(function.name, p, expr)).collect()
}

fn argument(function: &str, parameter: &Parameter, given: Option<&Expr>) -> Result<Cell> {
    let Some(given) = given else { return Ok(Cell::Truth(false)) };
    let Expr::Literal(value, _) = given else {
        return plan_err!("{function}: {} must be a constant, not {given}", parameter.name);
    };
    match (parameter.kind, value) {
        (_, value) if value.is_null() => Ok(Cell::Null),
        (ParameterKind::Switch, ScalarValue::Boolean(Some(truth))) => Ok(Cell::Truth(*truth)),
        (ParameterKind::Text, value) if value.try_as_str().is_some() => {
            Ok(value.try_as_str().flatten().map_or(Cell::Null, |text| Cell::Text(text.to_owned())))
        }
        (ParameterKind::Switch, _) => {
            plan_err!("{function}: {} must be true or false, not {value}", parameter.name)
        }
        (ParameterKind::Text, _) => {
            plan_err!("{function}: {} must be a text, not {value}", parameter.name)
        }
    }
}

fn schema(function: &TableFunction) -> SchemaRef {
    let listed = matches!(function.rows, TableRows::Listed(_));
    let fields = function.columns.iter().map(|column| {
        let kind = match column.kind {
            CellType::Text => DataType::Utf8,
            CellType::Integer => DataType::UInt64,
            CellType::Truth => DataType::Boolean,
        };
        Field::new(column.name, kind, !listed)
    });
    Arc::new(Schema::new(fields.collect::<Vec<_>>()))
}

fn batch(schema: &SchemaRef, rows: &[Vec<Cell>]) -> Result<RecordBatch> {
    let column = |(i, field): (usize, &Arc<Field>)| -> ArrayRef {
        let cells = rows.iter().map(|row| &row[i]);
        match field.data_type() {
            DataType::UInt64 => Arc::new(UInt64Array::from_iter(cells.map(|cell| match cell {
                Cell::Integer(number) => Some(*number),
                _ => None,
            }))),
            DataType::Boolean => Arc::new(BooleanArray::from_iter(cells.map(|cell| match cell {
                Cell::Truth(truth) => Some(*truth),
                _ => None,
            }))),
            _ => Arc::new(StringArray::from_iter(cells.map(|cell| match cell {
                Cell::Text(text) => Some(text.as_str()),
                _ => None,
            }))),
        }
    };
    let columns = schema.fields().iter().enumerate().map(column).collect();
    Ok(RecordBatch::try_new(Arc::clone(schema), columns)?)
}

/// The rows of a call over files, which are read while the query runs.
#[derive(Debug)]
struct FileScan {
    schema: SchemaRef,
    call: FileCall,
}

impl PartitionStream for FileScan {
    fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    fn execute(&self, context: Arc<TaskContext>) -> SendableRecordBatchStream {
        let mut builder = RecordBatchReceiverStream::builder(Arc::clone(&self.schema), 2);
        let (sender, schema, call) = (builder.tx(), Arc::clone(&self.schema), self.call.clone());
        let threads = context.session_config().target_partitions();
        let threads = NonZero::new(threads).unwrap_or(NonZero::<usize>::MIN);
        let files = Arc::new(EngineFiles::new(context.runtime_env()));
        let token = CancellationToken::new();
        let cancel = CancelOnDrop(token.clone());
        builder.spawn_blocking(move || {
            let mut waiting = Vec::new();
            let result = call.run(files.as_ref(), threads, &token, &mut |row| {
                waiting.push(row);
                // A row is sent at once if the query waits for it, and with others otherwise.
                match sender.try_reserve() {
                    Ok(place) => place.send(batch(&schema, &std::mem::take(&mut waiting))),
                    Err(TrySendError::Full(())) if waiting.len() < BATCH_ROWS => {}
                    Err(TrySendError::Full(())) => {
                        let batch = batch(&schema, &std::mem::take(&mut waiting));
                        if sender.blocking_send(batch).is_err() {
                            return ControlFlow::Break(());
                        }
                    }
                    Err(TrySendError::Closed(())) => return ControlFlow::Break(()),
                }
                ControlFlow::Continue(())
            });
            if !waiting.is_empty() && sender.blocking_send(batch(&schema, &waiting)).is_err() {
                return Ok(());
            }
            result.map_err(|error| exec_datafusion_err!("{error}"))
        });
        let rows = builder.build().inspect(move |_| {
            // The stream owns it.
            let _ = &cancel;
        });
        Box::pin(RecordBatchStreamAdapter::new(Arc::clone(&self.schema), rows))
    }
}

/// Stops the work for a stream when the stream is dropped: a query drops it once it has all the rows it
/// wants, or is dropped itself.
struct CancelOnDrop(CancellationToken);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.cancel();
    }
}
