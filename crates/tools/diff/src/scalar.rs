//! Texts for values whose range is wider than Arrow's own display: decimals, dates, times and durations.

use std::fmt::Display;

use datafusion::arrow::array::{Array, ArrowPrimitiveType, AsArray, PrimitiveArray};
use datafusion::arrow::datatypes::{
    DataType, Date32Type, Date64Type, Decimal32Type, Decimal64Type, Decimal128Type, Decimal256Type,
    DurationMicrosecondType, DurationMillisecondType, DurationNanosecondType, DurationSecondType,
    Time32MillisecondType, Time32SecondType, Time64MicrosecondType, Time64NanosecondType, TimeUnit,
    TimestampMicrosecondType, TimestampMillisecondType, TimestampNanosecondType,
    TimestampSecondType,
};

use crate::calendar::{self, DisplayZone, SECOND};

/// Writes the value of a row that isn't NULL.
pub(crate) type ScalarText<'a> = Box<dyn Fn(usize) -> String + 'a>;

/// Returns a writer of the values of decimals, dates, times, timestamps and durations. `None` for other types.
///
/// Every value has its text. Arrow's display cuts a decimal at the digits of its precision, and fails for a time of
/// `24:00:00` and for years above 262,142. All other values have the text that Arrow's display gives them, except that
/// an offset from UTC with seconds shows them.
pub(crate) fn scalar_text(array: &dyn Array) -> Option<ScalarText<'_>> {
    use TimeUnit::{Microsecond, Millisecond, Nanosecond, Second};
    Some(match array.data_type() {
        DataType::Decimal32(_, scale) => decimals::<Decimal32Type>(array, *scale),
        DataType::Decimal64(_, scale) => decimals::<Decimal64Type>(array, *scale),
        DataType::Decimal128(_, scale) => decimals::<Decimal128Type>(array, *scale),
        DataType::Decimal256(_, scale) => decimals::<Decimal256Type>(array, *scale),
        DataType::Date32 => times::<Date32Type>(array, 1, calendar::date),
        DataType::Date64 => times::<Date64Type>(array, SECOND / 1000, calendar::timestamp),
        DataType::Time32(Second) => times::<Time32SecondType>(array, SECOND, calendar::time),
        DataType::Time32(_) => times::<Time32MillisecondType>(array, SECOND / 1000, calendar::time),
        DataType::Time64(Nanosecond) => times::<Time64NanosecondType>(array, 1, calendar::time),
        DataType::Time64(_) => times::<Time64MicrosecondType>(array, 1000, calendar::time),
        DataType::Timestamp(unit, zone) => timestamps(array, *unit, zone.as_deref()),
        DataType::Duration(unit) => match unit {
            Second => times::<DurationSecondType>(array, SECOND, calendar::duration),
            Millisecond => {
                times::<DurationMillisecondType>(array, SECOND / 1000, calendar::duration)
            }
            Microsecond => times::<DurationMicrosecondType>(array, 1000, calendar::duration),
            Nanosecond => times::<DurationNanosecondType>(array, 1, calendar::duration),
        },
        _ => return None,
    })
}

fn timestamps<'a>(array: &'a dyn Array, unit: TimeUnit, zone: Option<&str>) -> ScalarText<'a> {
    let zone = zone.map(DisplayZone::new);
    let text = move |nanoseconds| match &zone {
        Some(zone) => zone.timestamp(nanoseconds),
        None => calendar::timestamp(nanoseconds),
    };
    match unit {
        TimeUnit::Second => times::<TimestampSecondType>(array, SECOND, text),
        TimeUnit::Millisecond => times::<TimestampMillisecondType>(array, SECOND / 1000, text),
        TimeUnit::Microsecond => times::<TimestampMicrosecondType>(array, 1000, text),
        TimeUnit::Nanosecond => times::<TimestampNanosecondType>(array, 1, text),
    }
}

/// The texts of values that count `unit` nanoseconds each, or days.
fn times<'a, T: ArrowPrimitiveType<Native: Into<i128>>>(
    array: &'a dyn Array,
    unit: i128,
    text: impl Fn(i128) -> String + 'a,
) -> ScalarText<'a> {
    let array: &PrimitiveArray<T> = array.as_primitive();
    Box::new(move |row| text(array.value(row).into() * unit))
}

fn decimals<T: ArrowPrimitiveType<Native: Display>>(
    array: &dyn Array,
    scale: i8,
) -> ScalarText<'_> {
    let array: &PrimitiveArray<T> = array.as_primitive();
    Box::new(move |row| decimal(&array.value(row).to_string(), scale))
}

/// Puts the point into the digits of an integer, so that `scale` digits follow it.
fn decimal(digits: &str, scale: i8) -> String {
    let (sign, digits) = digits.strip_prefix('-').map_or(("", digits), |digits| ("-", digits));
    let places = usize::from(scale.unsigned_abs());
    match scale {
        0 => format!("{sign}{digits}"),
        ..0 if digits == "0" => digits.to_owned(),
        ..0 => format!("{sign}{digits}{:0<places$}", ""),
        1.. => {
            let digits = format!("{digits:0>0$}", places + 1);
            let (whole, fraction) = digits.split_at(digits.len() - places);
            format!("{sign}{whole}.{fraction}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    use datafusion::arrow::array::{
        ArrayRef, Date32Array, Date64Array, Decimal32Array, Decimal128Array, Decimal256Array,
        DurationSecondArray, Time32SecondArray, Time64NanosecondArray, TimestampMicrosecondArray,
        TimestampMillisecondArray, TimestampSecondArray,
    };
    use datafusion::arrow::datatypes::i256;

    #[test]
    fn a_decimal_keeps_its_digits() {
        // str(decimal.Decimal(n).scaleb(-scale)) of Python, and format(…, "f") for negative scales.
        for (digits, scale, text) in [
            ("4431538", 2, "44315.38"),
            ("-5", 2, "-0.05"),
            ("0", 3, "0.000"),
            ("150", 2, "1.50"),
            ("7", 0, "7"),
            ("-12", -3, "-12000"),
            ("0", -3, "0"),
        ] {
            assert_eq!(decimal(digits, scale), text);
        }
    }

    #[test]
    fn every_type_has_texts_at_its_borders() {
        let p = |array: Decimal128Array| array.with_precision_and_scale(5, 2).expect("it holds");
        // Python: str(2**255) and datetime with years shifted by multiples of 400.
        let least =
            "-57896044618658097711785492504343953926634992332820282019728792003956564819968";
        for (array, text) in [
            (Arc::new(p(Decimal128Array::from(vec![4_431_538]))) as ArrayRef, "44315.38"),
            (
                Arc::new(
                    Decimal256Array::from(vec![i256::MIN])
                        .with_precision_and_scale(76, 0)
                        .expect("it holds"),
                ),
                least,
            ),
            (
                Arc::new(
                    Decimal32Array::from(vec![i32::MIN])
                        .with_precision_and_scale(9, -1)
                        .expect("it holds"),
                ),
                "-21474836480",
            ),
            (Arc::new(Date32Array::from(vec![i32::MIN])), "-5877641-06-23"),
            (Arc::new(Date32Array::from(vec![i32::MAX])), "+5881580-07-11"),
            (Arc::new(Date64Array::from(vec![1])), "1970-01-01T00:00:00.001"),
            (Arc::new(Date64Array::from(vec![i64::MAX])), "+292278994-08-17T07:12:55.807"),
            (Arc::new(Time32SecondArray::from(vec![-1])), "-00:00:01"),
            (Arc::new(Time64NanosecondArray::from(vec![i64::MAX])), "2562047:47:16.854775807"),
            (
                Arc::new(TimestampMicrosecondArray::from(vec![i64::MAX])),
                "+294247-01-10T04:00:54.775807",
            ),
            (Arc::new(TimestampSecondArray::from(vec![i64::MIN])), "-292277022657-01-27T08:29:52"),
            (
                Arc::new(TimestampMillisecondArray::from(vec![0]).with_timezone("Mars/Phobos")),
                "1970-01-01T00:00:00Z",
            ),
            (Arc::new(DurationSecondArray::from(vec![i64::MAX])), "PT9223372036854775807S"),
        ] {
            assert_eq!(scalar_text(&array).expect("a scalar")(0), text);
        }
    }
}
