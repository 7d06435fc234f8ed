//! A comparison whose changes are read batch by batch.

use std::fmt;
use std::sync::Arc;

use datafusion::arrow::datatypes::{DataType, FieldRef};
use datafusion::execution::SendableRecordBatchStream;
use futures::TryStreamExt;

use crate::changes::RowChanges;
use crate::error::DiffError;
use crate::room::ThreadRoom;
use crate::schema::PlanLayout;
use crate::summary::Summary;

/// A comparison whose changes are read batch by batch.
pub struct Comparison {
    pub(crate) layout: Arc<PlanLayout>,
    pub(crate) keys: Vec<FieldRef>,
    pub(crate) summary: Summary,
    /// `None` if the fingerprints show no changes.
    pub(crate) changes: Option<SendableRecordBatchStream>,
    /// The memory of rows that the changes are read from.
    pub(crate) _rooms: Vec<ThreadRoom>,
}

impl Comparison {
    /// The next rows that differ; `None` after the last ones.
    ///
    /// # Errors
    /// Returns an error if a side can't be read any longer or the memory limit is too low.
    pub async fn next(&mut self) -> Result<Option<RowChanges>, DiffError> {
        let Some(changes) = &mut self.changes else { return Ok(None) };
        let Some(batch) = changes.try_next().await? else { return Ok(None) };
        let changes = RowChanges::new(Arc::clone(&self.layout), batch);
        self.summary.add(&changes);
        Ok(Some(changes))
    }

    /// The key columns, with the type that holds the values of both sides.
    pub fn keys(&self) -> &[FieldRef] {
        &self.keys
    }

    /// The type of a nested key column, which CSV can't hold.
    pub fn nested_key(&self) -> Option<&str> {
        let nested = self.keys.iter().find(|field| DataType::is_nested(field.data_type()));
        nested.map(|field| field.name().as_str())
    }

    /// Whether equal rows are counted, so that no row counts as changed.
    pub fn is_multiset(&self) -> bool {
        self.layout.is_multiset
    }

    /// The summary of the changes that have been read.
    pub fn summary(&self) -> &Summary {
        &self.summary
    }
}

impl fmt::Debug for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Comparison").field("layout", &self.layout).finish_non_exhaustive()
    }
}
