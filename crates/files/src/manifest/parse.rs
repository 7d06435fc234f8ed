//! A line as a digest and a name.

use super::name::unescaped;
use super::write::End;
use crate::digest::{ALGORITHMS, Algorithm, CKSUM, LineForm};

/// What a line says.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Entry {
    /// Under which algorithm.
    pub kind: Kind,
    /// The digest: big-endian bytes.
    pub digest: Vec<u8>,
    /// The name of the file.
    pub name: Vec<u8>,
}

/// Under which algorithm a digest is.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Kind {
    /// The line says so with a tag or a prefix, or no tool writes digests of that length under
    /// another one.
    Known(&'static Algorithm),
    /// There is no tag, and these have digests of that length: at least two.
    Ambiguous(Vec<&'static Algorithm>),
}

/// A line that is none of the forms.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Malformed;

/// The entry of a line, without what ends it; `None` of an empty line and of a comment (`#`, in SFV files `;`).
/// A line without a tag is one of `assumed`, if that is given and has digests of that length.
///
/// # Errors
/// If the line is none of the forms.
pub fn parse(
    line: &[u8],
    end: End,
    assumed: Option<&'static Algorithm>,
) -> Result<Option<Entry>, Malformed> {
    let line = match end {
        // From Windows.
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

/// What a line says whose tag names an algorithm, or a length, that is not among [`ALGORITHMS`], as `SM3 (name) = hex` or
/// `BLAKE2b-256 (name) = hex`: the tag. `None` for all other lines.
pub fn unknown_tag(line: &[u8]) -> Option<&str> {
    let (tag, _, digest) = parts_of_tagged(line)?;
    let is_tag = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'/' | b'_');
    let is_unknown = Algorithm::find(tag).is_none_or(|found| found.width * 2 != digest.len());
    let is_digest = digest.len() >= 8 && digest.iter().all(|byte| (33..127).contains(byte));
    (!tag.is_empty() && tag.bytes().all(is_tag) && is_digest && is_unknown).then_some(tag)
}

/// The tag, the name and the digits of `TAG (name) = hex`; OpenSSL leaves the spaces out.
fn parts_of_tagged(line: &[u8]) -> Option<(&str, &[u8], &[u8])> {
    let open = line.iter().position(|&byte| byte == b'(')?;
    let tag = std::str::from_utf8(&line[..open]).ok()?.trim_end_matches(' ');
    // From the end: names may hold parentheses.
    let equals = line.iter().rposition(|&byte| byte == b'=')?;
    let name = line[open + 1..].get(..equals.checked_sub(open + 1)?)?;
    let name = name.strip_suffix(b" ").unwrap_or(name).strip_suffix(b")")?;
    let digits = &line[equals + 1..];
    Some((tag, name, digits.strip_prefix(b" ").unwrap_or(digits)))
}

/// `TAG (name) = hex`. `xxhsum --little-endian` writes `TAG_LE`.
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

/// `checksum size name`, the line of POSIX's `cksum`: both numbers are decimal. Eight digits may be hexadecimal as well, in
/// a line with one space; that is for `assumed` to say. The size isn't read, as the checksum goes over it.
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

/// A number as C's `printf` writes it.
fn decimal(digits: &[u8]) -> Option<u64> {
    let has_sign_or_zeros = digits.first().is_none_or(|byte| !byte.is_ascii_digit())
        || (digits.len() > 1 && digits[0] == b'0');
    if has_sign_or_zeros {
        return None;
    }
    std::str::from_utf8(digits).ok()?.parse().ok()
}

/// `hex  name`, `hex *name`, and `hex name`, which old BSD tools write.
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

/// `name hex`: a line of an SFV file, whose digests are CRC-32. rhash writes others in that form too.
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
    // With `=` it is a line with a tag of no algorithm. With digits, rhash wrote several digests in a line.
    let last = name.rsplit(|&byte| byte == b' ').next()?;
    let is_digest = last.len() >= 32 && bytes(last).is_some();
    (!name.ends_with(b"=") && !is_digest).then_some((kind, digest, name))
}

/// The algorithms whose tools write digests of that length without a tag.
fn by_length(len: usize) -> Option<Kind> {
    let fits = |row: &&Algorithm| row.width == len && row.form == LineForm::Plain;
    let rows: Vec<_> = ALGORITHMS.iter().filter(fits).collect();
    match rows.as_slice() {
        [] => None,
        [algorithm] => Some(Kind::Known(algorithm)),
        _ => Some(Kind::Ambiguous(rows)),
    }
}

/// The bytes of hex digits of either case.
fn bytes(hex: &[u8]) -> Option<Vec<u8>> {
    let digit = |byte: u8| (byte as char).to_digit(16);
    let (pairs, rest) = hex.as_chunks::<2>();
    if pairs.is_empty() || !rest.is_empty() {
        return None;
    }
    pairs.iter().map(|[high, low]| Some((digit(*high)? << 4 | digit(*low)?) as u8)).collect()
}
