//! Parses digests, in hexadecimal and in base64.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;

use super::parse::LineAlgorithm;
use crate::digest::{ALGORITHMS, FileAlgorithm, LineForm};
use crate::s3::{CHECKSUMS, MOST_PARTS, S3Checksum};

/// The algorithm of hexadecimal digits that several algorithms write without a tag, unless the manifest says
/// otherwise. A wrong guess can't confirm a file.
const USUAL: [&str; 3] = ["md5", "sha256", "sha512"];

/// A digest as a line has it.
pub(super) struct DigestValue {
    pub digest: Vec<u8>,
    /// The number of parts of an object of S3 whose checksums the digest is computed from.
    pub parts: Option<u64>,
    is_hex: bool,
}

impl DigestValue {
    /// Parses `hex`, `base64`, or a value that S3 has for an object in parts: `base64-3` or, for MD5, `hex-3`.
    pub(crate) fn parse(word: &[u8]) -> Option<Self> {
        let (word, parts) = match word.iter().position(|&byte| byte == b'-') {
            Some(dash) => (&word[..dash], Some(decimal(&word[dash + 1..])?)),
            None => (word, None),
        };
        if parts.is_some_and(|parts| !(1..=MOST_PARTS).contains(&parts)) {
            return None;
        }
        if let Some(digest) = hex(word) {
            return Some(DigestValue { digest, parts, is_hex: true });
        }
        // Digits would be read as base64 of another length.
        let digest = BASE64_STANDARD.decode(word).ok().filter(|digest| !digest.is_empty())?;
        Some(DigestValue { digest, parts, is_hex: false })
    }

    /// A digest in hexadecimal.
    pub(crate) fn hex(digest: Vec<u8>) -> Self {
        DigestValue { digest, parts: None, is_hex: true }
    }

    /// Parses a digest of an algorithm.
    pub(crate) fn parse_digest(word: &[u8], algorithm: &FileAlgorithm) -> Option<Self> {
        let value = DigestValue::parse(word)?;
        (value.digest.len() == algorithm.width).then_some(value)
    }

    /// The algorithm of a value without a tag: `assumed`, if its values look like this one, or else that of the tools
    /// that write such values.
    pub(crate) fn kind(&self, assumed: Option<&'static FileAlgorithm>) -> Option<LineAlgorithm> {
        let is_possible = |algorithm: &&FileAlgorithm| {
            algorithm.width == self.digest.len()
                && (self.parts.is_none() || self.composites().any(|row| row == *algorithm))
        };
        if let Some(assumed) = assumed.filter(is_possible) {
            return Some(LineAlgorithm::Known(assumed));
        }
        let mut candidates = self.candidates();
        let usual = candidates.iter().position(|row| self.is_hex && USUAL.contains(&row.name));
        match (candidates.len(), usual) {
            (0, _) => None,
            (1, _) => Some(LineAlgorithm::Known(candidates.remove(0))),
            (_, Some(usual)) => Some(LineAlgorithm::Usual(candidates.remove(usual), candidates)),
            (_, None) => Some(LineAlgorithm::Ambiguous(candidates)),
        }
    }

    /// The algorithms whose values are written like this one.
    fn candidates(&self) -> Vec<&'static FileAlgorithm> {
        let fits = |row: &&'static FileAlgorithm| row.width == self.digest.len();
        if self.parts.is_some() {
            return self.composites().filter(fits).collect();
        }
        let plain = || ALGORITHMS.iter().filter(|row| row.form == LineForm::Plain).filter(fits);
        if self.is_hex {
            return plain().collect();
        }
        // S3's values are in base64, and so are those of `cksum --base64`.
        let stored: Vec<_> = CHECKSUMS.iter().map(S3Checksum::algorithm).filter(fits).collect();
        if stored.is_empty() { plain().collect() } else { stored }
    }

    /// The algorithms that S3 computes over parts and writes in this encoding.
    fn composites(&self) -> impl Iterator<Item = &'static FileAlgorithm> {
        let rows = CHECKSUMS.iter().filter(|row| row.has_composite());
        rows.filter(|row| row.is_etag() == self.is_hex).map(S3Checksum::algorithm)
    }
}

/// Converts hex digits of either case to bytes.
pub(super) fn hex(digits: &[u8]) -> Option<Vec<u8>> {
    let digit = |byte: u8| (byte as char).to_digit(16);
    let (pairs, rest) = digits.as_chunks::<2>();
    if pairs.is_empty() || !rest.is_empty() {
        return None;
    }
    pairs.iter().map(|[high, low]| Some((digit(*high)? << 4 | digit(*low)?) as u8)).collect()
}

/// Parses a number as C's `printf` writes it.
pub(super) fn decimal(digits: &[u8]) -> Option<u64> {
    let has_sign_or_zeros = digits.first().is_none_or(|byte| !byte.is_ascii_digit())
        || (digits.len() > 1 && digits[0] == b'0');
    if has_sign_or_zeros {
        return None;
    }
    std::str::from_utf8(digits).ok()?.parse().ok()
}
