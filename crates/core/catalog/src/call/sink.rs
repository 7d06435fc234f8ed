//! The destination of results.

use super::{CallError, Lists, Measurements, U32Lists, Variable};

/// The memory that an engine has for the results of a call. An adapter implements it once.
///
/// A call uses one of the methods, once: the one for the type that the function
/// [returns](crate::Function::returns). `fill` writes the results of all rows; those of rows with a NULL argument
/// are arbitrary. If `fill` returns rows, these are NULL though no argument is, in ascending order.
pub trait Sink: Sized {
    /// What the adapter returns for the results.
    type Results;

    /// One `u32` a row.
    ///
    /// # Errors
    /// This method and the others return an error if `fill` does, or if the engine can't hold the results.
    fn u32(self, fill: impl Fill<[u32], Vec<usize>>) -> Result<Self::Results, CallError>;

    /// One `u64` a row; if the function returns BIGINT, its bits are a number with a sign.
    fn u64(self, fill: impl Fill<[u64], Vec<usize>>) -> Result<Self::Results, CallError>;

    /// One `i32` a row.
    fn i32(self, fill: impl Fill<[i32], Vec<usize>>) -> Result<Self::Results, CallError>;

    /// One `i64` a row.
    fn i64(self, fill: impl Fill<[i64], Vec<usize>>) -> Result<Self::Results, CallError>;

    /// One byte a row: 1 for true, 0 for false.
    fn bools(self, fill: impl Fill<[u8]>) -> Result<Self::Results, CallError>;

    /// One UUID a row, its first byte first.
    fn uuids(self, fill: impl Fill<[[u8; 16]]>) -> Result<Self::Results, CallError>;

    /// Lists of `u32`.
    fn u32_lists(self, lists: U32Lists) -> Result<Self::Results, CallError>;

    /// `width` bytes a row, one after the other.
    fn fixed(self, width: usize, fill: impl Fill<[u8]>) -> Result<Self::Results, CallError>;

    /// Bytes of any length. `fill` gets an empty buffer.
    fn variable(self, fill: impl Fill<Variable>) -> Result<Self::Results, CallError>;

    /// Lists of bytes of any length. `fill` gets an empty buffer.
    fn lists(self, fill: impl Fill<Lists>) -> Result<Self::Results, CallError>;

    /// Lists of measurements, which are structs.
    fn measurements(self, measurements: Measurements) -> Result<Self::Results, CallError>;
}

/// Writes results into an engine's memory. For numbers, returns the rows that are NULL.
pub trait Fill<M: ?Sized, N = ()>: FnOnce(&mut M) -> Result<N, CallError> {}

impl<M: ?Sized, N, F: FnOnce(&mut M) -> Result<N, CallError>> Fill<M, N> for F {}
