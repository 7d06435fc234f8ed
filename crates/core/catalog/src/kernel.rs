//! The kernel of a function, and the type of its results.

use hashlane_codecs::{CodecError, Workspace};
use hashlane_kernels::hash::Digester;
use hashlane_kernels::hash::engines::KafkaPartitions;
use hashlane_kernels::hash::highway::HighwayKey;
use hashlane_kernels::row::engines::ColumnsHash;
use hashlane_kernels::rows::HashKernel;

use crate::result_type::{ResultField, ResultType};
use crate::settings::Settings;

/// The kernel of a function, by the shape of its result.
pub enum Kernel {
    /// A number of 32 bits a row, without a sign.
    U32(HashBy<u32>),
    /// A number of 64 bits a row, without a sign.
    U64(HashBy<u64>),
    /// A number of 32 bits a row, with a sign.
    I32(HashBy<i32>),
    /// A number of 64 bits a row, with a sign.
    I64(HashBy<i64>),
    /// A number of 64 bits a row, whose bits are read as a number with a sign.
    SignedBits(HashKernel<u64, u64>),
    /// 16 bytes a row.
    Bytes16(HashBy<[u8; 16]>),
    /// 32 bytes a row.
    Bytes32(HashBy<[u8; 32]>),
    /// A UUID a row.
    Uuid(HashBy<[u8; 16]>),
    /// A bucket a row, from 0 to the number of buckets - 1.
    Bucket(Bucket),
    /// Whether a row is in a sample, from its hash.
    Sample(HashKernel<u64, u64>),
    /// A digest whose parameters are prepared first.
    Digest(fn(&Settings) -> Digester),
    /// Bytes of any length a row, or NULL.
    Bytes(ByRow),
    /// Lists the contents of a value.
    Unpack(UnpackKernel),
    /// A number of 32 bits, or NULL.
    Measure32(MeasureKernel),
    /// A number of 64 bits, or NULL.
    Measure64(MeasureKernel),
    /// Lists the rows that differ between two sketches.
    Differences,
    /// Of MinHash signatures.
    Signatures(OfSignatures),
    /// A result for all rows of a group.
    Aggregate(Fold),
    /// A result for all elements of a list: the value of this aggregate over them.
    List(Fold),
}

/// A hash with results of type `T`, by the type of its parameter.
pub enum HashBy<T> {
    /// Under a seed of 32 bits.
    Seed32(HashKernel<u32, T>),
    /// Under a seed of 64 bits.
    Seed64(HashKernel<u64, T>),
    /// Under a key or a namespace of 16 bytes, in little-endian order.
    Key16(HashKernel<u128, T>),
    /// Under a key of 32 bytes.
    Key32(HashKernel<HighwayKey, T>),
    /// Of the columns themselves.
    Columns(ColumnsHash<T>),
    /// Of the columns themselves, under a seed, from which the function makes the hash of no column.
    SeededColumns(ColumnsHash<T>, fn(u64) -> T),
    /// Of a text or of bytes; of a value of another type, by its column.
    Typed(HashKernel<u32, T>, ColumnsHash<T>),
}

/// What gives a row its bucket.
pub enum Bucket {
    /// The number of buckets is the seed of a hash. A value that is neither text nor bytes has its bucket from the hash of its column.
    Typed(HashKernel<u32, i32>, ColumnsHash<i32>),
    /// The hash of the encoded row.
    Row(HashKernel<u64, u64>),
    /// Jump consistent hash of a number.
    Jump(ColumnsHash<u64>),
    /// The key of a record in Kafka.
    Kafka(HashKernel<KafkaPartitions, i32>),
}

/// What is computed from MinHash signatures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OfSignatures {
    /// The signature of the elements of two sets together.
    Union,
    /// The fraction of the numbers that two signatures share.
    Similarity,
    /// A hash of each band of a signature.
    Bands,
}

/// What computes bytes of any length from a row.
#[derive(Clone, Copy)]
pub enum ByRow {
    /// The bytes of the value itself.
    Copy,
    /// The hash of a row that must have exactly 32 bytes.
    HashOf32(fn(&[u8; 32]) -> [u8; 32]),
    /// The hash of a row that must have exactly 64 bytes.
    HashOf64(fn(&[u8; 64]) -> [u8; 32]),
    /// A compressor.
    Compress(RowKernel),
    /// A decompressor.
    Decompress(RowKernel),
    /// Finds a part of a value, if there is one.
    Lookup(LookupKernel),
    /// Computes it from the value and the other arguments.
    Derive(RowKernel),
}

/// Appends the result of a row.
pub type RowKernel = fn(&mut Workspace, &Settings, &[u8], &mut Vec<u8>) -> Result<(), CodecError>;

/// Appends the result of a row and returns whether there is one; otherwise it is NULL.
pub type LookupKernel =
    fn(&mut Workspace, &Settings, &[u8], &mut Vec<u8>) -> Result<bool, CodecError>;

/// Takes a value of a list; `None` is NULL.
pub type Each<'a> = dyn FnMut(Option<&[u8]>) -> Result<(), CodecError> + 'a;

/// Calls the closure with each value of a row.
pub type UnpackKernel =
    fn(&mut Workspace, &Settings, &[u8], &mut Each<'_>) -> Result<(), CodecError>;

/// Returns the number for a row; `None` is NULL.
pub type MeasureKernel = fn(&mut Workspace, &Settings, &[u8]) -> Result<Option<u64>, CodecError>;

/// How an aggregate combines the rows of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fold {
    /// The sum of their hashes.
    Sum,
    /// The sum of their hashes, as a text that records the method.
    Fingerprint,
    /// The sum of fingerprints.
    FingerprintSum,
    /// The digest of their bytes in order.
    Digest,
    /// A zstd dictionary for similar values.
    Dictionary,
    /// An FSST symbol table for similar values.
    SymbolTable,
    /// Measurements of each codec on similar values.
    Measurements,
    /// All values in one, in order.
    Pack,
    /// The lowest of their hashes under each of several permutations.
    MinHash,
    /// The bits that are set in most of their hashes.
    SimHash,
    /// A sketch, from which the rows that differ between two tables are read.
    Sketch,
}

/// What the result of a row costs, as far as it decides what is worth saving.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cost {
    /// A fast hash: no more than finding out that a value repeats.
    Hash,
    /// A digest: some ten nanoseconds.
    Digest,
    /// A codec: a hundred nanoseconds and more.
    Codec,
}

/// The form of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A number, or bytes.
    Plain,
    /// The canonical bytes in lower-case hex.
    Hex,
    /// The canonical bytes in base64.
    Base64,
    /// Decompressed bytes that must be UTF-8.
    Text,
}

/// The measurements of each codec on a sample.
const MEASUREMENT: ResultType = ResultType::Struct(&[
    ResultField::new("codec", ResultType::Varchar),
    ResultField { is_nullable: true, ..ResultField::new("level", ResultType::Integer) },
    ResultField::new("ratio", ResultType::Double),
    ResultField::new("compress_mb_s", ResultType::Double),
    ResultField::new("decompress_mb_s", ResultType::Double),
]);

/// The rows that differ between two tables.
const DIFFERENCE: ResultType = ResultType::Struct(&[
    ResultField::new("side", ResultType::Varchar),
    ResultField::new("key", ResultType::Bigint),
    ResultField::new("hash", ResultType::Bigint),
    ResultField::new("rows", ResultType::UBigint),
]);

impl Kernel {
    /// What the result of a row costs.
    pub(crate) fn cost(&self) -> Cost {
        match self {
            Kernel::Digest(_) => Cost::Digest,
            Kernel::Bytes(ByRow::Compress(_) | ByRow::Decompress(_) | ByRow::Lookup(_)) => {
                Cost::Codec
            }
            _ => Cost::Hash,
        }
    }

    /// The type of its results in this form.
    pub fn returns(&self, form: Form) -> ResultType {
        match self {
            Kernel::Unpack(_) if form == Form::Text => ResultType::List(&ResultType::Varchar),
            Kernel::Unpack(_) => ResultType::List(&ResultType::Blob),
            _ if form != Form::Plain => ResultType::Varchar,
            Kernel::Differences => ResultType::List(&DIFFERENCE),
            Kernel::Signatures(OfSignatures::Union) => ResultType::List(&ResultType::UInteger),
            Kernel::Signatures(OfSignatures::Similarity) => ResultType::Double,
            Kernel::Signatures(OfSignatures::Bands) => ResultType::List(&ResultType::UBigint),
            Kernel::Aggregate(fold) | Kernel::List(fold) => fold.returns(),
            Kernel::U32(_) | Kernel::Measure32(_) => ResultType::UInteger,
            Kernel::U64(_) | Kernel::Measure64(_) => ResultType::UBigint,
            Kernel::I32(_) | Kernel::Bucket(_) => ResultType::Integer,
            Kernel::I64(_) | Kernel::SignedBits(_) => ResultType::Bigint,
            Kernel::Sample(_) => ResultType::Boolean,
            Kernel::Uuid(_) => ResultType::Uuid,
            Kernel::Bytes16(_) | Kernel::Bytes32(_) | Kernel::Digest(_) | Kernel::Bytes(_) => {
                ResultType::Blob
            }
        }
    }
}

impl Fold {
    fn returns(self) -> ResultType {
        match self {
            Fold::Fingerprint | Fold::FingerprintSum => ResultType::Varchar,
            Fold::Measurements => ResultType::List(&MEASUREMENT),
            Fold::MinHash => ResultType::List(&ResultType::UInteger),
            Fold::SimHash => ResultType::UBigint,
            Fold::Sum
            | Fold::Digest
            | Fold::Dictionary
            | Fold::SymbolTable
            | Fold::Pack
            | Fold::Sketch => ResultType::Blob,
        }
    }
}
