//! Checks the shape of a struct before a parser sees it that allocates memory for its claims.

use super::{Kind, Reader, ThriftError};

/// The shape of a struct: its fields, by number.
pub struct Shape {
    /// The number of each field, its name after the struct's, and its form. Other fields may have any value.
    pub fields: &'static [(i16, &'static str, Form)],
}

/// The form of a field.
pub enum Form {
    /// A value of a type. Structs and lists may contain anything.
    Value(Kind),
    /// A list of values of a type.
    Values(Kind),
    /// A struct.
    Struct(&'static Shape),
    /// A list of structs, with the number of bytes that a parser needs for each, approximately.
    Structs(&'static Shape, u64),
}

/// Checks the struct at the reader's position and skips it. Returns about how many bytes a parser needs for the structs
/// in its lists.
///
/// # Errors
/// Returns an error if the struct has another shape.
pub fn check_shape(reader: &mut Reader<'_>, shape: &Shape) -> Result<u64, ThriftError> {
    let (mut memory, mut last) = (0u64, 0);
    while let Some(field) = reader.field(&mut last)? {
        let known = shape.fields.iter().find(|(id, ..)| *id == field.id);
        let Some((_, name, form)) = known else {
            reader.skip(field)?;
            continue;
        };
        let kind = match form {
            Form::Value(kind) => *kind,
            Form::Struct(_) => Kind::Struct,
            Form::Values(_) | Form::Structs(..) => Kind::List,
        };
        if field.kind != kind {
            return Err(ThriftError::WrongKind { field: name, kind: field.kind });
        }
        memory = memory.saturating_add(match form {
            Form::Value(_) => reader.skip(field).map(|()| 0)?,
            Form::Struct(inner) => check_shape(reader, inner)?,
            Form::Values(kind) => check_values(reader, *kind, name)?,
            Form::Structs(inner, each) => check_structs(reader, inner, *each, name)?,
        });
    }
    Ok(memory)
}

fn check_values(
    reader: &mut Reader<'_>,
    kind: Kind,
    field: &'static str,
) -> Result<u64, ThriftError> {
    let list = reader.list()?;
    if list.len > 0 && list.kind != kind {
        return Err(ThriftError::WrongKind { field, kind: list.kind });
    }
    for _ in 0..list.len {
        reader.skip_element(kind)?;
    }
    Ok(16 * list.len as u64)
}

fn check_structs(
    reader: &mut Reader<'_>,
    shape: &Shape,
    each: u64,
    field: &'static str,
) -> Result<u64, ThriftError> {
    let list = reader.list()?;
    if list.len > 0 && list.kind != Kind::Struct {
        return Err(ThriftError::WrongKind { field, kind: list.kind });
    }
    let mut memory = each.saturating_mul(list.len as u64);
    for _ in 0..list.len {
        memory = memory.saturating_add(check_shape(reader, shape)?);
    }
    Ok(memory)
}
