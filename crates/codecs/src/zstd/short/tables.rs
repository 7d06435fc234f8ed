//! The tables of a dictionary (RFC 8878, 5) and those of the standard (3.1.1.3.2.2).

use std::sync::LazyLock;

use super::bits::AT_HAND;
use super::fse::{Meaning, States, read_counts};
use super::huffman::Codes;
use crate::zstd::MAX_DICTIONARY;

/// The tables of literal lengths, match lengths and offsets.
#[derive(Debug)]
pub(super) struct SequenceTables {
    literal_lengths: States,
    offsets: States,
    match_lengths: States,
}

/// One of the three kinds of numbers of a sequence.
#[derive(Clone, Copy)]
pub(super) enum Kind {
    LiteralLength,
    Offset,
    MatchLength,
}

/// The tables and offsets at the start of a dictionary.
#[derive(Debug)]
pub(in super::super) struct Tables {
    codes: Codes,
    sequences: SequenceTables,
    offsets: [u32; 3],
    /// Where its content begins.
    content: usize,
}

impl Tables {
    /// Reads the tables of a dictionary. `None` if this decoder doesn't support their form.
    pub fn read(dictionary: &[u8]) -> Option<Tables> {
        const MAGIC_AND_ID: usize = 8;
        let mut at = MAGIC_AND_ID;
        let (codes, len) = Codes::read(dictionary.get(at..)?)?;
        at += len;
        let mut states = |kind: Kind| {
            let counts = read_counts(dictionary.get(at..)?, kind.symbols(), kind.max_log())?;
            at += counts.len;
            States::new(&counts.counts, counts.log, kind.meaning())
        };
        let (offsets, match_lengths) = (states(Kind::Offset)?, states(Kind::MatchLength)?);
        let literal_lengths = states(Kind::LiteralLength)?;
        let sequences = SequenceTables { literal_lengths, offsets, match_lengths };
        let repeated: &[u8; 12] = dictionary.get(at..)?.first_chunk()?;
        let content = at + repeated.len();
        let offset = |i: usize| {
            let bytes = [0, 1, 2, 3].map(|byte| repeated[4 * i + byte]);
            let offset = u32::from_le_bytes(bytes);
            let fits = offset != 0 && offset as usize <= dictionary.len() - content;
            fits.then_some(offset)
        };
        let offsets = [offset(0)?, offset(1)?, offset(2)?];
        Some(Tables { codes, sequences, offsets, content })
    }

    pub(super) fn codes(&self) -> &Codes {
        &self.codes
    }

    pub(super) fn sequences(&self) -> &SequenceTables {
        &self.sequences
    }

    /// The first offsets of a frame.
    pub(super) fn offsets(&self) -> [u32; 3] {
        self.offsets
    }

    /// Where the content of the dictionary begins.
    pub fn content(&self) -> usize {
        self.content
    }
}

/// The predefined tables.
pub(super) static STANDARD: LazyLock<SequenceTables> = LazyLock::new(|| {
    let states = |kind: Kind, counts: &[i16], log| {
        States::new(counts, log, kind.meaning()).expect("the standard's counts")
    };
    SequenceTables {
        literal_lengths: states(Kind::LiteralLength, &LITERAL_LENGTHS, 6),
        offsets: states(Kind::Offset, &OFFSETS, 5),
        match_lengths: states(Kind::MatchLength, &MATCH_LENGTHS, 6),
    }
});

impl SequenceTables {
    #[inline(always)]
    pub fn of(&self, kind: Kind) -> &States {
        match kind {
            Kind::LiteralLength => &self.literal_lengths,
            Kind::Offset => &self.offsets,
            Kind::MatchLength => &self.match_lengths,
        }
    }
}

impl Kind {
    /// The number of codes.
    fn symbols(self) -> usize {
        match self {
            Kind::LiteralLength => 36,
            Kind::Offset => 32,
            Kind::MatchLength => 53,
        }
    }

    fn max_log(self) -> u32 {
        match self {
            Kind::LiteralLength | Kind::MatchLength => 9,
            Kind::Offset => 8,
        }
    }

    /// The base of a code's number, and how many bits are added to it. RFC 8878, 3.1.1.3.2.1.1.
    pub fn meaning(self) -> Meaning {
        match self {
            Kind::LiteralLength => |code| match code {
                ..16 => Some((code.into(), 0)),
                _ => {
                    let extra = *LITERAL_LENGTH_BITS.get(usize::from(code) - 16)?;
                    Some((16 + before(&LITERAL_LENGTH_BITS, usize::from(code) - 16), extra))
                }
            },
            Kind::Offset => |code| match code {
                ..=LONGEST_OFFSET => Some((1 << code, code)),
                _ => (code < 32).then_some((u32::MAX, 0)),
            },
            Kind::MatchLength => |code| match code {
                ..32 => Some((u32::from(code) + 3, 0)),
                _ => {
                    let extra = *MATCH_LENGTH_BITS.get(usize::from(code) - 32)?;
                    Some((35 + before(&MATCH_LENGTH_BITS, usize::from(code) - 32), extra))
                }
            },
        }
    }
}

/// The greatest code of an offset within a dictionary. Greater ones become an offset that is always invalid, so one
/// refill has enough bits for a sequence.
const LONGEST_OFFSET: u8 = 25;

const _: () =
    assert!(LONGEST_OFFSET as u32 + 16 + 16 <= AT_HAND && MAX_DICTIONARY < 1 << LONGEST_OFFSET);

/// The sum of the ranges of the codes before code `i`.
fn before(bits: &[u8], i: usize) -> u32 {
    bits[..i].iter().map(|bits| 1 << bits).sum()
}

/// From code 16 on.
const LITERAL_LENGTH_BITS: [u8; 20] =
    [1, 1, 1, 1, 2, 2, 3, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16];

/// From code 32 on.
const MATCH_LENGTH_BITS: [u8; 21] =
    [1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16];

const LITERAL_LENGTHS: [i16; 36] = [
    4, 3, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 2, 1, 1, 1, 1, 1,
    -1, -1, -1, -1,
];

const MATCH_LENGTHS: [i16; 53] = [
    1, 4, 3, 2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
    1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1, -1, -1,
];

const OFFSETS: [i16; 29] =
    [1, 1, 1, 1, 1, 1, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1];
