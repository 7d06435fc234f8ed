//! imohash: a hash of a file's size and of three samples. It takes the same time for any size.
//! Spec: <https://github.com/kalafut/imohash/blob/master/algorithm.md>
//!
//! It distinguishes large files quickly. It doesn't check integrity: most bytes are never read.

use hashlane_kernels::blocks::{self, Rows, Seeds};
use hashlane_kernels::hash::{hex, murmur3};
use hashlane_kernels::isa::Isa;

use crate::digest::text;
use crate::{FileError, Source};

/// Bytes in each of the three samples.
const SAMPLE: u64 = 16 << 10;

/// Files of at least this size are sampled; smaller ones are hashed whole.
const THRESHOLD: u64 = 128 << 10;

/// The hash of a file.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Imohash {
    /// The size of the file in bytes.
    pub size: u64,
    /// The number of bytes that were read.
    pub sampled_bytes: u64,
    /// MurmurHash3 (x64, 128 bits) of the samples, with the size in the first bytes.
    pub hash: [u8; 16],
}

impl Imohash {
    /// The hash as `imosum` prints it: 32 lower-case hex digits.
    pub fn hex(&self) -> String {
        text(&self.hash, hex::in_place)
    }
}

/// Returns the imohash of a file, with the default parameters of the specification.
///
/// # Errors
/// Returns an error if the file can't be read, or has changed since it was opened.
pub fn imohash(source: &dyn Source) -> Result<Imohash, FileError> {
    let size = source.size();
    let samples: &[(u64, u64)] = match size {
        ..THRESHOLD => &[(0, size)],
        _ => &[(0, SAMPLE), (size / 2, SAMPLE), (size - SAMPLE, SAMPLE)],
    };
    let mut bytes = Vec::new();
    for &(offset, len) in samples {
        let start = bytes.len();
        bytes.resize(start + len as usize, 0);
        let read = source.read_exact_at(offset, &mut bytes[start..]);
        read.map_err(|error| {
            source.unchanged().err().unwrap_or_else(|| FileError::io(source.name(), error))
        })?;
    }
    source.unchanged()?;
    let mut hash = [[0; 16]];
    let (rows, seed) = (Rows::Slices(&[&bytes]), Seeds::Constant(0));
    blocks::hash(Isa::current(), &rows, seed, &mut hash, murmur3::MURMUR3_X64_128);
    let [mut hash] = hash;
    write_varint(size, &mut hash);
    Ok(Imohash { size, sampled_bytes: bytes.len() as u64, hash })
}

/// Writes seven bits per byte, the low ones first. All bytes but the last have their high bit set.
fn write_varint(mut number: u64, out: &mut [u8; 16]) {
    for byte in out {
        *byte = number as u8 & 0x7f;
        number >>= 7;
        if number == 0 {
            break;
        }
        *byte |= 0x80;
    }
}
