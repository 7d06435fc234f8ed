//! Parses the objects that `hashlane sum --json` writes.

use serde_json::Value as Json;

use super::entry::{LineAlgorithm, ManifestEntry};
use super::value::DigestValue;
use crate::digest::FileAlgorithm;
use crate::s3::S3Checksum;

/// Parses `{"file": …, "algorithm": …, "hex": …}`, or `"value"` for a value of S3. `None` for all other lines.
pub(super) fn entry(line: &[u8]) -> Option<ManifestEntry> {
    if !line.starts_with(b"{") {
        return None;
    }
    let object: Json = serde_json::from_slice(line).ok()?;
    let text = |key: &str| object.get(key)?.as_str();
    let (algorithm, value) = match (text("hex"), text("value")) {
        (Some(hex), None) => (FileAlgorithm::find(text("algorithm")?)?, hex),
        (None, Some(value)) => (S3Checksum::find(text("algorithm")?)?.algorithm(), value),
        _ => return None,
    };
    let value = DigestValue::parse_digest(value.as_bytes(), algorithm)?;
    let name = text("file")?.as_bytes().to_vec();
    Some(ManifestEntry {
        kind: LineAlgorithm::Known(algorithm),
        digest: value.digest,
        parts: value.parts,
        name,
    })
}
