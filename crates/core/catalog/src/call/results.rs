//! The results of a call: their shape, and the memory for them.

use super::{CallError, Differences, Lists, Measurements, U32Lists, U64Lists, Variable};
use crate::function::Function;

/// The shape of a call's results, by which an adapter provides [`Memory`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// One `u32` a row.
    U32,
    /// One `u64` a row.
    U64,
    /// One `i32` a row.
    I32,
    /// One `i64` a row.
    I64,
    /// One `f64` a row.
    F64,
    /// One byte a row: 1 for true, 0 for false.
    Bools,
    /// One UUID a row, its first byte first.
    Uuids,
    /// This many bytes a row.
    Fixed(usize),
    /// Bytes of any length.
    Variable,
    /// Lists of bytes of any length.
    Lists,
    /// Lists of `u32`.
    U32Lists,
    /// Lists of `u64`.
    U64Lists,
    /// Lists of measurements, which are structs.
    Measurements,
    /// Lists of differences, which are structs.
    Differences,
}

/// Memory for the results of a call: with a place for each row, or empty if the results vary in length.
#[derive(Debug)]
pub enum Memory<'a> {
    /// For [`Shape::U32`].
    U32(&'a mut [u32]),
    /// For [`Shape::U64`].
    U64(&'a mut [u64]),
    /// For [`Shape::I32`].
    I32(&'a mut [i32]),
    /// For [`Shape::I64`].
    I64(&'a mut [i64]),
    /// For [`Shape::F64`].
    F64(&'a mut [f64]),
    /// For [`Shape::Bools`].
    Bools(&'a mut [u8]),
    /// For [`Shape::Uuids`].
    Uuids(&'a mut [[u8; 16]]),
    /// For [`Shape::Fixed`]: the bytes of all rows, one after the other.
    Fixed(&'a mut [u8]),
    /// For [`Shape::Variable`].
    Variable(&'a mut Variable),
    /// For [`Shape::Lists`].
    Lists(&'a mut Lists),
    /// For [`Shape::U32Lists`].
    U32Lists(&'a mut U32Lists),
    /// For [`Shape::U64Lists`].
    U64Lists(&'a mut U64Lists),
    /// For [`Shape::Measurements`].
    Measurements(&'a mut Measurements),
    /// For [`Shape::Differences`].
    Differences(&'a mut Differences),
}

macro_rules! from_slice {
    ($($variant:ident $item:ty;)*) => {$(
        impl<'a> From<&'a mut [$item]> for Memory<'a> {
            fn from(out: &'a mut [$item]) -> Self {
                Memory::$variant(out)
            }
        }
    )*};
}

from_slice!(U32 u32; U64 u64; I32 i32; I64 i64; F64 f64; Uuids [u8; 16];);

impl Memory<'_> {
    /// Returns an error if the memory has places for rows, and not as many as the results of `len` rows take.
    pub(super) fn check(
        &self,
        function: &Function,
        shape: Shape,
        len: usize,
    ) -> Result<(), CallError> {
        let needed = match shape {
            Shape::Fixed(width) => len.saturating_mul(width),
            _ => len,
        };
        let places = match self {
            Memory::U32(out) => out.len(),
            Memory::U64(out) => out.len(),
            Memory::I32(out) => out.len(),
            Memory::I64(out) => out.len(),
            Memory::F64(out) => out.len(),
            Memory::Bools(out) | Memory::Fixed(out) => out.len(),
            Memory::Uuids(out) => out.len(),
            Memory::Variable(_)
            | Memory::Lists(_)
            | Memory::U32Lists(_)
            | Memory::U64Lists(_)
            | Memory::Measurements(_)
            | Memory::Differences(_) => needed,
        };
        match places == needed {
            true => Ok(()),
            false => Err(CallError::lengths(function, needed, places)),
        }
    }
}
