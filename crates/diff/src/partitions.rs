//! Fingerprints by hash partition of the key: partitions that are equal are not joined.

use std::collections::HashMap;
use std::sync::Arc;

use datafusion::arrow::array::{AsArray, BooleanArray};
use datafusion::arrow::datatypes::{DataType, UInt64Type};
use datafusion::common::cast::as_string_array;
use datafusion::dataframe::DataFrame;
use datafusion::error::Result;
use datafusion::logical_expr::{
    ColumnarValue, Expr, ScalarUDF, Volatility, bitwise_and, create_udf,
};
use datafusion::prelude::lit;
use futures::TryStreamExt;
use hashlane_datafusion::expr_fn::{fingerprint, row_xxh3};

use crate::error::Error;
use crate::schema::Layout;
use crate::side::Side;

/// Rows for each partition. A single changed value has this many rows joined.
const ROWS: u64 = 4096;
/// Bounds the fingerprints in memory.
const MAX_PARTITIONS: u64 = 1 << 20;

/// Which partitions differ.
pub struct Differing {
    /// The partition of a key is its hash under this mask.
    mask: u64,
    /// By partition.
    differs: Arc<Vec<bool>>,
}

impl Differing {
    /// Compares the partitions of the two sides. The number of partitions follows from that of the rows.
    pub async fn find(
        left: &DataFrame,
        right: &DataFrame,
        layout: &Layout,
        rows: u64,
    ) -> Result<Self, Error> {
        let partitions = (rows / ROWS).clamp(1, MAX_PARTITIONS).next_power_of_two();
        let mask = partitions - 1;
        let of = async |side: Side, named: &DataFrame| {
            fingerprints(side, named, layout, mask).await.map_err(Error::of(side))
        };
        let left = of(Side::Left, left).await?;
        let right = of(Side::Right, right).await?;
        let differs = (0..partitions).map(|at| left.get(&at) != right.get(&at)).collect();
        Ok(Differing { mask, differs: Arc::new(differs) })
    }

    /// Whether none differs.
    pub fn is_empty(&self) -> bool {
        !self.differs.contains(&true)
    }

    /// The rows of partitions that differ.
    pub fn rows(&self, side: Side, named: DataFrame, layout: &Layout) -> Result<DataFrame, Error> {
        if self.differs.iter().all(|&differs| differs) {
            return Ok(named);
        }
        let differs = self.function().call(vec![partition(side, layout, self.mask)]);
        named.filter(differs).map_err(Error::of(side))
    }

    /// A bit for each partition: a semi join would sort both sides under a memory limit, and a list of literals takes
    /// longer to plan than to run.
    fn function(&self) -> ScalarUDF {
        let differs = Arc::clone(&self.differs);
        let look_up = move |args: &[ColumnarValue]| {
            let arrays = ColumnarValue::values_to_arrays(args)?;
            let partitions = arrays[0].as_primitive::<UInt64Type>().values().iter();
            let found =
                |&at: &u64| usize::try_from(at).ok().and_then(|at| differs.get(at).copied());
            let found: BooleanArray = partitions.map(found).collect();
            Ok(ColumnarValue::Array(Arc::new(found)))
        };
        let look_up = Arc::new(look_up);
        let takes = vec![DataType::UInt64];
        create_udf("partition_differs", takes, DataType::Boolean, Volatility::Immutable, look_up)
    }
}

fn partition(side: Side, layout: &Layout, mask: u64) -> Expr {
    bitwise_and(row_xxh3(side.keys(layout)), lit(mask))
}

async fn fingerprints(
    side: Side,
    named: &DataFrame,
    layout: &Layout,
    mask: u64,
) -> Result<HashMap<u64, String>> {
    let partition = partition(side, layout, mask).alias("partition");
    let fingerprint = fingerprint(side.row(layout)).alias("fingerprint");
    let groups = named.clone().aggregate(vec![partition], vec![fingerprint])?;
    let mut batches = groups.execute_stream().await?;
    let mut found = HashMap::new();
    while let Some(batch) = batches.try_next().await? {
        let partitions = batch.column(0).as_primitive::<UInt64Type>().values().iter().copied();
        let texts = as_string_array(batch.column(1))?.iter();
        found.extend(partitions.zip(texts.map(|text| text.unwrap_or_default().to_owned())));
    }
    Ok(found)
}
