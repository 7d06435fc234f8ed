//! The algorithms by name.

use std::fmt;

use hashlane_kernels::hash::stream::{self, Stream};

use super::states;

/// An algorithm for whole files.
pub struct Algorithm {
    /// Its name in SQL and on the command line.
    pub name: &'static str,
    /// Its name in a BSD line: `SHA256 (name) = hex`.
    pub tag: &'static str,
    /// Bytes in a digest.
    pub width: usize,
    /// How the tool that it comes with writes a GNU line, `hex  name`.
    pub form: LineForm,
    /// Other names for it, normalised as [`Algorithm::find`] does.
    others: &'static [&'static str],
    state: State,
}

/// How an algorithm's own tool writes a line without a tag.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum LineForm {
    /// `hex  name`.
    Plain,
    /// `XXH3_hex  name`, as `xxhsum` from 0.8.2 on: another algorithm has digests of that length.
    /// `xxhsum` 0.8.1 writes a tag instead, and reads nothing else, so a tag is what we write.
    Prefixed(&'static str),
    /// There is no such tool: always with a tag.
    TagOnly,
}

enum State {
    /// The algorithm of that name of `digest` in SQL.
    Kernel,
    Ours(fn() -> Box<dyn Stream>),
}

impl Algorithm {
    /// The algorithm of that name. Case, `-`, `_` and `/` don't count, and the names that other
    /// tools use are known: `SHA2-256`, `xxhash64`, `BLAKE2b-512`.
    pub fn find(name: &str) -> Option<&'static Algorithm> {
        let wanted = normalised(name);
        ALGORITHMS
            .iter()
            .find(|row| normalised(row.name) == wanted || row.others.contains(&wanted.as_str()))
    }

    /// The state before any input.
    pub(crate) fn state(&self) -> Box<dyn Stream> {
        match self.state {
            State::Ours(start) => start(),
            State::Kernel => {
                let algorithm = hashlane_kernels::hash::Algorithm::find(self.name);
                stream::stream(algorithm.expect("the kernels have all rows of that kind"))
            }
        }
    }

    /// Whether the digest is one of a tree, whose parts may be computed in any order.
    pub(crate) fn is_tree(&self) -> bool {
        self.name == "blake3"
    }
}

fn normalised(name: &str) -> String {
    name.chars().filter(|c| !matches!(c, '-' | '_' | '/')).map(|c| c.to_ascii_lowercase()).collect()
}

impl fmt::Debug for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl PartialEq for Algorithm {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Algorithm {}

use LineForm::{Plain, Prefixed, TagOnly};

/// Every algorithm, in the order that messages list them.
pub static ALGORITHMS: &[Algorithm] = &[
    ours("xxh32", "XXH32", 4, Plain, &["xxhash32"], states::xxh32),
    ours("xxh64", "XXH64", 8, Plain, &["xxhash64"], states::xxh64),
    ours("xxh3", "XXH3", 8, Prefixed("XXH3_"), &["xxhash3", "xxh364"], states::xxh3),
    ours("xxh128", "XXH128", 16, Plain, &["xxhash128", "xxh3128"], states::xxh128),
    kernel("blake3", "BLAKE3", 32, Plain, &[]),
    kernel("md5", "MD5", 16, Plain, &[]),
    kernel("sha1", "SHA1", 20, Plain, &[]),
    kernel("sha224", "SHA224", 28, Plain, &["sha2224"]),
    kernel("sha256", "SHA256", 32, Plain, &["sha2256"]),
    kernel("sha384", "SHA384", 48, Plain, &["sha2384"]),
    kernel("sha512", "SHA512", 64, Plain, &["sha2512"]),
    kernel("sha512_256", "SHA512-256", 32, TagOnly, &["sha2512256", "sha512t256"]),
    kernel("sha3_224", "SHA3-224", 28, TagOnly, &[]),
    kernel("sha3_256", "SHA3-256", 32, TagOnly, &[]),
    kernel("sha3_384", "SHA3-384", 48, TagOnly, &[]),
    kernel("sha3_512", "SHA3-512", 64, TagOnly, &[]),
    kernel("keccak256", "KECCAK-256", 32, TagOnly, &[]),
    kernel("shake128", "SHAKE128", 32, TagOnly, &[]),
    kernel("shake256", "SHAKE256", 64, TagOnly, &[]),
    kernel("blake2b", "BLAKE2b", 64, Plain, &["blake2b512"]),
    kernel("blake2s", "BLAKE2s", 32, TagOnly, &["blake2s256"]),
    kernel("k12", "K12", 32, TagOnly, &["kt128", "kangarootwelve"]),
    kernel("skein256", "SKEIN256", 32, TagOnly, &[]),
    kernel("skein512", "SKEIN512", 64, TagOnly, &[]),
    kernel("ripemd160", "RIPEMD160", 20, TagOnly, &["rmd160"]),
    ours("crc32", "CRC32", 4, TagOnly, &[], states::crc32),
    ours("crc32c", "CRC32C", 4, TagOnly, &[], states::crc32c),
    ours("crc64nvme", "CRC64NVME", 8, TagOnly, &[], states::crc64nvme),
    ours("adler32", "ADLER32", 4, TagOnly, &[], states::adler32),
];

const fn kernel(
    name: &'static str,
    tag: &'static str,
    width: usize,
    form: LineForm,
    others: &'static [&'static str],
) -> Algorithm {
    Algorithm { name, tag, width, form, others, state: State::Kernel }
}

const fn ours(
    name: &'static str,
    tag: &'static str,
    width: usize,
    form: LineForm,
    others: &'static [&'static str],
    start: fn() -> Box<dyn Stream>,
) -> Algorithm {
    Algorithm { name, tag, width, form, others, state: State::Ours(start) }
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
                assert_eq!(Algorithm::find(name), Some(algorithm), "{name}");
            }
        }
        assert_eq!(Algorithm::find("SHA2-512/256").map(|a| a.name), Some("sha512_256"));
        assert_eq!(Algorithm::find("sha257"), None);
        assert_eq!(Algorithm::find(""), None);
    }
}
