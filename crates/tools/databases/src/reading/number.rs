//! Numbers and booleans.

use hashlane_kernels::sketch::{DecimalNumber, Refusal, canonical};

/// A number of infinite size, or none: its name, and whether it is negative.
fn word(text: &str) -> Option<(&'static str, bool)> {
    let (is_negative, unsigned) = match text.strip_prefix(['-', '+']) {
        Some(rest) => (text.starts_with('-'), rest),
        None => (false, text),
    };
    match unsigned.to_ascii_lowercase().as_str() {
        "nan" => Some(("NaN", false)),
        "inf" | "infinity" if is_negative => Some(("-Infinity", true)),
        "inf" | "infinity" => Some(("Infinity", false)),
        _ => None,
    }
}

/// Appends a number with exact digits. False if the text isn't one.
pub(super) fn append_number(text: &str, out: &mut Vec<u8>) -> Result<bool, Refusal> {
    // Most numbers are canonical.
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit()) && !text.starts_with('0');
    if is_plain && !text.is_empty() {
        return canonical::push(out, text.as_bytes()).map(|()| true);
    }
    let plain = match word(text) {
        Some((word, _)) => Some(word.to_owned()),
        None => DecimalNumber::parse(text).and_then(|number| number.plain()),
    };
    match plain {
        Some(plain) => canonical::push(out, plain.as_bytes()).map(|()| true),
        None => Ok(false),
    }
}

/// Appends a float, rounded to its width, as a database reads it. False if the text isn't one or is out of range.
pub(super) fn append_float(text: &str, is_real: bool, out: &mut Vec<u8>) -> Result<bool, Refusal> {
    if let Some((word, is_negative)) = word(text) {
        let infinity = if is_negative { f64::NEG_INFINITY } else { f64::INFINITY };
        let value = if word == "NaN" { f64::NAN } else { infinity };
        return canonical::append_float(value, out).map(|()| true);
    }
    if DecimalNumber::parse(text).is_none() {
        return Ok(false);
    }
    let value = match is_real {
        true => text.parse::<f32>().map(f64::from),
        false => text.parse::<f64>(),
    };
    match value {
        Ok(value) if value.is_finite() => canonical::append_float(value, out).map(|()| true),
        _ => Ok(false),
    }
}

/// Appends a boolean, by any of its names, or a number: a boolean of MySQL may be 2. False if the text is neither.
pub(super) fn append_boolean(text: &str, out: &mut Vec<u8>) -> Result<bool, Refusal> {
    match text.to_ascii_lowercase().as_str() {
        "t" | "true" | "y" | "yes" | "on" => canonical::push(out, b"1").map(|()| true),
        "f" | "false" | "n" | "no" | "off" => canonical::push(out, b"0").map(|()| true),
        _ => append_number(text, out),
    }
}

/// Appends a double of a file as a number of a database: a float of 32 bits, or exact digits, which are the fewest that give the
/// double.
///
/// A double is a float of 32 bits if it has the value of one, or if it is the double nearest to the digits that such a float prints.
///
/// # Errors
/// Returns an error if memory can't be allocated.
///
/// ```
/// use hashlane_databases::append_double_as;
/// let mut out = Vec::new();
/// append_double_as(1e22, false, &mut out)?;
/// assert_eq!(out, b"10000000000000000000000");
/// let (mut short, mut exact) = (Vec::new(), Vec::new());
/// append_double_as(0.1, true, &mut short)?;
/// append_double_as(0.1_f32.into(), true, &mut exact)?;
/// assert_eq!(short, exact);
/// # Ok::<(), hashlane_kernels::sketch::Refusal>(())
/// ```
pub fn append_double_as(value: f64, is_real: bool, out: &mut Vec<u8>) -> Result<(), Refusal> {
    if !is_real {
        return append_number(&canonical::fewest_digits(value), out).map(|_| ());
    }
    // The float that the digits give. The double, rounded once more, may be its neighbour.
    let float = canonical::fewest_digits(value).parse::<f32>();
    let printed = float.ok().filter(|float| float.to_string().parse() == Ok(value));
    canonical::append_float(printed.map_or(value, f64::from), out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(append: fn(&str, &mut Vec<u8>) -> Result<bool, Refusal>, text: &str) -> Option<String> {
        let mut out = Vec::new();
        let is_read = append(text, &mut out).expect("memory");
        is_read.then(|| String::from_utf8(out).expect("UTF-8"))
    }

    #[test]
    fn numbers_are_exact() {
        for (text, expected) in [
            ("7", Some("7")),
            ("007", Some("7")),
            ("0", Some("0")),
            ("-0", Some("0")),
            ("+1.50", Some("1.5")),
            (".5", Some("0.5")),
            ("5.", Some("5")),
            ("-0.05", Some("-0.05")),
            ("100", Some("100")),
            ("1e3", Some("1000")),
            ("-12.50E-3", Some("-0.0125")),
            ("0e99999999999999999999", Some("0")),
            ("0.000", Some("0")),
            (
                "99999999999999999999999999999999999999999.9",
                Some("99999999999999999999999999999999999999999.9"),
            ),
            ("nan", Some("NaN")),
            ("-Infinity", Some("-Infinity")),
            ("1e99999999999999999999", None),
            ("1e100000", None),
            ("", None),
            (".", None),
            ("-", None),
            ("1 ", None),
            ("1,5", None),
            ("0x10", None),
            ("1e", None),
            ("1_000", None),
            ("١", None),
        ] {
            assert_eq!(read(append_number, text).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn floats_are_rounded() {
        let double = |text: &str| read(|text, out| append_float(text, false, out), text);
        let real = |text: &str| read(|text, out| append_float(text, true, out), text);
        assert_eq!(double("0.1").as_deref(), Some("3fb999999999999a"));
        assert_eq!(real("0.1").as_deref(), Some("3fb99999a0000000"));
        assert_eq!(double("-0"), double("0"));
        assert_eq!(double("NaN").as_deref(), Some("7ff8000000000000"));
        assert_eq!(double("-inf").as_deref(), Some("fff0000000000000"));
        for text in ["1e400", "x", "", "1e5 "] {
            assert_eq!(double(text), None, "{text}");
        }
        assert_eq!(real("1e39"), None);
    }

    #[test]
    fn doubles_have_their_fewest_digits() {
        for (value, expected) in [
            (1e15 + 0.25, "1000000000000000.2"),
            (0.1, "0.1"),
            (-1e22, "-10000000000000000000000"),
            (5e-324, &format!("0.{}5", "0".repeat(323))),
            (0.0, "0"),
            (f64::NAN, "NaN"),
            (f64::NEG_INFINITY, "-Infinity"),
        ] {
            let mut out = Vec::new();
            append_double_as(value, false, &mut out).expect("memory");
            assert_eq!(String::from_utf8(out).as_deref(), Ok(expected), "{value}");
        }
    }

    #[test]
    fn booleans_have_names() {
        for (text, expected) in [
            ("T", Some("1")),
            ("no", Some("0")),
            ("1", Some("1")),
            ("2", Some("2")),
            ("maybe", None),
            ("", None),
        ] {
            assert_eq!(read(append_boolean, text).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn doubles_with_the_digits_of_a_real_are_that_real() {
        let part = |value: f64| {
            let mut out = Vec::new();
            append_double_as(value, true, &mut out).expect("memory");
            String::from_utf8(out).expect("digits")
        };
        // Rounded to 64 and then to 32 bits, the second one is the neighbour of the float that its digits give.
        for digits in ["0.1", "7.038531e-26", "-7.038531e-26", "1e-45", "3.4028235e38"] {
            let real: f32 = digits.parse().expect(digits);
            let double: f64 = digits.parse().expect(digits);
            assert_eq!(part(double), part(real.into()), "{digits}");
        }
        assert_ne!(part(0.100_000_01), part(0.100_000_011));
    }
}
