//! A line as a digest and a name.

use super::name::unescaped;
use super::write::End;
use crate::digest::{ALGORITHMS, Algorithm, LineForm};

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
        None => untagged(line, assumed).or_else(|| sfv(line)).ok_or(Malformed)?,
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

/// `TAG (name) = hex`; OpenSSL leaves the spaces out. `xxhsum --little-endian` writes `TAG_LE`.
fn tagged(line: &[u8]) -> Option<(Kind, Vec<u8>, &[u8])> {
    let open = line.iter().position(|&byte| byte == b'(')?;
    let tag = std::str::from_utf8(&line[..open]).ok()?.trim_end_matches(' ');
    let (tag, is_reversed) = match tag.strip_suffix("_LE") {
        Some(tag) => (tag, true),
        None => (tag, false),
    };
    let algorithm = Algorithm::find(tag)?;
    // From the end: names may hold parentheses.
    let equals = line.iter().rposition(|&byte| byte == b'=')?;
    let name = line[open + 1..].get(..equals.checked_sub(open + 1)?)?;
    let name = name.strip_suffix(b" ").unwrap_or(name).strip_suffix(b")")?;
    let hex = &line[equals + 1..];
    let mut digest = bytes(hex.strip_prefix(b" ").unwrap_or(hex))?;
    if digest.len() != algorithm.width {
        return None;
    }
    if is_reversed {
        digest.reverse();
    }
    Some((Kind::Known(algorithm), digest, name))
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

/// `name hex`: a line of an SFV file, whose digests are CRC-32.
fn sfv(line: &[u8]) -> Option<(Kind, Vec<u8>, &[u8])> {
    let algorithm = Algorithm::find("crc32")?;
    let space = line.iter().rposition(|&byte| byte == b' ')?;
    let digest = bytes(&line[space + 1..]).filter(|digest| digest.len() == algorithm.width)?;
    let name = line[..space].trim_ascii_end();
    // With `=` it is a line with a tag of no algorithm.
    (!name.ends_with(b"=")).then_some((Kind::Known(algorithm), digest, name))
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
