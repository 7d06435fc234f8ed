//! Cyclic redundancy checks, named as in the catalogue of parametrised CRC algorithms:
//! <https://reveng.sourceforge.io/crc-catalogue/all.htm>
//!
//! CRCs take no seed; the seeds that come with a block are not read.

use crc_fast::{CrcAlgorithm, checksum};

use super::per_row;
use crate::isa::Isa;
use crate::rows::{Block, Seeds};

/// CRC-32/ISO-HDLC of each row: the CRC of zlib, PNG and Parquet.
pub fn crc32(_: Isa, block: &Block<'_>, _: Seeds<'_, u32>, out: &mut [u32]) {
    per_row::unseeded(block, out, |row| checksum(CrcAlgorithm::Crc32IsoHdlc, row) as u32);
}

/// CRC-32/ISCSI of each row, commonly called CRC-32C.
pub fn crc32c(_: Isa, block: &Block<'_>, _: Seeds<'_, u32>, out: &mut [u32]) {
    per_row::unseeded(block, out, |row| checksum(CrcAlgorithm::Crc32Iscsi, row) as u32);
}

/// CRC-64/NVME of each row, the default checksum of S3.
pub fn crc64nvme(_: Isa, block: &Block<'_>, _: Seeds<'_, u64>, out: &mut [u64]) {
    per_row::unseeded(block, out, |row| checksum(CrcAlgorithm::Crc64Nvme, row));
}
