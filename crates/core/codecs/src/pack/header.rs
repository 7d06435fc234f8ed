//! The first 32 bytes of a pack, and its table.

use xxhash_rust::xxh3::xxh3_64;

use super::{ChunkCodec, MAX_CHUNK_BYTES, corrupt};
use crate::CodecError;

pub(super) const MAGIC: [u8; 4] = *b"HLBP";
/// Version 2 is version 1 with FSST.
pub(super) const VERSIONS: std::ops::RangeInclusive<u8> = 1..=2;

/// Bytes of a header.
pub(super) const HEADER: usize = 32;
/// The number of header bytes that the checksum covers.
const COVERED: usize = 28;
/// The length of a chunk's entry in the table.
pub(super) const ENTRY: usize = 16;

/// The fields of a header.
#[derive(Clone, Copy, Debug)]
pub(super) struct PackHeader {
    pub(super) codec: ChunkCodec,
    pub(super) chunk_bytes: u32,
    pub(super) chunks: u32,
    pub(super) values: u32,
    /// The length of the whole pack.
    pub(super) length: u64,
}

impl PackHeader {
    pub(super) fn to_bytes(self) -> [u8; HEADER] {
        let mut bytes = [0; HEADER];
        let (version, codec, level) = self.codec.to_header();
        bytes[..4].copy_from_slice(&MAGIC);
        bytes[4..8].copy_from_slice(&[version, codec, level as u8, 0]);
        bytes[8..12].copy_from_slice(&self.chunk_bytes.to_le_bytes());
        bytes[12..16].copy_from_slice(&self.chunks.to_le_bytes());
        bytes[16..20].copy_from_slice(&self.values.to_le_bytes());
        bytes[20..28].copy_from_slice(&self.length.to_le_bytes());
        let checksum = xxh3_64(&bytes[..COVERED]) as u32;
        bytes[COVERED..].copy_from_slice(&checksum.to_le_bytes());
        bytes
    }

    /// Reads the header of `pack`, and checks everything that doesn't need a chunk.
    pub(super) fn parse(pack: &[u8]) -> Result<Self, CodecError> {
        let Some(bytes) = pack.first_chunk::<HEADER>() else {
            let reason = format!("it has {} bytes, fewer than its header", pack.len());
            return Err(corrupt(reason));
        };
        if bytes[..4] != MAGIC {
            return Err(corrupt("it does not start with HLBP"));
        }
        let [version, codec, level, reserved] = [bytes[4], bytes[5], bytes[6], bytes[7]];
        if !VERSIONS.contains(&version) {
            let (first, last) = VERSIONS.into_inner();
            return Err(corrupt(format!(
                "it has version {version}, but this release of Hashlane reads versions {first} and \
                 {last}"
            )));
        }
        if u32_at(bytes, COVERED) != xxh3_64(&bytes[..COVERED]) as u32 {
            return Err(corrupt("its header does not match the header's checksum"));
        }
        let codec = ChunkCodec::from_header(version, codec, level as i8).filter(|_| reserved == 0);
        let header = PackHeader {
            codec: codec.ok_or_else(|| corrupt("its header names an unknown codec"))?,
            chunk_bytes: u32_at(bytes, 8),
            chunks: u32_at(bytes, 12),
            values: u32_at(bytes, 16),
            length: u64_at(bytes, 20),
        };
        header.check_claims(pack.len())?;
        Ok(header)
    }

    fn check_claims(&self, length: usize) -> Result<(), CodecError> {
        if self.length != length as u64 {
            let claim = self.length;
            return Err(corrupt(format!("it has {length} bytes, but its header says {claim}")));
        }
        if !(1..=MAX_CHUNK_BYTES).contains(&self.chunk_bytes) {
            return Err(corrupt(format!("its header claims chunks of {} bytes", self.chunk_bytes)));
        }
        let (chunks, values) = (self.chunks, self.values);
        // Every chunk has a value.
        if chunks > values || (chunks == 0) != (values == 0) {
            return Err(corrupt(format!("its header claims {values} values in {chunks} chunks")));
        }
        let least = HEADER as u64 + u64::from(chunks) * ENTRY as u64;
        if self.length < least || (chunks == 0 && self.length > least) {
            let length = self.length;
            return Err(corrupt(format!("its header claims {chunks} chunks in {length} bytes")));
        }
        Ok(())
    }
}

/// A chunk in the table.
#[derive(Clone, Copy, Debug)]
pub(super) struct ChunkEntry {
    /// The position of the chunk in the pack.
    pub(super) start: u64,
    /// The index of its first value.
    pub(super) first: u32,
    pub(super) checksum: u32,
}

impl ChunkEntry {
    pub(super) fn to_bytes(self) -> [u8; ENTRY] {
        let mut bytes = [0; ENTRY];
        bytes[..8].copy_from_slice(&self.start.to_le_bytes());
        bytes[8..12].copy_from_slice(&self.first.to_le_bytes());
        bytes[12..].copy_from_slice(&self.checksum.to_le_bytes());
        bytes
    }

    pub(super) fn from_bytes(bytes: &[u8; ENTRY]) -> Self {
        ChunkEntry { start: u64_at(bytes, 0), first: u32_at(bytes, 8), checksum: u32_at(bytes, 12) }
    }
}

fn u32_at(bytes: &[u8], start: usize) -> u32 {
    u32::from_le_bytes(bytes[start..start + 4].try_into().expect("four bytes"))
}

fn u64_at(bytes: &[u8], start: usize) -> u64 {
    u64::from_le_bytes(bytes[start..start + 8].try_into().expect("eight bytes"))
}
