//! Streams of bits that are read from their end.

/// What is left of a stream, of which the last bit comes first.
///
/// It is read in words, of which the first may reach into what lies before the stream; that comes to light
/// in [`Bits::left`].
#[derive(Clone, Copy)]
pub(super) struct Bits<'a> {
    /// Up to the end of the word that is at hand.
    bytes: &'a [u8],
    word: u64,
    /// How many bits of the word are left, the low ones.
    have: u32,
    /// Where in `bytes` the stream starts.
    start: usize,
}

/// How many bits can be taken between refills.
pub(super) const AT_HAND: u32 = 57;

const WORD: usize = size_of::<u64>();

impl<'a> Bits<'a> {
    /// The stream from byte `start` of `bytes` to their end; the highest bit that is set in the last byte
    /// marks its end. At least 8 bytes must lie before the stream, of which nothing comes out.
    #[inline(always)]
    pub fn new(bytes: &'a [u8], start: usize) -> Option<Self> {
        let word = u64::from_le_bytes(*bytes.last_chunk()?);
        // The mark is in the last byte.
        let have = word.checked_ilog2().filter(|end| *end >= u64::BITS - 8)?;
        let inside = WORD <= start && start < bytes.len();
        inside.then_some(Bits { bytes, word, have, start })
    }

    /// None where far more bits were taken than the stream has.
    #[inline(always)]
    pub fn refill(&mut self) -> Option<()> {
        let taken = (u64::BITS - self.have) / 8;
        self.have += 8 * taken;
        self.bytes = self.bytes.get(..self.bytes.len() - taken as usize)?;
        self.word = u64::from_le_bytes(*self.bytes.last_chunk()?);
        Some(())
    }

    /// The next bits without taking them.
    #[inline(always)]
    pub fn peek(&self, count: u32) -> u64 {
        // No bits of a whole word are a shift by 64, of which nothing is left.
        self.word.wrapping_shr(self.have - count) & ((1 << count) - 1)
    }

    /// The next bits, at most [`AT_HAND`] between refills.
    #[inline(always)]
    pub fn take(&mut self, count: u32) -> u64 {
        let bits = self.peek(count);
        self.have -= count;
        bits
    }

    /// How many bits are left; None where more were taken than there are.
    #[inline(always)]
    pub fn left(&self) -> Option<usize> {
        let at = 8 * (self.bytes.len() - WORD) + self.have as usize;
        at.checked_sub(8 * self.start)
    }
}
