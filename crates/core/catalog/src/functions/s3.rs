//! The checksums of S3.

use hashlane_kernels::hash::Digester;

use super::{Arg, ArgKind, Function, HASH, ResultForm, ResultType, V, Work, example};
use crate::Settings;

const ALGORITHM: Arg = Arg { name: "algorithm", kind: ArgKind::Checksum, default: None };

const AWS_SDK: &str = "aws/aws-sdk-go-v2, TestComputeInputPayloadChecksum";

fn checksum(settings: &Settings) -> Digester {
    Digester::Algorithm(settings.algorithm.expect("an argument without a default"))
}

/// The rows of this family.
pub(crate) const FUNCTIONS: &[Function] = &[Function {
    name: "s3_checksum",
    args: &[V, ALGORITHM],
    description: "The checksum that S3 stores with an object, in base64: CRC32, CRC32C, CRC64NVME, XXHASH64, XXHASH3, \
         XXHASH128, SHA1, SHA256, SHA512, MD5",
    equals: "the headers x-amz-checksum-* and Content-MD5",
    examples: &[
        example("s3_checksum('hello world', 'CRC32')", "DUoRhQ==", AWS_SDK),
        example("s3_checksum('hello world', 'CRC64NVME')", "jSnVw/bqjr4=", AWS_SDK),
        example(
            "s3_checksum('hello world', 'SHA256')",
            "uU0nuZNNPgilLlLX2n2r+sSE7+N6U4DukIj3rOLvzek=",
            AWS_SDK,
        ),
        example("s3_checksum('hashlane', 'XXHASH3')", "OD1tH8k75VY=", "xxhash 4.1.0 (PyPI)"),
    ],
    work: Work::Digest,
    body: |call, out| call.digest(checksum, out),
    returns: ResultType::Varchar,
    form: ResultForm::Base64,
    ..HASH
}];
