//! The locations of values in a struct.
//!
//! We copy a footer with other numbers, and keep everything else byte for byte, such as fields of later versions of
//! Parquet and the writer's own encoding. So nothing is parsed into structs, which would drop unknown fields.

use std::ops::Range;

use super::{Kind, Reader, ThriftError};

/// The location of a field of a struct, or of an element of a list.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    /// The field's number. Elements have no meaningful number.
    pub id: i16,
    pub kind: Kind,
    /// The location of the value, after the head. Empty for a boolean field.
    pub value: Range<usize>,
}

impl Place {
    /// Whether the value can be an offset or a size.
    pub fn is_integer(&self) -> bool {
        matches!(self.kind, Kind::I32 | Kind::I64)
    }

    /// Reads the value as a number.
    pub fn i64(&self, bytes: &[u8], field: &'static str) -> Result<i64, ThriftError> {
        match self.kind {
            Kind::I32 => self.reader(bytes).i32().map(i64::from),
            Kind::I64 => self.reader(bytes).i64(),
            kind => Err(ThriftError::WrongKind { field, kind }),
        }
    }

    /// Reads the value as an offset or a size.
    pub fn u64(&self, bytes: &[u8], field: &'static str) -> Result<u64, ThriftError> {
        let value = self.i64(bytes, field)?;
        u64::try_from(value).map_err(|_| ThriftError::OutOfRange { expected: "place", value })
    }

    /// Reads the value as bytes.
    pub fn binary<'a>(
        &self,
        bytes: &'a [u8],
        field: &'static str,
    ) -> Result<&'a [u8], ThriftError> {
        match self.kind {
            Kind::Binary => self.reader(bytes).binary(),
            kind => Err(ThriftError::WrongKind { field, kind }),
        }
    }

    /// The fields of the value, which is a struct.
    pub fn fields<'a>(
        &self,
        bytes: &'a [u8],
        field: &'static str,
    ) -> Result<Fields<'a>, ThriftError> {
        match self.kind {
            Kind::Struct => Ok(Fields::new(bytes, self.value.start)),
            kind => Err(ThriftError::WrongKind { field, kind }),
        }
    }

    /// The elements of the value, which is a list.
    pub fn elements<'a>(
        &self,
        bytes: &'a [u8],
        field: &'static str,
    ) -> Result<Elements<'a>, ThriftError> {
        if self.kind != Kind::List {
            return Err(ThriftError::WrongKind { field, kind: self.kind });
        }
        let mut reader = self.reader(bytes);
        let list = reader.list()?;
        Ok(Elements { start: self.value.start, reader, kind: list.kind, left: list.len })
    }

    fn reader<'a>(&self, bytes: &'a [u8]) -> Reader<'a> {
        Reader::new(&bytes[self.value.start..])
    }
}

/// Iterates over the fields of a struct in their stored order.
#[derive(Clone, Debug)]
pub(crate) struct Fields<'a> {
    start: usize,
    reader: Reader<'a>,
    last: i16,
    ended: bool,
}

impl<'a> Fields<'a> {
    /// The fields of the struct that starts at `start`.
    pub fn new(bytes: &'a [u8], start: usize) -> Self {
        Fields { start, reader: Reader::new(&bytes[start..]), last: 0, ended: false }
    }

    /// Returns the fields with numbers below `N`, indexed by number.
    ///
    /// # Errors
    /// Returns an error if the struct is malformed, or has one of these fields twice.
    pub fn by_id<const N: usize>(self) -> Result<[Option<Place>; N], ThriftError> {
        let mut places = [const { None }; N];
        for place in self {
            let place = place?;
            if let Some(slot) = usize::try_from(place.id).ok().and_then(|id| places.get_mut(id))
                && slot.replace(place).is_some()
            {
                return Err(ThriftError::Twice { field: "a field" });
            }
        }
        Ok(places)
    }

    fn step(&mut self) -> Result<Option<Place>, ThriftError> {
        let Some(field) = self.reader.field(&mut self.last)? else { return Ok(None) };
        let start = self.start + self.reader.position();
        self.reader.skip(field)?;
        let end = self.start + self.reader.position();
        Ok(Some(Place { id: field.id, kind: field.kind, value: start..end }))
    }
}

impl Iterator for Fields<'_> {
    type Item = Result<Place, ThriftError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let place = self.step().transpose();
        self.ended = !matches!(place, Some(Ok(_)));
        place
    }
}

/// Iterates over the elements of a list.
#[derive(Clone, Debug)]
pub(crate) struct Elements<'a> {
    start: usize,
    reader: Reader<'a>,
    kind: Kind,
    left: usize,
}

impl Iterator for Elements<'_> {
    type Item = Result<Place, ThriftError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.left = self.left.checked_sub(1)?;
        let start = self.start + self.reader.position();
        if let Err(error) = self.reader.skip_element(self.kind) {
            self.left = 0;
            return Some(Err(error));
        }
        let end = self.start + self.reader.position();
        Some(Ok(Place { id: 0, kind: self.kind, value: start..end }))
    }
}
