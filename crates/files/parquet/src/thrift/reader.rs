//! Reads values in the compact protocol from a slice.
//!
//! <https://github.com/apache/thrift/blob/master/doc/specs/thrift-compact-protocol.md>

use super::{ThriftError, ThriftKind};

/// The head of a field. A value of its type follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FieldHead {
    /// Its number in the struct.
    pub id: i16,
    /// Its type.
    pub kind: ThriftKind,
    /// The value, if the type is [`ThriftKind::Bool`].
    pub truth: bool,
}

/// The head of a list. Its elements follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ListHead {
    /// The number of elements. It is at most the number of bytes left, since each element takes at least one.
    pub len: usize,
    /// The type of each.
    pub kind: ThriftKind,
}

/// A position in bytes in the compact protocol.
#[derive(Clone, Debug)]
pub struct ThriftReader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> ThriftReader<'a> {
    /// Starts at the first of `bytes`, which may contain more than is read.
    pub fn new(bytes: &'a [u8]) -> Self {
        ThriftReader { bytes, at: 0 }
    }

    /// The number of bytes that have been read.
    pub fn position(&self) -> usize {
        self.at
    }

    pub(super) fn remaining(&self) -> usize {
        self.bytes.len() - self.at
    }

    /// Returns the next field of a struct, or `None` at its end. `last` is the number of the field before it, or 0 at
    /// the start.
    ///
    /// # Errors
    /// Returns an error if the bytes end, or are not the head of a field.
    pub fn field(&mut self, last: &mut i16) -> Result<Option<FieldHead>, ThriftError> {
        let head = self.byte()?;
        if head == 0 {
            return Ok(None);
        }
        let kind = kind(head & 0x0f)?;
        let id = match head >> 4 {
            0 => self.zigzag()?,
            delta => i64::from(*last) + i64::from(delta),
        };
        let id = i16::try_from(id).map_err(|_| ThriftError::FieldId(id))?;
        *last = id;
        Ok(Some(FieldHead { id, kind, truth: head & 0x0f == 1 }))
    }

    /// Reads a 32-bit integer.
    ///
    /// # Errors
    /// Returns an error if the bytes end, or the number is wider.
    pub fn i32(&mut self) -> Result<i32, ThriftError> {
        let value = self.zigzag()?;
        i32::try_from(value).map_err(|_| ThriftError::OutOfRange { expected: "i32", value })
    }

    /// Reads a 64-bit integer.
    ///
    /// # Errors
    /// Returns an error if the bytes end, or the number is wider.
    pub fn i64(&mut self) -> Result<i64, ThriftError> {
        self.zigzag()
    }

    /// Reads a boolean of a list.
    ///
    /// # Errors
    /// Returns an error if the bytes end, or the byte is not a boolean. 0 and 2 are both false: the specification says
    /// 2, and used to say 0.
    pub(crate) fn element_bool(&mut self) -> Result<bool, ThriftError> {
        match self.byte()? {
            1 => Ok(true),
            0 | 2 => Ok(false),
            value => Err(ThriftError::OutOfRange { expected: "boolean", value: value.into() }),
        }
    }

    /// Reads bytes that follow their length.
    ///
    /// # Errors
    /// Returns an error if there are fewer bytes.
    pub fn binary(&mut self) -> Result<&'a [u8], ThriftError> {
        let len = self.varint()?;
        let len = usize::try_from(len).map_err(|_| ThriftError::Truncated)?;
        self.take(len)
    }

    /// Reads the head of a list.
    ///
    /// # Errors
    /// Returns an error if the bytes end, or can't hold that many elements.
    pub fn list(&mut self) -> Result<ListHead, ThriftError> {
        let head = self.byte()?;
        let len = match head >> 4 {
            15 => self.varint()?,
            len => u64::from(len),
        };
        let len = usize::try_from(len).map_err(|_| ThriftError::Truncated)?;
        // An empty list may have no type.
        let kind = if len == 0 && head & 0x0f == 0 { ThriftKind::Bool } else { kind(head & 0x0f)? };
        if len > self.remaining() {
            return Err(ThriftError::Truncated);
        }
        Ok(ListHead { len, kind })
    }

    pub(super) fn take(&mut self, len: usize) -> Result<&'a [u8], ThriftError> {
        if len > self.remaining() {
            return Err(ThriftError::Truncated);
        }
        let taken = &self.bytes[self.at..self.at + len];
        self.at += len;
        Ok(taken)
    }

    pub(super) fn byte(&mut self) -> Result<u8, ThriftError> {
        let byte = *self.bytes.get(self.at).ok_or(ThriftError::Truncated)?;
        self.at += 1;
        Ok(byte)
    }

    fn zigzag(&mut self) -> Result<i64, ThriftError> {
        let value = self.varint()?;
        Ok((value >> 1) as i64 ^ -((value & 1) as i64))
    }

    pub(super) fn varint(&mut self) -> Result<u64, ThriftError> {
        let mut value = 0u64;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            let bits = u64::from(byte & 0x7f);
            if shift == 63 && bits > 1 {
                return Err(ThriftError::NumberTooLong);
            }
            value |= bits << shift;
            if byte & 0x80 == 0 {
                return Ok(value);
            }
        }
        Err(ThriftError::NumberTooLong)
    }
}

/// The type with this number.
pub(super) fn kind(number: u8) -> Result<ThriftKind, ThriftError> {
    ThriftKind::numbered(number).ok_or(ThriftError::UnknownKind(number))
}
