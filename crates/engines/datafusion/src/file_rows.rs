//! The rows of a call over files, which a thread reads while the query runs.

use std::num::NonZero;
use std::ops::ControlFlow;
use std::sync::Arc;

use datafusion::arrow::datatypes::SchemaRef;
use datafusion::common::exec_datafusion_err;
use datafusion::execution::{SendableRecordBatchStream, TaskContext};
use datafusion::physical_plan::stream::{RecordBatchReceiverStream, RecordBatchStreamAdapter};
use datafusion::physical_plan::streaming::PartitionStream;
use futures::StreamExt;
use hashlane_files::CancellationToken;
use hashlane_parquet::table_functions::FileCall;
use tokio::sync::mpsc::error::TrySendError;

use crate::engine_files::EngineFiles;
use crate::table_rows::batch;

/// Rows in a batch.
const BATCH_ROWS: usize = 8192;

/// All files of a call, one after the other.
#[derive(Debug)]
pub struct FileScan {
    pub schema: SchemaRef,
    pub call: FileCall,
}

impl PartitionStream for FileScan {
    fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    fn execute(&self, context: Arc<TaskContext>) -> SendableRecordBatchStream {
        let threads = context.session_config().target_partitions();
        let threads = NonZero::new(threads).unwrap_or(NonZero::<usize>::MIN);
        rows(&self.call, None, threads, Arc::clone(&self.schema), &context)
    }
}

/// The rows of `names`, or of all files that the call means.
pub fn rows(
    call: &FileCall,
    names: Option<Vec<String>>,
    threads: NonZero<usize>,
    schema: SchemaRef,
    context: &TaskContext,
) -> SendableRecordBatchStream {
    let mut builder = RecordBatchReceiverStream::builder(Arc::clone(&schema), 2);
    let (sender, row_schema, call) = (builder.tx(), Arc::clone(&schema), call.clone());
    let files = Arc::new(EngineFiles::new(context.runtime_env()));
    let token = CancellationToken::new();
    let cancel = CancelOnDrop(token.clone());
    builder.spawn_blocking(move || {
        let schema = row_schema;
        let mut waiting = Vec::new();
        let mut take = |row| {
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
        };
        let result = match names {
            Some(names) => call.for_each_row_of(&names, files.as_ref(), threads, &token, &mut take),
            None => call.for_each_row(files.as_ref(), threads, &token, &mut take),
        };
        if !waiting.is_empty() && sender.blocking_send(batch(&schema, &waiting)).is_err() {
            return Ok(());
        }
        result.map_err(|error| exec_datafusion_err!("{error}"))
    });
    let rows = builder.build().inspect(move |_| {
        // The stream owns it.
        let _ = &cancel;
    });
    Box::pin(RecordBatchStreamAdapter::new(schema, rows))
}

/// Stops the work for a stream when the stream is dropped: a query drops it once it has all the rows it
/// wants, or is dropped itself.
struct CancelOnDrop(CancellationToken);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.cancel();
    }
}
