//! Reads the first section of a block, the literals. RFC 8878, 3.1.1.3.1.

use hashlane_kernels::isa::Isa;

use super::buffer::{Buffer, copy};
use super::{LONGEST, Prefix};

/// The kinds of literals.
mod kind {
    pub const RAW: u8 = 0;
    pub const REPEATED_BYTE: u8 = 1;
    /// Huffman codes, with the previous table.
    pub const TREELESS: u8 = 3;
}

/// Reads the literals of the block from `start` to the end of `block`. Returns the number of literals and the end of
/// the section.
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
        // Literals in four streams, or with a table of their own, have another format.
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

/// The number of literals that are not coded, and where they start.
fn plain_len(block: &[u8], start: usize) -> Option<(usize, usize)> {
    let head = *block.get(start)?;
    let (len, start) = match head >> 2 & 0b11 {
        0b00 | 0b10 => (usize::from(head >> 3), start + 1),
        0b01 => (usize::from(head >> 4) | usize::from(*block.get(start + 1)?) << 4, start + 2),
        // More than this decoder supports.
        _ => return None,
    };
    (len <= LONGEST).then_some((len, start))
}
