//! Times, cut off to a unit.

use std::sync::Arc;

use datafusion::arrow::array::{Array, ArrayRef, ArrowPrimitiveType, AsArray, PrimitiveArray};
use datafusion::arrow::compute::cast;
use datafusion::arrow::datatypes::{
    DataType, Date64Type, Time32MillisecondType, Time32SecondType, Time64MicrosecondType,
    Time64NanosecondType, TimeUnit, TimestampMicrosecondType, TimestampMillisecondType,
    TimestampNanosecondType, TimestampSecondType,
};
use datafusion::error::Result;
use datafusion::logical_expr::{
    ColumnarValue, Expr, ScalarFunctionArgs, ScalarUDF, ScalarUDFImpl, Signature, Volatility,
};

use crate::by_column::{TimePrecision, nanoseconds};
use crate::untyped::stored;

/// The values of a column of times or timestamps, cut off to a unit toward the past. Other values stay.
pub(crate) fn floored(value: Expr, precision: TimePrecision) -> Expr {
    let signature = Signature::any(1, Volatility::Immutable);
    ScalarUDF::new_from_impl(TimeFloor { precision, signature }).call(vec![value])
}

#[derive(Debug, Eq, Hash, PartialEq)]
struct TimeFloor {
    precision: TimePrecision,
    signature: Signature,
}

impl ScalarUDFImpl for TimeFloor {
    fn name(&self) -> &str {
        "time_floor"
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn return_type(&self, types: &[DataType]) -> Result<DataType> {
        Ok(stored(&types[0]).clone())
    }

    fn invoke_with_args(&self, args: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let arrays = ColumnarValue::values_to_arrays(&args.args)?;
        let array = cast(&arrays[0], stored(arrays[0].data_type()))?;
        Ok(ColumnarValue::Array(floor(&array, self.precision)))
    }
}

fn floor(array: &ArrayRef, precision: TimePrecision) -> ArrayRef {
    use TimeUnit::{Microsecond, Millisecond, Nanosecond, Second};
    let units = |unit| precision.nanoseconds() / nanoseconds(unit);
    match array.data_type() {
        DataType::Date64 => in_units::<Date64Type>(array, units(Millisecond)),
        DataType::Time32(Second) => in_units::<Time32SecondType>(array, units(Second)),
        DataType::Time32(_) => in_units::<Time32MillisecondType>(array, units(Millisecond)),
        DataType::Time64(Microsecond) => {
            in_units::<Time64MicrosecondType>(array, units(Microsecond))
        }
        DataType::Time64(_) => in_units::<Time64NanosecondType>(array, units(Nanosecond)),
        DataType::Timestamp(Second, _) => in_units::<TimestampSecondType>(array, units(Second)),
        DataType::Timestamp(Millisecond, _) => {
            in_units::<TimestampMillisecondType>(array, units(Millisecond))
        }
        DataType::Timestamp(Microsecond, _) => {
            in_units::<TimestampMicrosecondType>(array, units(Microsecond))
        }
        DataType::Timestamp(Nanosecond, _) => {
            in_units::<TimestampNanosecondType>(array, units(Nanosecond))
        }
        _ => Arc::clone(array),
    }
}

/// The greatest multiples of `units` that aren't greater. An infinite timestamp, the greatest number or its negative, stays.
fn in_units<T: ArrowPrimitiveType>(array: &ArrayRef, units: i64) -> ArrayRef
where
    T::Native: Into<i64> + TryFrom<i64>,
{
    let values: &PrimitiveArray<T> = array.as_primitive();
    if units <= 1 {
        return Arc::clone(array);
    }
    let floored = values.unary::<_, T>(|stored| {
        let value: i64 = stored.into();
        let is_infinite = value.unsigned_abs() >= i64::MAX.unsigned_abs();
        let floored = value.checked_sub(value.rem_euclid(units)).filter(|_| !is_infinite);
        floored.and_then(|value| T::Native::try_from(value).ok()).unwrap_or(stored)
    });
    Arc::new(floored.with_data_type(array.data_type().clone()))
}

#[cfg(test)]
mod tests {
    use datafusion::arrow::array::{Time32SecondArray, TimestampMicrosecondArray};

    use super::*;

    #[test]
    fn times_are_cut_off_toward_the_past() {
        let values = vec![Some(1_001), Some(-1), Some(-1000), None, Some(i64::MAX), Some(i64::MIN)];
        let array: ArrayRef =
            Arc::new(TimestampMicrosecondArray::from(values).with_timezone("UTC"));
        let found = floor(&array, TimePrecision(TimeUnit::Millisecond));
        let expected =
            vec![Some(1000), Some(-1000), Some(-1000), None, Some(i64::MAX), Some(i64::MIN)];
        let expected: ArrayRef =
            Arc::new(TimestampMicrosecondArray::from(expected).with_timezone("UTC"));
        assert_eq!(&found, &expected);
        let seconds: ArrayRef = Arc::new(Time32SecondArray::from(vec![7]));
        assert_eq!(&floor(&seconds, TimePrecision(TimeUnit::Millisecond)), &seconds);
    }
}
