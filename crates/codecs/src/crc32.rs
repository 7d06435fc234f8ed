//! The CRC-32 of gzip and of .xz headers.

use crc_fast::{CrcAlgorithm, checksum};

/// The CRC-32 of `bytes`. flate2's `Crc` takes 600 ns more for 54 bytes.
pub(crate) fn crc32(bytes: &[u8]) -> u32 {
    checksum(CrcAlgorithm::Crc32IsoHdlc, bytes) as u32
}
