//! The canonical text of a float.

/// The 16 hexadecimal digits of a double, with one zero and one NaN.
pub(crate) fn float_text(number: f64) -> String {
    let bits = match number {
        number if number.is_nan() => 0x7ff8_0000_0000_0000,
        0.0 => 0,
        number => number.to_bits(),
    };
    format!("{bits:016x}")
}
