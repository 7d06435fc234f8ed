//! The checksums that S3 keeps with an object.
//! List: <https://docs.aws.amazon.com/AmazonS3/latest/userguide/checking-object-integrity.html>

use super::{Algorithm, canonical, crc, md, xxh3, xxh64};
use crate::rows::Seeds;

/// Every checksum of S3 under S3's name, in the order that error messages list them.
pub static CHECKSUMS: &[Algorithm] = &[
    Algorithm {
        name: "CRC32",
        width: 4,
        digest: |isa, block, out| canonical::u32s(isa, block, out, crc::crc32),
    },
    Algorithm {
        name: "CRC32C",
        width: 4,
        digest: |isa, block, out| canonical::u32s(isa, block, out, crc::crc32c),
    },
    Algorithm {
        name: "CRC64NVME",
        width: 8,
        digest: |isa, block, out| canonical::u64s(isa, block, out, crc::crc64nvme),
    },
    Algorithm {
        name: "XXHASH64",
        width: 8,
        digest: |isa, block, out| canonical::u64s(isa, block, out, xxh64::xxh64),
    },
    Algorithm {
        name: "XXHASH3",
        width: 8,
        digest: |isa, block, out| canonical::u64s(isa, block, out, xxh3::xxh3_64),
    },
    Algorithm {
        name: "XXHASH128",
        width: 16,
        digest: |isa, block, out| {
            xxh3::xxh3_128(isa, block, Seeds::Constant(0), out.as_chunks_mut().0);
        },
    },
    Algorithm { name: "SHA1", width: 20, digest: md::sha1 },
    Algorithm { name: "SHA256", width: 32, digest: md::sha256 },
    super::algorithm::of::<sha2::Sha512>("SHA512", 64),
    Algorithm { name: "MD5", width: 16, digest: md::md5 },
];
