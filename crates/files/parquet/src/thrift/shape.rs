//! Checks the shape of a struct before a parser sees it that allocates memory for its claims.

use super::{EXTENSION, Field, Kind, Reader, ThriftError};

/// The shape of a struct: its fields, by number.
pub struct Shape {
    /// The number of each field, its name after the struct's, and its form. Other fields may have any value.
    pub fields: &'static [(i16, &'static str, Form)],
    /// The fields that every such struct has.
    pub required: Required,
}

/// The fields that every struct of a shape has.
pub enum Required {
    /// The fields of these numbers, at most 63.
    Fields(&'static [i16]),
    /// Exactly one field, whichever it is: the struct is a union.
    One,
}

/// What a struct holds, in all of its levels.
#[derive(Debug, Default)]
pub struct Held {
    /// About how many bytes a parser needs for the structs in its lists.
    pub memory: u64,
    /// The first field that its shape doesn't have: its number and the name of a field beside it.
    pub unknown: Option<(i16, &'static str)>,
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

/// Checks the struct at the reader's position and skips it.
///
/// # Errors
/// Returns an error if the struct has another shape.
pub fn check_shape(reader: &mut Reader<'_>, shape: &Shape) -> Result<Held, ThriftError> {
    let mut held = Held::default();
    held.check(reader, shape)?;
    Ok(held)
}

impl Held {
    fn check(&mut self, reader: &mut Reader<'_>, shape: &Shape) -> Result<(), ThriftError> {
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
        reader: &mut Reader<'_>,
        field: Field,
        name: &'static str,
        form: &Form,
    ) -> Result<(), ThriftError> {
        let kind = match form {
            Form::Value(kind) => *kind,
            Form::Struct(_) => Kind::Struct,
            Form::Values(_) | Form::Structs(..) => Kind::List,
        };
        if field.kind != kind {
            return Err(ThriftError::WrongKind { field: name, kind: field.kind });
        }
        match form {
            Form::Value(_) => reader.skip(field),
            Form::Struct(inner) => self.check(reader, inner),
            Form::Values(kind) => self.check_values(reader, *kind, name),
            Form::Structs(inner, each) => self.check_structs(reader, inner, *each, name),
        }
    }

    fn check_values(
        &mut self,
        reader: &mut Reader<'_>,
        kind: Kind,
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
        reader: &mut Reader<'_>,
        shape: &Shape,
        each: u64,
        field: &'static str,
    ) -> Result<(), ThriftError> {
        let list = reader.list()?;
        if list.len > 0 && list.kind != Kind::Struct {
            return Err(ThriftError::WrongKind { field, kind: list.kind });
        }
        self.memory = self.memory.saturating_add(each.saturating_mul(list.len as u64));
        (0..list.len).try_for_each(|_| self.check(reader, shape))
    }

    fn unknown(&mut self, id: i16, shape: &Shape) {
        if let Some((_, beside, _)) = shape.fields.first().filter(|_| id != EXTENSION) {
            self.unknown.get_or_insert((id, beside));
        }
    }
}

/// Checks that a struct has the fields that it must have. `seen` has a bit for each known field.
fn check_required(shape: &Shape, seen: u64, count: usize) -> Result<(), ThriftError> {
    let name = |id: i16| shape.fields.iter().find(|(known, ..)| *known == id).map(|it| it.1);
    match &shape.required {
        Required::Fields(ids) => match ids.iter().find(|id| seen & 1 << **id == 0) {
            Some(id) => Err(ThriftError::Missing { field: name(*id).unwrap_or("a field") }),
            None => Ok(()),
        },
        Required::One if count == 1 => Ok(()),
        Required::One => {
            let beside = shape.fields.first().map_or("a union", |it| it.1);
            Err(ThriftError::NotOne { beside, count })
        }
    }
}
