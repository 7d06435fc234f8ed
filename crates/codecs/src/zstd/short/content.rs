//! Builds the content from literals and sequences. RFC 8878, 3.1.1.4.

use hashlane_kernels::isa::Compiled;

use super::Prefix;
use super::buffer::{Buffer, SLACK, copy};
use super::sequences::Sequence;

/// Returns the content if it has exactly `size` bytes.
pub(super) struct Content<'a> {
    pub sequences: &'a [Sequence],
    pub literals: &'a Buffer,
    /// The number of literals.
    pub literal_count: usize,
    /// The bytes before the content.
    pub prefix: Option<Prefix<'a>>,
    pub size: usize,
    pub out: &'a mut Buffer,
}

/// The first offsets of a frame without a dictionary.
const FIRST_OFFSETS: [u32; 3] = [1, 4, 8];

impl Compiled for Content<'_> {
    type Output = Option<()>;

    #[inline(always)]
    fn run(self) -> Option<()> {
        let Content { sequences, literals, literal_count, prefix, size, out } = self;
        let mut offsets = prefix.map_or(FIRST_OFFSETS, |prefix| prefix.tables.offsets());
        let prefix = prefix.map_or(&[][..], |prefix| prefix.content);
        let (mut at, mut literal) = (0, 0);
        for Sequence { literals: count, length, offset } in sequences {
            let (count, length) = (*count as usize, *length as usize);
            if at + count + length > size {
                return None;
            }
            copy(literals.behind(literal), out.behind_mut(at), count)?;
            literal += count;
            at += count;
            let offset = next_offset(&mut offsets, *offset, count == 0)? as usize;
            // The part of it that lies in the prefix.
            let before = offset.saturating_sub(at);
            let mut left = length;
            if before > 0 {
                let len = length.min(before);
                let from = prefix.len().checked_sub(before + SLACK)?;
                copy(&prefix[from..], out.behind_mut(at), len)?;
                left -= len;
            }
            if left > 0 {
                out.repeat(at + length - left, offset, left);
            }
            at += length;
        }
        // This also fails if the sequences used more literals than there are.
        let left = literal_count.checked_sub(literal).filter(|left| *left == size - at)?;
        copy(literals.behind(literal), out.behind_mut(at), left)
    }
}

/// The offset that `value` encodes after some literals, if it is valid.
#[inline(always)]
fn next_offset(offsets: &mut [u32; 3], value: u32, no_literals: bool) -> Option<u32> {
    let [first, second, third] = *offsets;
    *offsets = match value {
        4.. => [value - 3, first, second],
        // Without literals, the newest offset would only extend the previous match.
        _ => match value + u32::from(no_literals) {
            1 => [first, second, third],
            2 => [second, first, third],
            3 => [third, first, second],
            _ => [first.checked_sub(1).filter(|offset| *offset > 0)?, first, second],
        },
    };
    Some(offsets[0])
}
