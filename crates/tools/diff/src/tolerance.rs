//! Numbers within a tolerance.

use datafusion::arrow::datatypes::DataType;
use datafusion::functions::expr_fn::{coalesce, greatest};
use datafusion::logical_expr::{Expr, and, cast};
use datafusion::prelude::lit;

use crate::options::Tolerance;

/// Whether two numbers are finite and within the tolerance; false if one is NULL.
pub fn is_close(left: &Expr, right: &Expr, tolerance: Tolerance) -> Expr {
    let double = |value: &Expr| cast(value.clone(), DataType::Float64);
    let (left, right) = (double(left), double(right));
    let difference = left.clone() - right.clone();
    let allowed = match tolerance {
        Tolerance::Absolute(allowed) => lit(allowed),
        Tolerance::Relative(part) => lit(part) * greatest(vec![magnitude(left), magnitude(right)]),
    };
    // The engine orders NaN above infinity, or below it with its sign set.
    let is_finite = and(
        difference.clone().lt(lit(f64::INFINITY)),
        difference.clone().gt(lit(f64::NEG_INFINITY)),
    );
    let is_near = magnitude(difference).lt_eq(allowed);
    coalesce(vec![and(is_finite, is_near), lit(false)])
}

/// The absolute value: the engine is built without mathematical functions such as `abs`.
fn magnitude(number: Expr) -> Expr {
    greatest(vec![number.clone(), lit(0.0) - number])
}
