//! Findings as text, JSON and CSV.

use std::time::{Duration, UNIX_EPOCH};

use hashlane_files::shown;
use hashlane_scrub::{FileFinding, StateRow};
use serde_json::{Value, json};

use crate::output::JunitCase;

/// `damaged     path: detail`.
pub fn line(finding: &FileFinding<'_>) -> String {
    let path = shown(finding.path);
    match finding.detail {
        Some(detail) => format!("{:<10}  {path}: {}", finding.verdict, shown(detail)),
        None => format!("{:<10}  {path}", finding.verdict),
    }
}

/// A JSON object.
pub fn object(finding: &FileFinding<'_>) -> Value {
    let row = finding.row;
    json!({
        "path": finding.path,
        "verdict": finding.verdict,
        "detail": finding.detail,
        "bytes": row.map(|row| row.bytes),
        "modified": row.and_then(|row| row.modified).map(time),
        "xxh128": row.and_then(StateRow::xxh128_hex),
        "rows": row.and_then(|row| row.rows),
        "fingerprint": row.and_then(|row| row.fingerprint.as_deref()),
        "last_read": row.and_then(|row| row.last_read).map(time),
    })
}

/// A case, which has failed if the finding is wrong.
pub fn junit_case(finding: &FileFinding<'_>) -> JunitCase {
    JunitCase {
        class: finding.verdict.to_owned(),
        name: finding.path.to_owned(),
        failure: finding.is_wrong().then(|| finding.detail.unwrap_or_default().to_owned()),
    }
}

/// The names of the columns of CSV.
pub const COLUMNS: [&str; 9] = [
    "path",
    "verdict",
    "detail",
    "bytes",
    "modified",
    "xxh128",
    "rows",
    "fingerprint",
    "last_read",
];

/// The values of these columns, empty for NULL.
pub fn values(finding: &FileFinding<'_>) -> [String; 9] {
    let object = object(finding);
    COLUMNS.map(|column| match &object[column] {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    })
}
/// A time in RFC 3339, or the microseconds since 1970 if it is before 1970 or after 9999.
pub fn time(microseconds: i64) -> String {
    /// The end of the year 9999.
    const END: i64 = 253_402_300_800_000_000;
    match u64::try_from(microseconds) {
        Ok(after) if microseconds < END => {
            humantime::format_rfc3339_micros(UNIX_EPOCH + Duration::from_micros(after)).to_string()
        }
        _ => microseconds.to_string(),
    }
}
