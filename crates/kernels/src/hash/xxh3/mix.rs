//! The steps that all length classes of XXH3 share.

use super::secret::{PRIME_MX1, PRIME_MX2, PRIME64_2, PRIME64_3, Seed};
use crate::lanes::Lanes64;

/// `XXH64_avalanche`.
#[inline(always)]
pub(super) fn avalanche64<L: Lanes64, const SEEDS: u8>(seed: Seed<'_, L, SEEDS>, h: L) -> L {
    let h = (h ^ h.shr::<33>()) * seed.splat(PRIME64_2);
    let h = (h ^ h.shr::<29>()) * seed.splat(PRIME64_3);
    h ^ h.shr::<32>()
}

/// `XXH3_avalanche`.
#[inline(always)]
pub(super) fn avalanche<L: Lanes64, const SEEDS: u8>(seed: Seed<'_, L, SEEDS>, h: L) -> L {
    let h = (h ^ h.shr::<37>()) * seed.splat(PRIME_MX1);
    h ^ h.shr::<32>()
}

/// `XXH3_rrmxmx`.
#[inline(always)]
pub(super) fn rrmxmx<L: Lanes64, const SEEDS: u8>(seed: Seed<'_, L, SEEDS>, h: L, len: L) -> L {
    let h = (h ^ h.rotl::<49>() ^ h.rotl::<24>()) * seed.splat(PRIME_MX2);
    let h = (h ^ (h.shr::<35>() + len)) * seed.splat(PRIME_MX2);
    h ^ h.shr::<28>()
}

/// `XXH3_mix16B` of two words, with the secret from `at` on.
#[inline(always)]
pub(super) fn mix16<L: Lanes64, const SEEDS: u8>(
    seed: Seed<'_, L, SEEDS>,
    input: [L; 2],
    at: usize,
) -> L {
    let key = seed.key(at);
    (input[0] ^ key[0]).fold(input[1] ^ key[1])
}

/// Bytes 0, `len / 2` and `len - 1` of rows of 1 to 3 bytes, combined with the length to a number below 2^32.
#[inline(always)]
pub(super) fn combine_1_to_3<L: Lanes64, const SEEDS: u8>(
    seed: Seed<'_, L, SEEDS>,
    first: L,
    len: L,
) -> L {
    let byte = seed.splat(0xff);
    // The middle byte is byte 1 of 2 and 3 bytes, and byte 0 of 1 byte.
    let middle = first.shr_by(len.shl::<2>() & seed.splat(8)) & byte;
    let last = first.shr_by((len - seed.splat(1)).shl::<3>()) & byte;
    (first & byte).shl::<16>() | middle.shl::<24>() | last | len.shl::<8>()
}

/// The last 4 bytes of rows of 4 to 8 bytes.
#[inline(always)]
pub(super) fn last4<L: Lanes64, const SEEDS: u8>(seed: Seed<'_, L, SEEDS>, first: L, len: L) -> L {
    first.shr_by((len - seed.splat(4)).shl::<3>()) & seed.splat(0xffff_ffff)
}
