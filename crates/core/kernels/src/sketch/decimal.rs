//! Decimal numbers as they are written.

/// The most zeros that a power of ten stands for in [`DecimalNumber::plain`].
const MOST_ZEROS: u64 = 1 << 16;

/// A number as written, without zeros at both ends: `-001.50e3` is -15 times ten to the power of 2.
/// Zero has no digits and the power 0.
///
/// ```
/// use hashlane_kernels::sketch::DecimalNumber;
///
/// assert_eq!(DecimalNumber::parse("-001.50e3"), DecimalNumber::parse("-1500"));
/// assert_eq!(DecimalNumber::parse("1.2.3"), None);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct DecimalNumber<'a> {
    is_negative: bool,
    /// The significant digits before the point, and those after it.
    digits: [&'a [u8]; 2],
    /// The power of ten of the last digit.
    exponent: i64,
}

impl<'a> DecimalNumber<'a> {
    /// Parses a sign, digits with a point, and an exponent. Only the digits are required. Returns
    /// `None` for another text.
    pub fn parse(text: &'a str) -> Option<Self> {
        let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
        let (mantissa, exponent) = unsigned.split_once(['e', 'E']).unwrap_or((unsigned, "0"));
        let (integer, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let are_digits = |text: &str| text.bytes().all(|digit| digit.is_ascii_digit());
        let power = exponent.strip_prefix(['-', '+']).unwrap_or(exponent);
        let is_number = integer.len() + fraction.len() > 0 && !power.is_empty();
        if !is_number || ![integer, fraction, power].into_iter().all(are_digits) {
            return None;
        }
        let fraction = fraction.trim_end_matches('0');
        let integer = integer.trim_start_matches('0');
        if integer.is_empty() && fraction.is_empty() {
            // Zero times any power of ten.
            return Some(DecimalNumber { is_negative: false, digits: [b"", b""], exponent: 0 });
        }
        let whole = if fraction.is_empty() { integer.trim_end_matches('0') } else { integer };
        let exponent =
            power_of_ten(exponent) - fraction.len() as i64 + (integer.len() - whole.len()) as i64;
        let fraction = if whole.is_empty() { fraction.trim_start_matches('0') } else { fraction };
        let is_negative = text.starts_with('-');
        Some(DecimalNumber {
            is_negative,
            digits: [whole.as_bytes(), fraction.as_bytes()],
            exponent,
        })
    }

    /// The number of significant digits; 0 for zero.
    pub fn significant_digits(&self) -> usize {
        self.digits[0].len() + self.digits[1].len()
    }

    /// The number of digits before the point, without zeros at the start.
    pub fn whole_digits(&self) -> u32 {
        let whole = self.exponent.saturating_add_unsigned(self.significant_digits() as u64);
        u32::try_from(whole.max(0)).unwrap_or(u32::MAX)
    }

    /// The number of digits after the point, without zeros at the end.
    pub fn scale(&self) -> u32 {
        u32::try_from((-self.exponent).max(0)).unwrap_or(u32::MAX)
    }

    /// The digits in full, with a point if some are behind it: the canonical text of a number.
    /// `None` if a power of ten stands for too many zeros.
    pub fn plain(&self) -> Option<String> {
        if self.significant_digits() == 0 {
            return Some("0".to_owned());
        }
        let point = self.exponent.saturating_add_unsigned(self.significant_digits() as u64);
        if point.unsigned_abs() > MOST_ZEROS {
            return None;
        }
        let sign = if self.is_negative { "-" } else { "" };
        let digits: String = self.digits().map(char::from).collect();
        let zeros = |count: i64| "0".repeat(count.unsigned_abs() as usize);
        Some(match usize::try_from(point) {
            Err(_) | Ok(0) => format!("{sign}0.{}{digits}", zeros(point)),
            Ok(point) if point < digits.len() => {
                format!("{sign}{}.{}", &digits[..point], &digits[point..])
            }
            Ok(_) => format!("{sign}{digits}{}", zeros(self.exponent)),
        })
    }

    fn digits(&self) -> impl Iterator<Item = u8> + 'a {
        self.digits[0].iter().chain(self.digits[1]).copied()
    }

    /// Whether both have the same magnitude.
    pub fn has_magnitude(&self, other: &DecimalNumber<'_>) -> bool {
        self.exponent == other.exponent && self.digits().eq(other.digits())
    }

    /// The number times ten to the power of `scale`, as an integer of at most `most` digits. `None`
    /// if it isn't one.
    pub fn scaled(&self, scale: i8, most: usize) -> Option<String> {
        if self.significant_digits() == 0 {
            return Some("0".to_owned());
        }
        let zeros = usize::try_from(self.exponent + i64::from(scale)).ok()?;
        if zeros.saturating_add(self.significant_digits()) > most {
            return None;
        }
        let sign = if self.is_negative { "-" } else { "" };
        let digits: String = self.digits().map(char::from).collect();
        Some(format!("{sign}{digits}{:0<zeros$}", ""))
    }
}

/// The power that an exponent of digits means, or one beyond all numbers of a file.
fn power_of_ten(exponent: &str) -> i64 {
    let out_of_range = if exponent.starts_with('-') { i64::MIN / 4 } else { i64::MAX / 4 };
    exponent.parse().map_or(out_of_range, |power: i64| power.clamp(i64::MIN / 4, i64::MAX / 4))
}

impl PartialEq for DecimalNumber<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.is_negative == other.is_negative && self.has_magnitude(other)
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
            ("0e99999999999", 2, Some("0")),
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
            ("1e99999999999999999999", 2, None),
        ] {
            let number = DecimalNumber::parse(text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!(number.scaled(scale, 10).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn other_texts_are_not_numbers() {
        for text in [
            "", ".", "-", "+", "e5", "1e", "1e+", "0e", "0e-+1", "1.2.3", "--1", " 1", "1 ", "1,5",
            "0x10", "NaN", "١",
        ] {
            assert!(DecimalNumber::parse(text).is_none(), "{text}");
        }
    }
}
