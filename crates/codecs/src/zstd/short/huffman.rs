//! Tables of Huffman codes, and their streams: RFC 8878, 4.2.

use hashlane_kernels::isa::{Compiled, Isa};

use super::bits::{AT_HAND, Bits};
use super::fse::{States, read_counts};

/// The longest supported code in bits. zstd writes no longer ones.
const LOG: u32 = 11;

/// The most weights: one per value of a byte, without the last, which follows from the others.
const MAX_WEIGHTS: usize = 255;

/// The one or two symbols that some bits start with.
#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    symbols: [u8; 2],
    /// The number of bits of the first symbol.
    first: u8,
    /// The number of bits of both.
    all: u8,
}

/// The symbols for every [`LOG`] bits.
#[derive(Debug)]
pub(super) struct Codes([Entry; 1 << LOG]);

impl Codes {
    /// Reads the codes that `bytes` start with. Also returns the length of their description.
    pub fn read(bytes: &[u8]) -> Option<(Codes, usize)> {
        let (head, rest) = bytes.split_first()?;
        let (mut weights, len) = match usize::from(*head) {
            len @ ..128 => (compressed_weights(rest.get(..len)?)?, len),
            count => direct_weights(rest, count - 127)?,
        };
        let total: u32 = weights.iter().map(|weight| 1 << weight >> 1).sum();
        let log = total.checked_ilog2()? + 1;
        let rest = (1u32 << log) - total;
        if log > LOG || !rest.is_power_of_two() {
            return None;
        }
        weights.push(rest.ilog2() as u8 + 1);
        let ones = weights.iter().filter(|weight| **weight == 1).count();
        (ones >= 2 && ones % 2 == 0).then_some((Codes::new(&weights, log), 1 + len))
    }

    /// The codes for weights that sum up to 2^`log`.
    fn new(weights: &[u8], log: u32) -> Codes {
        let mut single = Vec::with_capacity(1 << LOG);
        for weight in 1..=log as u8 {
            let bits = log as u8 + 1 - weight;
            for (symbol, _) in weights.iter().enumerate().filter(|(_, of)| **of == weight) {
                let times = 1usize << (LOG - u32::from(bits));
                single.extend(std::iter::repeat_n((symbol as u8, bits), times));
            }
        }
        let mut entries = [Entry::default(); 1 << LOG];
        for (text, entry) in entries.iter_mut().enumerate() {
            let (first, bits) = single[text];
            let (second, more) = single[text << bits & ((1 << LOG) - 1)];
            let both = u32::from(bits + more) <= LOG;
            let all = if both { bits + more } else { bits };
            *entry = Entry { symbols: [first, second], first: bits, all };
        }
        Codes(entries)
    }

    /// Decodes the stream from `start` to the end of `bytes` into `out`. `None` if the number of symbols differs.
    pub fn decode(&self, isa: Isa, bytes: &[u8], start: usize, out: &mut [u8]) -> Option<()> {
        isa.compiled(Decode { codes: &self.0, bits: Bits::new(bytes, start)?, out })
    }
}

/// Compiled for an instruction set because of shifts by a variable number of bits.
struct Decode<'a> {
    codes: &'a [Entry; 1 << LOG],
    bits: Bits<'a>,
    out: &'a mut [u8],
}

impl Compiled for Decode<'_> {
    type Output = Option<()>;

    #[inline(always)]
    fn run(self) -> Option<()> {
        const AT_ONCE: u32 = AT_HAND / LOG;
        let Decode { codes, mut bits, mut out } = self;
        while out.len() > 2 * AT_ONCE as usize && bits.left()? >= (AT_ONCE * LOG) as usize {
            bits.refill()?;
            for _ in 0..AT_ONCE {
                let entry = codes[bits.peek(LOG) as usize];
                bits.take(entry.all.into());
                *out.first_chunk_mut()? = entry.symbols;
                out = out.get_mut(1 + usize::from(entry.all > entry.first)..)?;
            }
        }
        for symbols in out.chunks_mut(AT_ONCE as usize) {
            bits.refill()?;
            for symbol in symbols {
                let entry = codes[bits.peek(LOG) as usize];
                bits.take(entry.first.into());
                *symbol = entry.symbols[0];
            }
        }
        (bits.left()? == 0).then_some(())
    }
}

/// Weights of half a byte each.
fn direct_weights(bytes: &[u8], count: usize) -> Option<(Vec<u8>, usize)> {
    let bytes = bytes.get(..count.div_ceil(2))?;
    let mut weights: Vec<u8> = bytes.iter().flat_map(|byte| [byte >> 4, byte & 0xF]).collect();
    weights.truncate(count);
    let fits = weights.iter().all(|weight| u32::from(*weight) <= LOG);
    fits.then_some((weights, bytes.len()))
}

/// Weights in a stream of two alternating states. It ends when the next weight would need bits that the stream doesn't
/// have.
fn compressed_weights(bytes: &[u8]) -> Option<Vec<u8>> {
    const MAX_LOG: u32 = 6;
    let counts = read_counts(bytes, LOG as usize + 2, MAX_LOG)?;
    let states = States::new(&counts.counts, counts.log, |weight| Some((weight.into(), 0)))?;
    // Missing bits read as zeros.
    let mut padded = vec![0; 16];
    padded.extend_from_slice(bytes.get(counts.len..)?);
    let mut bits = Bits::new(&padded, 16)?;
    let mut weights = Vec::new();
    let (mut state, mut other) = (states.start(&mut bits), states.start(&mut bits));
    loop {
        let entry = state.entry(states.entries());
        weights.push(entry.symbol());
        (state, other) = (other, entry.next(&mut bits));
        if bits.left().is_none() {
            weights.push(state.entry(states.entries()).symbol());
            break;
        }
        bits.refill()?;
        if weights.len() > MAX_WEIGHTS {
            return None;
        }
    }
    let fits =
        weights.len() <= MAX_WEIGHTS && weights.iter().all(|weight| u32::from(*weight) <= LOG);
    fits.then_some(weights)
}
