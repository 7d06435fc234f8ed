//! The rows of the partitions that differ.

use std::sync::Arc;

use datafusion::arrow::array::{AsArray, BooleanArray};
use datafusion::arrow::datatypes::{DataType, UInt64Type};
use datafusion::dataframe::DataFrame;
use datafusion::error::Result;
use datafusion::logical_expr::{ColumnarValue, ScalarUDF, Volatility, create_udf};

use crate::fingerprints::{PartitionFingerprints, partition};
use crate::schema::PlanLayout;
use crate::side::Side;

/// The partitions that differ.
pub(crate) struct DifferingPartitions(Arc<Vec<bool>>);

impl DifferingPartitions {
    /// Compares the fingerprints of the two sides.
    pub(crate) fn new(left: &PartitionFingerprints, right: &PartitionFingerprints) -> Self {
        DifferingPartitions(Arc::new(left.differing(right)))
    }

    /// Whether no partition differs.
    pub(crate) fn is_empty(&self) -> bool {
        !self.0.contains(&true)
    }

    /// The rows of partitions that differ.
    pub(crate) fn rows(
        &self,
        side: Side,
        named: DataFrame,
        layout: &PlanLayout,
    ) -> Result<DataFrame> {
        let differs = Arc::clone(&self.0);
        let differs = of_key_hash("partition_differs", move |hash| differs[partition(hash)]);
        named.filter(differs.call(vec![side.key_hash(layout)?]))
    }
}

/// A condition on the hash of a key. Under a memory limit a semi join would sort both sides, and a list of literals
/// takes longer to plan than to run.
pub(crate) fn of_key_hash(
    name: &str,
    holds: impl Fn(u64) -> bool + Send + Sync + 'static,
) -> ScalarUDF {
    let condition = move |args: &[ColumnarValue]| {
        let arrays = ColumnarValue::values_to_arrays(args)?;
        let hashes = arrays[0].as_primitive::<UInt64Type>().values().iter();
        let rows: BooleanArray = hashes.map(|&hash| Some(holds(hash))).collect();
        Ok(ColumnarValue::Array(Arc::new(rows)))
    };
    let (takes, returns) = (vec![DataType::UInt64], DataType::Boolean);
    create_udf(name, takes, returns, Volatility::Immutable, Arc::new(condition))
}
