//! What a function does, and the functions that compute its rows.

use hashlane_codecs::{CodecError, Workspace};
use hashlane_kernels::encoding::Column;

use crate::Settings;
use crate::function::Function;
use crate::{Call, CallError, CallOutput};

/// Computes the results of a call: a function over its rows and arguments, most often one of [`Call`]'s own.
pub(crate) type Body = fn(Call<'_>, &mut CallOutput<'_>) -> Result<(), CallError>;

/// Checks the types of the columns of a row.
pub(crate) type TypeCheck = fn(&Function, &[Column<'_>]) -> Result<(), CallError>;

/// What a function does with a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// Hashes it, or computes something else that takes no longer than finding out that a value repeats.
    Hash,
    /// Digests it: some ten nanoseconds.
    Digest,
    /// Makes a text or bytes of any length of it.
    Derive,
    /// Compresses it: a hundred nanoseconds and more, as the next two.
    Compress,
    /// Decompresses it.
    Decompress,
    /// Finds something in a compressed value, if it is there.
    Find,
    /// Lists its contents.
    Unpack,
    /// Combines the rows of a group.
    Aggregate(Fold),
    /// Combines the elements of a list, as the aggregate does the rows of a group.
    List(Fold),
}

/// Appends the result of a row.
pub(crate) type RowKernel =
    fn(&mut Workspace, &Settings, &[u8], &mut Vec<u8>) -> Result<(), CodecError>;

/// Appends the result of a row and returns whether there is one; otherwise it is NULL.
pub(crate) type LookupKernel =
    fn(&mut Workspace, &Settings, &[u8], &mut Vec<u8>) -> Result<bool, CodecError>;

/// Takes a value of a list; `None` is NULL.
pub(crate) type EachValue<'a> = dyn FnMut(Option<&[u8]>) -> Result<(), CodecError> + 'a;

/// Calls the closure with each value of a row.
pub(crate) type UnpackKernel =
    fn(&mut Workspace, &Settings, &[u8], &mut EachValue<'_>) -> Result<(), CodecError>;

/// Returns the number for a row; `None` is NULL.
pub(crate) type MeasureKernel =
    fn(&mut Workspace, &Settings, &[u8]) -> Result<Option<u64>, CodecError>;

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

/// The form of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultForm {
    /// A number, or bytes.
    Plain,
    /// The canonical bytes in lower-case hex.
    Hex,
    /// The canonical bytes in base64.
    Base64,
    /// Decompressed bytes that must be UTF-8.
    Text,
}
