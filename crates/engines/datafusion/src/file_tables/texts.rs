//! The type that all texts of a CSV column have.
//!
//! A column has a type only if every text denotes exactly one value of that type, so that nothing is lost by reading it.
//! Where DuckDB's sniffer is exact and Arrow's reader has the notation, the types are DuckDB's.

use datafusion::arrow::array::timezone::Tz;
use datafusion::arrow::compute::kernels::cast_utils::{Parser, string_to_datetime};
use datafusion::arrow::datatypes::{
    DataType, Date32Type, Float64Type, Int64Type, Time64MicrosecondType, TimeUnit, UInt64Type,
};

use super::numbers::is_double;

/// The types that all texts of a column have.
#[derive(Clone, Debug)]
pub struct ColumnTexts {
    types: Vec<TypeNotation>,
    is_printed: bool,
    first: Option<String>,
    stopped: Option<String>,
}

/// The notation of a type in text.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum TypeNotation {
    Bool,
    Date,
    Time,
    Timestamp,
    /// A timestamp with a zone.
    Instant,
    Int64,
    UInt64,
    Float64,
}

/// The order in which types are preferred.
const ALL: [TypeNotation; 8] = [
    TypeNotation::Bool,
    TypeNotation::Date,
    TypeNotation::Time,
    TypeNotation::Timestamp,
    TypeNotation::Instant,
    TypeNotation::Int64,
    TypeNotation::UInt64,
    TypeNotation::Float64,
];

/// Digits after the second that a timestamp holds.
const MOST_FRACTION: usize = 6;

impl ColumnTexts {
    /// No text yet. If `is_printed`, a column has a type only if every text is what its value prints.
    pub fn new(is_printed: bool) -> Self {
        ColumnTexts { types: ALL.to_vec(), is_printed, first: None, stopped: None }
    }

    /// Adds a text, which is not empty.
    pub fn add(&mut self, text: &str) {
        let is_printed = self.is_printed;
        let was_typed = !self.types.is_empty();
        self.types
            .retain(|notation| notation.reads(text) && (!is_printed || notation.prints(text)));
        if was_typed && self.types.is_empty() && (self.first.is_some() || looks_typed(text)) {
            self.stopped = Some(text.to_owned());
        }
        if self.first.is_none() {
            self.first = Some(text.to_owned());
        }
    }

    /// Adds the texts of another part of the column.
    pub fn merge(&mut self, other: &ColumnTexts) {
        let [is_typed, is_other_typed] = [&*self, other].map(ColumnTexts::is_typed);
        self.types.retain(|notation| other.types.contains(notation));
        if self.types.is_empty() && self.stopped.is_none() {
            self.stopped = match (is_typed, is_other_typed) {
                (true, _) => other.stopped.clone().or_else(|| other.first.clone()),
                (false, true) => self.first.clone(),
                (false, false) => other.stopped.clone(),
            };
        }
        self.first = self.first.take().or_else(|| other.first.clone());
    }

    fn is_typed(&self) -> bool {
        self.first.is_some() && !self.types.is_empty()
    }

    /// A text without a type, or of another one, in a column where some text has one.
    pub fn stopped(&self) -> Option<&str> {
        self.stopped.as_deref()
    }

    /// The preferred type that all texts have. A column without texts is text.
    pub fn data_type(&self) -> DataType {
        match self.types.first() {
            Some(notation) if self.first.is_some() => notation.data_type(),
            _ => DataType::Utf8,
        }
    }
}

impl TypeNotation {
    fn data_type(self) -> DataType {
        match self {
            TypeNotation::Bool => DataType::Boolean,
            TypeNotation::Date => DataType::Date32,
            TypeNotation::Time => DataType::Time64(TimeUnit::Microsecond),
            TypeNotation::Timestamp => DataType::Timestamp(TimeUnit::Microsecond, None),
            TypeNotation::Instant => DataType::Timestamp(TimeUnit::Microsecond, Some("UTC".into())),
            TypeNotation::Int64 => DataType::Int64,
            TypeNotation::UInt64 => DataType::UInt64,
            TypeNotation::Float64 => DataType::Float64,
        }
    }

    /// Whether a text denotes exactly one value, which Arrow's reader of CSV reads.
    fn reads(self, text: &str) -> bool {
        match self {
            TypeNotation::Bool => {
                text.eq_ignore_ascii_case("true") || text.eq_ignore_ascii_case("false")
            }
            TypeNotation::Date => is_date(text) && Date32Type::parse(text).is_some(),
            TypeNotation::Time => is_time(text) && Time64MicrosecondType::parse(text).is_some(),
            TypeNotation::Timestamp => timestamp(text).is_some_and(|zone| zone.is_empty()),
            TypeNotation::Instant => timestamp(text).is_some_and(|zone| !zone.is_empty()),
            TypeNotation::Int64 => is_integer(text) && Int64Type::parse(text).is_some(),
            TypeNotation::UInt64 => is_integer(text) && UInt64Type::parse(text).is_some(),
            TypeNotation::Float64 => is_float(text) && Float64Type::parse(text).is_some(),
        }
    }

    /// Whether a text that denotes a value is what `hashlane sql` prints for it.
    fn prints(self, text: &str) -> bool {
        match self {
            TypeNotation::Bool => text.bytes().all(|byte| byte.is_ascii_lowercase()),
            TypeNotation::Date => text.len() == 10,
            TypeNotation::Time => text.len() == 8,
            TypeNotation::Timestamp => text.len() == 19 && text.as_bytes()[10] == b'T',
            TypeNotation::Instant => {
                text.len() == 20 && text.as_bytes()[10] == b'T' && text.ends_with('Z')
            }
            TypeNotation::Int64 | TypeNotation::UInt64 => !text.contains(' ') && text != "-0",
            TypeNotation::Float64 => text
                .parse::<f64>()
                // 0.0 and -0.0 are equal.
                .is_ok_and(|double| {
                    double.is_finite() && text != "-0.0" && format!("{double:?}") == text
                }),
        }
    }
}

/// Whether a text looks like a number, a date or a time.
fn looks_typed(text: &str) -> bool {
    let is_number = || {
        let start = text.trim_start().bytes().next();
        matches!(start, Some(b'0'..=b'9' | b'+' | b'-' | b'.'))
            && text.trim().parse::<f64>().is_ok()
    };
    ALL.iter().any(|notation| notation.reads(text)) || is_number()
}

/// Digits without zeros in front, with a minus or blanks around.
fn is_integer(text: &str) -> bool {
    let text = text.trim_matches(' ');
    let digits = text.strip_prefix('-').unwrap_or(text);
    digits.bytes().all(|byte| byte.is_ascii_digit()) && !has_zeros(digits)
}

/// A number whose nearest double prints the same number, or the name of one that isn't finite.
fn is_float(text: &str) -> bool {
    let text = text.trim_matches(' ');
    let digits = text.strip_prefix('-').unwrap_or(text);
    match digits.as_bytes().first() {
        Some(b'0'..=b'9' | b'.') => {
            let is_short =
                text.len() <= 15 && digits.bytes().all(|b| b.is_ascii_digit() || b == b'.');
            !has_zeros(digits) && (is_short || is_double(text))
        }
        _ => ["nan", "inf", "infinity"].iter().any(|name| digits.eq_ignore_ascii_case(name)),
    }
}

/// Whether a number has zeros in front: it is probably a code, and DuckDB reads it as text, too.
fn has_zeros(digits: &str) -> bool {
    digits.len() > 1 && digits.starts_with('0') && digits.as_bytes()[1].is_ascii_digit()
}

fn is_date(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-') && text.contains('-')
}

fn is_time(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b':' | b'.'))
        && text.contains(':')
        && fraction(text) <= MOST_FRACTION
}

/// The zone of a point in time, or an empty text if it has none. Returns `None` if a text denotes no point in time, or one
/// between two microseconds.
fn timestamp(text: &str) -> Option<&str> {
    let (date, time) = text.split_once([' ', 'T'])?;
    if date.len() != 10 || !is_date(date) {
        return None;
    }
    let zone = time.find(['Z', '+', '-']).map_or("", |at| &time[at..]);
    let clock = &time[..time.len() - zone.len()];
    if !is_time(clock) {
        return None;
    }
    let utc: Tz = "UTC".parse().ok()?;
    string_to_datetime(&utc, text).ok().map(|_| zone)
}

fn fraction(text: &str) -> usize {
    text.split_once('.').map_or(0, |(_, fraction)| fraction.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn type_of(texts: &[&str], is_printed: bool) -> DataType {
        let mut all = ColumnTexts::new(is_printed);
        texts.iter().for_each(|text| all.add(text));
        all.data_type()
    }

    #[test]
    fn a_type_reads_every_text_exactly() {
        let micro =
            |zone: Option<&str>| DataType::Timestamp(TimeUnit::Microsecond, zone.map(Into::into));
        for (texts, expected) in [
            (&["1", "-9223372036854775808", " 7"][..], DataType::Int64),
            (&["007", "7"], DataType::Utf8),
            (&["+1"], DataType::Utf8),
            (&["18446744073709551615", "1"], DataType::UInt64),
            (&["18446744073709551615", "-1"], DataType::Utf8),
            (&["1", "1.75"], DataType::Float64),
            (&["1.10", "1e5", "-0.0", ".5", "nan", "-inf"], DataType::Float64),
            (&["12345678901234567.89"], DataType::Utf8),
            (&["9007199254740993", "0.5"], DataType::Utf8),
            (&["1e400"], DataType::Utf8),
            (&["01.5"], DataType::Utf8),
            (&["TRUE", "false"], DataType::Boolean),
            (&["yes"], DataType::Utf8),
            (&["2024-02-29"], DataType::Date32),
            (&["2024-02-30"], DataType::Utf8),
            (&["12:34:56", "00:00:00.123456"], DataType::Time64(TimeUnit::Microsecond)),
            (&["12:34:56.1234567"], DataType::Utf8),
            (&["2024-01-01 00:00:00", "2024-01-01T12:00:00.5"], micro(None)),
            (&["9999-12-31 23:59:59.9999999"], DataType::Utf8),
            (&["2024-01-01T00:00:00Z", "2024-01-01 00:00:00+02:00"], micro(Some("UTC"))),
            (&["2024-01-01 00:00:00", "2024-01-01 00:00:00Z"], DataType::Utf8),
            (&["2024-01-01", "2024-01-01 00:00:00"], DataType::Utf8),
            (&["1", "x"], DataType::Utf8),
            (&[], DataType::Utf8),
        ] {
            assert_eq!(type_of(texts, false), expected, "{texts:?}");
        }
    }

    #[test]
    fn a_text_stops_the_types_of_others() {
        let read = |texts: &[&str]| {
            let mut all = ColumnTexts::new(true);
            texts.iter().for_each(|text| all.add(text));
            all
        };
        for (one, other, expected) in [
            (&["1", "N/A", "2"][..], &[][..], Some("N/A")),
            (&["007"], &["7"], Some("007")),
            (&["1.50"], &[], Some("1.50")),
            (&["1"], &["x"], Some("x")),
            (&["x"], &["1"], Some("x")),
            (&["true"], &["1"], Some("1")),
            (&["1"], &["2"], None),
            (&["x", "1"], &["y"], None),
            (&[], &[], None),
        ] {
            let mut all = read(one);
            all.merge(&read(other));
            assert_eq!(all.stopped(), expected, "{one:?} {other:?}");
        }
    }

    #[test]
    fn a_printed_type_prints_every_text() {
        for (texts, expected) in [
            (&["1", "-7"][..], DataType::Int64),
            (&["1", " 7"], DataType::Utf8),
            (&["1.5", "2.0"], DataType::Float64),
            (&["1.5", "2"], DataType::Utf8),
            (&["1.10"], DataType::Utf8),
            (&["-0.0"], DataType::Utf8),
            (&["true"], DataType::Boolean),
            (&["TRUE"], DataType::Utf8),
        ] {
            assert_eq!(type_of(texts, true), expected, "{texts:?}");
        }
    }
}
