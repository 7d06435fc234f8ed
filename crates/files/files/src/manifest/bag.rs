//! Manifests of bags, folders with checksums. Spec: [BagIt](https://www.rfc-editor.org/rfc/rfc8493).

use crate::digest::FileAlgorithm;

/// Whether it is the name of a bag's manifest: `manifest-sha256.txt` or `tagmanifest-sha256.txt`. The folder does not
/// count.
pub fn is_bag_manifest(name: &str) -> bool {
    let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let file = file.strip_prefix("tag").unwrap_or(file);
    let algorithm = file.strip_prefix("manifest-").and_then(|rest| rest.strip_suffix(".txt"));
    algorithm.and_then(FileAlgorithm::find).is_some()
}

/// Returns the path for a name in a bag's manifest, in which `%0A`, `%0D` and `%25` stand for a line break and a
/// percent sign. Older manifests have a `*` before the path, and any number of blanks.
pub fn path_in_bag(name: &[u8]) -> Vec<u8> {
    let mut rest = name.trim_ascii_start();
    rest = rest.strip_prefix(b"*").unwrap_or(rest);
    let mut path = Vec::with_capacity(rest.len());
    while let Some((&first, after)) = rest.split_first() {
        let (byte, taken) = match rest {
            [b'%', b'0', b'A' | b'a', ..] => (b'\n', 3),
            [b'%', b'0', b'D' | b'd', ..] => (b'\r', 3),
            [b'%', b'2', b'5', ..] => (b'%', 3),
            _ => (first, rest.len() - after.len()),
        };
        path.push(byte);
        rest = &rest[taken..];
    }
    path
}
