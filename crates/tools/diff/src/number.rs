//! Decimal numbers as they are written.

/// A number as written, without zeros at both ends: `-001.50e3` is -15 times ten to the power of 2.
#[derive(Debug)]
pub struct Number<'a> {
    is_negative: bool,
    /// The significant digits before the point, and those after it.
    digits: [&'a [u8]; 2],
    /// The power of ten of the last digit.
    exponent: i64,
}

impl<'a> Number<'a> {
    /// Parses a sign, digits with a point, and an exponent. Only the digits are required.
    pub fn parse(text: &'a str) -> Option<Self> {
        let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
        let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, exponent.parse::<i32>().ok()?),
            None => (unsigned, 0),
        };
        let (integer, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let mut digits = integer.bytes().chain(fraction.bytes());
        if !digits.all(|digit| digit.is_ascii_digit()) || integer.len() + fraction.len() == 0 {
            return None;
        }
        let fraction = fraction.trim_end_matches('0');
        let integer = integer.trim_start_matches('0');
        let whole = if fraction.is_empty() { integer.trim_end_matches('0') } else { integer };
        let exponent =
            i64::from(exponent) - fraction.len() as i64 + (integer.len() - whole.len()) as i64;
        let fraction = if whole.is_empty() { fraction.trim_start_matches('0') } else { fraction };
        let is_negative = text.starts_with('-');
        Some(Number { is_negative, digits: [whole.as_bytes(), fraction.as_bytes()], exponent })
    }

    /// The number of significant digits; 0 for zero.
    pub fn len(&self) -> usize {
        self.digits[0].len() + self.digits[1].len()
    }

    fn digits(&self) -> impl Iterator<Item = u8> + 'a {
        self.digits[0].iter().chain(self.digits[1]).copied()
    }

    /// Whether both have the same magnitude.
    pub fn has_magnitude(&self, other: &Number<'_>) -> bool {
        let is_zero = self.len() == 0 && other.len() == 0;
        is_zero || self.exponent == other.exponent && self.digits().eq(other.digits())
    }

    /// The number times ten to the power of `scale`, as an integer of at most `most` digits. `None` if it isn't one.
    pub fn scaled(&self, scale: i8, most: usize) -> Option<String> {
        if self.len() == 0 {
            return Some("0".to_owned());
        }
        let zeros = usize::try_from(self.exponent + i64::from(scale)).ok()?;
        if zeros.saturating_add(self.len()) > most {
            return None;
        }
        let sign = if self.is_negative { "-" } else { "" };
        let digits: String = self.digits().map(char::from).collect();
        Some(format!("{sign}{digits}{:0<zeros$}", ""))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_scaled() {
        for (text, scale, expected) in [
            ("0", 2, Some("0")),
            ("-0.000e5", 2, Some("0")),
            ("001.50", 2, Some("150")),
            ("-1.5", 2, Some("-150")),
            ("+1e3", 0, Some("1000")),
            ("1E+3", -2, Some("10")),
            ("120", -1, Some("12")),
            ("125", -1, None),
            (".5", 1, Some("5")),
            ("5.", 0, Some("5")),
            ("0.05", 2, Some("5")),
            ("100.001", 3, Some("100001")),
            ("1.005", 2, None),
            ("1e-3", 2, None),
            ("12345678", 2, Some("1234567800")),
            ("123456789", 2, None),
            ("1e99999", 2, None),
        ] {
            let number = Number::parse(text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!(number.scaled(scale, 10).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn other_texts_are_not_numbers() {
        for text in [
            "", ".", "-", "+", "e5", "1e", "1e+", "1.2.3", "--1", " 1", "1 ", "1,5", "0x10", "NaN",
            "١",
        ] {
            assert!(Number::parse(text).is_none(), "{text}");
        }
    }
}
