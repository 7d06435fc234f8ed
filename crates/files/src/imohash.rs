//! imohash: a hash of a file's size and three samples, in the same time for any size.
//! Spec: <https://github.com/kalafut/imohash/blob/master/algorithm.md>
//!
//! It tells large files apart quickly. It is no check of integrity: most bytes are never read.

use hashlane_kernels::hash::{hex, murmur3};
use hashlane_kernels::isa::Isa;
use hashlane_kernels::rows::{self, Rows, Seeds};

use crate::digest::text;
use crate::{FileError, Source};

/// Bytes in each of the three samples.
const SAMPLE: u64 = 16 << 10;

/// From this size on a file is sampled; below it is hashed whole.
const THRESHOLD: u64 = 128 << 10;

/// The hash of a file, and what it is made of.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Imohash {
    /// The size of the file in bytes.
    pub size: u64,
    /// How many of its bytes were read.
    pub sampled_bytes: u64,
    /// MurmurHash3 (x64, 128 bits) of the samples, with the size in the first bytes.
    pub hash: [u8; 16],
}

impl Imohash {
    /// As `imosum` prints it: 32 lower-case hex digits.
    pub fn hex(&self) -> String {
        text(&self.hash, hex::in_place)
    }
}

/// The imohash of a file, with the parameters that the spec calls default.
///
/// # Errors
/// If the file can't be read, or has changed since it was opened.
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
    rows::hash(Isa::current(), &rows, seed, &mut hash, murmur3::MURMUR3_X64_128);
    let [mut hash] = hash;
    write_varint(size, &mut hash);
    Ok(Imohash { size, sampled_bytes: bytes.len() as u64, hash })
}

/// Seven bits a byte, the low ones first; all bytes but the last have their high bit set.
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
