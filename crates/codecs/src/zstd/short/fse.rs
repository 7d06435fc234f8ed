//! Tables of finite state entropy: RFC 8878, 4.1.

use super::bits::Bits;

/// The number that a state stands for, and how the next state is found. From the lowest bit on: how many bits are
/// added to the number, how many bits the next state takes, the base of the next state (16 bits), and the base of the
/// number (32 bits). Four fields would take four loads, and 6 more instructions per sequence.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Entry(u64);

/// What a symbol stands for: the base of its number, and how many bits are added.
pub(super) type Meaning = fn(u8) -> Option<(u32, u8)>;

/// The most states of a table.
const MOST: usize = 1 << 9;

/// The meaning of each state.
pub(super) type Entries = [Entry; MOST];

/// A decoding table with 2^`log` states.
#[derive(Debug)]
pub(super) struct States {
    entries: Entries,
    log: u32,
}

/// The current state of a stream.
#[derive(Clone, Copy)]
pub(super) struct State(usize);

impl Default for States {
    fn default() -> Self {
        States { entries: [Entry::default(); MOST], log: 0 }
    }
}

impl States {
    /// A table of symbols with these probabilities, in units of 1 / 2^`log`; -1 stands for less than one unit.
    pub fn new(counts: &[i16], log: u32, meaning: Meaning) -> Option<Self> {
        let size = 1usize << log;
        let mut next: Vec<u16> = counts.iter().map(|count| count.unsigned_abs()).collect();
        let mut states = States { log, ..States::default() };
        for (symbol, entry) in spread(counts, size)?.into_iter().zip(&mut states.entries[..]) {
            let state = next.get_mut(usize::from(symbol))?;
            let bits = log - state.checked_ilog2()?;
            let (base, extra) = meaning(symbol)?;
            let next = (*state << bits).wrapping_sub(size as u16);
            *state += 1;
            *entry = Entry::new((base, extra), next, bits as u8);
        }
        Some(states)
    }

    /// Turns it into the table of one symbol, which takes no bits.
    pub fn repeat(&mut self, number: (u32, u8)) {
        self.entries[0] = Entry::new(number, 0, 0);
        self.log = 0;
    }

    /// The state that the next bits select.
    #[inline(always)]
    pub fn start(&self, bits: &mut Bits<'_>) -> State {
        State(bits.take(self.log) as usize)
    }

    /// The meaning of each state.
    #[inline(always)]
    pub fn entries(&self) -> &Entries {
        &self.entries
    }
}

impl State {
    /// Its meaning.
    #[inline(always)]
    pub fn entry(self, entries: &Entries) -> Entry {
        entries[self.0 % MOST]
    }
}

impl Entry {
    fn new((number, extra): (u32, u8), next: u16, bits: u8) -> Self {
        let fields = [extra.into(), u64::from(bits) << 8, u64::from(next) << 16];
        Entry(fields.into_iter().sum::<u64>() | u64::from(number) << 32)
    }

    /// The number of bits that are added to its number.
    #[inline(always)]
    pub fn extra(self) -> u32 {
        self.0 as u32 & 0x3F
    }

    /// Its symbol, if numbers are symbols.
    pub fn symbol(self) -> u8 {
        (self.0 >> 32) as u8
    }

    /// Its number.
    #[inline(always)]
    pub fn number(self, bits: &mut Bits<'_>) -> u32 {
        ((self.0 >> 32) + bits.take(self.extra())) as u32
    }

    /// The next state. Reads up to `log` bits.
    #[inline(always)]
    pub fn next(self, bits: &mut Bits<'_>) -> State {
        let first = (self.0 >> 16) as u16;
        State(usize::from(first) + bits.take((self.0 >> 8) as u32 & 0x3F) as usize)
    }
}

/// The symbol of each state.
fn spread(counts: &[i16], size: usize) -> Option<Vec<u8>> {
    let mut symbols = vec![0; size];
    let mut end = size;
    for (symbol, _) in counts.iter().enumerate().filter(|(_, count)| **count == -1) {
        end = end.checked_sub(1)?;
        symbols[end] = symbol as u8;
    }
    let (step, mask) = ((size >> 1) + (size >> 3) + 3, size - 1);
    let mut at = 0;
    for (symbol, count) in counts.iter().enumerate() {
        for _ in 0..*count {
            symbols[at] = symbol as u8;
            at = (at + step) & mask;
            while at >= end {
                at = (at + step) & mask;
            }
        }
    }
    // Every state has a symbol exactly if the steps end at the first one.
    (at == 0).then_some(symbols)
}

/// The probabilities of symbols, the logarithm of their sum, and the length of their description.
pub(super) struct Counts {
    pub counts: Vec<i16>,
    pub log: u32,
    pub len: usize,
}

/// Reads the description of a table with at most `symbols` symbols and 2^`max_log` states. RFC 8878, 4.1.1.
pub(super) fn read_counts(bytes: &[u8], symbols: usize, max_log: u32) -> Option<Counts> {
    let mut at = 0;
    let mut take = |count: u32| {
        let bits = forward(bytes, at, count);
        at += count as usize;
        bits
    };
    let log = take(4) + 5;
    if log > max_log {
        return None;
    }
    let mut left = (1i32 << log) + 1;
    let mut counts: Vec<i16> = Vec::new();
    while left > 1 {
        // Numbers from 0 to `left`. The smallest ones take one bit less.
        let bits = left.ilog2() + 1;
        let (half, short) = (1u32 << (bits - 1), (1u32 << bits) - 1 - left as u32);
        let low = take(bits - 1);
        let number = match low < short {
            true => low,
            false => {
                let number = low + half * take(1);
                if number >= half { number - short } else { number }
            }
        };
        let count = number as i32 - 1;
        left -= count.abs();
        counts.push(count as i16);
        if count == 0 {
            loop {
                let zeros = take(2);
                counts.extend((0..zeros).map(|_| 0));
                if zeros < 3 || counts.len() > symbols {
                    break;
                }
            }
        }
        if counts.len() > symbols {
            return None;
        }
    }
    let len = at.div_ceil(8);
    (left == 1 && len <= bytes.len()).then_some(Counts { counts, log, len })
}

/// `count` bits from bit `at` on, of a stream that is read from its start. Zeros after its end.
fn forward(bytes: &[u8], at: usize, count: u32) -> u32 {
    let bit = |at: usize| bytes.get(at / 8).map_or(0, |byte| u32::from(byte >> (at % 8) & 1));
    (0..count).map(|i| bit(at + i as usize) << i).sum()
}
