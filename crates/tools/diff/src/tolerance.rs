//! Numbers within a tolerance.

use datafusion::arrow::datatypes::DataType;
use datafusion::functions::expr_fn::{coalesce, greatest};
use datafusion::logical_expr::{Expr, and, try_cast};
use datafusion::prelude::lit;

use crate::distance::is_within;
use crate::options::Tolerance;
use crate::reading::nearest;
use crate::rules::NumberKind;
use crate::schema::ValueColumn;

/// Whether two values of a column, each text or a number, are finite and within the tolerance; false if one is NULL.
///
/// Floats are compared as doubles. Doubles have no 1.1 and no 2^53 + 1, so the difference of integers and decimals is exact.
pub(crate) fn is_close(
    value: &ValueColumn,
    sides: [(Expr, bool); 2],
    tolerance: Tolerance,
) -> Expr {
    if value.numbers != Some(NumberKind::Floats) {
        return is_within(sides.map(|(value, _)| value), tolerance);
    }
    // A text beside singles is read as one.
    let single = value.reading.as_ref().map(|reading| &reading.data_type);
    let single = single.filter(|of| matches!(of, DataType::Float16 | DataType::Float32));
    let doubles = doubles(sides, single);
    let [left, right] = doubles.clone();
    coalesce(vec![is_near(&(left - right), &doubles, tolerance), lit(false)])
}

fn doubles(sides: [(Expr, bool); 2], single: Option<&DataType>) -> [Expr; 2] {
    sides.map(|(value, is_text)| match (is_text, single) {
        (true, Some(single)) => {
            try_cast(try_cast(nearest(value), single.clone()), DataType::Float64)
        }
        (true, None) => nearest(value),
        (false, _) => try_cast(value, DataType::Float64),
    })
}

fn is_near(difference: &Expr, [left, right]: &[Expr; 2], tolerance: Tolerance) -> Expr {
    let magnitudes = || vec![magnitude(left.clone()), magnitude(right.clone())];
    let Tolerance { absolute, relative } = tolerance;
    let allowed = lit(absolute) + lit(relative) * greatest(magnitudes());
    // The engine orders NaN above infinity, or below it with its sign set.
    let is_finite = and(
        difference.clone().lt(lit(f64::INFINITY)),
        difference.clone().gt(lit(f64::NEG_INFINITY)),
    );
    and(is_finite, magnitude(difference.clone()).lt_eq(allowed))
}

/// The absolute value: the engine is built without mathematical functions such as `abs`.
fn magnitude(number: Expr) -> Expr {
    greatest(vec![number.clone(), lit(0.0) - number])
}
