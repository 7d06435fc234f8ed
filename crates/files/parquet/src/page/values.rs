//! The encoded values of a page.
//!
//! Version 59 of the `parquet` crate panics on some values that end too early, so their lengths are checked before it
//! decodes them.

use parquet::basic::{Encoding, Type};

use super::delta;
use super::varint;

/// The fewest bytes that a PLAIN value takes; 0 if it takes less than one.
pub(crate) fn least_bytes(physical: Type, type_length: i32) -> u64 {
    match physical {
        Type::BOOLEAN => 0,
        Type::INT32 | Type::FLOAT | Type::BYTE_ARRAY => 4,
        Type::INT64 | Type::DOUBLE => 8,
        Type::INT96 => 12,
        Type::FIXED_LEN_BYTE_ARRAY => u64::try_from(type_length).unwrap_or(0),
    }
}

/// Whether values in this encoding are numbers of dictionary entries.
pub(crate) fn is_dictionary(encoding: Encoding) -> bool {
    #[allow(deprecated)] // PLAIN_DICTIONARY, of old files
    let old = encoding == Encoding::PLAIN_DICTIONARY;
    old || encoding == Encoding::RLE_DICTIONARY
}

/// Checks that `data` are long enough for `values` values.
///
/// # Errors
/// Returns a description of the problem otherwise.
pub(crate) fn check(
    encoding: Encoding,
    (physical, type_length): (Type, i32),
    data: &[u8],
    values: u64,
) -> Result<(), String> {
    match encoding {
        Encoding::PLAIN if physical == Type::BYTE_ARRAY => {
            check_byte_arrays(data, values).map(drop)
        }
        Encoding::PLAIN | Encoding::BYTE_STREAM_SPLIT => {
            let least = values.saturating_mul(least_bytes(physical, type_length));
            match data.len() {
                len if (len as u64) < least => {
                    Err(format!("{values} values take {least} bytes, not {len}"))
                }
                _ => Ok(()),
            }
        }
        encoding if is_dictionary(encoding) => check_keys(data, values),
        encoding => {
            delta::check(encoding as i32, data, values)?;
            delta::check_lengths(encoding as i32, data, values)
        }
    }
}

/// Checks PLAIN byte arrays, each of which follows its length. Returns the number of bytes after them.
///
/// # Errors
/// Returns an error if they don't fit the data.
pub(crate) fn check_byte_arrays(mut data: &[u8], values: u64) -> Result<usize, String> {
    for value in 0..values {
        let rest = data
            .split_first_chunk::<4>()
            .and_then(|(len, rest)| rest.get(u32::from_le_bytes(*len) as usize..));
        data = rest.ok_or_else(|| format!("the data end within value {value} of {values}"))?;
    }
    Ok(data.len())
}

/// Checks the PLAIN values of a dictionary.
///
/// # Errors
/// Returns an error if they don't fit the data, or if byte arrays don't fill the data.
pub(crate) fn check_dictionary(
    column: (Type, i32),
    data: &[u8],
    values: u64,
) -> Result<(), String> {
    if column.0 != Type::BYTE_ARRAY {
        return check(Encoding::PLAIN, column, data, values);
    }
    match check_byte_arrays(data, values)? {
        0 => Ok(()),
        rest => Err(format!("{rest} bytes follow the {values} values of the dictionary")),
    }
}

/// Checks the bit width and the runs of dictionary keys.
///
/// # Errors
/// Returns an error if the data are malformed.
pub(crate) fn check_keys(data: &[u8], values: u64) -> Result<(), String> {
    let (width, runs) = data.split_first().ok_or("the page ends before its values")?;
    if *width > 32 {
        return Err(format!("dictionary keys of {width} bits; at most 32 are allowed"));
    }
    check_runs(runs, u32::from(*width), values).map_err(|error| format!("dictionary keys: {error}"))
}

/// Checks that runs and groups of eight packed numbers hold at least `left` numbers. Reads their heads only.
///
/// # Errors
/// Returns an error if they end too early, or if a head is malformed.
pub(crate) fn check_runs(mut runs: &[u8], width: u32, mut left: u64) -> Result<(), String> {
    while left > 0 {
        let head = varint(&mut runs).filter(|head| *head <= u32::MAX.into());
        let head = head.ok_or_else(|| format!("they end {left} values too early"))?;
        let (times, bits) = match head & 1 {
            0 => (head >> 1, u64::from(width.next_multiple_of(8))),
            // The last group may be cut off after its last number.
            _ => ((head >> 1) * 8, left.min((head >> 1) * 8) * u64::from(width)),
        };
        if bits.div_ceil(8) > runs.len() as u64 {
            return Err(format!("they end {left} values too early"));
        }
        let bits = if head & 1 == 0 { bits } else { times * u64::from(width) };
        runs = &runs[runs.len().min((bits / 8) as usize)..];
        left = left.saturating_sub(times);
    }
    Ok(())
}
