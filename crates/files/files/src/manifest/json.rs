//! Parses the objects that `hashlane sum --json` writes.

use serde_json::Value as Json;

use super::entry::{Entry, Kind};
use super::value::Value;
use crate::digest::Algorithm;
use crate::s3::Checksum;

/// Parses `{"file": …, "algorithm": …, "hex": …}`, or `"value"` for a value of S3. `None` for all other lines.
pub(super) fn entry(line: &[u8]) -> Option<Entry> {
    if !line.starts_with(b"{") {
        return None;
    }
    let object: Json = serde_json::from_slice(line).ok()?;
    let text = |key: &str| object.get(key)?.as_str();
    let (algorithm, value) = match (text("hex"), text("value")) {
        (Some(hex), None) => (Algorithm::find(text("algorithm")?)?, hex),
        (None, Some(value)) => (Checksum::find(text("algorithm")?)?.algorithm(), value),
        _ => return None,
    };
    let value = Value::parse_digest(value.as_bytes(), algorithm)?;
    let name = text("file")?.as_bytes().to_vec();
    Some(Entry { kind: Kind::Known(algorithm), digest: value.digest, parts: value.parts, name })
}
