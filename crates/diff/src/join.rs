//! The full join of the remaining rows.

use datafusion::common::JoinType;
use datafusion::dataframe::DataFrame;
use datafusion::error::Result;
use datafusion::functions::expr_fn::coalesce;
use datafusion::logical_expr::{Expr, Operator, binary_expr, cast, not};
use hashlane_datafusion::expr_fn::row_bytes;

use crate::options::Tolerance;
use crate::schema::Layout;
use crate::side::{Side, column};
use crate::tolerance::is_close;

/// The rows that differ: both counts, the key columns, and for each compared column the left value, the right value,
/// and whether they differ. Sorted by the key, if its types have an order.
pub fn differing(
    left: DataFrame,
    right: DataFrame,
    layout: &Layout,
    tolerance: Option<Tolerance>,
) -> Result<DataFrame> {
    let [left_key, right_key] = [Side::Left, Side::Right].map(Side::row_key);
    let joined = left.join(right, JoinType::Full, &[&left_key], &[&right_key], None)?;
    let rows = joined.filter(differs(layout, tolerance))?.select(columns(layout, tolerance))?;
    if !layout.sortable {
        return Ok(rows);
    }
    let order = (0..layout.keys.len()).map(|at| column(key(at)).sort(true, true));
    rows.sort(order.collect())
}

/// The name of a key column of the result.
fn key(at: usize) -> String {
    format!("key_{at}")
}

fn columns(layout: &Layout, tolerance: Option<Tolerance>) -> Vec<Expr> {
    let mut columns = vec![column(Side::Left.count()), column(Side::Right.count())];
    for at in 0..layout.keys.len() {
        let both = [Side::Left, Side::Right].map(|side| match &layout.key_types[at] {
            Some(common) => cast(column(side.key(at)), common.clone()),
            None => column(side.key(at)),
        });
        columns.push(coalesce(both.to_vec()).alias(key(at)));
    }
    for at in 0..layout.values.len() {
        columns.push(column(Side::Left.value(at)));
        columns.push(column(Side::Right.value(at)));
        columns.push(value_differs(layout, at, tolerance).alias(format!("differs_{at}")));
    }
    columns
}

/// Whether a row is reported.
fn differs(layout: &Layout, tolerance: Option<Tolerance>) -> Expr {
    let counts = distinct(column(Side::Left.count()), column(Side::Right.count()));
    let inexact = |at: &usize| tolerance.is_some() && layout.values[*at].is_inexact;
    let (inexact, exact): (Vec<_>, Vec<_>) = (0..layout.values.len()).partition(inexact);
    let values = |side: Side| exact.iter().map(|&at| side.compared(layout, at)).collect();
    let rows = (!exact.is_empty())
        .then(|| distinct(row_bytes(values(Side::Left)), row_bytes(values(Side::Right))));
    let values = inexact.into_iter().map(|at| value_differs(layout, at, tolerance));
    rows.into_iter().chain(values).fold(counts, Expr::or)
}

/// Whether the values of a column differ.
fn value_differs(layout: &Layout, at: usize, tolerance: Option<Tolerance>) -> Expr {
    let [left, right] = [Side::Left, Side::Right].map(|side| side.compared(layout, at));
    let differs = distinct(row_bytes(vec![left.clone()]), row_bytes(vec![right.clone()]));
    match tolerance.filter(|_| layout.values[at].is_inexact) {
        Some(tolerance) => differs.and(not(is_close(&left, &right, tolerance))),
        None => differs,
    }
}

fn distinct(left: Expr, right: Expr) -> Expr {
    binary_expr(left, Operator::IsDistinctFrom, right)
}
