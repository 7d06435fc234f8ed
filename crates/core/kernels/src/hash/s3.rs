//! The checksums that S3 stores with an object.
//! List: <https://docs.aws.amazon.com/AmazonS3/latest/userguide/checking-object-integrity.html>

use super::algorithm::{CurrentDigest, digest_u32, digest_u64};
use super::{Algorithm, crc, md, xxh3, xxh64};
use crate::blocks::Seeds;

/// Every checksum of S3 under S3's name, in the order that error messages list them.
pub static CHECKSUMS: &[Algorithm] = &[
    Algorithm::of_blocks("CRC32", 4, |isa, block, out| {
        digest_u32(isa, block, out, crc::CRC32);
    }),
    Algorithm::of_blocks("CRC32C", 4, |isa, block, out| {
        digest_u32(isa, block, out, crc::CRC32C);
    }),
    Algorithm::of_blocks("CRC64NVME", 8, |isa, block, out| {
        digest_u64(isa, block, out, crc::CRC64NVME);
    }),
    Algorithm::of_blocks("XXHASH64", 8, |isa, block, out| {
        digest_u64(isa, block, out, xxh64::XXH64);
    }),
    Algorithm::of_blocks("XXHASH3", 8, |isa, block, out| {
        digest_u64(isa, block, out, xxh3::XXH3_64);
    }),
    Algorithm::of_blocks("XXHASH128", 16, |isa, block, out| {
        xxh3::XXH3_128.hash_block(isa, block, Seeds::Constant(0), out.as_chunks_mut().0);
    }),
    md::sha1("SHA1"),
    md::sha256("SHA256"),
    Algorithm::with_mac::<CurrentDigest<sha2::Sha512>>("SHA512"),
    md::md5("MD5"),
];

/// The checksum that [is called](Algorithm::is_called) `name`.
pub fn find(name: &str) -> Option<&'static Algorithm> {
    CHECKSUMS.iter().find(|checksum| checksum.is_called(name))
}
