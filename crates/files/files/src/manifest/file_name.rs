//! What the name of a manifest says: the algorithm, and the only file it is about.

use crate::digest::FileAlgorithm;

/// Endings of the names of manifests that are named after a tool: `B3SUMS`, `x.b2`.
const TOOLS: [(&str, &str); 2] = [("b2", "blake2b"), ("b3", "blake3")];

/// Extensions of files that have the checksum of one other file, but that don't name its algorithm.
const GENERAL: [&str; 6] = ["sha", "sum", "hash", "digest", "checksum", "checksums"];

/// Returns the algorithm in the name of a manifest: `SHA256SUMS`, `tool_1.2_SHA256SUMS`, `sha256sum.txt`, `x.md5`,
/// `x.b3`, `CHECKSUMS.sha512`, `checksums-blake3.txt`. Case, folders, a final `.txt` and the query of a URL don't
/// count. `None` if the name contains no algorithm.
pub fn algorithm_of_name(name: &str) -> Option<&'static FileAlgorithm> {
    let path = match name.contains("://") {
        true => name.split(['?', '#']).next()?,
        false => name,
    };
    let lower = path.rsplit(['/', '\\']).next()?.to_ascii_lowercase();
    let name = lower.strip_suffix(".txt").unwrap_or(&lower);
    if let Some((_, extension)) = name.rsplit_once('.')
        && let Some(algorithm) = of_word(extension)
    {
        return Some(algorithm);
    }
    match without_sum(name) {
        Some(name) => find(name).or_else(|| find(name.rsplit(['-', '_', '.']).next()?)),
        None => find(name.rsplit_once(['-', '_'])?.1),
    }
}

/// Returns the file that a manifest with a single checksum and no name is about: `x.iso` for `x.iso.sha256`,
/// `x.iso.sha256sum.txt` and `x.iso.checksum`. `None` for other names, and for URLs with a query.
pub fn described_file(name: &str) -> Option<&str> {
    if name.contains("://") && name.contains(['?', '#']) {
        return None;
    }
    let ending = name.len().checked_sub(4).and_then(|start| name.get(start..));
    let stem = match ending {
        Some(ending) if ending.eq_ignore_ascii_case(".txt") => &name[..name.len() - 4],
        _ => name,
    };
    let (file, extension) = stem.rsplit_once('.')?;
    let extension = extension.to_ascii_lowercase();
    let is_known = GENERAL.contains(&&*extension) || of_word(&extension).is_some();
    (is_known && !file.is_empty() && !file.ends_with(['/', '\\'])).then_some(file)
}

/// Finds the algorithm of `sha256`, `sha256sum` and `sha256sums`.
fn of_word(word: &str) -> Option<&'static FileAlgorithm> {
    find(without_sum(word).unwrap_or(word))
}

/// Returns `sha256` for `sha256sum` and `sha256sums`, or `None` without such an ending.
fn without_sum(name: &str) -> Option<&str> {
    name.strip_suffix("sums").or_else(|| name.strip_suffix("sum"))
}

fn find(name: &str) -> Option<&'static FileAlgorithm> {
    let tool = TOOLS.iter().find(|(tool, _)| *tool == name);
    FileAlgorithm::find(tool.map_or(name, |(_, algorithm)| algorithm))
}
