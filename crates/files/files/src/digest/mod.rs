//! Digests of whole files: one read for any number of algorithms.
//!
//! | file | holds |
//! |---|---|
//! | `algorithm.rs` | the algorithms by name |
//! | `states.rs` | the streaming states that the kernels lack |
//! | `pass.rs` | one pass over one file, on several threads |
//! | `running.rs` | digests of bytes that the caller reads |
//! | `buffer.rs` | the memory that files are read into |
//! | `batch.rs` | several files at a time, with results in order |

mod algorithm;
mod batch;
mod buffer;
mod pass;
mod running;
mod states;

pub(crate) use algorithm::CKSUM;
pub use algorithm::{ALGORITHMS, FileAlgorithm, LineForm};
pub use batch::{FileBatch, OBJECTS, ThreadShare};
pub use pass::DigestPass;
pub use running::RunningDigest;

use hashlane_kernels::hash::{base64, hex};

/// The digest of one file under one algorithm.
#[derive(Clone, Debug)]
pub struct FileDigest {
    /// The algorithm.
    pub algorithm: &'static FileAlgorithm,
    /// Its bytes in the order of the reference, which is big-endian for numbers.
    pub bytes: Vec<u8>,
}

impl FileDigest {
    /// As `xxhsum`, `b3sum` and `sha256sum` print it: lower-case hexadecimal.
    pub fn hex(&self) -> String {
        text(&self.bytes, hex::in_place)
    }

    /// As S3's `x-amz-checksum-*` headers carry it: base64 with padding.
    pub fn base64(&self) -> String {
        text(&self.bytes, base64::in_place)
    }
}

pub(crate) fn text(bytes: &[u8], encode: fn(usize, &mut Vec<u8>)) -> String {
    let mut text = bytes.to_vec();
    encode(0, &mut text);
    String::from_utf8(text).expect("hexadecimal and base64 are ASCII")
}
