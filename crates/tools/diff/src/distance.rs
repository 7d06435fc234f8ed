//! Exact distances of decimal numbers.

use std::str::FromStr;
use std::sync::Arc;

use bigdecimal::BigDecimal;
use datafusion::arrow::array::{ArrayRef, AsArray, BooleanArray};
use datafusion::arrow::compute::cast;
use datafusion::arrow::datatypes::DataType;
use datafusion::error::Result;
use datafusion::logical_expr::{
    ColumnarValue, Expr, ScalarFunctionArgs, ScalarUDF, ScalarUDFImpl, Signature, Volatility,
};
use hashlane_kernels::sketch::DecimalNumber;
use hashlane_kernels::sketch::canonical::fewest_digits;

use crate::options::Tolerance;

/// Whether two numbers, as they are written, are within a tolerance; false if a text isn't a finite number.
pub(crate) fn are_within(left: &str, right: &str, tolerance: Tolerance) -> bool {
    let allowed = |given: f64| number(&fewest_digits(given));
    let within = || {
        let (left, right) = (number(left)?, number(right)?);
        let most = allowed(tolerance.absolute)?
            + allowed(tolerance.relative)? * left.abs().max(right.abs());
        Some((left - right).abs() <= most)
    };
    within().unwrap_or(false)
}

/// `None` also for a number with so many zeros that no other number is near.
fn number(text: &str) -> Option<BigDecimal> {
    BigDecimal::from_str(&DecimalNumber::parse(text)?.plain()?).ok()
}

/// Whether integers, decimals or texts of two columns are within a tolerance; false for NULL.
pub(crate) fn is_within(sides: [Expr; 2], tolerance: Tolerance) -> Expr {
    let signature = Signature::any(2, Volatility::Immutable);
    let within = WithinDistance {
        tolerance: [tolerance.absolute, tolerance.relative].map(f64::to_bits),
        signature,
    };
    ScalarUDF::new_from_impl(within).call(sides.into())
}

#[derive(Debug, Eq, Hash, PartialEq)]
struct WithinDistance {
    /// The bits of both numbers.
    tolerance: [u64; 2],
    signature: Signature,
}

impl WithinDistance {
    fn tolerance(&self) -> Tolerance {
        let [absolute, relative] = self.tolerance.map(f64::from_bits);
        Tolerance { absolute, relative }
    }
}

impl ScalarUDFImpl for WithinDistance {
    fn name(&self) -> &str {
        "is_within"
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn return_type(&self, _: &[DataType]) -> Result<DataType> {
        Ok(DataType::Boolean)
    }

    fn invoke_with_args(&self, args: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let arrays = ColumnarValue::values_to_arrays(&args.args)?;
        let texts = |array: &ArrayRef| cast(array, &DataType::Utf8);
        let (left, right) = (texts(&arrays[0])?, texts(&arrays[1])?);
        let pairs = left.as_string::<i32>().iter().zip(right.as_string::<i32>());
        let within = pairs.map(|pair| match pair {
            (Some(left), Some(right)) => Some(are_within(left, right, self.tolerance())),
            _ => Some(false),
        });
        Ok(ColumnarValue::Array(Arc::new(within.collect::<BooleanArray>())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_are_exact() {
        let least = "-9223372036854775808";
        let absolute = |absolute| Tolerance { absolute, relative: 0.0 };
        let relative = |relative| Tolerance { absolute: 0.0, relative };
        for (left, right, tolerance, expected) in [
            ("1.10", "1.09", absolute(0.01), true),
            ("0.9899999999999999999999999", "1.00", absolute(0.01), false),
            ("1.000000000000000001", "0.99", absolute(0.01), false),
            ("100000000000000001", "0", absolute(1e17), false),
            ("9007199254740992", "0", absolute(9_007_199_254_740_992.0), true),
            ("99999999999999999999999999999999999999", "1e38", absolute(0.0), false),
            ("99999999999999999999999999999999999999", "1e38", absolute(1.0), true),
            ("1e-400", "0", absolute(0.0), false),
            ("1e-400", "0", absolute(1e-300), true),
            ("9223372036854775807", "18446744073709551615", relative(0.5), false),
            ("9223372036854775808", "18446744073709551616", relative(0.5), true),
            ("4", least, relative(1.0), false),
            ("-4", least, relative(1.0), true),
            ("1e99999999", "1", absolute(1e300), false),
            ("NaN", "NaN", absolute(1.0), false),
            ("", "0", absolute(1.0), false),
        ] {
            assert_eq!(
                are_within(left, right, tolerance),
                expected,
                "{left} {right} {tolerance:?}"
            );
            assert_eq!(
                are_within(right, left, tolerance),
                expected,
                "{right} {left} {tolerance:?}"
            );
        }
    }
}
