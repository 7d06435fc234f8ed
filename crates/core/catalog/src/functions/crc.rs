//! Cyclic redundancy checks.

use hashlane_kernels::hash::crc;

use super::{Form, Function, HASH, Kernel, example};

/// The check values of the catalogue are the CRCs of this text.
const SOURCE: &str = "check value of the CRC catalogue (reveng)";

/// The rows of this family.
pub const FUNCTIONS: &[Function] = &[
    Function {
        name: "crc32",
        description: "CRC-32, as in zlib, PNG and Parquet",
        equals: "CRC-32/ISO-HDLC",
        examples: &[example("crc32('123456789')", "3421780262", SOURCE)],
        kernel: Kernel::Hash32(crc::CRC32),
        ..HASH
    },
    Function {
        name: "crc32_hex",
        description: "CRC-32 as 8 hex digits",
        equals: "CRC-32/ISO-HDLC",
        examples: &[example("crc32_hex('123456789')", "cbf43926", SOURCE)],
        kernel: Kernel::Hash32(crc::CRC32),
        form: Form::Hex,
        ..HASH
    },
    Function {
        name: "crc32c",
        description: "CRC-32C (Castagnoli), as in iSCSI, ext4 and cloud storage",
        equals: "CRC-32/ISCSI",
        examples: &[example("crc32c('123456789')", "3808858755", SOURCE)],
        kernel: Kernel::Hash32(crc::CRC32C),
        ..HASH
    },
    Function {
        name: "crc32c_hex",
        description: "CRC-32C (Castagnoli) as 8 hex digits",
        equals: "CRC-32/ISCSI",
        examples: &[example("crc32c_hex('123456789')", "e3069283", SOURCE)],
        kernel: Kernel::Hash32(crc::CRC32C),
        form: Form::Hex,
        ..HASH
    },
    Function {
        name: "crc64nvme",
        description: "CRC-64/NVME, the default checksum of S3",
        equals: "CRC-64/NVME",
        examples: &[example("crc64nvme('123456789')", "12577168950296156296", SOURCE)],
        kernel: Kernel::Hash64(crc::CRC64NVME),
        ..HASH
    },
    Function {
        name: "crc64nvme_hex",
        description: "CRC-64/NVME as 16 hex digits",
        equals: "CRC-64/NVME",
        examples: &[example("crc64nvme_hex('123456789')", "ae8b14860a799888", SOURCE)],
        kernel: Kernel::Hash64(crc::CRC64NVME),
        form: Form::Hex,
        ..HASH
    },
];
