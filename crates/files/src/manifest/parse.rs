//! Parses lines of manifests.

use super::name::unescaped;
use super::write::End;
use crate::digest::{ALGORITHMS, Algorithm, CKSUM, LineForm};

/// The content of a line.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Entry {
    /// The algorithm.
    pub kind: Kind,
    /// The digest, big-endian.
    pub digest: Vec<u8>,
    /// The name of the file.
    pub name: Vec<u8>,
}

/// The algorithm of a line.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Kind {
    /// The line has a tag or a prefix, or only this algorithm's tool writes digests of that length.
    Known(&'static Algorithm),
    /// The line has no tag, and these algorithms, at least two, have digests of that length.
    Ambiguous(Vec<&'static Algorithm>),
}

/// The error for a line that has none of the forms.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Malformed;

/// Parses a line without its end. Returns `None` for an empty line and a comment (`#`, in SFV files `;`). A line
/// without a tag is read as one of `assumed`, if given and if its digests have that length.
///
/// # Errors
/// Returns an error if the line has none of the forms.
pub fn parse(
    line: &[u8],
    end: End,
    assumed: Option<&'static Algorithm>,
) -> Result<Option<Entry>, Malformed> {
    let line = match end {
        // A line of Windows.
        End::Line => line.strip_suffix(b"\r").unwrap_or(line),
        End::Zero => line,
    };
    if line.is_empty() || matches!(line[0], b'#' | b';') {
        return Ok(None);
    }
    let (line, is_escaped) = match (line.strip_prefix(b"\\"), end) {
        (Some(line), End::Line) => (line, true),
        _ => (line, false),
    };
    let (kind, digest, name) = match tagged(line) {
        Some(parts) => parts,
        None => cksum(line, assumed)
            .or_else(|| untagged(line, assumed))
            .or_else(|| sfv(line, assumed))
            .ok_or(Malformed)?,
    };
    let name = match is_escaped {
        true => unescaped(name).ok_or(Malformed)?.into_owned(),
        false => name.to_vec(),
    };
    if name.is_empty() || name.contains(&0) {
        return Err(Malformed);
    }
    Ok(Some(Entry { kind, digest, name }))
}

/// Returns the tag of a line like `SM3 (name) = hex` or `BLAKE2b-256 (name) = hex` if it names an algorithm, or a
/// length, that is not among [`ALGORITHMS`]. `None` for all other lines.
pub fn unknown_tag(line: &[u8]) -> Option<&str> {
    let (tag, _, digest) = parts_of_tagged(line)?;
    let is_tag = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'/' | b'_');
    let is_unknown = Algorithm::find(tag).is_none_or(|found| found.width * 2 != digest.len());
    let is_digest = digest.len() >= 8 && digest.iter().all(|byte| (33..127).contains(byte));
    (!tag.is_empty() && tag.bytes().all(is_tag) && is_digest && is_unknown).then_some(tag)
}

/// Splits `TAG (name) = hex` into the tag, the name and the digits. OpenSSL leaves the spaces out.
fn parts_of_tagged(line: &[u8]) -> Option<(&str, &[u8], &[u8])> {
    let open = line.iter().position(|&byte| byte == b'(')?;
    let tag = std::str::from_utf8(&line[..open]).ok()?.trim_end_matches(' ');
    // Search from the end: names may contain parentheses.
    let equals = line.iter().rposition(|&byte| byte == b'=')?;
    let name = line[open + 1..].get(..equals.checked_sub(open + 1)?)?;
    let name = name.strip_suffix(b" ").unwrap_or(name).strip_suffix(b")")?;
    let digits = &line[equals + 1..];
    Some((tag, name, digits.strip_prefix(b" ").unwrap_or(digits)))
}

/// Parses `TAG (name) = hex`. `xxhsum --little-endian` writes `TAG_LE`.
fn tagged(line: &[u8]) -> Option<(Kind, Vec<u8>, &[u8])> {
    let (tag, name, digits) = parts_of_tagged(line)?;
    let (tag, is_reversed) = match tag.strip_suffix("_LE") {
        Some(tag) => (tag, true),
        None => (tag, false),
    };
    let algorithm = Algorithm::find(tag)?;
    let mut digest = bytes(digits)?;
    if digest.len() != algorithm.width {
        return None;
    }
    if is_reversed {
        digest.reverse();
    }
    Some((Kind::Known(algorithm), digest, name))
}

/// Parses `checksum size name`, the line of POSIX's `cksum`, with two decimal numbers. Eight digits may also be
/// hexadecimal in a line with one space; `assumed` decides. The size isn't read, since the checksum includes it.
fn cksum<'a>(
    line: &'a [u8],
    assumed: Option<&'static Algorithm>,
) -> Option<(Kind, Vec<u8>, &'a [u8])> {
    let mut parts = line.splitn(3, |&byte| byte == b' ');
    let (first, size, name) = (parts.next()?, parts.next()?, parts.next()?);
    if first.len() == 8 && assumed.is_some_and(|algorithm| algorithm.width == 4) {
        return None;
    }
    let checksum: u32 = decimal(first)?.try_into().ok()?;
    decimal(size)?;
    Some((Kind::Known(&CKSUM), checksum.to_be_bytes().to_vec(), name))
}

/// Parses a number as C's `printf` writes it.
fn decimal(digits: &[u8]) -> Option<u64> {
    let has_sign_or_zeros = digits.first().is_none_or(|byte| !byte.is_ascii_digit())
        || (digits.len() > 1 && digits[0] == b'0');
    if has_sign_or_zeros {
        return None;
    }
    std::str::from_utf8(digits).ok()?.parse().ok()
}

/// Parses `hex  name`, `hex *name`, and `hex name`, which old BSD tools write.
fn untagged<'a>(
    line: &'a [u8],
    assumed: Option<&'static Algorithm>,
) -> Option<(Kind, Vec<u8>, &'a [u8])> {
    let space = line.iter().position(|&byte| byte == b' ')?;
    let (first, rest) = (&line[..space], &line[space + 1..]);
    let name = rest.strip_prefix(b" ").or_else(|| rest.strip_prefix(b"*")).unwrap_or(rest);
    for algorithm in ALGORITHMS {
        if let LineForm::Prefixed(prefix) = algorithm.form
            && let Some(hex) = first.strip_prefix(prefix.as_bytes())
        {
            let digest = bytes(hex).filter(|digest| digest.len() == algorithm.width)?;
            return Some((Kind::Known(algorithm), digest, name));
        }
    }
    let digest = bytes(first)?;
    let fits = |algorithm: &&'static Algorithm| algorithm.width == digest.len();
    let kind = match assumed.filter(fits) {
        Some(algorithm) => Kind::Known(algorithm),
        None => by_length(digest.len())?,
    };
    Some((kind, digest, name))
}

/// Parses `name hex`, a line of an SFV file, whose digests are CRC-32. rhash writes other digests in that form, too.
fn sfv<'a>(
    line: &'a [u8],
    assumed: Option<&'static Algorithm>,
) -> Option<(Kind, Vec<u8>, &'a [u8])> {
    let crc32 = Algorithm::find("crc32")?;
    let space = line.iter().rposition(|&byte| byte == b' ')?;
    let digest = bytes(&line[space + 1..])?;
    let name = line[..space].trim_ascii_end();
    let kind = match assumed.filter(|algorithm| algorithm.width == digest.len()) {
        Some(algorithm) => Kind::Known(algorithm),
        None if digest.len() == crc32.width => Kind::Known(crc32),
        None => by_length(digest.len())?,
    };
    // With `=`, the line has a tag of an unknown algorithm. With digits, rhash wrote several digests in a line.
    let last = name.rsplit(|&byte| byte == b' ').next()?;
    let is_digest = last.len() >= 32 && bytes(last).is_some();
    (!name.ends_with(b"=") && !is_digest).then_some((kind, digest, name))
}

/// Returns the algorithms whose tools write digests of that length without a tag.
fn by_length(len: usize) -> Option<Kind> {
    let fits = |row: &&Algorithm| row.width == len && row.form == LineForm::Plain;
    let rows: Vec<_> = ALGORITHMS.iter().filter(fits).collect();
    match rows.as_slice() {
        [] => None,
        [algorithm] => Some(Kind::Known(algorithm)),
        _ => Some(Kind::Ambiguous(rows)),
    }
}

/// Converts hex digits of either case to bytes.
fn bytes(hex: &[u8]) -> Option<Vec<u8>> {
    let digit = |byte: u8| (byte as char).to_digit(16);
    let (pairs, rest) = hex.as_chunks::<2>();
    if pairs.is_empty() || !rest.is_empty() {
        return None;
    }
    pairs.iter().map(|[high, low]| Some((digit(*high)? << 4 | digit(*low)?) as u8)).collect()
}
