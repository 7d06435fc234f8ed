//! The content that literals and sequences make. RFC 8878, 3.1.1.4.

use hashlane_kernels::isa::Compiled;

use super::Prefix;
use super::buffer::{Buffer, SLACK, copy};
use super::sequences::Sequence;

/// Makes `size` bytes, if that is what comes out.
pub(super) struct Content<'a> {
    pub sequences: &'a [Sequence],
    pub literals: &'a Buffer,
    /// How many there are.
    pub literal_count: usize,
    /// What lies before the content.
    pub prefix: Option<Prefix<'a>>,
    pub size: usize,
    pub out: &'a mut Buffer,
}

/// The offsets before the first one of a frame that has no dictionary.
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
            // What of it lies in the prefix.
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
        // That there were as many literals as were taken shows here.
        let left = literal_count.checked_sub(literal).filter(|left| *left == size - at)?;
        copy(literals.behind(literal), out.behind_mut(at), left)
    }
}

/// The offset that `value` stands for behind some literals, or none.
#[inline(always)]
fn next_offset(offsets: &mut [u32; 3], value: u32, no_literals: bool) -> Option<u32> {
    let [first, second, third] = *offsets;
    *offsets = match value {
        4.. => [value - 3, first, second],
        // Without literals the newest one would only make the match before longer.
        _ => match value + u32::from(no_literals) {
            1 => [first, second, third],
            2 => [second, first, third],
            3 => [third, first, second],
            _ => [first.checked_sub(1).filter(|offset| *offset > 0)?, first, second],
        },
    };
    Some(offsets[0])
}
