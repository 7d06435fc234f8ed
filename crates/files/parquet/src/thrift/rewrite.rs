//! Copies bytes in the compact protocol and replaces some numbers.

use super::places::ThriftPlace;

/// A copy in progress. Places must be in ascending order.
#[derive(Debug)]
pub(crate) struct ThriftRewrite<'a> {
    old: &'a [u8],
    copied: usize,
    new: Vec<u8>,
}

impl<'a> ThriftRewrite<'a> {
    pub(crate) fn new(old: &'a [u8]) -> Self {
        ThriftRewrite { old, copied: 0, new: Vec::new() }
    }

    /// The bytes that are copied.
    pub(crate) fn old(&self) -> &'a [u8] {
        self.old
    }

    /// Replaces the number at `place`.
    ///
    /// # Panics
    /// Panics if the place comes before a number that has been replaced.
    pub(crate) fn number(&mut self, place: &ThriftPlace, number: i64) {
        self.new.extend_from_slice(&self.old[self.copied..place.value.start]);
        write_zigzag(&mut self.new, number);
        self.copied = place.value.end;
    }

    /// Returns the copy, completed with the rest of the old bytes.
    pub(crate) fn finish(mut self) -> Vec<u8> {
        self.new.extend_from_slice(&self.old[self.copied..]);
        self.new
    }
}

/// Appends a signed number in the protocol's encoding.
pub(crate) fn write_zigzag(out: &mut Vec<u8>, number: i64) {
    let mut left = (number << 1 ^ number >> 63) as u64;
    while left >= 0x80 {
        out.push(left as u8 | 0x80);
        left >>= 7;
    }
    out.push(left as u8);
}
