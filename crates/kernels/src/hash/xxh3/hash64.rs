//! XXH3-64, class by class.

use super::class::*;
use super::mix::*;
use super::secret::*;
use crate::groups::{Group64, Orders};
use crate::lanes::{Lanes64, Simd};

/// Rows of at most 3 bytes.
impl Class<1> for To3 {
    #[inline(always)]
    fn hash<S: Simd, const SEEDS: u8>(
        rows: Group64<'_, S>,
        seed: Seed<'_, S::U64, SEEDS>,
    ) -> [S::U64; 1] {
        let len = rows.len();
        let combined = combine_1_to_3(seed, rows.first8(), len);
        let input = combined ^ seed.plus(const { flip32(0) });
        // The start of an empty row's avalanche.
        let empty = seed.xor(const { flip(56) });
        [avalanche64(seed, Lanes64::select(len.eq(seed.splat(0)), empty, input))]
    }
}

/// Rows of 4 to 8 bytes.
impl Class<1> for To8 {
    #[inline(always)]
    fn hash<S: Simd, const SEEDS: u8>(
        rows: Group64<'_, S>,
        seed: Seed<'_, S::U64, SEEDS>,
    ) -> [S::U64; 1] {
        let (first, len) = (rows.first8(), rows.len());
        let input = last4(seed, first, len) + first.shl::<32>();
        [rrmxmx(seed, input ^ seed.spread().minus(const { flip(8) }), len)]
    }
}

/// Rows of 9 to 16 bytes.
impl Class<1> for To16 {
    #[inline(always)]
    fn hash<S: Simd, const SEEDS: u8>(
        rows: Group64<'_, S>,
        seed: Seed<'_, S::U64, SEEDS>,
    ) -> [S::U64; 1] {
        let rows = rows.at_least::<9>();
        let low = rows.at::<0>() ^ seed.plus(const { flip(24) });
        let high = rows.before_end::<8>() ^ seed.minus(const { flip(40) });
        let acc = rows.len() + low.swap_bytes() + high + low.fold(high);
        [avalanche(seed, acc)]
    }
}

/// Rows of at most 16 bytes in one pass without branches, for lanes. Three short loops would be slower there.
impl<const ROOM: bool> Class<1> for UpTo16<ROOM> {
    #[inline(always)]
    fn hash<S: Simd, const SEEDS: u8>(
        rows: Group64<'_, S>,
        seed: Seed<'_, S::U64, SEEDS>,
    ) -> [S::U64; 1] {
        let len = rows.len();
        let is_tiny = seed.splat(4).gt(len);
        let is_long = len.gt(seed.splat(8));
        let choose = <S::U64 as Lanes64>::select;
        let Read { first, last, short: h } = match rows.rearranged(const { &orders::<ROOM>() }) {
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
        [h ^ h.shr_by(choose(is_long, seed.splat(32), short_shift))]
    }
}

/// Rows of at most 16 bytes, read for all of their classes.
struct Read<L> {
    /// The first 8 bytes of rows of 9 to 16 bytes.
    first: L,
    /// Their last 8 bytes.
    last: L,
    /// Shorter rows, up to the first multiplication.
    short: L,
}

/// 14 operations on vectors, where [`by_shifts`] takes 37: words take 3.0 instead of 3.6 ns (AVX2, Zen 3). With the secret and
/// the length read from a table, too, they take 0.3 ns more.
#[inline(always)]
fn by_shuffles<L: Lanes64, const SEEDS: u8>(
    len: L,
    [first, last]: [L; 2],
    seed: Seed<'_, L, SEEDS>,
    is_tiny: L::Mask,
) -> Read<L> {
    let tiny = seed.plus(const { flip32(0) }) ^ len.shl::<8>();
    let tiny = L::select(len.eq(seed.splat(0)), seed.xor(const { flip(56) }), tiny);
    let h = first ^ L::select(is_tiny, tiny, seed.spread().minus(const { flip(8) }));
    let short = h ^ L::select(is_tiny, h.shr::<33>(), h.rotl::<49>() ^ h.rotl::<24>());
    Read { first, last, short }
}

/// The same from the bytes as they are.
#[inline(always)]
fn by_shifts<S: Simd, const SEEDS: u8>(
    rows: Group64<'_, S>,
    seed: Seed<'_, S::U64, SEEDS>,
    is_tiny: <S::U64 as Lanes64>::Mask,
) -> Read<S::U64> {
    let (first, len) = (rows.first8(), rows.len());
    let input = last4(seed, first, len) + first.shl::<32>();
    let h = input ^ seed.spread().minus(const { flip(8) });
    let h = h ^ h.rotl::<49>() ^ h.rotl::<24>();
    let tiny = combine_1_to_3(seed, first, len) ^ seed.plus(const { flip32(0) });
    let tiny = S::U64::select(len.eq(seed.splat(0)), seed.xor(const { flip(56) }), tiny);
    let short = S::U64::select(is_tiny, tiny ^ tiny.shr::<33>(), h);
    Read { first, last: rows.last8(), short }
}

/// What [`by_shuffles`] reads of rows of each length: bytes `len - 1`, none, 0 and `len / 2` of up to 3 bytes; the last 4 and
/// the first 4 of up to 8 bytes; the first 8 and the last 8 of longer rows.
const fn orders<const ROOM: bool>() -> Orders<ROOM> {
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
    Orders(orders)
}

/// Rows of 17 to 128 bytes: 16 bytes from either end, then the next 16, up to the middle.
impl<const MIN: usize> Class<1> for Mid<MIN> {
    #[inline(always)]
    fn hash<S: Simd, const SEEDS: u8>(
        rows: Group64<'_, S>,
        seed: Seed<'_, S::U64, SEEDS>,
    ) -> [S::U64; 1] {
        let rows = rows.at_least::<MIN>();
        let mut acc = rows.len() * seed.splat(PRIME64_1);
        if MIN <= 32 {
            acc = acc + mix16(seed, rows.at2::<0>(), 0);
            return [avalanche(seed, acc + mix16(seed, rows.before_end2::<16>(), 16))];
        }
        let ([a, b, c, d], [w, x, y, z]) = (rows.at4::<0>(), rows.before_end4::<32>());
        acc = acc + mix16(seed, [a, b], 0) + mix16(seed, [y, z], 16);
        acc = acc + mix16(seed, [c, d], 32) + mix16(seed, [w, x], 48);
        if MIN > 96 {
            let ([a, b, c, d], [w, x, y, z]) = (rows.at4::<32>(), rows.before_end4::<64>());
            acc = acc + mix16(seed, [a, b], 64) + mix16(seed, [y, z], 80);
            acc = acc + mix16(seed, [c, d], 96) + mix16(seed, [w, x], 112);
        } else if MIN > 64 {
            acc = acc + mix16(seed, rows.at2::<32>(), 64);
            acc = acc + mix16(seed, rows.before_end2::<48>(), 80);
        }
        [avalanche(seed, acc)]
    }
}

/// Rows of 129 to 240 bytes.
impl Class<1> for To240 {
    #[inline(always)]
    fn hash<S: Simd, const SEEDS: u8>(
        rows: Group64<'_, S>,
        seed: Seed<'_, S::U64, SEEDS>,
    ) -> [S::U64; 1] {
        let (each, rows) = (rows, rows.at_least::<129>());
        let len = rows.len();
        let mut acc = len * seed.splat(PRIME64_1);
        let first = [rows.at4::<0>(), rows.at4::<32>(), rows.at4::<64>(), rows.at4::<96>()];
        for (i, [a, b, c, d]) in first.into_iter().enumerate() {
            acc = acc + mix16(seed, [a, b], 32 * i) + mix16(seed, [c, d], 32 * i + 16);
        }
        acc = avalanche(seed, acc);
        // The last 16 bytes take the end of the smallest secret.
        let mut end = mix16(seed, rows.before_end2::<16>(), 136 - 17);
        for i in 8..15 {
            let has_round = len.gt(seed.splat(16 * i as u64 + 15));
            if !<S::U64 as Lanes64>::any(has_round) {
                break;
            }
            let mixed = mix16(seed, each.pair(16 * i), 16 * (i - 8) + 3);
            end = end + Lanes64::select(has_round, mixed, seed.splat(0));
        }
        [avalanche(seed, acc + end)]
    }
}
