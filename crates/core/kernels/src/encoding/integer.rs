//! Whole numbers: a sign byte, then the magnitude as a varint.
//!
//! A varint is base 128, least significant group first, with the high bit set on all bytes but the
//! last.

/// A whole number of any width.
pub(crate) trait Integer: Copy {
    /// Whether the number is negative, and its magnitude.
    fn split(self) -> (bool, u128);
}

macro_rules! integers {
    ($($signed:ident $unsigned:ident),*) => {$(
        impl Integer for $signed {
            #[inline(always)]
            fn split(self) -> (bool, u128) {
                (self < 0, self.unsigned_abs().into())
            }
        }
        impl Integer for $unsigned {
            #[inline(always)]
            fn split(self) -> (bool, u128) {
                (false, self.into())
            }
        }
    )*};
}
integers!(i8 u8, i16 u16, i32 u32, i64 u64, i128 u128);

/// The low and the high half of an `i128`.
#[derive(Clone, Copy)]
pub(crate) struct SignedHalves(pub [u64; 2]);

/// The low and the high half of a `u128`.
#[derive(Clone, Copy)]
pub(crate) struct UnsignedHalves(pub [u64; 2]);

impl Integer for SignedHalves {
    #[inline(always)]
    fn split(self) -> (bool, u128) {
        (UnsignedHalves(self.0).split().1 as i128).split()
    }
}

impl Integer for UnsignedHalves {
    #[inline(always)]
    fn split(self) -> (bool, u128) {
        (false, u128::from(self.0[0]) | u128::from(self.0[1]) << 64)
    }
}

/// At most 16 bytes, the first one lowest, and their number.
#[derive(Clone, Copy)]
pub(super) struct ShortBytes {
    pub bytes: u128,
    pub len: usize,
}

/// A varint of at most 64 bits in two words, computed without branches and tables, so that loops
/// over numbers vectorize.
pub(super) struct Varint {
    /// The first 8 bytes.
    pub low: u64,
    /// The last 2 bytes; 0 unless it was created as `LONG`.
    pub high: u64,
    /// The number of bytes.
    pub len: u64,
}

impl Varint {
    /// The varint of `value`, which is below 2^56 unless this is `LONG`.
    #[inline(always)]
    pub(crate) fn new<const LONG: bool>(value: u64) -> Self {
        let groups = low_groups(value);
        let last = if LONG { value >> 56 } else { 0 };
        // A group continues if one above it is not 0: byte `i` of `above` has the bits of all
        // groups above `i`.
        let mut above = groups >> 8 | ((last | last >> 1) & 0x7f) << 56;
        above |= above >> 8;
        above |= above >> 16;
        above |= above >> 32;
        let marks = (above + 0x7f7f_7f7f_7f7f_7f7f) & 0x8080_8080_8080_8080;
        let mut count = marks >> 7;
        count += count >> 32;
        count += count >> 16;
        count += count >> 8;
        let len = 1 + (count & 0xf) + (last >> 7);
        Varint { low: groups | marks, high: last | (last >> 7) << 8, len }
    }
}

/// The first 8 groups of 7 bits, one per byte.
#[inline(always)]
fn low_groups(value: u64) -> u64 {
    // Moves halves of 28, 14 and 7 bits apart.
    let groups = value & 0x0fff_ffff | (value & 0x00ff_ffff_f000_0000) << 4;
    let groups = groups & 0x0000_3fff_0000_3fff | (groups & 0x0fff_c000_0fff_c000) << 2;
    groups & 0x007f_007f_007f_007f | (groups & 0x3f80_3f80_3f80_3f80) << 1
}

/// A varint of at most 64 bits.
#[inline(always)]
pub(super) fn varint(value: u64) -> ShortBytes {
    let Varint { low, high, len } = Varint::new::<true>(value);
    ShortBytes { bytes: u128::from(low) | u128::from(high) << 64, len: len as usize }
}

impl ShortBytes {
    /// Prepends the byte `first`.
    #[inline(always)]
    pub(crate) fn after(self, first: u8) -> ShortBytes {
        ShortBytes { bytes: self.bytes << 8 | u128::from(first), len: self.len + 1 }
    }
}

/// The most bytes of a varint of 128 bits.
const LONGEST: usize = 19;

/// A varint of more than 64 bits, and its length.
pub(super) fn long_varint(mut value: u128) -> ([u8; LONGEST], usize) {
    let mut bytes = [0; LONGEST];
    let mut len = 0;
    loop {
        bytes[len] = (value & 0x7f) as u8;
        len += 1;
        value >>= 7;
        if value == 0 {
            return (bytes, len);
        }
        bytes[len - 1] |= 0x80;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_varint_is_a_long_one() {
        let edges = (0..64).flat_map(|bit| [(1u64 << bit) - 1, 1 << bit, (1 << bit) + 1]);
        for value in edges.chain([u64::MAX, u64::MAX - 1, 300]) {
            let (long, len) = long_varint(value.into());
            let short = varint(value);
            assert_eq!(short.len, len, "{value}");
            assert_eq!(short.bytes.to_le_bytes()[..len], long[..len], "{value}");
            assert_eq!(short.bytes >> (8 * len), 0, "{value}");
            if value < 1 << 56 {
                let Varint { low, high, len } = Varint::new::<false>(value);
                assert_eq!(
                    (low.into(), high, len as usize),
                    (short.bytes, 0, short.len),
                    "{value}"
                );
            }
        }
        assert_eq!(long_varint(300), ([&[0xac, 2][..], &[0; 17]].concat().try_into().unwrap(), 2));
        assert_eq!(long_varint(u128::MAX).1, LONGEST);
    }

    #[test]
    fn halves_are_the_number() {
        for value in [0, 1, -1, i128::MIN, i128::MAX, i128::from(u64::MAX) + 1] {
            let halves = [value as u64, (value >> 64) as u64];
            assert_eq!(SignedHalves(halves).split(), value.split());
            assert_eq!(UnsignedHalves(halves).split(), (value as u128).split());
        }
    }
}
