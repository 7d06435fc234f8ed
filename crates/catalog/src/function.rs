//! What a row of the catalogue holds.

use std::fmt;

use hashlane_codecs::{CodecError, Workspace};
use hashlane_kernels::hash::Digester;
use hashlane_kernels::row::engines::ColumnsHash;
use hashlane_kernels::rows::HashKernel;

use crate::call::Settings;
use crate::kind::{Kind, TypeClass};

/// A scalar SQL function, or an aggregate.
pub struct Function {
    /// Its name in SQL.
    pub name: &'static str,
    /// Other names for it.
    pub aliases: &'static [&'static str],
    /// Its arguments in order. The ones with a default come last and may be left out.
    pub args: &'static [Arg],
    /// What becomes of NULL arguments.
    pub nulls: Nulls,
    /// One line: what it returns.
    pub description: &'static str,
    /// The specification or implementation that its values equal.
    pub equals: &'static str,
    /// Calls with their results.
    pub examples: &'static [Example],
    /// What computes it.
    pub kernel: Kernel,
    /// The form of its result.
    pub form: Form,
    /// What becomes of a row that can't be computed.
    pub on_bad_input: OnBadInput,
}

/// An argument of a function.
pub struct Arg {
    /// Its name in the reference and in errors.
    pub name: &'static str,
    /// What it may be.
    pub kind: Kind,
    /// What it is where a call leaves it out. None: no call may.
    pub default: Option<Omitted>,
}

/// What an argument is that a call leaves out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Omitted {
    /// A whole number.
    Integer(i64),
    /// A text.
    Text(&'static str),
    /// Nothing: the function does without it.
    Nothing,
}

impl fmt::Display for Omitted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Omitted::Integer(value) => write!(f, "{value}"),
            Omitted::Text(value) => write!(f, "'{value}'"),
            Omitted::Nothing => Ok(()),
        }
    }
}

/// What becomes of NULL arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nulls {
    /// The result is NULL where any argument is.
    Propagate,
    /// NULL is a value like others in a row; the result is NULL where any other argument is.
    Value,
    /// A list that is NULL has no elements; any other argument that is NULL is refused.
    NoRows,
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

/// What becomes of a row that can't be computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnBadInput {
    /// The query fails.
    Fail,
    /// The row is NULL.
    Null,
}

/// A call and its result.
pub struct Example {
    /// The call. Bytes are written `unhex('…')`.
    pub sql: &'static str,
    /// The result: a number, a text, bytes in lower-case hex, or NULL.
    pub result: &'static str,
    /// Where the result comes from, independently of this project.
    pub source: &'static str,
}

/// The kernel of a function, by the shape of its result.
pub enum Kernel {
    /// One `u32` a row.
    Hash32(HashKernel<u32, u32>),
    /// One `u64` a row.
    Hash64(HashKernel<u64, u64>),
    /// 16 bytes a row.
    Hash128(HashKernel<u64, [u8; 16]>),
    /// One `u64` a row, under a key of 16 bytes, the first of which is the lowest of a number.
    Keyed64(HashKernel<u128, u64>),
    /// 16 bytes a row, under such a key.
    Keyed128(HashKernel<u128, [u8; 16]>),
    /// One `i32` a row; in place of a seed, a number of buckets, or nothing.
    Signed32(HashKernel<u32, i32>),
    /// One `i64` a row.
    Signed64(HashKernel<u64, i64>),
    /// One `i32` a row, from the columns themselves.
    Columns32(ColumnsHash<i32>),
    /// One `i32` a row, the hash of a text or of bytes; or of a value of another type, by its column.
    Typed32(HashKernel<u32, i32>, ColumnsHash<i32>),
    /// One `i32` a row, the bucket of a text or of bytes; or, of a value of another type, of its hash.
    Bucket32(HashKernel<u32, i32>, ColumnsHash<i32>),
    /// One `i64` a row, from the columns themselves.
    Columns64(ColumnsHash<i64>),
    /// A digest whose parameters are prepared first.
    Digest(fn(&Settings) -> Digester),
    /// The bytes of the value themselves.
    Bytes,
    /// A compressor.
    Compress(RowKernel),
    /// A decompressor.
    Decompress(RowKernel),
    /// What is found in a value, if it is there.
    Lookup(LookupKernel),
    /// All that a value holds, as a list.
    Unpack(UnpackKernel),
    /// A number of 32 bits, where there is one.
    Measure32(MeasureKernel),
    /// A number of 64 bits, where there is one.
    Measure64(MeasureKernel),
    /// What all rows of a group make together.
    Aggregate(Fold),
    /// What all elements of a list make together: the value of that aggregate over them.
    List(Fold),
}

/// Appends the result of a row.
pub type RowKernel = fn(&mut Workspace, &Settings, &[u8], &mut Vec<u8>) -> Result<(), CodecError>;

/// Appends the result of a row and returns whether there is one; where there is none it is NULL.
pub type LookupKernel =
    fn(&mut Workspace, &Settings, &[u8], &mut Vec<u8>) -> Result<bool, CodecError>;

/// Calls the closure with each value of a row, NULL being `None`.
pub type UnpackKernel = fn(
    &mut Workspace,
    &Settings,
    &[u8],
    &mut dyn FnMut(Option<&[u8]>) -> Result<(), CodecError>,
) -> Result<(), CodecError>;

/// Returns the number that a row has. `None` is NULL.
pub type MeasureKernel = fn(&mut Workspace, &Settings, &[u8]) -> Result<Option<u64>, CodecError>;

/// What an aggregate makes of the rows of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fold {
    /// The sum of their hashes.
    Sum,
    /// The sum of their hashes in a text that says how it was made.
    Fingerprint,
    /// The digest of their bytes in order.
    Digest,
    /// A zstd dictionary for values like theirs.
    Dictionary,
    /// A symbol table of FSST for values like theirs.
    SymbolTable,
    /// What each codec makes of values like theirs.
    Measurements,
    /// All of them in one value, in order.
    Pack,
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
    /// BLOB, Binary.
    Blob,
    /// VARCHAR, Utf8.
    Varchar,
    /// BLOB[], List of Binary.
    Blobs,
    /// VARCHAR[], List of Utf8.
    Varchars,
    /// A list of structs: what a codec makes of a sample.
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

impl Function {
    /// The type of its result.
    pub fn returns(&self) -> Returns {
        match (&self.kernel, self.form) {
            (Kernel::Unpack(_), Form::Text) => Returns::Varchars,
            (Kernel::Unpack(_), _) => Returns::Blobs,
            (_, Form::Hex | Form::Base64 | Form::Text) => Returns::Varchar,
            (Kernel::Aggregate(fold) | Kernel::List(fold), Form::Plain) => match fold {
                Fold::Fingerprint => Returns::Varchar,
                Fold::Measurements => Returns::Measurements,
                Fold::Sum | Fold::Digest | Fold::Dictionary | Fold::SymbolTable | Fold::Pack => {
                    Returns::Blob
                }
            },
            (Kernel::Hash32(_) | Kernel::Measure32(_), Form::Plain) => Returns::UInteger,
            (Kernel::Hash64(_) | Kernel::Keyed64(_) | Kernel::Measure64(_), Form::Plain) => {
                Returns::UBigint
            }
            (
                Kernel::Signed32(_)
                | Kernel::Columns32(_)
                | Kernel::Typed32(..)
                | Kernel::Bucket32(..),
                Form::Plain,
            ) => Returns::Integer,
            (Kernel::Signed64(_) | Kernel::Columns64(_), Form::Plain) => Returns::Bigint,
            (
                Kernel::Hash128(_)
                | Kernel::Keyed128(_)
                | Kernel::Digest(_)
                | Kernel::Bytes
                | Kernel::Compress(_)
                | Kernel::Decompress(_)
                | Kernel::Lookup(_),
                Form::Plain,
            ) => Returns::Blob,
        }
    }

    /// How many arguments a call may have; a row has as many as one likes.
    pub fn arity(&self) -> std::ops::RangeInclusive<usize> {
        let required = self.args.iter().filter(|arg| arg.default.is_none()).count();
        required..=if self.takes_row() { usize::MAX } else { self.args.len() }
    }

    /// Whether it hashes rows of values rather than the bytes of one.
    pub fn takes_row(&self) -> bool {
        self.args[self.value_index()].kind == Kind::Row
    }

    /// Whether it takes a list, and its elements as an aggregate takes rows.
    pub fn takes_list(&self) -> bool {
        self.args[self.value_index()].kind.is_list()
    }

    /// The function that gives what this aggregate gives, over a list of its rows; `None` if it is no
    /// aggregate.
    pub fn list_form(&self) -> Option<&'static Function> {
        let Kernel::Aggregate(fold) = self.kernel else { return None };
        let same = |other: &&Function| matches!(other.kernel, Kernel::List(of) if of == fold);
        crate::all().find(same)
    }

    /// Whether a value of such a type is given as a column, not by its bytes.
    pub fn takes_column(&self, class: TypeClass) -> bool {
        let is_bytes = matches!(class, TypeClass::Text | TypeClass::Blob | TypeClass::Null);
        self.args[self.value_index()].kind == Kind::Bucketed && !is_bytes
    }

    /// Which argument is the value that is hashed or compressed, or the first one of the row.
    pub fn value_index(&self) -> usize {
        let index = self.args.iter().position(|arg| arg.kind.is_value());
        index.expect("every function has a value")
    }

    /// The arguments that are not the value, with their places among a call's arguments.
    pub fn params(&self) -> impl Iterator<Item = (usize, &'static Arg)> {
        self.args.iter().enumerate().filter(|(_, arg)| !arg.kind.is_value())
    }

    /// What argument `place` of a call is. The last one goes on for as long as a row does.
    pub fn arg(&self, place: usize) -> &'static Arg {
        &self.args[place.min(self.args.len() - 1)]
    }

    /// Whether values that are not NULL can give NULL.
    pub fn makes_null(&self) -> bool {
        let finds = match self.kernel {
            Kernel::Lookup(_) | Kernel::Measure32(_) | Kernel::Measure64(_) => true,
            // Of no elements there is a sum, and nothing else.
            Kernel::List(fold) => !matches!(fold, Fold::Sum | Fold::Fingerprint),
            _ => false,
        };
        finds || self.on_bad_input == OnBadInput::Null
    }

    /// The call with all its arguments, such as `xxh3(v[, seed])`.
    pub fn signature(&self) -> String {
        let mut text = format!("{}(", self.name);
        for (i, arg) in self.args.iter().enumerate() {
            let comma = if i == 0 { "" } else { ", " };
            match arg.default {
                None => text += &format!("{comma}{}", arg.name),
                Some(_) => text += &format!("[{comma}{}", arg.name),
            }
        }
        text += &"]".repeat(self.args.iter().filter(|arg| arg.default.is_some()).count());
        text + ")"
    }
}

impl fmt::Debug for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.signature())
    }
}
