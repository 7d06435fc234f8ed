//! The locations of values in a struct.
//!
//! We copy a footer with other numbers, and keep everything else byte for byte, such as fields of later versions of
//! Parquet and the writer's own encoding. So nothing is parsed into structs, which would drop unknown fields.

use std::ops::Range;

use super::{ThriftError, ThriftKind, ThriftReader};

/// The location of a field of a struct, or of an element of a list.
#[derive(Clone, Debug)]
pub(crate) struct ThriftPlace {
    /// The field's number. Elements have no meaningful number.
    pub id: i16,
    pub kind: ThriftKind,
    /// The location of the value, after the head. Empty for a boolean field.
    pub value: Range<usize>,
}

impl ThriftPlace {
    /// Whether the value can be an offset or a size.
    pub(crate) fn is_integer(&self) -> bool {
        matches!(self.kind, ThriftKind::I32 | ThriftKind::I64)
    }

    /// Reads the value as a number.
    pub(crate) fn i64(&self, bytes: &[u8], field: &'static str) -> Result<i64, ThriftError> {
        match self.kind {
            ThriftKind::I32 => self.reader(bytes).i32().map(i64::from),
            ThriftKind::I64 => self.reader(bytes).i64(),
            kind => Err(ThriftError::WrongKind { field, kind }),
        }
    }

    /// Reads the value as an offset or a size.
    pub(crate) fn u64(&self, bytes: &[u8], field: &'static str) -> Result<u64, ThriftError> {
        let value = self.i64(bytes, field)?;
        u64::try_from(value).map_err(|_| ThriftError::OutOfRange { expected: "place", value })
    }

    /// Reads the value as bytes.
    pub(crate) fn binary<'a>(
        &self,
        bytes: &'a [u8],
        field: &'static str,
    ) -> Result<&'a [u8], ThriftError> {
        match self.kind {
            ThriftKind::Binary => self.reader(bytes).binary(),
            kind => Err(ThriftError::WrongKind { field, kind }),
        }
    }

    /// The fields of the value, which is a struct.
    pub(crate) fn fields<'a>(
        &self,
        bytes: &'a [u8],
        field: &'static str,
    ) -> Result<StructFields<'a>, ThriftError> {
        match self.kind {
            ThriftKind::Struct => Ok(StructFields::new(bytes, self.value.start)),
            kind => Err(ThriftError::WrongKind { field, kind }),
        }
    }

    /// The elements of the value, which is a list.
    pub(crate) fn elements<'a>(
        &self,
        bytes: &'a [u8],
        field: &'static str,
    ) -> Result<ListElements<'a>, ThriftError> {
        if self.kind != ThriftKind::List {
            return Err(ThriftError::WrongKind { field, kind: self.kind });
        }
        let mut reader = self.reader(bytes);
        let list = reader.list()?;
        Ok(ListElements { start: self.value.start, reader, kind: list.kind, left: list.len })
    }

    fn reader<'a>(&self, bytes: &'a [u8]) -> ThriftReader<'a> {
        ThriftReader::new(&bytes[self.value.start..])
    }
}

/// Iterates over the fields of a struct in their stored order.
#[derive(Clone, Debug)]
pub(crate) struct StructFields<'a> {
    start: usize,
    reader: ThriftReader<'a>,
    last: i16,
    ended: bool,
}

impl<'a> StructFields<'a> {
    /// The fields of the struct that starts at `start`.
    pub(crate) fn new(bytes: &'a [u8], start: usize) -> Self {
        StructFields { start, reader: ThriftReader::new(&bytes[start..]), last: 0, ended: false }
    }

    /// Returns the fields with numbers below `N`, indexed by number.
    ///
    /// # Errors
    /// Returns an error if the struct is malformed, or has one of these fields twice.
    pub(crate) fn by_id<const N: usize>(self) -> Result<[Option<ThriftPlace>; N], ThriftError> {
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

    fn step(&mut self) -> Result<Option<ThriftPlace>, ThriftError> {
        let Some(field) = self.reader.field(&mut self.last)? else { return Ok(None) };
        let start = self.start + self.reader.position();
        self.reader.skip(field)?;
        let end = self.start + self.reader.position();
        Ok(Some(ThriftPlace { id: field.id, kind: field.kind, value: start..end }))
    }
}

impl Iterator for StructFields<'_> {
    type Item = Result<ThriftPlace, ThriftError>;

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
pub(crate) struct ListElements<'a> {
    start: usize,
    reader: ThriftReader<'a>,
    kind: ThriftKind,
    left: usize,
}

impl Iterator for ListElements<'_> {
    type Item = Result<ThriftPlace, ThriftError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.left = self.left.checked_sub(1)?;
        let start = self.start + self.reader.position();
        if let Err(error) = self.reader.skip_element(self.kind) {
            self.left = 0;
            return Some(Err(error));
        }
        let end = self.start + self.reader.position();
        Some(Ok(ThriftPlace { id: 0, kind: self.kind, value: start..end }))
    }
}
