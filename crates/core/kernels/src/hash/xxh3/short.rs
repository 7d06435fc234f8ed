//! Rows of up to 16 bytes, one in each lane.
//!
//! XXH3 has a hash for up to 3 bytes, one for up to 8 and one for up to 16. XXH3-64 computes all
//! three in every lane, sharing their multiplications, and selects: a column needs no order. The
//! hashes of XXH3-128 share too little for that, so its rows are listed by these ranges.

use super::long::{
    PRIME_MX1, PRIME_MX2, PRIME32_2, PRIME64_1, PRIME64_2, PRIME64_3, SECRET, SecretWords,
};
use super::{ListedRows, Xxh3Hash};
use crate::blocks::{AT_ONCE, MAX_LANES, Seeds};
use crate::groups::{ByteOrders, Group64};
use crate::isa::Isa;
use crate::lanes::{Kernel, Lanes64, Scalar, Simd};

/// Hashes rows of up to 16 bytes.
pub(super) fn hash_64(isa: Isa, rows: ListedRows<'_, u64>) {
    isa.vectorize(InLanes64(rows));
}

struct InLanes64<'a>(ListedRows<'a, u64>);

impl Kernel for InLanes64<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        match self.0.members.room() >= 16 {
            true => hash_range::<_, S, UpTo16<true>>(self.0, simd),
            false => hash_range::<_, S, UpTo16<false>>(self.0, simd),
        }
    }
}

/// Hashes rows of the range that ends with `longest`: 3, 8 or 16.
pub(super) fn hash_128(isa: Isa, longest: u8, rows: ListedRows<'_, [u8; 16]>) {
    let rows = InLanes128(rows, longest);
    match isa {
        Isa::Avx512(simd) => simd.vectorize(rows),
        _ => rows.with_simd(Scalar),
    }
}

struct InLanes128<'a>(ListedRows<'a, [u8; 16]>, u8);

impl Kernel for InLanes128<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        match self.1 {
            3 => hash_range::<_, S, RowsTo3>(self.0, simd),
            8 => hash_range::<_, S, RowsTo8>(self.0, simd),
            _ => hash_range::<_, S, RowsTo16>(self.0, simd),
        }
    }
}

/// Hashes rows that all belong to the range `C`.
#[inline(always)]
pub(super) fn hash_range<T: Xxh3Hash, S: Simd, C: LengthRange<T>>(
    rows: ListedRows<'_, T>,
    simd: S,
) {
    match rows.seeds {
        Seeds::Constant(_) => hash_range_seeded::<T, S, C, false>(rows, simd),
        Seeds::Column(_) => hash_range_seeded::<T, S, C, true>(rows, simd),
    }
}

/// `COLUMN` is whether each row has its own seed.
#[inline(always)]
fn hash_range_seeded<T: Xxh3Hash, S: Simd, C: LengthRange<T>, const COLUMN: bool>(
    rows: ListedRows<'_, T>,
    simd: S,
) {
    let ListedRows { members, seeds, secret, fetch, out } = rows;
    let constant = match seeds {
        Seeds::Constant(seed) => S::U64::splat(simd, seed),
        Seeds::Column(_) => S::U64::splat(simd, 0),
    };
    let secret = if COLUMN { None } else { Some(secret) };
    let (ids, lanes) = (members.ids(), S::U64::LANES);
    let whole = if members.are_all() { ids.len() / lanes * lanes } else { 0 };
    // A loop over groups that prefetches in each can't keep its constants in registers.
    for start in (0..ids.len()).step_by(AT_ONCE) {
        let end = ids.len().min(start + AT_ONCE);
        fetch.next(end - start);
        for first in (start..end.min(whole)).step_by(lanes) {
            let seed = match seeds {
                Seeds::Column(seeds) if COLUMN => S::U64::load(simd, &seeds[first..]),
                _ => constant,
            };
            let words =
                C::hash(members.group_in_order(simd, first), RowSeed { simd, lanes: seed, secret });
            out[first..first + lanes].copy_from_slice(&hashes::<T, S>(words)[..lanes]);
        }
        for first in (start.max(whole)..end).step_by(lanes) {
            let seed = match seeds {
                Seeds::Column(seeds) if COLUMN => members.values(simd, seeds, first),
                _ => constant,
            };
            let words = C::hash(members.group(simd, first), RowSeed { simd, lanes: seed, secret });
            for (id, hash) in ids[first..].iter().zip(&hashes::<T, S>(words)[..lanes]) {
                out[usize::from(*id)] = *hash;
            }
        }
    }
}

/// The hash of each lane.
#[inline(always)]
fn hashes<T: Xxh3Hash, S: Simd>(words: [S::U64; 2]) -> [T; MAX_LANES] {
    let mut stored = [[0; MAX_LANES]; 2];
    for (stored, words) in stored.iter_mut().zip(words) {
        words.store(&mut stored[..S::U64::LANES]);
    }
    std::array::from_fn(|i| T::from_words(stored[0][i], stored[1][i]))
}

/// The seeds of the lanes' rows.
#[derive(Clone, Copy)]
pub(super) struct RowSeed<'a, L: Lanes64> {
    pub simd: L::Simd,
    pub lanes: L,
    /// The secret under a seed that all rows have: adding the seed anew for each group takes UUIDs
    /// 1.8 ns instead of 1.6.
    secret: Option<&'a SecretWords>,
}

impl<L: Lanes64> RowSeed<'_, L> {
    /// `x` in every lane.
    #[inline(always)]
    pub(crate) fn splat(self, x: u64) -> L {
        L::splat(self.simd, x)
    }

    /// `x` plus the seed.
    #[inline(always)]
    pub(crate) fn plus(self, x: u64) -> L {
        self.splat(x) + self.lanes
    }

    /// `x` minus the seed.
    #[inline(always)]
    pub(crate) fn minus(self, x: u64) -> L {
        self.splat(x) - self.lanes
    }

    /// `x` XOR the seed.
    #[inline(always)]
    pub(crate) fn xor(self, x: u64) -> L {
        self.splat(x) ^ self.lanes
    }

    /// The two words of the secret from `at` on, plus and minus the seed.
    #[inline(always)]
    pub(crate) fn key(self, at: usize) -> [L; 2] {
        match self.secret {
            Some(secret) if at.is_multiple_of(16) => {
                [self.splat(secret[at / 8]), self.splat(secret[at / 8 + 1])]
            }
            _ => [self.plus(word(at)), self.minus(word(at + 8))],
        }
    }

    /// The negative of the seed.
    #[inline(always)]
    pub(crate) fn negated(self) -> Self {
        RowSeed { lanes: self.splat(0) - self.lanes, secret: None, ..self }
    }

    /// `XXH3_avalanche`.
    #[inline(always)]
    pub(crate) fn avalanche(self, h: L) -> L {
        let h = (h ^ h.shr::<37>()) * self.splat(PRIME_MX1);
        h ^ h.shr::<32>()
    }

    /// The seed with its low half, bytes reversed, XORed into the high half, for rows of 4 to 8
    /// bytes.
    #[inline(always)]
    fn spread(self) -> Self {
        RowSeed { lanes: self.lanes ^ self.lanes.shl::<32>().swap_bytes().shl::<32>(), ..self }
    }
}

/// The little-endian word of the secret at a byte offset.
#[inline(always)]
const fn word(at: usize) -> u64 {
    match SECRET.split_at(at).1.first_chunk() {
        Some(bytes) => u64::from_le_bytes(*bytes),
        None => panic!("the secret has 192 bytes"),
    }
}

/// The XOR of two neighbouring words of the secret, the first at a byte offset. Call it in a
/// `const` block: as an ordinary call it was not always inlined, which cost `xxh3` of a word a
/// fifth of its time.
const fn flip(at: usize) -> u64 {
    word(at) ^ word(at + 8)
}

/// The XOR of two neighbouring 32-bit words of the secret, the first at a byte offset. For a
/// `const` block, as [`flip`].
const fn flip32(at: usize) -> u64 {
    (word(at) as u32 ^ (word(at) >> 32) as u32) as u64
}

/// The hash of rows of a range of lengths.
pub(super) trait LengthRange<T> {
    /// Hashes a group of rows, all of this range. Returns the low and the high words; XXH3-64 has
    /// only low ones. Must be `#[inline(always)]`.
    fn hash<S: Simd>(rows: Group64<'_, S>, seed: RowSeed<'_, S::U64>) -> [S::U64; 2];
}

/// XXH3-64 of rows of at most 16 bytes, without branches. If `ROOM`, 16 bytes are readable from
/// every start.
struct UpTo16<const ROOM: bool>;
/// XXH3-128 of rows of at most 3 bytes.
struct RowsTo3;
/// XXH3-128 of rows of 4 to 8 bytes.
struct RowsTo8;
/// XXH3-128 of rows of 9 to 16 bytes.
struct RowsTo16;

impl<const ROOM: bool> LengthRange<u64> for UpTo16<ROOM> {
    #[inline(always)]
    fn hash<S: Simd>(rows: Group64<'_, S>, seed: RowSeed<'_, S::U64>) -> [S::U64; 2] {
        let len = rows.len();
        let is_tiny = seed.splat(4).gt(len);
        let is_long = len.gt(seed.splat(8));
        let choose = <S::U64 as Lanes64>::select;
        let ShortRows { first, last, short: h } = match rows.rearranged(const { &orders::<ROOM>() })
        {
            Some(words) => by_shuffles(len, words, seed, is_tiny),
            None => by_shifts(rows, seed, is_tiny),
        };

        // 4 to 8 bytes, or 1 to 3 bytes if tiny: they share two multiplications.
        let h = h * choose(is_tiny, seed.splat(PRIME64_2), seed.splat(PRIME_MX2));
        let h = h ^ choose(is_tiny, h.shr::<29>(), h.shr::<35>() + len);

        // 9 to 16 bytes. All share the last multiplication.
        let low = first ^ seed.plus(const { flip(24) });
        let high = last ^ seed.minus(const { flip(40) });
        let acc = len + low.swap_bytes() + high + low.fold(high);
        let h = choose(is_long, acc ^ acc.shr::<37>(), h);
        let short_prime = choose(is_tiny, seed.splat(PRIME64_3), seed.splat(PRIME_MX2));
        let h = h * choose(is_long, seed.splat(PRIME_MX1), short_prime);
        let short_shift = choose(is_tiny, seed.splat(32), seed.splat(28));
        [h ^ h.shr_by(choose(is_long, seed.splat(32), short_shift)), seed.splat(0)]
    }
}

/// Rows of at most 16 bytes, read for all of their classes.
struct ShortRows<L> {
    /// The first 8 bytes of rows of 9 to 16 bytes.
    first: L,
    /// Their last 8 bytes.
    last: L,
    /// Shorter rows, up to the first multiplication.
    short: L,
}

/// 14 operations on vectors, where [`by_shifts`] takes 37: words take 3.0 instead of 3.6 ns (AVX2,
/// Zen 3). With the secret and the length read from a table, too, they take 0.3 ns more.
#[inline(always)]
fn by_shuffles<L: Lanes64>(
    len: L,
    [first, last]: [L; 2],
    seed: RowSeed<'_, L>,
    is_tiny: L::Mask,
) -> ShortRows<L> {
    let tiny = seed.plus(const { flip32(0) }) ^ len.shl::<8>();
    let tiny = L::select(len.eq(seed.splat(0)), seed.xor(const { flip(56) }), tiny);
    let h = first ^ L::select(is_tiny, tiny, seed.spread().minus(const { flip(8) }));
    let short = h ^ L::select(is_tiny, h.shr::<33>(), h.rotl::<49>() ^ h.rotl::<24>());
    ShortRows { first, last, short }
}

/// The same from the bytes as they are.
#[inline(always)]
fn by_shifts<S: Simd>(
    rows: Group64<'_, S>,
    seed: RowSeed<'_, S::U64>,
    is_tiny: <S::U64 as Lanes64>::Mask,
) -> ShortRows<S::U64> {
    let (first, len) = (rows.first8(), rows.len());
    let input = last4(seed, first, len) + first.shl::<32>();
    let h = input ^ seed.spread().minus(const { flip(8) });
    let h = h ^ h.rotl::<49>() ^ h.rotl::<24>();
    let tiny = combine_1_to_3(seed, first, len) ^ seed.plus(const { flip32(0) });
    let tiny = S::U64::select(len.eq(seed.splat(0)), seed.xor(const { flip(56) }), tiny);
    let short = S::U64::select(is_tiny, tiny ^ tiny.shr::<33>(), h);
    ShortRows { first, last: rows.last8(), short }
}

/// What [`by_shuffles`] reads of rows of each length: bytes `len - 1`, none, 0 and `len / 2` of up
/// to 3 bytes; the last 4 and the first 4 of up to 8 bytes; the first 8 and the last 8 of longer
/// rows.
const fn orders<const ROOM: bool>() -> ByteOrders<ROOM> {
    let (mut orders, mut len) = ([[0x80; 16]; 17], 1);
    while len <= 16 {
        let (end, mut i) = (len as u8, 0);
        while i < 8 {
            let (low, high) = match len {
                1..=3 => ([end - 1, 0x80, 0, end / 2, 0x80, 0x80, 0x80, 0x80][i], 0x80),
                4..=8 => ([end - 4, end - 3, end - 2, end - 1, 0, 1, 2, 3][i], 0x80),
                _ => (i as u8, i as u8 + if ROOM { end - 8 } else { 8 }),
            };
            (orders[len][i], orders[len][8 + i]) = (low, high);
            i += 1;
        }
        len += 1;
    }
    ByteOrders(orders)
}

impl LengthRange<[u8; 16]> for RowsTo3 {
    #[inline(always)]
    fn hash<S: Simd>(rows: Group64<'_, S>, seed: RowSeed<'_, S::U64>) -> [S::U64; 2] {
        let len = rows.len();
        let low = combine_1_to_3(seed, rows.first8(), len);
        // The low half with its 4 bytes in reverse, rotated left by 13 as 32 bits.
        let high = low.swap_bytes().shr::<32>();
        let high = (high.shl::<13>() | high.shr::<19>()) & seed.splat(0xffff_ffff);
        let is_empty = len.eq(seed.splat(0));
        let low = Lanes64::select(
            is_empty,
            seed.xor(const { flip(64) }),
            low ^ seed.plus(const { flip32(0) }),
        );
        let high = Lanes64::select(
            is_empty,
            seed.xor(const { flip(80) }),
            high ^ seed.minus(const { flip32(8) }),
        );
        [avalanche64(seed, low), avalanche64(seed, high)]
    }
}

impl LengthRange<[u8; 16]> for RowsTo8 {
    #[inline(always)]
    fn hash<S: Simd>(rows: Group64<'_, S>, seed: RowSeed<'_, S::U64>) -> [S::U64; 2] {
        let (first, len) = (rows.first8(), rows.len());
        let input = (first & seed.splat(0xffff_ffff)) + last4(seed, first, len).shl::<32>();
        let keyed = input ^ seed.spread().plus(const { flip(16) });
        let (low, high) = keyed.widening_mul(seed.splat(PRIME64_1) + len.shl::<2>());
        let high = high + low.shl::<1>();
        let low = low ^ high.shr::<3>();
        let low = (low ^ low.shr::<35>()) * seed.splat(PRIME_MX2);
        [low ^ low.shr::<28>(), seed.avalanche(high)]
    }
}

impl LengthRange<[u8; 16]> for RowsTo16 {
    #[inline(always)]
    fn hash<S: Simd>(rows: Group64<'_, S>, seed: RowSeed<'_, S::U64>) -> [S::U64; 2] {
        let (first, last) = (rows.first8(), rows.last8());
        let keyed = first ^ last ^ seed.minus(const { flip(32) });
        let (low, high) = keyed.widening_mul(seed.splat(PRIME64_1));
        let low = low + (rows.len() - seed.splat(1)).shl::<54>();
        let last = last ^ seed.plus(const { flip(48) });
        let high = high + last + (last & seed.splat(0xffff_ffff)) * seed.splat(PRIME32_2 - 1);
        let low = low ^ high.swap_bytes();
        let (low, carry) = low.widening_mul(seed.splat(PRIME64_2));
        let high = carry + high * seed.splat(PRIME64_2);
        [seed.avalanche(low), seed.avalanche(high)]
    }
}

/// `XXH64_avalanche`.
#[inline(always)]
fn avalanche64<L: Lanes64>(seed: RowSeed<'_, L>, h: L) -> L {
    let h = (h ^ h.shr::<33>()) * seed.splat(PRIME64_2);
    let h = (h ^ h.shr::<29>()) * seed.splat(PRIME64_3);
    h ^ h.shr::<32>()
}

/// Bytes 0, `len / 2` and `len - 1` of rows of 1 to 3 bytes, combined with the length to a number
/// below 2^32.
#[inline(always)]
fn combine_1_to_3<L: Lanes64>(seed: RowSeed<'_, L>, first: L, len: L) -> L {
    let byte = seed.splat(0xff);
    // The middle byte is byte 1 of 2 and 3 bytes, and byte 0 of 1 byte.
    let middle = first.shr_by(len.shl::<2>() & seed.splat(8)) & byte;
    let last = first.shr_by((len - seed.splat(1)).shl::<3>()) & byte;
    (first & byte).shl::<16>() | middle.shl::<24>() | last | len.shl::<8>()
}

/// The last 4 bytes of rows of 4 to 8 bytes.
#[inline(always)]
fn last4<L: Lanes64>(seed: RowSeed<'_, L>, first: L, len: L) -> L {
    first.shr_by((len - seed.splat(4)).shl::<3>()) & seed.splat(0xffff_ffff)
}
