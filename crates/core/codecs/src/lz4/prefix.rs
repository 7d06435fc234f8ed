//! The first bytes of an LZ4 block, without the rest.
//!
//! lz4_flex decompresses only whole blocks. For 16 KiB of log lines it takes 8,100 ns. This takes 9,300, but only
//! 4,200 for half of them. Finding the end of the sequence with the last wanted byte, and decompressing up to there
//! with lz4_flex, took 6,000.
//!
//! liblz4's `LZ4_decompress_safe_partial` does not fit, although it is faster: reading random URLs of a pack takes
//! 1,700 ns with it and 2,050 with this. It takes an offset of 0 for content, so a forged pack would have values that
//! its whole chunk does not have.

use crate::{Appended, CodecError, grow};

const FORMAT: &str = "LZ4 block";

/// Short copies move this many bytes, whatever their length, and may write past the wanted bytes.
const LITERALS: usize = 16;
const MATCH: usize = 32;

/// The shortest match. The length in a token counts from it.
const MIN_MATCH: usize = 4;

/// The value of a nibble whose length continues in the next bytes.
const MORE: usize = 15;

/// Appends the first `wanted` bytes of the content of `block` without reading the rest.
pub(crate) fn decompress_prefix(block: &[u8], wanted: usize, out: &mut Vec<u8>) -> Appended {
    let start = out.len();
    grow(out, wanted + MATCH)?;
    let written = BlockSequences { block, at: 0 }.copy(wanted, &mut out[start..]);
    match written {
        Some(written) if written >= wanted => {
            out.truncate(start + wanted);
            Ok(())
        }
        Some(written) => {
            let reason = format!("it should give at least {wanted} bytes but gave {written}");
            Err(CodecError::corrupt(FORMAT, reason))
        }
        None => Err(CodecError::corrupt(FORMAT, "a sequence is cut or reaches back too far")),
    }
}

/// The sequences of a block: literals, then a match.
struct BlockSequences<'a> {
    block: &'a [u8],
    /// How much of the block has been read.
    at: usize,
}

impl BlockSequences<'_> {
    /// Writes sequences to `out`, which is longer than `wanted`, until there are `wanted` bytes or the block ends, and
    /// returns the number of bytes. `None` if a sequence is invalid.
    #[inline]
    fn copy(&mut self, wanted: usize, out: &mut [u8]) -> Option<usize> {
        let mut written = 0;
        loop {
            let token = *self.block.get(self.at)?;
            self.at += 1;
            written += self.copy_literals(usize::from(token >> 4), written, out)?;
            if written >= wanted || self.at == self.block.len() {
                return Some(written);
            }
            written += self.copy_match(usize::from(token & 15), written, out)?;
            if written >= wanted {
                return Some(written);
            }
        }
    }

    /// Copies literals to `written`, as far as they fit, and returns how many.
    #[inline]
    fn copy_literals(&mut self, nibble: usize, written: usize, out: &mut [u8]) -> Option<usize> {
        if nibble < MORE
            && let Some(source) = self.block.get(self.at..self.at + LITERALS)
            && let Some(target) = out.get_mut(written..written + LITERALS)
        {
            target.copy_from_slice(source);
            self.at += nibble;
            return Some(nibble);
        }
        let length = self.length(nibble)?;
        let source = self.block.get(self.at..self.at + length)?;
        self.at += length;
        let target = &mut out[written..];
        let fitting = length.min(target.len());
        target[..fitting].copy_from_slice(&source[..fitting]);
        Some(fitting)
    }

    /// Copies a match to `written`, as far as it fits, and returns how many bytes that are.
    #[inline]
    fn copy_match(&mut self, nibble: usize, written: usize, out: &mut [u8]) -> Option<usize> {
        let offset = self.block.get(self.at..self.at + 2)?;
        let offset = usize::from(u16::from_le_bytes([offset[0], offset[1]]));
        self.at += 2;
        let length = self.length(nibble)? + MIN_MATCH;
        let start = written.checked_sub(offset).filter(|_| offset > 0)?;
        if length <= MATCH && offset >= MATCH && written + MATCH <= out.len() {
            let source: [u8; MATCH] = out[start..start + MATCH].try_into().ok()?;
            out[written..written + MATCH].copy_from_slice(&source);
            return Some(length);
        }
        let fitting = length.min(out.len() - written);
        // What is copied repeats from `start` on, so that each copy can be longer than the last.
        let mut copied = 0;
        while copied < fitting {
            let step = (offset + copied).min(fitting - copied);
            out.copy_within(start..start + step, written + copied);
            copied += step;
        }
        Some(fitting)
    }

    /// The length that starts with `nibble`.
    #[inline]
    fn length(&mut self, nibble: usize) -> Option<usize> {
        let mut length = nibble;
        if nibble == MORE {
            loop {
                let byte = *self.block.get(self.at)?;
                self.at += 1;
                length += usize::from(byte);
                if byte < u8::MAX {
                    break;
                }
            }
        }
        Some(length)
    }
}
