//! Cyclic redundancy checks.

use hashlane_kernels::hash::crc;

use super::{Example, Form, Function, HASH, Kernel};

/// The check values of the catalogue are the CRCs of this text.
const SOURCE: &str = "check value of the CRC catalogue (reveng)";

/// The rows of this family.
pub const FUNCTIONS: &[Function] = &[
    Function {
        name: "crc32",
        description: "CRC-32, as in zlib, PNG and Parquet",
        equals: "CRC-32/ISO-HDLC",
        examples: &[Example { sql: "crc32('123456789')", result: "3421780262", source: SOURCE }],
        kernel: Kernel::Hash32(crc::CRC32),
        ..HASH
    },
    Function {
        name: "crc32_hex",
        description: "CRC-32 as 8 hex digits",
        equals: "CRC-32/ISO-HDLC",
        examples: &[Example { sql: "crc32_hex('123456789')", result: "cbf43926", source: SOURCE }],
        kernel: Kernel::Hash32(crc::CRC32),
        form: Form::Hex,
        ..HASH
    },
    Function {
        name: "crc32c",
        description: "CRC-32C (Castagnoli), as in iSCSI, ext4 and cloud storage",
        equals: "CRC-32/ISCSI",
        examples: &[Example { sql: "crc32c('123456789')", result: "3808858755", source: SOURCE }],
        kernel: Kernel::Hash32(crc::CRC32C),
        ..HASH
    },
    Function {
        name: "crc32c_hex",
        description: "CRC-32C (Castagnoli) as 8 hex digits",
        equals: "CRC-32/ISCSI",
        examples: &[Example { sql: "crc32c_hex('123456789')", result: "e3069283", source: SOURCE }],
        kernel: Kernel::Hash32(crc::CRC32C),
        form: Form::Hex,
        ..HASH
    },
    Function {
        name: "crc64nvme",
        description: "CRC-64/NVME, the default checksum of S3",
        equals: "CRC-64/NVME",
        examples: &[Example {
            sql: "crc64nvme('123456789')",
            result: "12577168950296156296",
            source: SOURCE,
        }],
        kernel: Kernel::Hash64(crc::CRC64NVME),
        ..HASH
    },
    Function {
        name: "crc64nvme_hex",
        description: "CRC-64/NVME as 16 hex digits",
        equals: "CRC-64/NVME",
        examples: &[Example {
            sql: "crc64nvme_hex('123456789')",
            result: "ae8b14860a799888",
            source: SOURCE,
        }],
        kernel: Kernel::Hash64(crc::CRC64NVME),
        form: Form::Hex,
        ..HASH
    },
];
