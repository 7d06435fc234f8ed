//! Fields of the structs in page headers: each has one type and occurs at most once.

use crate::thrift::{FieldHead, ThriftError, ThriftKind, ThriftReader};

/// Checks the type of a field.
pub(super) fn expect(
    field: FieldHead,
    kind: ThriftKind,
    name: &'static str,
) -> Result<(), ThriftError> {
    if field.kind == kind {
        return Ok(());
    }
    Err(ThriftError::WrongKind { field: name, kind: field.kind })
}

/// Sets a field, which must not be set yet.
pub(super) fn once<T>(
    into: &mut Option<T>,
    value: T,
    name: &'static str,
) -> Result<(), ThriftError> {
    match into.replace(value) {
        None => Ok(()),
        Some(_) => Err(ThriftError::Twice { field: name }),
    }
}

/// The value of a field that every struct of its kind has.
pub(super) fn required<T>(value: Option<T>, name: &'static str) -> Result<T, ThriftError> {
    value.ok_or(ThriftError::Missing { field: name })
}

/// Reads a 32-bit integer.
pub(super) fn i32_field(
    reader: &mut ThriftReader<'_>,
    field: FieldHead,
    name: &'static str,
    into: &mut Option<i32>,
) -> Result<(), ThriftError> {
    expect(field, ThriftKind::I32, name)?;
    once(into, reader.i32()?, name)
}

/// Reads a 64-bit integer.
pub(super) fn i64_field(
    reader: &mut ThriftReader<'_>,
    field: FieldHead,
    name: &'static str,
    into: &mut Option<i64>,
) -> Result<(), ThriftError> {
    expect(field, ThriftKind::I64, name)?;
    once(into, reader.i64()?, name)
}

/// Reads a boolean, which is in the head of its field.
pub(super) fn bool_field(
    field: FieldHead,
    name: &'static str,
    into: &mut Option<bool>,
) -> Result<(), ThriftError> {
    expect(field, ThriftKind::Bool, name)?;
    once(into, field.truth, name)
}

/// Reads bytes.
pub(super) fn binary_field(
    reader: &mut ThriftReader<'_>,
    field: FieldHead,
    name: &'static str,
    into: &mut Option<Vec<u8>>,
) -> Result<(), ThriftError> {
    expect(field, ThriftKind::Binary, name)?;
    once(into, reader.binary()?.to_vec(), name)
}
