//! Skips values that this crate doesn't use, such as fields of later versions of the format.

use super::reader::kind;
use super::{FieldHead, MAX_DEPTH, ThriftError, ThriftKind, ThriftReader};

impl ThriftReader<'_> {
    /// Skips the value of a field.
    ///
    /// # Errors
    /// Returns an error if it is not a value of the field's type.
    pub fn skip(&mut self, field: FieldHead) -> Result<(), ThriftError> {
        match field.kind {
            ThriftKind::Bool => Ok(()),
            kind => self.skip_value(kind, MAX_DEPTH),
        }
    }

    /// Skips an element of a list.
    ///
    /// # Errors
    /// Returns an error if it is not a value of that type.
    pub fn skip_element(&mut self, kind: ThriftKind) -> Result<(), ThriftError> {
        self.skip_value(kind, MAX_DEPTH)
    }

    fn skip_value(&mut self, kind: ThriftKind, depth: usize) -> Result<(), ThriftError> {
        let depth = depth.checked_sub(1).ok_or(ThriftError::TooDeep)?;
        match kind {
            ThriftKind::Bool | ThriftKind::I8 => self.byte().map(drop),
            ThriftKind::I16 | ThriftKind::I32 | ThriftKind::I64 => self.varint().map(drop),
            ThriftKind::Double => self.take(8).map(drop),
            ThriftKind::Uuid => self.take(16).map(drop),
            ThriftKind::Binary => self.binary().map(drop),
            ThriftKind::List | ThriftKind::Set => {
                let list = self.list()?;
                (0..list.len).try_for_each(|_| self.skip_value(list.kind, depth))
            }
            ThriftKind::Map => self.skip_map(depth),
            ThriftKind::Struct => self.skip_struct(depth),
        }
    }

    fn skip_map(&mut self, depth: usize) -> Result<(), ThriftError> {
        let len = usize::try_from(self.varint()?).map_err(|_| ThriftError::Truncated)?;
        if len == 0 {
            return Ok(());
        }
        let kinds = self.byte()?;
        let (key, value) = (kind(kinds >> 4)?, kind(kinds & 0x0f)?);
        for _ in 0..len {
            self.skip_value(key, depth)?;
            self.skip_value(value, depth)?;
        }
        Ok(())
    }

    fn skip_struct(&mut self, depth: usize) -> Result<(), ThriftError> {
        let mut last = 0;
        while let Some(field) = self.field(&mut last)? {
            match field.kind {
                ThriftKind::Bool => {}
                kind => self.skip_value(kind, depth)?,
            }
        }
        Ok(())
    }
}
