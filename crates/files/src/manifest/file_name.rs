//! The algorithm in the name of a manifest.

use crate::digest::Algorithm;

/// Endings of the names of manifests that are named after a tool: `B3SUMS`, `x.b2`.
const TOOLS: [(&str, &str); 2] = [("b2", "blake2b"), ("b3", "blake3")];

/// Returns the algorithm in the name of a manifest: `SHA256SUMS`, `tool_1.2_SHA256SUMS`, `sha256sum.txt`, `x.md5`,
/// `x.b3`, `CHECKSUMS.sha512`. Case, folders, a final `.txt` and the query of a URL don't count. `None` if the name
/// contains no algorithm.
pub fn algorithm_of_name(name: &str) -> Option<&'static Algorithm> {
    let path = match name.contains("://") {
        true => name.split(['?', '#']).next()?,
        false => name,
    };
    let lower = path.rsplit(['/', '\\']).next()?.to_ascii_lowercase();
    let name = lower.strip_suffix(".txt").unwrap_or(&lower);
    if let Some((_, extension)) = name.rsplit_once('.')
        && let Some(algorithm) = find(without_sum(extension).unwrap_or(extension))
    {
        return Some(algorithm);
    }
    let name = without_sum(name)?;
    find(name).or_else(|| find(name.rsplit(['-', '_', '.']).next()?))
}

/// Returns `sha256` for `sha256sum` and `sha256sums`, or `None` without such an ending.
fn without_sum(name: &str) -> Option<&str> {
    name.strip_suffix("sums").or_else(|| name.strip_suffix("sum"))
}

fn find(name: &str) -> Option<&'static Algorithm> {
    let tool = TOOLS.iter().find(|(tool, _)| *tool == name);
    Algorithm::find(tool.map_or(name, |(_, algorithm)| algorithm))
}
