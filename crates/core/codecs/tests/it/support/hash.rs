//! The checksums of formats, from crates that the formats' tests can trust.

use hashlane_kernels::blocks::Rows;
use hashlane_kernels::hash::{Algorithm, Digester};
use hashlane_kernels::isa::Isa;

/// A hash by its name.
pub struct Hash(&'static str);

impl Hash {
    pub fn named(name: &'static str) -> Hash {
        Hash(name)
    }

    /// The canonical bytes, big-endian. A hash without a seed accepts only the seed 0.
    pub fn one(&self, bytes: &[u8], seed: u64) -> Vec<u8> {
        match self.0 {
            "xxh32" => xxhash_rust::xxh32::xxh32(bytes, seed as u32).to_be_bytes().to_vec(),
            "xxh64" => xxhash_rust::xxh64::xxh64(bytes, seed).to_be_bytes().to_vec(),
            "xxh3" => xxhash_rust::xxh3::xxh3_64_with_seed(bytes, seed).to_be_bytes().to_vec(),
            "adler32" => adler2::adler32_slice(bytes).to_be_bytes().to_vec(),
            "crc32" => crc32(bytes).to_be_bytes().to_vec(),
            name => {
                let algorithm = Algorithm::find(name).expect("a hash of a format");
                let mut digest = vec![0; algorithm.width];
                let digester = Digester::Algorithm(algorithm);
                digester.digest(Isa::current(), &Rows::Slices(&[bytes]), &mut digest);
                digest
            }
        }
    }

    /// The same as hex.
    pub fn hex(&self, bytes: &[u8], seed: u64) -> String {
        const_hex::encode(self.one(bytes, seed))
    }
}

fn crc32(bytes: &[u8]) -> u32 {
    crc_fast::checksum(crc_fast::CrcAlgorithm::Crc32IsoHdlc, bytes) as u32
}
