//! Whether bytes have the shape of a structure, before a parser that takes memory for what they
//! claim sees them.

use super::{Kind, Reader, ThriftError};

/// A structure: its fields, by number.
pub struct Shape {
    /// Number, name with that of the structure, and what the field holds. Fields that are not named
    /// may hold anything.
    pub fields: &'static [(i16, &'static str, Form)],
}

/// What a field holds.
pub enum Form {
    /// A value of a type; of structures and lists, anything may be in them.
    Value(Kind),
    /// A list of values of a type.
    Values(Kind),
    /// A structure.
    Struct(&'static Shape),
    /// A list of structures, and about how many bytes a parser takes for each.
    Structs(&'static Shape, u64),
}

/// Checks the structure at the reader's position, and passes over it. Returns about how many bytes
/// a parser takes for the structures in its lists.
///
/// # Errors
/// If it is not of that shape.
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
