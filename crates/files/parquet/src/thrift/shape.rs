//! Checks the shape of a struct before a parser sees it that allocates memory for its claims.

use super::{EXTENSION, FieldHead, ThriftError, ThriftKind, ThriftReader};

/// The shape of a struct: its fields, by number.
pub struct StructShape {
    /// The number of each field, its name after the struct's, and its form. Other fields may have any value.
    pub fields: &'static [(i16, &'static str, FieldForm)],
    /// The fields that every such struct has.
    pub required: RequiredFields,
}

/// The fields that every struct of a shape has.
pub enum RequiredFields {
    /// The fields of these numbers, at most 63.
    Fields(&'static [i16]),
    /// Exactly one field, whichever it is: the struct is a union.
    One,
}

/// What a struct holds, in all of its levels.
#[derive(Debug, Default)]
pub struct HeldFields {
    /// About how many bytes a parser needs for the structs in its lists.
    pub memory: u64,
    /// The first field that its shape doesn't have: its number and the name of a field beside it.
    pub unknown: Option<(i16, &'static str)>,
}

/// The form of a field.
pub enum FieldForm {
    /// A value of a type. Structs and lists may contain anything.
    Value(ThriftKind),
    /// A list of values of a type.
    Values(ThriftKind),
    /// A struct.
    Struct(&'static StructShape),
    /// A list of structs, with the number of bytes that a parser needs for each, approximately.
    Structs(&'static StructShape, u64),
}

/// Checks the struct at the reader's position and skips it.
///
/// # Errors
/// Returns an error if the struct has another shape.
pub fn check_shape(
    reader: &mut ThriftReader<'_>,
    shape: &StructShape,
) -> Result<HeldFields, ThriftError> {
    let mut held = HeldFields::default();
    held.check(reader, shape)?;
    Ok(held)
}

impl HeldFields {
    fn check(
        &mut self,
        reader: &mut ThriftReader<'_>,
        shape: &StructShape,
    ) -> Result<(), ThriftError> {
        let (mut seen, mut count, mut last) = (0u64, 0, 0);
        while let Some(field) = reader.field(&mut last)? {
            count += 1;
            let known = shape.fields.iter().find(|(id, ..)| *id == field.id);
            let Some((id, name, form)) = known else {
                self.unknown(field.id, shape);
                reader.skip(field)?;
                continue;
            };
            if seen & 1 << id != 0 {
                return Err(ThriftError::Twice { field: name });
            }
            seen |= 1 << id;
            self.check_field(reader, field, name, form)?;
        }
        check_required(shape, seen, count)
    }

    fn check_field(
        &mut self,
        reader: &mut ThriftReader<'_>,
        field: FieldHead,
        name: &'static str,
        form: &FieldForm,
    ) -> Result<(), ThriftError> {
        let kind = match form {
            FieldForm::Value(kind) => *kind,
            FieldForm::Struct(_) => ThriftKind::Struct,
            FieldForm::Values(_) | FieldForm::Structs(..) => ThriftKind::List,
        };
        if field.kind != kind {
            return Err(ThriftError::WrongKind { field: name, kind: field.kind });
        }
        match form {
            FieldForm::Value(_) => reader.skip(field),
            FieldForm::Struct(inner) => self.check(reader, inner),
            FieldForm::Values(kind) => self.check_values(reader, *kind, name),
            FieldForm::Structs(inner, each) => self.check_structs(reader, inner, *each, name),
        }
    }

    fn check_values(
        &mut self,
        reader: &mut ThriftReader<'_>,
        kind: ThriftKind,
        field: &'static str,
    ) -> Result<(), ThriftError> {
        let list = reader.list()?;
        if list.len > 0 && list.kind != kind {
            return Err(ThriftError::WrongKind { field, kind: list.kind });
        }
        self.memory = self.memory.saturating_add(16 * list.len as u64);
        (0..list.len).try_for_each(|_| reader.skip_element(kind))
    }

    fn check_structs(
        &mut self,
        reader: &mut ThriftReader<'_>,
        shape: &StructShape,
        each: u64,
        field: &'static str,
    ) -> Result<(), ThriftError> {
        let list = reader.list()?;
        if list.len > 0 && list.kind != ThriftKind::Struct {
            return Err(ThriftError::WrongKind { field, kind: list.kind });
        }
        self.memory = self.memory.saturating_add(each.saturating_mul(list.len as u64));
        (0..list.len).try_for_each(|_| self.check(reader, shape))
    }

    fn unknown(&mut self, id: i16, shape: &StructShape) {
        if let Some((_, beside, _)) = shape.fields.first().filter(|_| id != EXTENSION) {
            self.unknown.get_or_insert((id, beside));
        }
    }
}

/// Checks that a struct has the fields that it must have. `seen` has a bit for each known field.
fn check_required(shape: &StructShape, seen: u64, count: usize) -> Result<(), ThriftError> {
    let name = |id: i16| shape.fields.iter().find(|(known, ..)| *known == id).map(|it| it.1);
    match &shape.required {
        RequiredFields::Fields(ids) => match ids.iter().find(|id| seen & 1 << **id == 0) {
            Some(id) => Err(ThriftError::Missing { field: name(*id).unwrap_or("a field") }),
            None => Ok(()),
        },
        RequiredFields::One if count == 1 => Ok(()),
        RequiredFields::One => {
            let beside = shape.fields.first().map_or("a union", |it| it.1);
            Err(ThriftError::NotOne { beside, count })
        }
    }
}
