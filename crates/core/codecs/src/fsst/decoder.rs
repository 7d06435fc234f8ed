//! Content from codes.

use ::fsst::ESCAPE_CODE;

use super::{FORMAT, LONGEST_SYMBOL};
use crate::{Appended, CodecError, grow};

/// Symbols by code.
///
/// The crate's decompressor does not fit untrusted codes. It panics if they end within an escaped byte, and treats a code
/// without a symbol as an empty one. Its safe call allocates 8 times their length and aborts if it can't; the other call
/// needs `unsafe` to read what it wrote.
pub(crate) struct FsstDecoder {
    symbols: [[u8; LONGEST_SYMBOL]; 256],
    /// The length of each symbol, 0 for a code without one. The escape code has the length of the byte that it
    /// escapes.
    lengths: [u8; 256],
}

impl FsstDecoder {
    /// Symbols in the order of their codes, at most 255, each with its length of 1 to 8. Bytes after a symbol's length
    /// are ignored.
    pub(crate) fn new(symbols: impl Iterator<Item = ([u8; LONGEST_SYMBOL], u8)>) -> Self {
        let mut decoder = FsstDecoder { symbols: [[0; LONGEST_SYMBOL]; 256], lengths: [0; 256] };
        for (code, (symbol, length)) in symbols.enumerate() {
            decoder.symbols[code] = symbol;
            decoder.lengths[code] = length;
        }
        decoder.lengths[usize::from(ESCAPE_CODE)] = 1;
        decoder
    }

    /// Appends the content of `codes` if it has at most `max_bytes` bytes.
    ///
    /// # Errors
    /// Returns an error if a code has no symbol, or if the last code escapes a missing byte.
    pub(crate) fn decompress(&self, max_bytes: usize, codes: &[u8], out: &mut Vec<u8>) -> Appended {
        let len = self.content_len(codes)?;
        if len > max_bytes {
            return Err(CodecError::OverLimit { max_bytes });
        }
        let start = out.len();
        // Whole words are stored, so the last symbol is written past its end.
        grow(out, len + LONGEST_SYMBOL)?;
        self.write(codes, &mut out[start..]);
        out.truncate(start + len);
        Ok(())
    }

    /// The length of the content of `codes`.
    pub(crate) fn content_len(&self, codes: &[u8]) -> Result<usize, CodecError> {
        let (mut len, mut rest) = (0, codes.iter());
        while let Some(code) = rest.next() {
            let symbol = usize::from(self.lengths[usize::from(*code)]);
            if symbol == 0 {
                let reason = format!("the code {code} has no symbol in this table");
                return Err(CodecError::corrupt(FORMAT, reason));
            }
            len += symbol;
            // A branch: adding to a position would make every code wait for the previous one.
            if *code == ESCAPE_CODE && rest.next().is_none() {
                return Err(CodecError::corrupt(FORMAT, "it ends within an escaped byte"));
            }
        }
        Ok(len)
    }

    /// Writes the content of codes that [`content_len`](Self::content_len) has accepted to `out`,
    /// which is [`LONGEST_SYMBOL`] bytes longer than it.
    fn write(&self, codes: &[u8], out: &mut [u8]) {
        let (mut codes, mut out) = (codes.iter(), out);
        while let Some(code) = codes.next()
            && let Some(word) = out.first_chunk_mut()
        {
            *word = self.symbols[usize::from(*code)];
            if *code == ESCAPE_CODE {
                word[0] = *codes.next().unwrap_or(&0);
            }
            out = &mut out[usize::from(self.lengths[usize::from(*code)])..];
        }
    }
}
