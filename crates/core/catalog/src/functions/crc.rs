//! Cyclic redundancy checks.

use hashlane_kernels::hash::crc;

use super::{Function, HASH, ResultType, example, hex};

/// The check values of the catalogue are the CRCs of this text.
const SOURCE: &str = "check value of the CRC catalogue (reveng)";

const CRC32: Function = Function {
    name: "crc32",
    description: "CRC-32, as in zlib, PNG and Parquet",
    equals: "CRC-32/ISO-HDLC",
    examples: &[example("crc32('123456789')", "3421780262", SOURCE)],
    returns: ResultType::UInteger,
    body: |call, out| call.hash(crc::CRC32, out),
    ..HASH
};

const CRC32C: Function = Function {
    name: "crc32c",
    description: "CRC-32C (Castagnoli), as in iSCSI, ext4 and cloud storage",
    equals: "CRC-32/ISCSI",
    examples: &[example("crc32c('123456789')", "3808858755", SOURCE)],
    returns: ResultType::UInteger,
    body: |call, out| call.hash(crc::CRC32C, out),
    ..HASH
};

const CRC64NVME: Function = Function {
    name: "crc64nvme",
    description: "CRC-64/NVME, the default checksum of S3",
    equals: "CRC-64/NVME",
    examples: &[example("crc64nvme('123456789')", "12577168950296156296", SOURCE)],
    returns: ResultType::UBigint,
    body: |call, out| call.hash(crc::CRC64NVME, out),
    ..HASH
};

/// The rows of this family.
pub(crate) const FUNCTIONS: &[Function] = &[
    CRC32,
    hex(
        CRC32,
        "crc32_hex",
        "CRC-32 as 8 hex digits",
        &[example("crc32_hex('123456789')", "cbf43926", SOURCE)],
    ),
    CRC32C,
    hex(
        CRC32C,
        "crc32c_hex",
        "CRC-32C (Castagnoli) as 8 hex digits",
        &[example("crc32c_hex('123456789')", "e3069283", SOURCE)],
    ),
    CRC64NVME,
    hex(
        CRC64NVME,
        "crc64nvme_hex",
        "CRC-64/NVME as 16 hex digits",
        &[example("crc64nvme_hex('123456789')", "ae8b14860a799888", SOURCE)],
    ),
];
