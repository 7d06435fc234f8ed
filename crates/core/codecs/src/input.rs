//! Reading a frame from its front.

use super::CodecError;

/// The rest of an input, and the name of the format for errors.
pub(crate) struct FormatInput<'a> {
    pub(crate) rest: &'a [u8],
    format: &'static str,
}

impl<'a> FormatInput<'a> {
    pub(crate) fn new(format: &'static str, rest: &'a [u8]) -> Self {
        FormatInput { rest, format }
    }

    /// The next `len` bytes, which are part of `what`.
    pub(crate) fn take(&mut self, len: usize, what: &str) -> Result<&'a [u8], CodecError> {
        let Some((taken, rest)) = self.rest.split_at_checked(len) else {
            return Err(CodecError::corrupt(self.format, format!("it ends within {what}")));
        };
        self.rest = rest;
        Ok(taken)
    }

    pub(crate) fn array<const N: usize>(&mut self, what: &str) -> Result<[u8; N], CodecError> {
        Ok(self.take(N, what)?.try_into().expect("as many bytes as were taken"))
    }

    /// The next 4 bytes as a little-endian number.
    pub(crate) fn u32(&mut self, what: &str) -> Result<u32, CodecError> {
        Ok(u32::from_le_bytes(self.array(what)?))
    }

    /// Skips the rest of a skippable frame of zstd or LZ4, after its magic number.
    pub(crate) fn skip_frame(&mut self) -> Result<(), CodecError> {
        let len = self.u32("the length of a skippable frame")?;
        self.take(len as usize, "a skippable frame").map(drop)
    }

    /// The bytes up to a zero, which is skipped.
    pub(crate) fn until_zero(&mut self, what: &str) -> Result<&'a [u8], CodecError> {
        let len = self.rest.iter().position(|byte| *byte == 0).unwrap_or(self.rest.len());
        let text = self.take(len, what)?;
        self.take(1, what)?;
        Ok(text)
    }
}
