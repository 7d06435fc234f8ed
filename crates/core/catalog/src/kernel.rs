//! The kernel of a function, and the type of its results.

use hashlane_codecs::{CodecError, Workspace};
use hashlane_kernels::hash::Digester;
use hashlane_kernels::hash::engines::KafkaPartitions;
use hashlane_kernels::hash::highway::HighwayKey;
use hashlane_kernels::row::engines::ColumnsHash;
use hashlane_kernels::rows::HashKernel;

use crate::settings::Settings;

/// The kernel of a function, by the shape of its result.
pub enum Kernel {
    /// One `u32` a row.
    Hash32(HashKernel<u32, u32>),
    /// One `u64` a row.
    Hash64(HashKernel<u64, u64>),
    /// 16 bytes a row.
    Hash128(HashKernel<u64, [u8; 16]>),
    /// One `u64` a row, read as a signed number.
    AsSigned64(HashKernel<u64, u64>),
    /// One `u64` a row, under a key of 16 bytes in little-endian order.
    Keyed64(HashKernel<u128, u64>),
    /// 16 bytes a row, under such a key.
    Keyed128(HashKernel<u128, [u8; 16]>),
    /// One `u64` a row, under a key of 32 bytes.
    WideKeyed64(HashKernel<HighwayKey, u64>),
    /// 16 bytes a row, under such a key.
    WideKeyed128(HashKernel<HighwayKey, [u8; 16]>),
    /// 32 bytes a row, under such a key.
    WideKeyed256(HashKernel<HighwayKey, [u8; 32]>),
    /// 32 bytes a row, which must have exactly 32 bytes.
    Of32Bytes(fn(&[u8; 32]) -> [u8; 32]),
    /// 32 bytes a row, which must have exactly 64 bytes.
    Of64Bytes(fn(&[u8; 64]) -> [u8; 32]),
    /// One `i32` a row; the seed may be a number of buckets.
    Signed32(HashKernel<u32, i32>),
    /// One `i64` a row.
    Signed64(HashKernel<u64, i64>),
    /// One `i32` a row, from the columns themselves.
    Columns32(ColumnsHash<i32>),
    /// One `i32` a row: the hash of a text or of bytes. A value of another type is hashed by its column.
    Typed32(HashKernel<u32, i32>, ColumnsHash<i32>),
    /// One `i32` a row: the bucket of a text or of bytes. The bucket of another type comes from its hash.
    Bucket32(HashKernel<u32, i32>, ColumnsHash<i32>),
    /// One `i64` a row, from the columns themselves.
    Columns64(ColumnsHash<i64>),
    /// One `u64` a row, from the columns themselves.
    ColumnsU64(ColumnsHash<u64>),
    /// One `i32` a row, from the columns themselves, under a seed.
    SeededColumns32(ColumnsHash<i32>),
    /// One `i64` a row, from the columns themselves, under a seed.
    SeededColumns64(ColumnsHash<i64>),
    /// The partition of a key in Kafka.
    KafkaPartition(HashKernel<KafkaPartitions, i32>),
    /// The bucket that jump consistent hash gives a number.
    JumpBucket(ColumnsHash<u64>),
    /// A UUID of version 8 a row, from 16 bytes.
    Uuid(HashKernel<u64, [u8; 16]>),
    /// The bucket of a row, from its hash.
    RowBucket(HashKernel<u64, u64>),
    /// Whether a row is in a sample, from its hash.
    RowSample(HashKernel<u64, u64>),
    /// A digest whose parameters are prepared first.
    Digest(fn(&Settings) -> Digester),
    /// The bytes of the value itself.
    Bytes,
    /// A compressor.
    Compress(RowKernel),
    /// A decompressor.
    Decompress(RowKernel),
    /// Finds a part of a value, if there is one.
    Lookup(LookupKernel),
    /// Lists the contents of a value.
    Unpack(UnpackKernel),
    /// A number of 32 bits, or NULL.
    Measure32(MeasureKernel),
    /// A number of 64 bits, or NULL.
    Measure64(MeasureKernel),
    /// A result for all rows of a group.
    Aggregate(Fold),
    /// A result for all elements of a list: the value of this aggregate over them.
    List(Fold),
}

/// Appends the result of a row.
pub type RowKernel = fn(&mut Workspace, &Settings, &[u8], &mut Vec<u8>) -> Result<(), CodecError>;

/// Appends the result of a row and returns whether there is one; otherwise it is NULL.
pub type LookupKernel =
    fn(&mut Workspace, &Settings, &[u8], &mut Vec<u8>) -> Result<bool, CodecError>;

/// Calls the closure with each value of a row; `None` is NULL.
pub type UnpackKernel = fn(
    &mut Workspace,
    &Settings,
    &[u8],
    &mut dyn FnMut(Option<&[u8]>) -> Result<(), CodecError>,
) -> Result<(), CodecError>;

/// Returns the number for a row; `None` is NULL.
pub type MeasureKernel = fn(&mut Workspace, &Settings, &[u8]) -> Result<Option<u64>, CodecError>;

/// How an aggregate combines the rows of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fold {
    /// The sum of their hashes.
    Sum,
    /// The sum of their hashes, as a text that records the method.
    Fingerprint,
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

/// A function's result type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Returns {
    /// UINTEGER, UInt32.
    UInteger,
    /// UBIGINT, UInt64.
    UBigint,
    /// INTEGER, Int32.
    Integer,
    /// BIGINT, Int64.
    Bigint,
    /// BOOLEAN.
    Boolean,
    /// UUID in DuckDB; in Arrow, which has no such type, its text in Utf8.
    Uuid,
    /// UINTEGER[], List of UInt32.
    UIntegers,
    /// BLOB, Binary.
    Blob,
    /// VARCHAR, Utf8.
    Varchar,
    /// BLOB[], List of Binary.
    Blobs,
    /// VARCHAR[], List of Utf8.
    Varchars,
    /// A list of structs: the measurements of each codec on a sample.
    Measurements,
}

impl Returns {
    /// The type's name in SQL.
    pub fn sql_name(self) -> &'static str {
        match self {
            Returns::UInteger => "UINTEGER",
            Returns::UBigint => "UBIGINT",
            Returns::Integer => "INTEGER",
            Returns::Bigint => "BIGINT",
            Returns::Boolean => "BOOLEAN",
            Returns::Uuid => "UUID",
            Returns::UIntegers => "UINTEGER[]",
            Returns::Blob => "BLOB",
            Returns::Varchar => "VARCHAR",
            Returns::Blobs => "BLOB[]",
            Returns::Varchars => "VARCHAR[]",
            Returns::Measurements => {
                "STRUCT(codec VARCHAR, \"level\" INTEGER, ratio DOUBLE, compress_mb_s DOUBLE, \
                 decompress_mb_s DOUBLE)[]"
            }
        }
    }
}

impl Kernel {
    /// The type of its results in this form.
    pub fn returns(&self, form: Form) -> Returns {
        match self {
            Kernel::Unpack(_) if form == Form::Text => Returns::Varchars,
            Kernel::Unpack(_) => Returns::Blobs,
            _ if form != Form::Plain => Returns::Varchar,
            Kernel::Aggregate(fold) | Kernel::List(fold) => fold.returns(),
            Kernel::Hash32(_) | Kernel::Measure32(_) => Returns::UInteger,
            Kernel::Hash64(_)
            | Kernel::Keyed64(_)
            | Kernel::WideKeyed64(_)
            | Kernel::ColumnsU64(_)
            | Kernel::Measure64(_) => Returns::UBigint,
            Kernel::Signed32(_)
            | Kernel::Columns32(_)
            | Kernel::SeededColumns32(_)
            | Kernel::KafkaPartition(_)
            | Kernel::JumpBucket(_)
            | Kernel::Typed32(..)
            | Kernel::Bucket32(..)
            | Kernel::RowBucket(_) => Returns::Integer,
            Kernel::RowSample(_) => Returns::Boolean,
            Kernel::Uuid(_) => Returns::Uuid,
            Kernel::Signed64(_)
            | Kernel::AsSigned64(_)
            | Kernel::Columns64(_)
            | Kernel::SeededColumns64(_) => Returns::Bigint,
            Kernel::Hash128(_)
            | Kernel::Keyed128(_)
            | Kernel::WideKeyed128(_)
            | Kernel::WideKeyed256(_)
            | Kernel::Of32Bytes(_)
            | Kernel::Of64Bytes(_)
            | Kernel::Digest(_)
            | Kernel::Bytes
            | Kernel::Compress(_)
            | Kernel::Decompress(_)
            | Kernel::Lookup(_) => Returns::Blob,
        }
    }
}

impl Fold {
    fn returns(self) -> Returns {
        match self {
            Fold::Fingerprint => Returns::Varchar,
            Fold::Measurements => Returns::Measurements,
            Fold::MinHash => Returns::UIntegers,
            Fold::SimHash => Returns::UBigint,
            Fold::Sum | Fold::Digest | Fold::Dictionary | Fold::SymbolTable | Fold::Pack => {
                Returns::Blob
            }
        }
    }
}
