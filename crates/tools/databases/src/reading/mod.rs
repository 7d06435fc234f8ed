//! Reads text of files as values of a database's type, in the forms that databases read and write. What isn't such a value is kept as
//! a text of its own, which equals no value.
//!
//! | file | reads |
//! |---|---|
//! | `number.rs` | numbers with exact digits, floats, booleans |
//! | `moment.rs` | dates, times and timestamps |
//! | `zone.rs` | local times of a zone |
//! | `bytes.rs` | bytes and UUIDs |

mod bytes;
mod moment;
mod number;
mod zone;

use hashlane_kernels::sketch::{Refusal, canonical};

pub use number::append_double_as;
pub use zone::NamedZone;

use crate::column::ColumnType;
use crate::dialect::FileExports;

/// Appends the canonical part of a text that is read as a type.
///
/// # Errors
/// Returns an error if memory can't be allocated.
///
/// ```
/// use hashlane_databases::{ColumnType, Dialect, append_reading};
/// let read = |text, column_type| {
///     let mut out = Vec::new();
///     append_reading(text, column_type, &Dialect::MySql.exports(), &mut out).map(|()| String::from_utf8(out).unwrap())
/// };
/// assert_eq!(read("1.50", ColumnType::Numeric)?, "1.5");
/// assert_eq!(read("2024-03-31T01:30", ColumnType::Timestamp)?, "1711848600000000");
/// assert_eq!(read("N/A", ColumnType::Integer)?, "?3:N/A");
/// assert_eq!(read("\\N", ColumnType::Integer)?, "N");
/// # Ok::<(), hashlane_kernels::sketch::Refusal>(())
/// ```
pub fn append_reading(
    text: &str,
    column_type: ColumnType,
    exports: &FileExports,
    out: &mut Vec<u8>,
) -> Result<(), Refusal> {
    if exports.null == Some(text) {
        return canonical::push(out, canonical::NULL);
    }
    let start = out.len();
    let is_read = match column_type {
        ColumnType::Integer
        | ColumnType::WideInteger
        | ColumnType::Decimal { .. }
        | ColumnType::Numeric => number::append_number(text, out)?,
        ColumnType::Boolean | ColumnType::TinyInt => number::append_boolean(text, out)?,
        ColumnType::Real => number::append_float(text, true, out)?,
        ColumnType::Float => number::append_float(text, false, out)?,
        ColumnType::Date => moment::append_date(text, out)?,
        ColumnType::Time => moment::append_time(text, out)?,
        ColumnType::Timestamp => moment::append_timestamp(text, None, out)?,
        ColumnType::TimestampTz => moment::append_timestamp(text, exports.zone.as_ref(), out)?,
        ColumnType::Bytes => bytes::append_bytes(text, exports.bytes, out)?,
        ColumnType::Uuid => bytes::append_uuid(text, out)?,
        ColumnType::Char => {
            return canonical::append_text(text.trim_end_matches(' ').as_bytes(), out);
        }
        ColumnType::UuidText => {
            return canonical::append_text(text.to_lowercase().as_bytes(), out);
        }
        ColumnType::Text | ColumnType::Enum | ColumnType::Any => {
            return canonical::append_text(text.as_bytes(), out);
        }
    };
    if !is_read {
        out.truncate(start);
        let is_timestamp = matches!(column_type, ColumnType::Timestamp | ColumnType::TimestampTz);
        let text = if is_timestamp { without_zeros(text) } else { text };
        canonical::append_other(text.as_bytes(), out)?;
    }
    Ok(())
}

/// A timestamp that no calendar has, such as `0000-00-00 00:00:00.000`, without the zeros at the end of its fraction.
fn without_zeros(text: &str) -> &str {
    let is_fraction = |fraction: &str| {
        !fraction.is_empty() && fraction.bytes().all(|digit| digit.is_ascii_digit())
    };
    match text.rsplit_once('.') {
        Some((whole, fraction)) if whole.len() == 19 && is_fraction(fraction) => {
            text.trim_end_matches('0').trim_end_matches('.')
        }
        _ => text,
    }
}
