//! XXH3-128, class by class: the low half, then the high half.

use super::class::*;
use super::mix::*;
use super::secret::*;
use crate::groups::Group64;
use crate::lanes::{Lanes64, Simd};

/// Rows of at most 3 bytes.
impl Class<2> for To3 {
    #[inline(always)]
    fn hash<S: Simd, const SEEDS: u8>(
        rows: Group64<'_, S>,
        seed: Seed<'_, S::U64, SEEDS>,
    ) -> [S::U64; 2] {
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

/// Rows of 4 to 8 bytes.
impl Class<2> for To8 {
    #[inline(always)]
    fn hash<S: Simd, const SEEDS: u8>(
        rows: Group64<'_, S>,
        seed: Seed<'_, S::U64, SEEDS>,
    ) -> [S::U64; 2] {
        let (first, len) = (rows.first8(), rows.len());
        let input = (first & seed.splat(0xffff_ffff)) + last4(seed, first, len).shl::<32>();
        let keyed = input ^ seed.spread().plus(const { flip(16) });
        let (low, high) = keyed.widening_mul(seed.splat(PRIME64_1) + len.shl::<2>());
        let high = high + low.shl::<1>();
        let low = low ^ high.shr::<3>();
        let low = (low ^ low.shr::<35>()) * seed.splat(PRIME_MX2);
        [low ^ low.shr::<28>(), avalanche(seed, high)]
    }
}

/// Rows of 9 to 16 bytes.
impl Class<2> for To16 {
    #[inline(always)]
    fn hash<S: Simd, const SEEDS: u8>(
        rows: Group64<'_, S>,
        seed: Seed<'_, S::U64, SEEDS>,
    ) -> [S::U64; 2] {
        let rows = rows.at_least::<9>();
        let (first, last) = (rows.at::<0>(), rows.before_end::<8>());
        let keyed = first ^ last ^ seed.minus(const { flip(32) });
        let (low, high) = keyed.widening_mul(seed.splat(PRIME64_1));
        let low = low + (rows.len() - seed.splat(1)).shl::<54>();
        let last = last ^ seed.plus(const { flip(48) });
        let high = high + last + (last & seed.splat(0xffff_ffff)) * seed.splat(PRIME32_2 - 1);
        let low = low ^ high.swap_bytes();
        let (low, carry) = low.widening_mul(seed.splat(PRIME64_2));
        let high = carry + high * seed.splat(PRIME64_2);
        [avalanche(seed, low), avalanche(seed, high)]
    }
}

/// `XXH128_mix32B`: 16 bytes from two places, with the secret from `at` on.
#[inline(always)]
fn mix32<L: Lanes64, const SEEDS: u8>(
    seed: Seed<'_, L, SEEDS>,
    acc: [L; 2],
    first: [L; 2],
    second: [L; 2],
    at: usize,
) -> [L; 2] {
    [
        (acc[0] + mix16(seed, first, at)) ^ (second[0] + second[1]),
        (acc[1] + mix16(seed, second, at + 16)) ^ (first[0] + first[1]),
    ]
}

/// The two halves, from the accumulators of rows of 17 to 240 bytes.
#[inline(always)]
fn finish<L: Lanes64, const SEEDS: u8>(seed: Seed<'_, L, SEEDS>, acc: [L; 2], len: L) -> [L; 2] {
    let low = acc[0] + acc[1];
    let seeded_len = if SEEDS == ZERO { len } else { len - seed.lanes };
    let high = acc[0] * seed.splat(PRIME64_1)
        + acc[1] * seed.splat(PRIME64_4)
        + seeded_len * seed.splat(PRIME64_2);
    [avalanche(seed, low), seed.splat(0) - avalanche(seed, high)]
}

/// Rows of 17 to 128 bytes: from the middle to both ends, since the order matters here.
impl<const MIN: usize> Class<2> for Mid<MIN> {
    #[inline(always)]
    fn hash<S: Simd, const SEEDS: u8>(
        rows: Group64<'_, S>,
        seed: Seed<'_, S::U64, SEEDS>,
    ) -> [S::U64; 2] {
        let rows = rows.at_least::<MIN>();
        let len = rows.len();
        let mut acc = [len * seed.splat(PRIME64_1), seed.splat(0)];
        if MIN <= 32 {
            acc = mix32(seed, acc, rows.at2::<0>(), rows.before_end2::<16>(), 0);
            return finish(seed, acc, len);
        }
        if MIN > 96 {
            let ([a, b, c, d], [w, x, y, z]) = (rows.at4::<32>(), rows.before_end4::<64>());
            acc = mix32(seed, acc, [c, d], [w, x], 96);
            acc = mix32(seed, acc, [a, b], [y, z], 64);
        } else if MIN > 64 {
            acc = mix32(seed, acc, rows.at2::<32>(), rows.before_end2::<48>(), 64);
        }
        let ([a, b, c, d], [w, x, y, z]) = (rows.at4::<0>(), rows.before_end4::<32>());
        acc = mix32(seed, acc, [c, d], [w, x], 32);
        acc = mix32(seed, acc, [a, b], [y, z], 0);
        finish(seed, acc, len)
    }
}

/// Rows of 129 to 240 bytes.
impl Class<2> for To240 {
    #[inline(always)]
    fn hash<S: Simd, const SEEDS: u8>(
        rows: Group64<'_, S>,
        seed: Seed<'_, S::U64, SEEDS>,
    ) -> [S::U64; 2] {
        let (each, rows) = (rows, rows.at_least::<129>());
        let len = rows.len();
        let mut acc = [len * seed.splat(PRIME64_1), seed.splat(0)];
        let first = [rows.at4::<0>(), rows.at4::<32>(), rows.at4::<64>(), rows.at4::<96>()];
        for (i, [a, b, c, d]) in first.into_iter().enumerate() {
            acc = mix32(seed, acc, [a, b], [c, d], 32 * i);
        }
        acc = [avalanche(seed, acc[0]), avalanche(seed, acc[1])];
        for at in [128, 160, 192] {
            let has_step = len.gt(seed.splat(at as u64 + 31));
            if !<S::U64 as Lanes64>::any(has_step) {
                break;
            }
            let mixed = mix32(seed, acc, each.pair(at), each.pair(at + 16), at - 128 + 3);
            acc = [
                Lanes64::select(has_step, mixed[0], acc[0]),
                Lanes64::select(has_step, mixed[1], acc[1]),
            ];
        }
        // The last 32 bytes take the end of the smallest secret, under the negative seed.
        let [w, x, y, z] = rows.before_end4::<32>();
        acc = mix32(seed.negated(), acc, [y, z], [w, x], 136 - 17 - 16);
        finish(seed, acc, len)
    }
}
