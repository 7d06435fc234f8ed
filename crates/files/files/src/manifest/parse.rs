//! Parses lines of manifests.

use serde_json::Value as Json;

use super::name::unescaped;
use super::value::{DigestValue, decimal, hex};
use super::write::LineEnd;
use crate::digest::{ALGORITHMS, CKSUM, FileAlgorithm, LineForm};
use crate::s3::S3Checksum;

/// The content of a line.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ManifestEntry {
    /// The algorithm.
    pub kind: LineAlgorithm,
    /// The digest, big-endian.
    pub digest: Vec<u8>,
    /// The number of parts of an object of S3 whose checksums the digest is computed from; `None` for a digest of the
    /// whole file.
    pub parts: Option<u64>,
    /// The name of the file.
    pub name: Vec<u8>,
}

/// The algorithm of a line.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum LineAlgorithm {
    /// The line has a tag or a prefix, or only this algorithm's tool writes digests of that length.
    Known(&'static FileAlgorithm),
    /// The line has no tag. Of the algorithms whose tools write such a digest, the first is the usual one; the others
    /// follow.
    Usual(&'static FileAlgorithm, Vec<&'static FileAlgorithm>),
    /// The line has no tag, and these algorithms, at least two, have digests of that length. None is usual.
    Ambiguous(Vec<&'static FileAlgorithm>),
}

/// The error for a line that has none of the forms.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct MalformedLine;

/// Parses a line without its end. Returns `None` for an empty line and a comment (`#`, in SFV files `;`). A line
/// without a tag is read as one of `assumed`, if given and if its digests have that length. Blanks before a line don't
/// count.
///
/// # Errors
/// Returns an error if the line has none of the forms.
pub fn parse(
    line: &[u8],
    end: LineEnd,
    assumed: Option<&'static FileAlgorithm>,
) -> Result<Option<ManifestEntry>, MalformedLine> {
    let whole = match end {
        // A line of Windows.
        LineEnd::Line => line.strip_suffix(b"\r").unwrap_or(line),
        LineEnd::Zero => line,
    };
    let line = without_blanks(whole);
    if line.is_empty() || matches!(line[0], b'#' | b';') {
        return Ok(None);
    }
    if let Some(entry) = json(line) {
        return named(entry).map(Some);
    }
    let (line, is_escaped) = match (line.strip_prefix(b"\\"), end) {
        (Some(line), LineEnd::Line) => (line, true),
        _ => (line, false),
    };
    let (kind, value, name) = match tagged(line) {
        Some(parts) => parts,
        None => cksum(line, assumed)
            .or_else(|| untagged(line, assumed))
            // The name comes first, and may start with blanks.
            .or_else(|| sfv(if is_escaped { line } else { whole }, assumed))
            .ok_or(MalformedLine)?,
    };
    let name = match is_escaped {
        true => unescaped(name).ok_or(MalformedLine)?.into_owned(),
        false => name.to_vec(),
    };
    named(ManifestEntry { kind, digest: value.digest, parts: value.parts, name }).map(Some)
}

/// Parses an object that `hashlane sum --json` writes: `{"file": …, "algorithm": …, "hex": …}`, or `"value"` for a value of S3. `None` for all other lines.
fn json(line: &[u8]) -> Option<ManifestEntry> {
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

/// Parses a digest without a name, the only content of files such as `x.iso.sha256`. The name of the entry is empty.
pub fn parse_value(line: &[u8], assumed: Option<&'static FileAlgorithm>) -> Option<ManifestEntry> {
    let word = line.trim_ascii();
    let (kind, value) = prefixed(word).or_else(|| {
        let value = DigestValue::parse(word)?;
        Some((value.kind(assumed)?, value))
    })?;
    Some(ManifestEntry { kind, digest: value.digest, parts: value.parts, name: Vec::new() })
}

/// No file can have an empty name or a name with a zero.
fn named(entry: ManifestEntry) -> Result<ManifestEntry, MalformedLine> {
    if entry.name.is_empty() || entry.name.contains(&0) { Err(MalformedLine) } else { Ok(entry) }
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

fn without_blanks(line: &[u8]) -> &[u8] {
    let blanks = line.iter().take_while(|&&byte| is_blank(byte)).count();
    &line[blanks..]
}

/// Returns the tag of a line like `MD4 (name) = hex` or `BLAKE2b-256 (name) = hex` if it names an algorithm, or a
/// length, that is not among [`ALGORITHMS`]. `None` for all other lines.
pub fn unknown_tag(line: &[u8]) -> Option<&str> {
    let (tag, _, digest) = parts_of_tagged(without_blanks(line))?;
    let is_tag = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'/' | b'_');
    let is_unknown = FileAlgorithm::find(tag).is_none_or(|found| found.width * 2 != digest.len());
    let is_digest = digest.len() >= 8 && digest.iter().all(|byte| (33..127).contains(byte));
    (!tag.is_empty() && tag.bytes().all(is_tag) && is_digest && is_unknown).then_some(tag)
}

/// Splits `TAG (name) = hex` into the tag, the name and the digits. OpenSSL leaves the spaces out.
fn parts_of_tagged(line: &[u8]) -> Option<(&str, &[u8], &[u8])> {
    let open = line.iter().position(|&byte| byte == b'(')?;
    let tag = std::str::from_utf8(&line[..open]).ok()?.trim_end_matches(' ');
    // Search from the end: names may contain parentheses, and base64 equals signs.
    let close = line.iter().rposition(|&byte| byte == b')')?;
    let after = line[close + 1..].trim_ascii();
    Some((tag, line.get(open + 1..close)?, after.strip_prefix(b"=")?.trim_ascii()))
}

/// Parses `TAG (name) = hex`, in which `cksum --base64` writes base64. `xxhsum --little-endian` writes `TAG_LE`.
fn tagged(line: &[u8]) -> Option<(LineAlgorithm, DigestValue, &[u8])> {
    let (tag, name, digits) = parts_of_tagged(line)?;
    let (tag, is_reversed) = match tag.strip_suffix("_LE") {
        Some(tag) => (tag, true),
        None => (tag, false),
    };
    let algorithm = FileAlgorithm::find(tag)?;
    let mut value =
        DigestValue::parse_digest(digits, algorithm).filter(|value| value.parts.is_none())?;
    if is_reversed {
        value.digest.reverse();
    }
    Some((LineAlgorithm::Known(algorithm), value, name))
}

/// Parses `checksum size name`, the line of POSIX's `cksum`, with two decimal numbers. Eight digits may also be
/// hexadecimal in a line with one space; `assumed` decides. The size isn't read, since the checksum includes it.
fn cksum<'a>(
    line: &'a [u8],
    assumed: Option<&'static FileAlgorithm>,
) -> Option<(LineAlgorithm, DigestValue, &'a [u8])> {
    let mut parts = line.splitn(3, |&byte| byte == b' ');
    let (first, size, name) = (parts.next()?, parts.next()?, parts.next()?);
    if first.len() == 8 && assumed.is_some_and(|algorithm| algorithm.width == 4) {
        return None;
    }
    let checksum: u32 = decimal(first)?.try_into().ok()?;
    decimal(size)?;
    Some((LineAlgorithm::Known(&CKSUM), DigestValue::hex(checksum.to_be_bytes().to_vec()), name))
}

/// Parses `hex  name`, `hex *name`, `hex name`, which old BSD tools write, and the same with base64 or a prefix.
fn untagged<'a>(
    line: &'a [u8],
    assumed: Option<&'static FileAlgorithm>,
) -> Option<(LineAlgorithm, DigestValue, &'a [u8])> {
    let end = line.iter().position(|&byte| is_blank(byte))?;
    let (first, rest) = line.split_at(end);
    let name = match rest {
        [b' ', b' ' | b'*', name @ ..] => name,
        [b' ', b'\t', ..] | [b'\t', ..] => without_blanks(rest),
        _ => &rest[1..],
    };
    let (kind, value) = prefixed(first).or_else(|| {
        let value = DigestValue::parse(first)?;
        Some((value.kind(assumed)?, value))
    })?;
    Some((kind, value, name))
}

/// Parses a digest with its algorithm before it: `XXH3_hex`, `sha256-base64` as in web pages, `sha256:hex`.
fn prefixed(word: &[u8]) -> Option<(LineAlgorithm, DigestValue)> {
    for algorithm in ALGORITHMS {
        if let LineForm::Prefixed(prefix) = algorithm.form
            && let Some(digits) = word.strip_prefix(prefix.as_bytes())
        {
            return Some((
                LineAlgorithm::Known(algorithm),
                DigestValue::parse_digest(digits, algorithm)?,
            ));
        }
    }
    let end = word.iter().position(|byte| matches!(byte, b'-' | b':'))?;
    let algorithm = FileAlgorithm::find(std::str::from_utf8(&word[..end]).ok()?)?;
    Some((LineAlgorithm::Known(algorithm), DigestValue::parse_digest(&word[end + 1..], algorithm)?))
}

/// Parses `name hex`, a line of an SFV file, whose digests are CRC-32. rhash writes other digests in that form, too.
fn sfv<'a>(
    line: &'a [u8],
    assumed: Option<&'static FileAlgorithm>,
) -> Option<(LineAlgorithm, DigestValue, &'a [u8])> {
    let crc32 = FileAlgorithm::find("crc32")?;
    let blank = line.iter().rposition(|&byte| is_blank(byte))?;
    let value = DigestValue::hex(hex(&line[blank + 1..])?);
    let name = line[..blank].trim_ascii_end();
    let assumed = assumed.filter(|algorithm| algorithm.width == value.digest.len());
    let kind = match value.digest.len() == crc32.width {
        true => LineAlgorithm::Known(assumed.unwrap_or(crc32)),
        false => value.kind(assumed)?,
    };
    // With `=`, the line has a tag of an unknown algorithm. With digits, rhash wrote several digests in a line.
    let last = name.rsplit(|&byte| is_blank(byte)).next()?;
    let is_digest = last.len() >= 32 && hex(last).is_some();
    (!name.ends_with(b"=") && !is_digest).then_some((kind, value, name))
}
