//! Reads the second section of a block, the sequences: a number of literals, then a match. RFC 8878, 3.1.1.3.2.

use hashlane_kernels::isa::{Compiled, Isa};

use super::bits::{AT_HAND, Bits};
use super::fse::{Entry, States};
use super::tables::{Kind, STANDARD};
use super::{LONGEST, Prefix};

/// A number of literals, followed by a match.
#[derive(Clone, Copy, Default)]
pub(super) struct Sequence {
    pub literals: u32,
    pub length: u32,
    /// An offset plus 3, or the index of a recent offset.
    pub offset: u32,
}

impl Sequence {
    /// The sequence of a literal length, an offset and a match length.
    #[inline(always)]
    fn new([literals, offset, length]: [Entry; 3], bits: &mut Bits<'_>) -> Self {
        let (offset, length) = (offset.number(bits), length.number(bits));
        Sequence { offset, length, literals: literals.number(bits) }
    }
}

/// The most sequences of the longest content.
const MOST: usize = LONGEST / SHORTEST_MATCH + 1;

const SHORTEST_MATCH: usize = 3;

/// Buffers for reading a section.
pub(super) struct Room {
    /// Tables with one symbol.
    tables: [States; 3],
    sequences: [Sequence; MOST],
}

impl Default for Room {
    fn default() -> Self {
        let tables = std::array::from_fn(|_| States::default());
        Room { tables, sequences: [Sequence::default(); MOST] }
    }
}

/// How the table of one kind of number is stored.
mod mode {
    pub const STANDARD: u8 = 0;
    pub const REPEATED_SYMBOL: u8 = 1;
    pub const AS_BEFORE: u8 = 3;
}

/// The most bits that the next three states take.
const STATES: u32 = 9 + 8 + 9;

/// Reads the section from `at` to the end of `block`.
pub(super) fn read<'a>(
    isa: Isa,
    room: &'a mut Room,
    prefix: Option<Prefix<'_>>,
    block: &[u8],
    at: usize,
) -> Option<&'a [Sequence]> {
    let head = *block.get(at)?;
    let (count, at) = match head {
        0 => return (at + 1 == block.len()).then_some(&[]),
        1..128 => (usize::from(head), at + 1),
        // More than this decoder supports.
        255 => return None,
        _ => ((usize::from(head) - 128) << 8 | usize::from(*block.get(at + 1)?), at + 2),
    };
    let modes = *block.get(at)?;
    if modes & 0b11 != 0 {
        return None;
    }
    let mut at = at + 1;
    let Room { tables: [literal_length, offset, match_length], sequences } = room;
    let sequences = sequences.get_mut(..count)?;
    let mut table = |kind, mode, own| table(prefix, (kind, mode), block, &mut at, own);
    let tables = [
        table(Kind::LiteralLength, modes >> 6, literal_length)?,
        table(Kind::Offset, modes >> 4 & 0b11, offset)?,
        table(Kind::MatchLength, modes >> 2 & 0b11, match_length)?,
    ];
    isa.compiled(ReadSequences { bits: Bits::new(block, at)?, tables, sequences })?;
    Some(sequences)
}

/// The table of one kind. A table with one symbol is built in `own`.
fn table<'a>(
    prefix: Option<Prefix<'a>>,
    (kind, mode): (Kind, u8),
    block: &[u8],
    at: &mut usize,
    own: &'a mut States,
) -> Option<&'a States> {
    match mode {
        mode::STANDARD => Some(STANDARD.of(kind)),
        mode::AS_BEFORE => Some(prefix?.tables.sequences().of(kind)),
        mode::REPEATED_SYMBOL => {
            own.repeat(kind.meaning()(*block.get(*at)?)?);
            *at += 1;
            Some(own)
        }
        // The block has a table of its own.
        _ => None,
    }
}

/// Reads as many sequences as `sequences` has room for. Compiled for an instruction set because of shifts by a
/// variable number of bits.
struct ReadSequences<'a> {
    bits: Bits<'a>,
    tables: [&'a States; 3],
    sequences: &'a mut [Sequence],
}

impl Compiled for ReadSequences<'_> {
    type Output = Option<()>;

    #[inline(always)]
    fn run(self) -> Option<()> {
        let ReadSequences {
            mut bits,
            tables: [literal_lengths, offsets, match_lengths],
            sequences,
        } = self;
        let mut literal_length = literal_lengths.start(&mut bits);
        let mut offset = offsets.start(&mut bits);
        let mut match_length = match_lengths.start(&mut bits);
        let (literal_lengths, offsets) = (literal_lengths.entries(), offsets.entries());
        let match_lengths = match_lengths.entries();
        let (last, others) = sequences.split_last_mut()?;
        for sequence in others {
            bits.refill()?;
            let entries = [
                literal_length.entry(literal_lengths),
                offset.entry(offsets),
                match_length.entry(match_lengths),
            ];
            *sequence = Sequence::new(entries, &mut bits);
            let [of_literals, of_offset, of_match] = entries;
            if of_literals.extra() + of_offset.extra() + of_match.extra() > AT_HAND - STATES {
                bits.refill()?;
            }
            literal_length = of_literals.next(&mut bits);
            match_length = of_match.next(&mut bits);
            offset = of_offset.next(&mut bits);
        }
        bits.refill()?;
        let entries = [
            literal_length.entry(literal_lengths),
            offset.entry(offsets),
            match_length.entry(match_lengths),
        ];
        *last = Sequence::new(entries, &mut bits);
        (bits.left()? == 0).then_some(())
    }
}
