//! Reads text as a type, if nothing is lost.

use std::borrow::Cow;
use std::sync::Arc;

use datafusion::arrow::array::{
    ArrayRef, AsArray, BooleanArray, Decimal128Array, Decimal256Array, StringViewArray,
};
use datafusion::arrow::compute::{CastOptions, cast, cast_with_options, nullif};
use datafusion::arrow::datatypes::{
    ArrowPrimitiveType, DataType, Float16Type, Float32Type, Float64Type, TimeUnit, i256,
};
use datafusion::error::Result;
use hashlane_kernels::sketch::DecimalNumber;

use crate::class::EncodingClass;

/// The most digits of a 128-bit decimal, and those of a 256-bit one.
const DIGITS: [u8; 2] = [38, 76];
/// The most significant digits of a double.
const DIGITS_OF_DOUBLE: usize = 767;

/// Whether text can be read as this type.
pub(crate) fn is_readable(data_type: &DataType) -> bool {
    matches!(
        EncodingClass::for_type(data_type),
        EncodingClass::Boolean
            | EncodingClass::Integer
            | EncodingClass::Float
            | EncodingClass::Decimal
            | EncodingClass::Date
            | EncodingClass::Time
            | EncodingClass::Timestamp
    )
}

/// Reads each text as a value of a type. Returns NULL for a text that isn't exactly one: it isn't such a value, is out
/// of range, or has digits that the type can't hold.
///
/// # Errors
/// Returns an error for a type that text can't be read as.
pub(crate) fn read(texts: &StringViewArray, to: &DataType) -> Result<ArrayRef> {
    match to {
        DataType::Float16 => exact_floats::<Float16Type>(texts, 3, 6.103_515_625e-5),
        DataType::Float32 => exact_floats::<Float32Type>(texts, 6, f32::MIN_POSITIVE.into()),
        DataType::Float64 => exact_floats::<Float64Type>(texts, 15, f64::MIN_POSITIVE),
        decimal if decimal.is_decimal() => decimals(texts, to),
        DataType::Date32 => checked(texts, to, is_date),
        DataType::Date64 => checked(texts, to, |text| match text.len() {
            0..=10 => is_date(text),
            _ => is_timestamp(text, TimeUnit::Millisecond),
        }),
        DataType::Time32(unit) | DataType::Time64(unit) => {
            checked(texts, to, |text| is_time(text, *unit))
        }
        DataType::Timestamp(unit, _) => {
            let texts = texts.iter().map(|text| text.map(with_seconds)).collect();
            checked(&texts, to, |text| is_timestamp(text, *unit))
        }
        _ => checked(texts, to, |text| !has_spaces(text)),
    }
}

/// Reads each text as the nearest double, or as NULL if it isn't a number.
///
/// # Errors
/// Returns errors of Arrow.
pub(crate) fn nearest(texts: &StringViewArray) -> Result<ArrayRef> {
    checked(texts, &DataType::Float64, |text| DecimalNumber::parse(text).is_some())
}

/// Reads with Arrow's cast, which also accepts some texts that lose something.
fn checked(
    texts: &StringViewArray,
    to: &DataType,
    is_exact: impl Fn(&str) -> bool,
) -> Result<ArrayRef> {
    let lossy: BooleanArray = texts.iter().map(|text| text.map(|text| !is_exact(text))).collect();
    let options = CastOptions { safe: true, ..CastOptions::default() };
    Ok(nullif(&cast_with_options(texts, to, &options)?, &lossy)?)
}

fn has_spaces(text: &str) -> bool {
    text.starts_with(|c: char| c.is_whitespace()) || text.ends_with(|c: char| c.is_whitespace())
}

/// A text is a float if the float has the digits of the text when it is written with as many of them: `0.1`,
/// `0.10000000000000001`, but not `9.0000000000000001`. Any `guaranteed` digits are, unless the float is subnormal.
fn exact_floats<T: ArrowPrimitiveType>(
    texts: &StringViewArray,
    guaranteed: usize,
    least_normal: f64,
) -> Result<ArrayRef> {
    let floats = checked(texts, &T::DATA_TYPE, |text| !has_spaces(text))?;
    let doubles = cast(&floats, &DataType::Float64)?;
    let doubles = doubles.as_primitive::<Float64Type>();
    let lossy = texts.iter().zip(doubles).map(|(text, double)| {
        let (text, double) = (text?, double?);
        Some(match DecimalNumber::parse(text) {
            Some(number)
                if double.abs() >= least_normal && number.significant_digits() <= guaranteed =>
            {
                double.is_infinite()
            }
            Some(number) => !is_written(&number, double),
            // NaN and infinities.
            None => double.is_finite(),
        })
    });
    Ok(nullif(&floats, &lossy.collect::<BooleanArray>())?)
}

fn is_written(number: &DecimalNumber<'_>, double: f64) -> bool {
    if !double.is_finite() || number.significant_digits() > DIGITS_OF_DOUBLE {
        return false;
    }
    // A tie of the digits after the last one is rounded in other ways by tools that print the fewest digits.
    let fewest = format!("{:e}", double.abs());
    let as_many = format!("{:.*e}", number.significant_digits().saturating_sub(1), double.abs());
    let is_magnitude =
        |text: &str| DecimalNumber::parse(text).is_some_and(|text| text.has_magnitude(number));
    is_magnitude(&fewest) || is_magnitude(&as_many)
}

fn decimals(texts: &StringViewArray, to: &DataType) -> Result<ArrayRef> {
    let (scale, most) = match *to {
        DataType::Decimal256(_, scale) => (scale, DIGITS[1]),
        DataType::Decimal32(_, scale)
        | DataType::Decimal64(_, scale)
        | DataType::Decimal128(_, scale) => (scale, DIGITS[0]),
        _ => return checked(texts, to, |_| false),
    };
    let scaled = texts.iter().map(|text| DecimalNumber::parse(text?)?.scaled(scale, most.into()));
    let widest: ArrayRef = if most == DIGITS[1] {
        let integers = scaled.map(|digits| i256::from_string(&digits?));
        Arc::new(integers.collect::<Decimal256Array>().with_precision_and_scale(most, scale)?)
    } else {
        let integers = scaled.map(|digits| digits?.parse::<i128>().ok());
        Arc::new(integers.collect::<Decimal128Array>().with_precision_and_scale(most, scale)?)
    };
    // The type may hold fewer digits.
    let options = CastOptions { safe: true, ..CastOptions::default() };
    Ok(cast_with_options(&widest, to, &options)?)
}

/// Arrow's cast ignores a time after a date, and characters after a short date.
fn is_date(text: &str) -> bool {
    let digits = text.strip_prefix(['-', '+']);
    let is_long = text.len() > 10 && digits.is_none();
    let mut rest = digits.unwrap_or(text).bytes();
    !is_long
        && text.ends_with(|c: char| c.is_ascii_digit())
        && rest.all(|b| b.is_ascii_digit() || b == b'-')
}

/// Arrow's cast reads a number as a count of units.
fn is_time(text: &str, unit: TimeUnit) -> bool {
    text.contains(':') && keeps_seconds(text, unit)
}

/// A timestamp without seconds, as ISO 8601 allows it, with them. Arrow's cast needs them.
fn with_seconds(text: &str) -> Cow<'_, str> {
    let colons = text.bytes().filter(|byte| *byte == b':').count();
    match text.len() == 16 && colons == 1 && text.as_bytes()[13] == b':' {
        true => Cow::Owned(format!("{text}:00")),
        false => Cow::Borrowed(text),
    }
}

fn is_timestamp(text: &str, unit: TimeUnit) -> bool {
    text.len() <= 10 || text.contains(':') && keeps_seconds(text, unit)
}

/// Whether the unit holds all digits of the second. Arrow's casts drop the others, and move a leap second to the next
/// minute.
fn keeps_seconds(text: &str, unit: TimeUnit) -> bool {
    let kept = match unit {
        TimeUnit::Second => 0,
        TimeUnit::Millisecond => 3,
        TimeUnit::Microsecond => 6,
        TimeUnit::Nanosecond => 9,
    };
    let fraction = text.split_once('.').map_or("", |(_, after)| after);
    let digits = fraction.bytes().take_while(u8::is_ascii_digit);
    !text.contains(":60") && digits.skip(kept).all(|digit| digit == b'0')
}

#[cfg(test)]
mod tests {
    use datafusion::arrow::array::Array;

    use super::*;

    fn shown(text: &str, to: &DataType) -> Option<String> {
        let read = read(&StringViewArray::from(vec![text]), to).expect("a type that can be read");
        assert_eq!(read.data_type(), to);
        let shown = cast(&read, &DataType::Utf8).expect("a type with text");
        let shown = shown.as_string::<i32>();
        shown.is_valid(0).then(|| shown.value(0).to_owned())
    }

    fn check(to: &DataType, texts: &[(&str, Option<&str>)]) {
        for (text, expected) in texts {
            assert_eq!(shown(text, to).as_deref(), *expected, "{text} as {to}");
        }
    }

    #[test]
    fn integers() {
        let texts = [("6", Some("6")), ("007", Some("7")), ("-0", Some("0")), ("+5", Some("5"))];
        check(&DataType::Int64, &texts);
        let wrong = [
            "",
            "N/A",
            "1.5",
            "1.0",
            "1e3",
            " 6",
            "6 ",
            "6\u{a0}",
            "0x10",
            "9223372036854775808",
            "1_000",
        ];
        check(&DataType::Int64, &wrong.map(|text| (text, None)));
        check(
            &DataType::UInt64,
            &[("18446744073709551615", Some("18446744073709551615")), ("-1", None)],
        );
        check(&DataType::Int8, &[("-128", Some("-128")), ("128", None)]);
        check(
            &DataType::Boolean,
            &[("TRUE", Some("true")), ("no", Some("false")), (" true", None), ("2", None)],
        );
    }

    #[test]
    fn floats() {
        let max = f64::MAX.to_string();
        check(
            &DataType::Float64,
            &[
                ("1E5", Some("100000.0")),
                ("100000.0", Some("100000.0")),
                ("-0", Some("-0.0")),
                ("0.1", Some("0.1")),
                ("0.10000000000000001", Some("0.1")),
                ("0.1000000000000000055511151231257827021181583404541015625", Some("0.1")),
                ("0.10000000000000003", Some("0.10000000000000003")),
                (&max, Some("1.7976931348623157e308")),
                ("5e-324", Some("5e-324")),
                ("4.9406564584124654e-324", Some("5e-324")),
                ("inf", Some("inf")),
                ("nan", Some("NaN")),
                ("9.0000000000000001", None),
                ("12345678901234567.89", None),
                ("9007199254740993", None),
                ("6e-324", None),
                ("1e-400", None),
                ("1e400", None),
                (" 1.5", None),
                ("1,5", None),
                ("N/A", None),
            ],
        );
    }

    #[test]
    fn short_floats() {
        check(
            &DataType::Float32,
            &[
                ("0.1", Some("0.1")),
                ("0.100000001", Some("0.1")),
                ("0.10000000149011612", Some("0.1")),
                ("0.10000001", Some("0.10000001")),
                ("0.100000002", None),
                ("16777217", None),
                ("1e39", None),
            ],
        );
        check(
            &DataType::Float16,
            &[("1.5", Some("1.5")), ("0.1", Some("0.099975586")), ("2049", None), ("70000", None)],
        );
    }

    #[test]
    fn decimals_keep_all_digits() {
        for to in
            [DataType::Decimal64(10, 2), DataType::Decimal128(10, 2), DataType::Decimal256(10, 2)]
        {
            check(
                &to,
                &[
                    ("1.50", Some("1.50")),
                    ("001.5000", Some("1.50")),
                    ("-15e-1", Some("-1.50")),
                    ("99999999.99", Some("99999999.99")),
                    ("1.005", None),
                    ("100000000", None),
                    ("1e30", None),
                    ("", None),
                    ("1.5 ", None),
                    ("NaN", None),
                ],
            );
        }
        let long = "9".repeat(80);
        check(
            &DataType::Decimal256(76, 0),
            &[(&long[..76], Some(&long[..76])), (&long[..77], None), (&long, None)],
        );
        check(
            &DataType::Decimal128(38, 0),
            &[(&long[..38], Some(&long[..38])), (&long[..39], None), (&long, None)],
        );
    }

    #[test]
    fn days() {
        check(
            &DataType::Date32,
            &[
                ("2024-02-29", Some("2024-02-29")),
                ("20240229", Some("2024-02-29")),
                ("9999-12-31", Some("9999-12-31")),
                ("2024-02-30", None),
                ("2024-2-3x", None),
                ("2024-02-29 12:00:00", None),
                ("01/02/2024", None),
                ("", None),
            ],
        );
    }

    #[test]
    fn times() {
        check(
            &DataType::Time64(TimeUnit::Microsecond),
            &[
                ("12:34:56.5", Some("12:34:56.500")),
                ("1:02 PM", Some("13:02:00")),
                ("12:34:56.1234560", Some("12:34:56.123456")),
                ("12:34:56.1234561", None),
                ("12:34:60", None),
                ("24:00:00", None),
                ("123", None),
            ],
        );
        check(
            &DataType::Timestamp(TimeUnit::Microsecond, None),
            &[
                ("2024-02-29", Some("2024-02-29T00:00:00")),
                ("2024-02-29T12:34", Some("2024-02-29T12:34:00")),
                ("2024-02-29 12:3x", None),
                ("9999-12-31 23:59:59.999999", Some("9999-12-31T23:59:59.999999")),
                ("2024-02-29T12:00:00+02:00", Some("2024-02-29T10:00:00")),
                ("2024-02-29T12:00:00.000000000000000Z", Some("2024-02-29T12:00:00")),
                ("9999-12-31 23:59:59.9999999", None),
                ("2024-02-29 12:34:60", None),
                ("2024-02-30 12:00:00", None),
                ("2024-02-29 12:00:00 ", None),
                ("1709208000", None),
                ("2024-02-29 120060", None),
            ],
        );
        let nanoseconds = DataType::Timestamp(TimeUnit::Nanosecond, Some(Arc::from("+02:00")));
        check(
            &nanoseconds,
            &[
                ("2024-02-29 12:00:00", Some("2024-02-29T12:00:00+02:00")),
                ("9999-12-31 00:00:00", None),
            ],
        );
    }

    #[test]
    fn every_printed_value_is_read_back() {
        let doubles: Vec<f64> = (0..200_000_u64)
            .map(|n| f64::from_bits(n.wrapping_mul(0x9e37_79b9_7f4a_7c15)))
            .filter(|double| double.is_finite())
            .collect();
        let texts: StringViewArray =
            doubles.iter().map(|double| Some(format!("{double:e}"))).collect();
        let read_back = read(&texts, &DataType::Float64).expect("doubles");
        assert_eq!(read_back.as_primitive::<Float64Type>().values(), &doubles[..]);
        assert_eq!(read_back.null_count(), 0);
        let texts: StringViewArray =
            doubles.iter().map(|double| Some(format!("{double:.16e}"))).collect();
        assert_eq!(read(&texts, &DataType::Float64).expect("doubles").null_count(), 0);
    }
}
