//! XXH3's secret and primes, and how a seed changes them.

use crate::lanes::Lanes64;

pub(super) const PRIME32_1: u64 = 0x9E37_79B1;
pub(super) const PRIME32_2: u64 = 0x85EB_CA77;
pub(super) const PRIME32_3: u64 = 0xC2B2_AE3D;
pub(super) const PRIME64_1: u64 = 0x9E37_79B1_85EB_CA87;
pub(super) const PRIME64_2: u64 = 0xC2B2_AE3D_27D4_EB4F;
pub(super) const PRIME64_3: u64 = 0x1656_67B1_9E37_79F9;
pub(super) const PRIME64_4: u64 = 0x85EB_CA77_C2B2_AE63;
pub(super) const PRIME64_5: u64 = 0x27D4_EB2F_1656_67C5;
pub(super) const PRIME_MX1: u64 = 0x1656_6791_9E37_79F9;
pub(super) const PRIME_MX2: u64 = 0x9FB2_1C65_1E98_DF25;

/// The default secret, `kSecret`.
pub(super) const SECRET: [u8; 192] = *b"\
\xb8\xfe\x6c\x39\x23\xa4\x4b\xbe\x7c\x01\x81\x2c\xf7\x21\xad\x1c\xde\xd4\x6d\xe9\x83\x90\x97\xdb\
\x72\x40\xa4\xa4\xb7\xb3\x67\x1f\xcb\x79\xe6\x4e\xcc\xc0\xe5\x78\x82\x5a\xd0\x7d\xcc\xff\x72\x21\
\xb8\x08\x46\x74\xf7\x43\x24\x8e\xe0\x35\x90\xe6\x81\x3a\x26\x4c\x3c\x28\x52\xbb\x91\xc3\x00\xcb\
\x88\xd0\x65\x8b\x1b\x53\x2e\xa3\x71\x64\x48\x97\xa2\x0d\xf9\x4e\x38\x19\xef\x46\xa9\xde\xac\xd8\
\xa8\xfa\x76\x3f\xe3\x9c\x34\x3f\xf9\xdc\xbb\xc7\xc7\x0b\x4f\x1d\x8a\x51\xe0\x4b\xcd\xb4\x59\x31\
\xc8\x9f\x7e\xc9\xd9\x78\x73\x64\xea\xc5\xac\x83\x34\xd3\xeb\xc3\xc5\x81\xa0\xff\xfa\x13\x63\xeb\
\x17\x0d\xdd\x51\xb7\xf0\xda\x49\xd3\x16\x55\x26\x29\xd4\x68\x9e\x2b\x16\xbe\x58\x7d\x47\xa1\xfc\
\x8f\xf8\xb8\xd1\x7a\xd0\x31\xce\x45\xcb\x3a\x8f\x95\x16\x04\x28\xaf\xd7\xfb\xca\xbb\x4b\x40\x7e";

/// The little-endian word of the secret at a byte offset.
#[inline(always)]
pub(super) const fn word(at: usize) -> u64 {
    match SECRET.split_at(at).1.first_chunk() {
        Some(bytes) => u64::from_le_bytes(*bytes),
        None => panic!("the secret has 192 bytes"),
    }
}

/// The XOR of two neighbouring words of the secret, the first at a byte offset. Call it in a `const` block: as an
/// ordinary call it was not always inlined, which cost `xxh3` of a word a fifth of its time.
pub(super) const fn flip(at: usize) -> u64 {
    word(at) ^ word(at + 8)
}

/// The XOR of two neighbouring 32-bit words of the secret, the first at a byte offset. For a `const` block, as
/// [`flip`].
pub(super) const fn flip32(at: usize) -> u64 {
    (word(at) as u32 ^ (word(at) >> 32) as u32) as u64
}

/// A secret as little-endian words.
pub(super) type SecretWords = [u64; 24];

/// The default secret.
pub(super) const SECRET_WORDS: SecretWords = {
    let (mut words, mut i) = ([0; 24], 0);
    while i < 24 {
        words[i] = word(8 * i);
        i += 1;
    }
    words
};

/// The secret under a seed: its words plus and minus the seed in turn.
pub(super) fn derive(seed: u64) -> SecretWords {
    let plus = |i: usize| if i.is_multiple_of(2) { seed } else { seed.wrapping_neg() };
    std::array::from_fn(|i| SECRET_WORDS[i].wrapping_add(plus(i)))
}

/// The bytes of a secret. Rows over 240 bytes read them at any offset.
pub(super) fn bytes(words: &SecretWords) -> [u8; 192] {
    let mut bytes = [0; 192];
    for (bytes, word) in bytes.as_chunks_mut::<8>().0.iter_mut().zip(words) {
        *bytes = word.to_le_bytes();
    }
    bytes
}

/// All rows have seed 0. Nothing is added for it.
pub(super) const ZERO: u8 = 0;
/// All rows have one seed.
pub(super) const CONSTANT: u8 = 1;
/// Each row has its own seed.
pub(super) const COLUMN: u8 = 2;

/// The seeds of the lanes' rows, in one of the three ways.
#[derive(Clone, Copy)]
pub(super) struct Seed<'a, L: Lanes64, const SEEDS: u8> {
    pub(super) simd: L::Simd,
    pub(super) lanes: L,
    /// The secret that [`derive`] returns for a constant seed.
    pub(super) secret: &'a SecretWords,
    /// Whether the secret is read from memory at each use. It isn't in the loops over rows that are listed by class,
    /// where rereading made `xxh3` of 20 to 60 bytes 12 % slower.
    pub(super) rereads: bool,
}

impl<L: Lanes64, const SEEDS: u8> Seed<'_, L, SEEDS> {
    /// `x` in every lane.
    #[inline(always)]
    pub(super) fn splat(self, x: u64) -> L {
        L::splat(self.simd, x)
    }

    /// `x` plus the seed.
    #[inline(always)]
    pub(super) fn plus(self, x: u64) -> L {
        if SEEDS == ZERO { self.splat(x) } else { self.splat(x) + self.lanes }
    }

    /// `x` minus the seed.
    #[inline(always)]
    pub(super) fn minus(self, x: u64) -> L {
        if SEEDS == ZERO { self.splat(x) } else { self.splat(x) - self.lanes }
    }

    /// `x` XOR the seed.
    #[inline(always)]
    pub(super) fn xor(self, x: u64) -> L {
        if SEEDS == ZERO { self.splat(x) } else { self.splat(x) ^ self.lanes }
    }

    /// The two words of the secret from `at` on, plus and minus the seed.
    #[inline(always)]
    pub(super) fn key(self, at: usize) -> [L; 2] {
        if SEEDS == COLUMN || !at.is_multiple_of(16) {
            return [self.plus(word(at)), self.minus(word(at + 8))];
        }
        let word = |at: usize| match self.rereads {
            true => L::splat_from(self.simd, &self.secret[at / 8]),
            false => self.splat(self.secret[at / 8]),
        };
        [word(at), word(at + 8)]
    }

    /// The negative of the seed. Don't call [`Seed::key`] at a multiple of 16 on it: it keeps the seed's own secret.
    #[inline(always)]
    pub(super) fn negated(self) -> Self {
        Seed { lanes: self.splat(0) - self.lanes, ..self }
    }

    /// The seed with its low half, bytes reversed, XORed into the high half, for rows of 4 to 8 bytes.
    #[inline(always)]
    pub(super) fn spread(self) -> Self {
        if SEEDS == ZERO {
            return self;
        }
        Seed { lanes: self.lanes ^ self.lanes.shl::<32>().swap_bytes().shl::<32>(), ..self }
    }
}
