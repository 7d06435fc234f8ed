//! Numbers in text, and the type that holds them exactly.

use datafusion::arrow::datatypes::{DECIMAL128_MAX_PRECISION, DECIMAL256_MAX_PRECISION, DataType};
use hashlane_kernels::sketch::DecimalNumber;
use hashlane_kernels::sketch::canonical::fewest_digits;

/// The numbers of a column.
#[derive(Clone, Copy, Debug)]
pub struct ColumnNumbers {
    /// Whether all are written as integers.
    are_integers: bool,
    are_i64: bool,
    are_u64: bool,
    /// Whether the double nearest to each prints the same number.
    are_doubles: bool,
    /// The most digits before the point.
    whole: u32,
    /// The most digits after the point, without zeros at the end.
    scale: u32,
}

impl ColumnNumbers {
    /// One number.
    pub fn one(text: &str) -> Self {
        // 15 digits always survive as a double, which saves most numbers from being parsed as decimals.
        if text.len() <= 15 && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') {
            return Self::short(text);
        }
        let are_integers = !text.contains(['.', 'e', 'E']);
        let (whole, scale) = DecimalNumber::parse(text)
            .map_or((u32::MAX, u32::MAX), |number| (number.whole_digits(), number.scale()));
        ColumnNumbers {
            are_integers,
            are_i64: text.parse::<i64>().is_ok(),
            are_u64: text.parse::<u64>().is_ok(),
            are_doubles: is_double(text),
            whole,
            scale,
        }
    }

    fn short(text: &str) -> Self {
        let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
        let is_integer = whole.len() == text.len();
        let digits = |text: &str| u32::try_from(text.len()).unwrap_or(u32::MAX);
        ColumnNumbers {
            are_integers: is_integer,
            are_i64: is_integer,
            are_u64: is_integer,
            are_doubles: true,
            whole: digits(whole),
            scale: digits(fraction.trim_end_matches('0')),
        }
    }

    /// Adds a number.
    pub fn add(&mut self, text: &str) {
        self.merge(&ColumnNumbers::one(text));
    }

    /// Adds the numbers of another part of the column.
    pub fn merge(&mut self, other: &ColumnNumbers) {
        self.are_integers &= other.are_integers;
        self.are_i64 &= other.are_i64;
        self.are_u64 &= other.are_u64;
        self.are_doubles &= other.are_doubles;
        self.whole = self.whole.max(other.whole);
        self.scale = self.scale.max(other.scale);
    }

    /// The type that holds all numbers: integers, doubles if these print the same numbers, or else decimals.
    ///
    /// # Errors
    /// Returns what is wrong if no type holds them.
    pub fn data_type(&self) -> Result<DataType, String> {
        if self.are_integers && self.are_i64 {
            return Ok(DataType::Int64);
        }
        if self.are_integers && self.are_u64 {
            return Ok(DataType::UInt64);
        }
        if !self.are_integers && self.are_doubles {
            return Ok(DataType::Float64);
        }
        let digits = self.whole.saturating_add(self.scale);
        let decimal = |most: u8| {
            let precision = u8::try_from(digits.max(1)).ok().filter(|&digits| digits <= most)?;
            Some((precision, i8::try_from(self.scale).ok()?))
        };
        if let Some((precision, scale)) = decimal(DECIMAL128_MAX_PRECISION) {
            return Ok(DataType::Decimal128(precision, scale));
        }
        match decimal(DECIMAL256_MAX_PRECISION) {
            Some((precision, scale)) => Ok(DataType::Decimal256(precision, scale)),
            None => Err("has numbers that neither a double nor a decimal of 76 digits holds: write them as strings".to_owned()),
        }
    }
}

/// Whether the double nearest to a number prints that number. Different texts of such numbers are different doubles.
pub fn is_double(text: &str) -> bool {
    let Ok(double) = text.parse::<f64>() else { return false };
    double.is_finite() && DecimalNumber::parse(text) == DecimalNumber::parse(&fewest_digits(double))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_get_the_type_that_holds_them() {
        let type_of = |texts: &[&str]| {
            let mut numbers = ColumnNumbers::one(texts[0]);
            texts[1..].iter().for_each(|text| numbers.add(text));
            numbers.data_type()
        };
        for (texts, expected) in [
            (&["1", "-9223372036854775808"][..], DataType::Int64),
            (&["1", "18446744073709551615"], DataType::UInt64),
            (&["-1", "18446744073709551615"], DataType::Decimal128(20, 0)),
            (&["1", "1.75"], DataType::Float64),
            (&["1.10", "1e5", "0.30000000000000004", "-0.0"], DataType::Float64),
            (&["1.7976931348623157e308", "5e-324"], DataType::Float64),
            (&["1000000000000000.2"], DataType::Float64),
            (&["1000000000000000.3"], DataType::Decimal128(17, 1)),
            (&["12345678901234567.89"], DataType::Decimal128(19, 2)),
            (&["9007199254740993", "0.5"], DataType::Decimal128(17, 1)),
            (&["1e3", "0.1000000000000000055511151231257827"], DataType::Decimal128(38, 34)),
        ] {
            assert_eq!(type_of(texts), Ok(expected), "{texts:?}");
        }
        assert!(type_of(&["1e400"]).is_err());
        assert!(type_of(&["1e99999999999"]).is_err());
        assert!(type_of(&["0.1000000000000000055511151231257827", "1e70"]).is_err());
    }
}
