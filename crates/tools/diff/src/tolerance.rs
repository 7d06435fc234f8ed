//! Numbers within a tolerance.

use datafusion::arrow::datatypes::DataType;
use datafusion::functions::expr_fn::{coalesce, greatest};
use datafusion::logical_expr::{Expr, and, try_cast};
use datafusion::prelude::lit;

use crate::options::Tolerance;
use crate::reading::{nearest, value as read};
use crate::schema::{Numbers, Value};

/// The most digits of a decimal, and how many of them text may have after the point.
const MOST: (u8, i8) = (76, 38);

/// Whether two values of a column, each text or a number, are finite and within the tolerance; false if one is NULL.
///
/// Doubles have no 1.1 and no 2^53 + 1, so the difference of integers and decimals is exact if they have at most 76 digits.
pub fn is_close(value: &Value, sides: [(Expr, bool); 2], tolerance: Tolerance) -> Expr {
    let double = |(value, is_text): &(Expr, bool)| match is_text {
        true => nearest(value.clone()),
        false => try_cast(value.clone(), DataType::Float64),
    };
    let doubles = sides.each_ref().map(double);
    let scale = match value.numbers {
        Some(Numbers::Integers) if value.reading.is_none() => 0,
        Some(Numbers::Decimals(scale)) if value.reading.is_none() => scale,
        Some(Numbers::Integers | Numbers::Decimals(_)) => MOST.1,
        _ => {
            let near = is_near(&difference(doubles.clone()), &doubles, tolerance);
            return coalesce(vec![near, lit(false)]);
        }
    };
    let exact = sides.map(|(value, is_text)| {
        let decimal = DataType::Decimal256(MOST.0, scale);
        if is_text { read(value, &decimal) } else { try_cast(value, decimal) }
    });
    let exact = try_cast(difference(exact), DataType::Float64);
    let near = [exact, difference(doubles.clone())].map(|d| is_near(&d, &doubles, tolerance));
    coalesce(near.into_iter().chain([lit(false)]).collect())
}

fn difference([left, right]: [Expr; 2]) -> Expr {
    left - right
}

fn is_near(difference: &Expr, [left, right]: &[Expr; 2], tolerance: Tolerance) -> Expr {
    let magnitudes = || vec![magnitude(left.clone()), magnitude(right.clone())];
    let allowed = match tolerance {
        Tolerance::Absolute(allowed) => lit(allowed),
        Tolerance::Relative(part) => lit(part) * greatest(magnitudes()),
    };
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
