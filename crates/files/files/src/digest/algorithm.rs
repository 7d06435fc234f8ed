//! The algorithms for files, by name.

use std::fmt;

use hashlane_kernels::hash::algorithm::is_spelling;
use hashlane_kernels::hash::stream::DigestStream;

use super::states;

/// An algorithm for whole files.
pub struct FileAlgorithm {
    /// Its name in SQL and on the command line.
    pub name: &'static str,
    /// Its name in a BSD line: `SHA256 (name) = hex`.
    pub tag: &'static str,
    /// Bytes in a digest.
    pub width: usize,
    /// The form of a GNU line, `hex  name`, in which the algorithm's own tool writes it.
    pub form: LineForm,
    /// Other names, if the algorithm is not one of SQL's `digest`.
    others: &'static [&'static str],
    state: AlgorithmState,
}

/// The form of a line without a tag, as an algorithm's own tool writes it.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum LineForm {
    /// `hex  name`.
    Plain,
    /// `XXH3_hex  name`, as `xxhsum` writes it from 0.8.2 on, since another algorithm has digests of that length.
    /// `xxhsum` 0.8.1 writes a tag and reads nothing else, so we write a tag.
    Prefixed(&'static str),
    /// No tool writes such a line, so there is always a tag.
    TagOnly,
}

enum AlgorithmState {
    /// An algorithm of `digest` in SQL.
    Kernel(&'static hashlane_kernels::hash::Algorithm),
    Ours(fn() -> Box<dyn DigestStream>),
}

impl FileAlgorithm {
    /// Finds the algorithm with that name. Case, `-`, `_` and `/` don't count, and the names that other tools use are
    /// known: `SHA2-256`, `xxhash64`, `BLAKE2b-512`.
    pub fn find(name: &str) -> Option<&'static FileAlgorithm> {
        ALGORITHMS.iter().find(|algorithm| algorithm.is_called(name))
    }

    fn is_called(&self, name: &str) -> bool {
        match self.state {
            AlgorithmState::Kernel(kernel) => kernel.is_called(name),
            AlgorithmState::Ours(_) => {
                is_spelling(self.name, name) || self.others.iter().any(|o| is_spelling(o, name))
            }
        }
    }

    /// The state before any input.
    pub(crate) fn state(&self) -> Box<dyn DigestStream> {
        match self.state {
            AlgorithmState::Ours(start) => start(),
            AlgorithmState::Kernel(kernel) => kernel.stream(),
        }
    }

    /// Whether the digest is computed over a tree, whose parts can be hashed in any order.
    pub(crate) fn is_tree(&self) -> bool {
        self.name == "blake3"
    }
}

impl fmt::Debug for FileAlgorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl PartialEq for FileAlgorithm {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for FileAlgorithm {}

use LineForm::{Plain, Prefixed, TagOnly};

/// Every algorithm, in the order that messages list them.
pub static ALGORITHMS: &[FileAlgorithm] = &[
    ours("xxh32", "XXH32", 4, Plain, &["xxhash32"], states::xxh32),
    ours("xxh64", "XXH64", 8, Plain, &["xxhash64"], states::xxh64),
    ours("xxh3", "XXH3", 8, Prefixed("XXH3_"), &["xxhash3", "xxh364"], states::xxh3),
    ours("xxh128", "XXH128", 16, Plain, &["xxhash128", "xxh3128"], states::xxh128),
    kernel("blake3", "BLAKE3", Plain),
    kernel("md5", "MD5", Plain),
    kernel("sha1", "SHA1", Plain),
    kernel("sha224", "SHA224", Plain),
    kernel("sha256", "SHA256", Plain),
    kernel("sha384", "SHA384", Plain),
    kernel("sha512", "SHA512", Plain),
    kernel("sha512_224", "SHA512-224", TagOnly),
    kernel("sha512_256", "SHA512-256", TagOnly),
    kernel("sha3_224", "SHA3-224", TagOnly),
    kernel("sha3_256", "SHA3-256", TagOnly),
    kernel("sha3_384", "SHA3-384", TagOnly),
    kernel("sha3_512", "SHA3-512", TagOnly),
    kernel("keccak256", "KECCAK-256", TagOnly),
    kernel("shake128", "SHAKE128", TagOnly),
    kernel("shake256", "SHAKE256", TagOnly),
    kernel("blake2b", "BLAKE2b", Plain),
    kernel("blake2s", "BLAKE2s", TagOnly),
    kernel("k12", "K12", TagOnly),
    kernel("skein256", "SKEIN256", TagOnly),
    kernel("skein512", "SKEIN512", TagOnly),
    kernel("ripemd160", "RIPEMD160", TagOnly),
    kernel("sm3", "SM3", TagOnly),
    ours("crc32", "CRC32", 4, TagOnly, &[], states::crc32),
    ours("crc32c", "CRC32C", 4, TagOnly, &[], states::crc32c),
    ours("crc64nvme", "CRC64NVME", 8, TagOnly, &[], states::crc64nvme),
    ours("adler32", "ADLER32", 4, TagOnly, &[], states::adler32),
];

/// The CRC-32 of POSIX's `cksum`, which includes the length. No list contains it: only that tool's lines use it.
pub(crate) static CKSUM: FileAlgorithm = ours("cksum", "CKSUM", 4, TagOnly, &[], states::cksum);

const fn kernel(name: &'static str, tag: &'static str, form: LineForm) -> FileAlgorithm {
    let kernel = hashlane_kernels::hash::Algorithm::named(name);
    FileAlgorithm {
        name,
        tag,
        width: kernel.width,
        form,
        others: &[],
        state: AlgorithmState::Kernel(kernel),
    }
}

const fn ours(
    name: &'static str,
    tag: &'static str,
    width: usize,
    form: LineForm,
    others: &'static [&'static str],
    start: fn() -> Box<dyn DigestStream>,
) -> FileAlgorithm {
    FileAlgorithm { name, tag, width, form, others, state: AlgorithmState::Ours(start) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_are_as_wide_as_the_table_says() {
        for algorithm in ALGORITHMS {
            assert_eq!(algorithm.state().digest().len(), algorithm.width, "{algorithm:?}");
        }
    }

    #[test]
    fn every_name_and_tag_finds_its_own_row() {
        for algorithm in ALGORITHMS {
            let names = [algorithm.name, algorithm.tag];
            for name in names.iter().chain(algorithm.others) {
                assert_eq!(FileAlgorithm::find(name), Some(algorithm), "{name}");
            }
        }
        assert_eq!(FileAlgorithm::find("SHA2-512/256").map(|a| a.name), Some("sha512_256"));
        assert_eq!(FileAlgorithm::find("sha257"), None);
        assert_eq!(FileAlgorithm::find(""), None);
    }
}
