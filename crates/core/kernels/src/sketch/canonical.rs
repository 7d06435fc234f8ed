//! The canonical texts of values: equal values of two databases have the same one.
//! `docs/sketch-format.md` lists them.
//!
//! ```
//! use hashlane_kernels::sketch::canonical::{append_decimal, append_text};
//!
//! let mut text = Vec::new();
//! append_text("fig".as_bytes(), &mut text)?;
//! append_decimal((true, 1_500), 3, &mut text)?;
//! assert_eq!(text, b"3:fig-1.5");
//! # Ok::<(), hashlane_kernels::sketch::Refusal>(())
//! ```

use super::error::Refusal;
use crate::blocks::Rows;
use crate::hash::hex;
use crate::hash::{Algorithm, Digester};
use crate::isa::Isa;

/// Longer texts and bytes are represented by their length and their MD5, so that no statement
/// exceeds what a database allows for one value.
pub const LONGEST: usize = 1 << 16;

/// The text of NULL.
pub const NULL: &[u8] = b"N";

/// Appends a whole number: whether it is negative, and its absolute value.
///
/// # Errors
/// Returns an error if memory can't be allocated, as all functions here do.
pub fn append_integer((is_negative, size): (bool, u128), out: &mut Vec<u8>) -> Result<(), Refusal> {
    if is_negative && size != 0 {
        push(out, b"-")?;
    }
    let Ok(mut small) = u64::try_from(size) else {
        return push(out, size.to_string().as_bytes());
    };
    let (mut digits, mut start) = ([0; 20], 20);
    loop {
        start -= 1;
        digits[start] = b'0' + (small % 10) as u8;
        small /= 10;
        if small == 0 {
            return push(out, &digits[start..]);
        }
    }
}

/// Appends a decimal with this many digits after the point, without the zeros at the end of its
/// fraction.
///
/// # Errors
/// Returns an error if more than 38 digits follow the point.
pub fn append_decimal(
    (is_negative, size): (bool, u128),
    scale: u32,
    out: &mut Vec<u8>,
) -> Result<(), Refusal> {
    let Some(one) = 10_u128.checked_pow(scale) else {
        return Err(Refusal::new(format!(
            "has {scale} digits after the point; at most 38 are supported"
        )));
    };
    let (whole, mut fraction) = (size / one, size % one);
    if is_negative && whole == 0 && fraction != 0 {
        push(out, b"-")?;
    }
    append_integer((is_negative, whole), out)?;
    if fraction == 0 {
        return Ok(());
    }
    let mut digits = scale;
    while fraction.is_multiple_of(10) {
        fraction /= 10;
        digits -= 1;
    }
    push(out, b".")?;
    let first = out.len();
    append_integer((false, fraction), out)?;
    let zeros = digits as usize - (out.len() - first);
    out.splice(first..first, std::iter::repeat_n(b'0', zeros));
    Ok(())
}

/// Appends the 16 hexadecimal digits of a double. Both zeros are one value, and all NaNs are.
///
/// # Errors
/// As for [`append_integer`].
pub fn append_float(value: f64, out: &mut Vec<u8>) -> Result<(), Refusal> {
    let bits = if value.is_nan() { 0x7ff8_0000_0000_0000 } else { (value + 0.0).to_bits() };
    append_hex(&bits.to_be_bytes(), out)
}

/// Appends a text after its number of bytes. One longer than [`LONGEST`] is represented by its MD5.
///
/// # Errors
/// As for [`append_integer`].
pub fn append_text(text: &[u8], out: &mut Vec<u8>) -> Result<(), Refusal> {
    if text.len() > LONGEST {
        return append_digest(text, out);
    }
    append_integer((false, text.len() as u128), out)?;
    push(out, b":")?;
    push(out, text)
}

/// Appends bytes as hexadecimal digits in lower case. Bytes longer than [`LONGEST`] are represented
/// by their MD5.
///
/// # Errors
/// As for [`append_integer`].
pub fn append_bytes(bytes: &[u8], out: &mut Vec<u8>) -> Result<(), Refusal> {
    if bytes.len() > LONGEST {
        return append_digest(bytes, out);
    }
    append_hex(bytes, out)
}

/// Appends a text that isn't a value of its column's type, so that it equals none of them.
///
/// # Errors
/// As for [`append_integer`].
pub fn append_other(text: &[u8], out: &mut Vec<u8>) -> Result<(), Refusal> {
    push(out, b"?")?;
    append_text(text, out)
}

/// `#`, the number of bytes, `:` and the MD5 in hexadecimal digits.
fn append_digest(bytes: &[u8], out: &mut Vec<u8>) -> Result<(), Refusal> {
    push(out, b"#")?;
    append_integer((false, bytes.len() as u128), out)?;
    push(out, b":")?;
    let mut digest = [0; 16];
    md5().digest(Isa::current(), &Rows::Slices(&[bytes]), &mut digest);
    append_hex(&digest, out)
}

/// MD5 over rows.
pub(super) fn md5() -> Digester {
    Digester::Algorithm(Algorithm::find("md5").expect("it is in the table"))
}

fn append_hex(bytes: &[u8], out: &mut Vec<u8>) -> Result<(), Refusal> {
    let start = out.len();
    let len = bytes.len().saturating_mul(2);
    out.try_reserve(len).map_err(|_| Refusal::OutOfMemory { bytes: len })?;
    out.resize(start + len, 0);
    hex::encode(bytes, &mut out[start..]);
    Ok(())
}

/// Appends bytes as they are.
///
/// # Errors
/// As for [`append_integer`].
pub fn push(out: &mut Vec<u8>, bytes: &[u8]) -> Result<(), Refusal> {
    out.try_reserve(bytes.len()).map_err(|_| Refusal::OutOfMemory { bytes: bytes.len() })?;
    out.extend_from_slice(bytes);
    Ok(())
}

/// Splits the text of a row into the texts of its values.
///
/// ```
/// use hashlane_kernels::sketch::canonical::parts_of;
/// assert_eq!(parts_of("7|3:a|b|N|?1:x").collect::<Vec<_>>(), ["7", "3:a|b", "N", "?1:x"]);
/// ```
pub fn parts_of(row: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(row);
    std::iter::from_fn(move || {
        let text = rest?;
        let end = part_end(text);
        // What follows a part is `|` or nothing. Any other text ends the row.
        rest = text.get(end..).and_then(|after| after.strip_prefix('|'));
        text.get(..end)
    })
}

/// Where the first part ends: a text has its length, and no other part contains `|`.
fn part_end(row: &str) -> usize {
    let is_marked = row.starts_with('?');
    let length = row.split_once(':').map(|(before, _)| &before[usize::from(is_marked)..]);
    match length.map(|digits| (digits.len(), digits.parse::<usize>())) {
        Some((digits, Ok(len))) => {
            (usize::from(is_marked) + digits + 1).saturating_add(len).min(row.len())
        }
        _ => row.find('|').unwrap_or(row.len()),
    }
}

/// The fewest digits that give a double, and among those the nearest ones: of a tie the even ones,
/// as most programs print them. Rust prints the larger ones.
///
/// ```
/// use hashlane_kernels::sketch::canonical::fewest_digits;
/// assert_eq!(fewest_digits(0.1), "1e-1");
/// assert_eq!(fewest_digits(1_000_000_000_000_000.25), "1.0000000000000002e15");
/// ```
pub fn fewest_digits(value: f64) -> String {
    let fewest = format!("{value:e}");
    let digits = fewest.bytes().take_while(|byte| *byte != b'e').filter(u8::is_ascii_digit).count();
    let nearest = format!("{value:.*e}", digits.saturating_sub(1));
    if nearest.parse() == Ok(value) { nearest } else { fewest }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(append: impl Fn(&mut Vec<u8>) -> Result<(), Refusal>) -> String {
        let mut out = Vec::new();
        append(&mut out).expect("a text");
        String::from_utf8(out).expect("UTF-8")
    }

    #[test]
    fn numbers_have_their_digits() {
        for number in
            [0, 7, -7, i64::MIN.into(), i64::MAX.into(), i128::MIN, i128::MAX, 10_i128.pow(19)]
        {
            let written = text(|out| append_integer((number < 0, number.unsigned_abs()), out));
            assert_eq!(written, number.to_string());
        }
        assert_eq!(text(|out| append_integer((false, u128::MAX), out)), u128::MAX.to_string());
        assert_eq!(text(|out| append_integer((true, 0), out)), "0");
    }

    #[test]
    fn fractions_have_no_zeros_at_their_end() {
        for (size, scale, expected) in [
            (150, 2, "-1.5"),
            (5, 2, "-0.05"),
            (100, 2, "-1"),
            (0, 2, "0"),
            (12, 0, "-12"),
            (1, 38, "-0.00000000000000000000000000000000000001"),
            (u128::MAX, 1, "-34028236692093846346337460743176821145.5"),
        ] {
            assert_eq!(text(|out| append_decimal((true, size), scale, out)), expected);
        }
        append_decimal((false, 1), 39, &mut Vec::new()).expect_err("39 digits after the point");
    }

    #[test]
    fn long_values_are_their_digest() {
        // From md5sum.
        let digest = "#65537:b3c6fc238e908636e53aabd5ad830cf7";
        let long = vec![b'a'; LONGEST + 1];
        assert_eq!(text(|out| append_text(&long, out)), digest);
        assert_eq!(text(|out| append_bytes(&long, out)), digest);
        assert_eq!(text(|out| append_text(&long[1..], out)).len(), LONGEST + 6);
    }

    #[test]
    fn rows_have_parts() {
        for row in [
            vec!["N"],
            vec!["0", "N"],
            vec!["3:|N|", "-1.5", "?2:1:", "#65537:00ff", "ff"],
            vec!["0:", "0:"],
            vec!["", "1"],
        ] {
            let joined = row.join("|");
            assert_eq!(parts_of(&joined).collect::<Vec<_>>(), row, "{joined}");
        }
        // A length that is too great, and text after a part.
        for row in ["9:a", "1:ab|c", "?", "1:é"] {
            assert!(parts_of(row).count() <= 2, "{row}");
        }
    }
}
