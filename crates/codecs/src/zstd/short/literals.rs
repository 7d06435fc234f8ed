//! The first section of a block: the bytes that are not repeated. RFC 8878, 3.1.1.3.1.

use hashlane_kernels::isa::Isa;

use super::buffer::{Buffer, copy};
use super::{LONGEST, Prefix};

/// The kinds of literals.
mod kind {
    pub const RAW: u8 = 0;
    pub const REPEATED_BYTE: u8 = 1;
    /// Huffman codes, by the table that was there before.
    pub const TREELESS: u8 = 3;
}

/// Reads the literals of the block that goes from `start` to the end of `block`. What comes out is how many
/// there are, and where the section ends.
#[inline]
pub(super) fn read(
    isa: Isa,
    out: &mut Buffer,
    prefix: Option<Prefix<'_>>,
    block: &[u8],
    start: usize,
) -> Option<(usize, usize)> {
    let head = *block.get(start)?;
    match head & 0b11 {
        kind::RAW => {
            let (len, start) = plain_len(block, start)?;
            let end = start + len;
            copy(block.get(start..).filter(|bytes| len <= bytes.len())?, out.behind_mut(0), len)?;
            Some((len, end))
        }
        kind::REPEATED_BYTE => {
            let (len, start) = plain_len(block, start)?;
            out.behind_mut(0)[..len].fill(*block.get(start)?);
            Some((len, start + 1))
        }
        // More than one stream has another format, and so have tables that come along.
        kind::TREELESS if head >> 2 & 0b11 == 0 => {
            let &[low, middle, high] = block.get(start..)?.first_chunk()?;
            let sizes = u32::from_le_bytes([low, middle, high, 0]);
            let (len, stored) = ((sizes >> 4 & 0x3FF) as usize, (sizes >> 14) as usize);
            let start = start + 3;
            let end = start + stored;
            let stream = block.get(..end).filter(|_| len > 0)?;
            prefix?.tables.codes().decode(isa, stream, start, &mut out.behind_mut(0)[..len])?;
            Some((len, end))
        }
        _ => None,
    }
}

/// How many literals there are, where they are not coded, and where they start.
fn plain_len(block: &[u8], start: usize) -> Option<(usize, usize)> {
    let head = *block.get(start)?;
    let (len, start) = match head >> 2 & 0b11 {
        0b00 | 0b10 => (usize::from(head >> 3), start + 1),
        0b01 => (usize::from(head >> 4) | usize::from(*block.get(start + 1)?) << 4, start + 2),
        // More than are taken.
        _ => return None,
    };
    (len <= LONGEST).then_some((len, start))
}
