//! Whole numbers: a sign byte, then the magnitude as a varint.
//!
//! A varint is base 128, least significant group first, with the high bit set on all bytes but the
//! last.

/// A whole number of any width.
pub(super) trait Integer: Copy {
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
pub(super) struct SignedHalves(pub [u64; 2]);

/// The low and the high half of a `u128`.
#[derive(Clone, Copy)]
pub(super) struct UnsignedHalves(pub [u64; 2]);

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
pub(super) struct Short {
    pub bytes: u128,
    pub len: usize,
}

/// The continuation bits of a varint, by its length, in its first 8 bytes.
pub(super) const CONTINUED: [u64; 11] = {
    let mut marks = [0; 11];
    let mut len = 2;
    while len < marks.len() {
        marks[len] = marks[len - 1] << 8 | 0x80;
        len += 1;
    }
    marks
};

/// The bytes of a value's varint.
#[inline(always)]
pub(super) fn len_of(value: u64) -> usize {
    let bits = 64 - (value | 1).leading_zeros() as usize;
    // Divided by 7, rounded up; exact up to 74.
    ((bits + 6) * 37) >> 8
}

/// The first 8 groups of 7 bits, one per byte.
#[inline(always)]
pub(super) fn low_groups(value: u64) -> u64 {
    // Moves halves of 28, 14 and 7 bits apart.
    let groups = value & 0x0fff_ffff | (value & 0x00ff_ffff_f000_0000) << 4;
    let groups = groups & 0x0000_3fff_0000_3fff | (groups & 0x0fff_c000_0fff_c000) << 2;
    groups & 0x007f_007f_007f_007f | (groups & 0x3f80_3f80_3f80_3f80) << 1
}

/// The last 2 of 10 groups, with the continuation bits of a varint of `len` bytes.
#[inline(always)]
pub(super) fn high_groups(value: u64, len: usize) -> u16 {
    let groups = (value >> 56) as u16;
    groups & 0x7f | (groups & 0x80) << 1 | u16::from(len > 9) << 7
}

/// A varint of at most 64 bits.
#[inline(always)]
pub(super) fn varint(value: u64) -> Short {
    let len = len_of(value);
    let low = low_groups(value) | CONTINUED[len];
    Short { bytes: u128::from(low) | u128::from(high_groups(value, len)) << 64, len }
}

impl Short {
    /// Prepends the byte `first`.
    #[inline(always)]
    pub fn after(self, first: u8) -> Short {
        Short { bytes: self.bytes << 8 | u128::from(first), len: self.len + 1 }
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
            assert!(len == 16 || short.bytes >> (8 * len) == 0);
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
