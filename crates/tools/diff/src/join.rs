//! The full join of the remaining rows.

use datafusion::common::JoinType;
use datafusion::common::metadata::FieldMetadata;
use datafusion::dataframe::DataFrame;
use datafusion::error::Result;
use datafusion::functions::expr_fn::coalesce;
use datafusion::logical_expr::{Expr, Operator, binary_expr, cast, not};
use hashlane_datafusion::expr_fn::row_bytes;

use crate::columns::column;
use crate::reading::value as read;
use crate::schema::PlanLayout;
use crate::side::Side;
use crate::tolerance::is_close;

/// The rows that differ: both counts, the key columns, and for each compared column the left value, the right value,
/// and whether they differ. Sorted by the key, if its types have an order.
pub(crate) fn differing(
    left: DataFrame,
    right: DataFrame,
    layout: &PlanLayout,
) -> Result<DataFrame> {
    let [left_key, right_key] = [Side::Left, Side::Right].map(Side::row_key);
    let columns = columns(layout, &key_metadata(&left, layout)?)?;
    let joined = left.join(right, JoinType::Full, &[&left_key], &[&right_key], None)?;
    let rows = joined.filter(differs(layout)?)?.select(columns)?;
    if !layout.sortable {
        return Ok(rows);
    }
    rows.sort(order(layout).into_iter().map(|key| key.sort(true, true)).collect())
}

/// Read text has the order of its values.
fn order(layout: &PlanLayout) -> Vec<Expr> {
    let keys = layout.keys.iter().enumerate().map(|(at, value)| {
        let shown = column(key(at));
        let read = value.reading.as_ref().map(|reading| read(shown.clone(), &reading.data_type));
        read.into_iter().chain([shown])
    });
    keys.flatten().collect()
}

/// The name of a key column of the result.
fn key(at: usize) -> String {
    format!("key_{at}")
}

/// The metadata of the left key columns, which say how their values are shown. `coalesce` would drop it.
fn key_metadata(left: &DataFrame, layout: &PlanLayout) -> Result<Vec<FieldMetadata>> {
    let keys = (0..layout.keys.len()).map(|at| Side::Left.key(at));
    keys.map(|key| Ok(left.schema().field_with_unqualified_name(&key)?.as_ref().into())).collect()
}

fn columns(layout: &PlanLayout, key_metadata: &[FieldMetadata]) -> Result<Vec<Expr>> {
    let mut columns = vec![column(Side::Left.count()), column(Side::Right.count())];
    for (at, metadata) in key_metadata.iter().enumerate() {
        let both = [Side::Left, Side::Right].map(|side| match &layout.key_types[at] {
            Some(common) => cast(column(side.key(at)), common.clone()),
            None => column(side.key(at)),
        });
        let metadata = Some(metadata.clone());
        columns.push(coalesce(both.to_vec()).alias_with_metadata(key(at), metadata));
    }
    for at in 0..layout.values.len() {
        columns.push(column(Side::Left.value(at)));
        columns.push(column(Side::Right.value(at)));
        columns.push(value_differs(layout, at)?.alias(format!("differs_{at}")));
    }
    Ok(columns)
}

/// Whether a row is reported.
fn differs(layout: &PlanLayout) -> Result<Expr> {
    let counts = distinct(column(Side::Left.count()), column(Side::Right.count()));
    let inexact = |at: &usize| layout.values[*at].rules.tolerance.is_some();
    let (inexact, exact): (Vec<_>, Vec<_>) = (0..layout.values.len()).partition(inexact);
    let values = |side: Side| {
        let values = exact.iter().map(|&at| side.compared(layout, at)).collect::<Result<Vec<_>>>();
        values.map(|values| row_bytes(values.concat()))
    };
    let mut differs = counts;
    if !exact.is_empty() {
        differs = differs.or(distinct(values(Side::Left)?, values(Side::Right)?));
    }
    for at in inexact {
        differs = differs.or(value_differs(layout, at)?);
    }
    Ok(differs)
}

/// Whether the values of a column differ.
fn value_differs(layout: &PlanLayout, at: usize) -> Result<Expr> {
    let [left, right] = [Side::Left, Side::Right].map(|side| side.compared(layout, at));
    let differs = distinct(row_bytes(left?), row_bytes(right?));
    let compared = &layout.values[at];
    let Some(tolerance) = compared.rules.tolerance else { return Ok(differs) };
    let sides = [Side::Left, Side::Right]
        .map(|side| (side.shortened(layout, at), side.text_of(compared).is_some()));
    Ok(differs.and(not(is_close(compared, sides, tolerance))))
}

fn distinct(left: Expr, right: Expr) -> Expr {
    binary_expr(left, Operator::IsDistinctFrom, right)
}
