//! Bit streams that are read from their end.

/// The rest of a stream, whose last bit is read first.
///
/// It is read in words. The last word may include bytes before the start of the stream; [`Bits::left`] detects that.
#[derive(Clone, Copy)]
pub(super) struct Bits<'a> {
    /// The bytes up to the end of the current word.
    bytes: &'a [u8],
    word: u64,
    /// The number of low bits of the word that are left.
    have: u32,
    /// The start of the stream in `bytes`.
    start: usize,
}

/// How many bits can be taken between refills.
pub(super) const AT_HAND: u32 = 57;

const WORD: usize = size_of::<u64>();

impl<'a> Bits<'a> {
    /// The stream from byte `start` of `bytes` to their end. The highest bit that is set in the last byte marks its
    /// end. At least 8 bytes must come before the stream; they are never returned.
    #[inline(always)]
    pub fn new(bytes: &'a [u8], start: usize) -> Option<Self> {
        let word = u64::from_le_bytes(*bytes.last_chunk()?);
        // The mark is in the last byte.
        let have = word.checked_ilog2().filter(|end| *end >= u64::BITS - 8)?;
        let inside = WORD <= start && start < bytes.len();
        inside.then_some(Bits { bytes, word, have, start })
    }

    /// `None` if far more bits were read than the stream has.
    #[inline(always)]
    pub fn refill(&mut self) -> Option<()> {
        let taken = (u64::BITS - self.have) / 8;
        self.have += 8 * taken;
        self.bytes = self.bytes.get(..self.bytes.len() - taken as usize)?;
        self.word = u64::from_le_bytes(*self.bytes.last_chunk()?);
        Some(())
    }

    /// The next bits, which stay unread.
    #[inline(always)]
    pub fn peek(&self, count: u32) -> u64 {
        // Zero bits would be a shift by 64.
        self.word.wrapping_shr(self.have - count) & ((1 << count) - 1)
    }

    /// The next bits, at most [`AT_HAND`] between refills.
    #[inline(always)]
    pub fn take(&mut self, count: u32) -> u64 {
        let bits = self.peek(count);
        self.have -= count;
        bits
    }

    /// The number of bits left; `None` if more were read than there are.
    #[inline(always)]
    pub fn left(&self) -> Option<usize> {
        let at = 8 * (self.bytes.len() - WORD) + self.have as usize;
        at.checked_sub(8 * self.start)
    }
}
