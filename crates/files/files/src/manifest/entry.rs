//! What a line of a manifest says.

use crate::digest::FileAlgorithm;

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
