//! The kinds of arguments.

/// The values that an argument accepts, and their meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArgKind {
    /// The value that is hashed or compressed: the bytes of a text or of a BLOB.
    Bytes,
    /// The values of a row that is hashed: one argument or more, of any types, at the end of a call.
    Row,
    /// One value of any type.
    Value,
    /// The value that is hashed: text, bytes, or a value of another type that Iceberg can bucket.
    Bucketed,
    /// A list of rows. An element that is a struct is a row of its fields; any other element is a row of one value.
    ListOfRows,
    /// A list of values of any type.
    ListOfValues,
    /// A list of texts or BLOBs.
    ListOfBytes,
    /// The value that is hashed: a whole number of at most 64 bits.
    WholeNumber,
    /// The value that is hashed: text, bytes, or a whole number by its width.
    BytesOrInteger,
    /// The value that is hashed: a text, by its characters instead of its bytes.
    Text,
    /// A seed of 32 bits.
    Seed32,
    /// A seed of 64 bits.
    Seed64,
    /// A seed of 32 bits with a sign.
    SignedSeed32,
    /// A seed of 64 bits with a sign.
    SignedSeed64,
    /// A compression level between two bounds, inclusive.
    Level(i32, i32),
    /// The most bytes that a decompressed value may have.
    MaxBytes,
    /// The length of a digest in bytes, between two bounds, inclusive.
    Length(u32, u32),
    /// A secret key of 16 bytes.
    Key16,
    /// A secret key of 32 bytes.
    Key32,
    /// A secret key of any length.
    Key,
    /// The namespace of a UUID: the name of one, or a UUID.
    Namespace,
    /// A text that names the purpose of a derived key.
    Context,
    /// The name of a digest algorithm.
    Algorithm,
    /// The name of a hash for HMAC.
    MacAlgorithm,
    /// The name of one of S3's checksums.
    Checksum,
    /// A number of buckets or partitions.
    Buckets,
    /// The name of a client of Kafka.
    KafkaClient,
    /// A fraction from 0 to 1.
    Fraction,
    /// A fingerprint as text that is added to the value, or subtracted from it.
    Fingerprint,
    /// The sketch of a table that is compared with the value.
    Sketch,
    /// A MinHash signature: a list of whole numbers of 32 bits without a sign.
    Signature,
    /// A number of what it names, between two bounds, inclusive.
    Count(u32, u32, &'static str),
    /// The unit of a shingle.
    ShingleUnit,
    /// A zstd dictionary.
    Dictionary,
    /// A zstd dictionary, or a whole number: the most bytes of a decompressed value.
    DictionaryOrMaxBytes,
    /// A symbol table of FSST.
    SymbolTable,
    /// The name of a codec, optionally with a level in parentheses.
    Codec,
    /// The name of a codec, or `auto`.
    Format,
    /// The name of a pack's codec, optionally with a level in parentheses.
    PackCodec,
    /// The index of a value in a pack, counted from 1.
    Index,
    /// The most values of a sample, between two bounds, inclusive.
    Samples(u32, u32),
}

/// The SQL types that arguments distinguish.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TypeClass {
    /// VARCHAR, and types that are text in both engines: ENUM, JSON.
    Text,
    /// A UUID. It counts as its text, unless types matter.
    Uuid,
    /// BLOB.
    Blob,
    /// A whole number of any width.
    Integer,
    /// FLOAT, DOUBLE, or DECIMAL with digits after the point.
    Real,
    /// The type of a bare NULL.
    Null,
    /// A list or an array of values of any type.
    List,
    /// Anything else.
    Other,
}

/// The types that an argument accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AcceptedTypes {
    /// Any type. The adapters know which types have an encoding.
    Any,
    /// Text or BLOB.
    Bytes,
    /// Text, BLOB or a whole number, but no UUID.
    BytesOrInteger,
    /// Text.
    Text,
    /// BLOB.
    Blob,
    /// BLOB or a whole number.
    BlobOrInteger,
    /// A whole number.
    Integer,
    /// Any number.
    Number,
    /// A list. The adapters check the types of its elements.
    List,
}

impl ArgKind {
    /// Whether it is the value that is hashed or compressed, and not a parameter.
    pub fn is_value(self) -> bool {
        matches!(
            self,
            ArgKind::Bytes
                | ArgKind::Text
                | ArgKind::Row
                | ArgKind::Value
                | ArgKind::Bucketed
                | ArgKind::WholeNumber
                | ArgKind::BytesOrInteger
                | ArgKind::Signature
        ) || self.is_list()
    }

    /// Whether it is a list, whose elements are treated as an aggregate treats rows.
    pub(crate) fn is_list(self) -> bool {
        matches!(self, ArgKind::ListOfRows | ArgKind::ListOfValues | ArgKind::ListOfBytes)
    }

    /// Whether NULL is an error, in a row with a value, rather than a NULL result. A dictionary usually comes from a
    /// subquery, which is NULL if it finds no row: all values of a table would be lost. A whole number in its place is
    /// `max_bytes`, and no error.
    pub fn refuses_null(self) -> bool {
        matches!(self, ArgKind::Dictionary | ArgKind::DictionaryOrMaxBytes | ArgKind::SymbolTable)
    }

    /// The types that an argument of this kind accepts, except NULL, which all accept.
    pub fn accepted(self) -> AcceptedTypes {
        match self {
            ArgKind::Bytes | ArgKind::Key16 | ArgKind::Key32 | ArgKind::Key => AcceptedTypes::Bytes,
            ArgKind::Row | ArgKind::Value | ArgKind::Bucketed => AcceptedTypes::Any,
            ArgKind::BytesOrInteger => AcceptedTypes::BytesOrInteger,
            ArgKind::ListOfRows
            | ArgKind::ListOfValues
            | ArgKind::ListOfBytes
            | ArgKind::Signature => AcceptedTypes::List,
            ArgKind::Text
            | ArgKind::Namespace
            | ArgKind::Context
            | ArgKind::Algorithm
            | ArgKind::MacAlgorithm
            | ArgKind::Checksum
            | ArgKind::Codec
            | ArgKind::Format
            | ArgKind::KafkaClient
            | ArgKind::ShingleUnit
            | ArgKind::Fingerprint
            | ArgKind::PackCodec => AcceptedTypes::Text,
            ArgKind::Dictionary | ArgKind::SymbolTable | ArgKind::Sketch => AcceptedTypes::Blob,
            ArgKind::DictionaryOrMaxBytes => AcceptedTypes::BlobOrInteger,
            ArgKind::Seed32
            | ArgKind::Seed64
            | ArgKind::SignedSeed32
            | ArgKind::SignedSeed64
            | ArgKind::WholeNumber
            | ArgKind::Level(..)
            | ArgKind::MaxBytes
            | ArgKind::Length(..)
            | ArgKind::Buckets
            | ArgKind::Index
            | ArgKind::Count(..)
            | ArgKind::Samples(..) => AcceptedTypes::Integer,
            ArgKind::Fraction => AcceptedTypes::Number,
        }
    }

    /// Whether an argument of this kind accepts types of that class.
    pub fn accepts(self, class: TypeClass) -> bool {
        use TypeClass::{Blob, Integer, List, Null, Real, Text, Uuid};
        class == Null
            || match self.accepted() {
                AcceptedTypes::Any => true,
                AcceptedTypes::Bytes => matches!(class, Text | Uuid | Blob),
                AcceptedTypes::BytesOrInteger => matches!(class, Text | Blob | Integer),
                AcceptedTypes::Text => matches!(class, Text | Uuid),
                AcceptedTypes::Blob => class == Blob,
                AcceptedTypes::BlobOrInteger => matches!(class, Blob | Integer),
                AcceptedTypes::Integer => class == Integer,
                AcceptedTypes::Number => matches!(class, Integer | Real),
                AcceptedTypes::List => class == List,
            }
    }

    /// The values that it accepts, in the words of the reference.
    pub fn describe(self) -> String {
        match self {
            ArgKind::Level(low, high) => format!("{low} to {high}"),
            ArgKind::Length(low, high) => format!("{low} to {high} bytes"),
            ArgKind::MaxBytes => "bytes".to_owned(),
            ArgKind::Key16 => "VARCHAR or BLOB of exactly 16 bytes".to_owned(),
            ArgKind::Key32 => "VARCHAR or BLOB of exactly 32 bytes".to_owned(),
            ArgKind::Key => "VARCHAR or BLOB of any length".to_owned(),
            ArgKind::Algorithm | ArgKind::MacAlgorithm => "the name of an algorithm".to_owned(),
            ArgKind::Checksum => "the name of a checksum as S3 spells it".to_owned(),
            ArgKind::Namespace => "'dns', 'url', 'oid', 'x500' or a UUID".to_owned(),
            ArgKind::Buckets => format!("1 to {}", i32::MAX),
            ArgKind::KafkaClient => "'java', 'librdkafka', 'kafkajs' or 'sarama'".to_owned(),
            ArgKind::Fraction => "0 to 1, compared as a DOUBLE".to_owned(),
            ArgKind::Count(low, high, of) => format!("{low} to {high} {of}"),
            ArgKind::ShingleUnit => "'words' or 'characters'".to_owned(),
            ArgKind::Sketch => "a sketch of row_sketch".to_owned(),
            ArgKind::Fingerprint => "a fingerprint, 'hl1:<rows>:<hex>'".to_owned(),
            ArgKind::Dictionary => {
                "a dictionary of zstd_train_dict or of the zstd tool, or any 8 bytes or more as raw content"
                    .to_owned()
            }
            ArgKind::DictionaryOrMaxBytes => {
                "the dictionary given to zstd_compress; or max_bytes, without a dictionary"
                    .to_owned()
            }
            ArgKind::SymbolTable => "a symbol table of fsst_train".to_owned(),
            ArgKind::Codec => {
                "the name of a codec, as 'zstd', or with a level, as 'zstd(9)'".to_owned()
            }
            ArgKind::Format => {
                "the name of a codec, or 'auto' for formats with a magic number".to_owned()
            }
            ArgKind::PackCodec => {
                "'none', 'lz4', 'fsst', 'zstd' or, with a level, 'zstd(9)'".to_owned()
            }
            ArgKind::Index => "1 to the number of values".to_owned(),
            ArgKind::Samples(low, high) => format!("{low} to {high} values"),
            _ => self.type_names().to_owned(),
        }
    }

    /// The types that it accepts, in the words of users.
    pub fn type_names(self) -> &'static str {
        match self {
            ArgKind::Row => "one or more values of any types",
            ArgKind::ListOfRows => {
                "a list of values of any types; the fields of a struct are the values of a row"
            }
            ArgKind::ListOfBytes => "a list of VARCHAR or BLOB",
            ArgKind::Signature => "a signature of minhash (UINTEGER[])",
            ArgKind::Bucketed => {
                "VARCHAR, BLOB, TINYINT to BIGINT, DECIMAL, DATE, TIME, TIMESTAMP or UUID"
            }
            ArgKind::WholeNumber => "a whole number of at most 64 bits",
            ArgKind::Seed32 => "a whole number (UINTEGER)",
            ArgKind::Seed64 => "a whole number (UBIGINT)",
            ArgKind::SignedSeed32 => "a whole number (INTEGER)",
            ArgKind::SignedSeed64 => "a whole number (BIGINT)",
            _ => match self.accepted() {
                AcceptedTypes::Any => "a value of any type",
                AcceptedTypes::Bytes => "VARCHAR or BLOB",
                AcceptedTypes::BytesOrInteger => "VARCHAR, BLOB, SMALLINT, INTEGER or BIGINT",
                AcceptedTypes::Text => "VARCHAR",
                AcceptedTypes::Blob => "BLOB",
                AcceptedTypes::BlobOrInteger => "BLOB, or a whole number for max_bytes",
                AcceptedTypes::Integer => "a whole number",
                AcceptedTypes::Number => "a number (DOUBLE)",
                AcceptedTypes::List => "a list of values of any type",
            },
        }
    }
}
