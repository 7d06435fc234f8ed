//! Inputs that no table holds, in a form that Ballista can split into tasks.

use std::sync::Arc;

use datafusion::arrow::array::{RecordBatch, new_null_array};
use datafusion::arrow::datatypes::{DataType, Field, Schema, SchemaRef};
use datafusion::common::Result;
use datafusion::common::config::ConfigOptions;
use datafusion::common::tree_node::{Transformed, TransformedResult, TreeNode};
use datafusion::datasource::memory::MemorySourceConfig;
use datafusion::physical_optimizer::PhysicalOptimizerRule;
use datafusion::physical_plan::ExecutionPlan;
use datafusion::physical_plan::empty::EmptyExec;
use datafusion::physical_plan::placeholder_row::PlaceholderRowExec;

/// Replaces a placeholder row by a scan of a row in memory, and an input without rows by a scan of none.
///
/// DataFusion plans a placeholder for a SELECT without FROM, and for a count that it knows from statistics. In a part of a
/// UNION, Ballista 55.0.0 sends it to one task and a scan without rows to the others. A scan reports metrics and a placeholder
/// doesn't, so the scheduler drops the report of the second task: the job never ends, or that task's rows are missing.
#[derive(Debug)]
pub struct ScannedPlaceholders;

impl PhysicalOptimizerRule for ScannedPlaceholders {
    fn optimize(
        &self,
        plan: Arc<dyn ExecutionPlan>,
        _: &ConfigOptions,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        plan.transform_up(|node| {
            if node.is::<PlaceholderRowExec>() {
                return Ok(Transformed::yes(one_row()?));
            }
            match node.is::<EmptyExec>() {
                true => Ok(Transformed::yes(no_rows(node.schema())?)),
                false => Ok(Transformed::no(node)),
            }
        })
        .data()
    }

    fn name(&self) -> &'static str {
        "scanned_placeholders"
    }

    fn schema_check(&self) -> bool {
        true
    }
}

/// A scan of one row without columns: what is above a placeholder reads none.
fn one_row() -> Result<Arc<dyn ExecutionPlan>> {
    let schema = Arc::new(Schema::new(vec![Field::new("row", DataType::Boolean, true)]));
    let nulls = new_null_array(&DataType::Boolean, 1);
    let row = RecordBatch::try_new(Arc::clone(&schema), vec![nulls])?;
    Ok(MemorySourceConfig::try_new_exec(&[vec![row]], schema, Some(Vec::new()))?)
}

fn no_rows(schema: SchemaRef) -> Result<Arc<dyn ExecutionPlan>> {
    Ok(MemorySourceConfig::try_new_exec(&[Vec::new()], schema, None)?)
}
