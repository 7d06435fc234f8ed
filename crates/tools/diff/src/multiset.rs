//! Rows without a key, counted.

use datafusion::dataframe::DataFrame;
use datafusion::functions_aggregate::expr_fn::{count, first_value};
use datafusion::prelude::lit;
use hashlane_datafusion::expr_fn::row_bytes;

use crate::columns::column;
use crate::error::DiffError;
use crate::schema::PlanLayout;
use crate::side::Side;

/// Returns each distinct row with the number of rows that equal it. Rows that are equal by value may be stored
/// differently (`-0.0`, `1.50`); one of them is shown.
pub fn counted(side: Side, named: DataFrame, layout: &PlanLayout) -> Result<DataFrame, DiffError> {
    let group = side.compared_keys(layout).map_err(DiffError::on_side(side))?;
    let group = row_bytes(group).alias(side.row_key());
    let shown = (0..layout.keys.len())
        .map(|at| first_value(column(side.key(at)), vec![]).alias(side.key(at)));
    let number = count(lit(1_i64)).alias(side.count());
    let counted = named.aggregate(vec![group], shown.chain([number]).collect());
    counted.map_err(DiffError::on_side(side))
}
