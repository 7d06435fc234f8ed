//! ClickHouse's hashes of several values: `sipHash64`, `sipHash128`, `cityHash64` and `halfMD5`.
//!
//! Spec: `FunctionAnyHash` in ClickHouse (`src/Functions/FunctionsHashing.h`). Each value has a
//! hash of its own. The hash of a row is the first value's, combined with the next one's, and so
//! on. A row with a NULL has no hash.

use std::marker::PhantomData;

use md5::Digest;
use siphasher::sip::SipHasher24;

use super::add;
use super::engine::{Engine, EngineTypes};
use super::error::{Unrepresentable, ValueError};
use crate::encoding::Column;
use crate::encoding::out_of_memory::room;
use crate::hash::{city, siphash};
use crate::isa::Isa;

/// A hash function of ClickHouse.
pub(super) trait ClickHouseHasher {
    /// The type of the hash.
    type Hash: Copy + Default;
    /// Any hash; nothing reads it.
    const UNREAD: Self::Hash;
    /// The hash of a text, or of the bytes of a value that is not hashed as a number.
    fn bytes(bytes: &[u8]) -> Self::Hash;
    /// The hash of a number, a date or a UUID of at most 64 bits, by its bytes, the lowest first.
    #[inline(always)]
    fn number<const N: usize>(bytes: [u8; N]) -> Self::Hash {
        Self::bytes(&bytes)
    }
    /// The hash of two hashes.
    fn combine(first: Self::Hash, second: Self::Hash) -> Self::Hash;
}

/// `sipHash64`: SipHash-2-4 under the key 0.
pub(super) struct ClickHouseSip;

impl ClickHouseHasher for ClickHouseSip {
    type Hash = u64;
    const UNREAD: u64 = 0;

    #[inline(always)]
    fn bytes(bytes: &[u8]) -> u64 {
        SipHasher24::new().hash(bytes)
    }

    #[inline(always)]
    fn combine(first: u64, second: u64) -> u64 {
        Self::bytes([first, second].map(u64::to_le_bytes).as_flattened())
    }
}

/// `sipHash128`, which is not the reference's.
pub(super) struct ClickHouseSip128;

impl ClickHouseHasher for ClickHouseSip128 {
    type Hash = [u8; 16];
    const UNREAD: [u8; 16] = [0; 16];

    #[inline(always)]
    fn bytes(bytes: &[u8]) -> [u8; 16] {
        siphash::clickhouse_128(bytes)
    }

    #[inline(always)]
    fn combine(first: [u8; 16], second: [u8; 16]) -> [u8; 16] {
        Self::bytes([first, second].as_flattened())
    }
}

/// `halfMD5`: the first eight bytes of MD5, big-endian.
pub(super) struct HalfMd5;

impl ClickHouseHasher for HalfMd5 {
    type Hash = u64;
    const UNREAD: u64 = 0;

    #[inline(always)]
    fn bytes(bytes: &[u8]) -> u64 {
        let digest = md5::Md5::digest(bytes);
        digest.iter().take(8).fold(0, |half, byte| half << 8 | u64::from(*byte))
    }

    #[inline(always)]
    fn combine(first: u64, second: u64) -> u64 {
        Self::bytes([first, second].map(u64::to_le_bytes).as_flattened())
    }
}

/// `cityHash64`: CityHash64 of CityHash 1.0.2 for bytes, and a mixer of ClickHouse's own for
/// numbers.
pub(super) struct ClickHouseCity;

impl ClickHouseHasher for ClickHouseCity {
    type Hash = u64;
    const UNREAD: u64 = 0;

    #[inline(always)]
    fn bytes(bytes: &[u8]) -> u64 {
        city::cityhash64_v102(bytes)
    }

    /// Numbers of up to 64 bits are padded with zeros, whatever their sign.
    #[inline(always)]
    fn number<const N: usize>(bytes: [u8; N]) -> u64 {
        if N > 8 {
            return Self::bytes(&bytes);
        }
        let number = bytes.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte));
        let mut hash = number ^ 0x4cf2_d2ba_ae6d_a887;
        hash = (hash ^ hash >> 33).wrapping_mul(0xff51_afd7_ed55_8ccd);
        hash = (hash ^ hash >> 33).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
        hash ^ hash >> 33
    }

    #[inline(always)]
    fn combine(first: u64, second: u64) -> u64 {
        city::hash_128_to_64(first, second)
    }
}

/// ClickHouse's hash of one value. The preceding hash is ignored.
pub(super) struct ClickHouseEngine<H>(PhantomData<H>);

impl<H: ClickHouseHasher> Engine for ClickHouseEngine<H> {
    type Hash = H::Hash;
    const SEED: H::Hash = H::UNREAD;
    const NAME: &'static str = "this function";
    const TYPES: EngineTypes = EngineTypes {
        booleans_and_floats: true,
        tiny: true,
        unsigned: true,
        wide: true,
        decimals_and_dates: true,
        uuids: true,
        ..EngineTypes::FEWEST
    };

    /// The result for the row becomes NULL.
    #[inline(always)]
    fn null(hash: H::Hash) -> H::Hash {
        hash
    }

    #[inline(always)]
    fn boolean(value: bool, _: H::Hash) -> H::Hash {
        H::number([u8::from(value)])
    }

    #[inline(always)]
    fn tiny(value: i8, _: H::Hash) -> H::Hash {
        H::number(value.to_le_bytes())
    }

    #[inline(always)]
    fn short(value: i16, _: H::Hash) -> H::Hash {
        H::number(value.to_le_bytes())
    }

    #[inline(always)]
    fn int(value: i32, _: H::Hash) -> H::Hash {
        H::number(value.to_le_bytes())
    }

    #[inline(always)]
    fn long(value: i64, _: H::Hash) -> H::Hash {
        H::number(value.to_le_bytes())
    }

    #[inline(always)]
    fn little_endian<const N: usize>(bytes: [u8; N], _: H::Hash) -> H::Hash {
        H::number(bytes)
    }

    #[inline(always)]
    fn float(value: f32, _: H::Hash) -> H::Hash {
        H::number(value.to_le_bytes())
    }

    #[inline(always)]
    fn double(value: f64, _: H::Hash) -> H::Hash {
        H::number(value.to_le_bytes())
    }

    #[inline(always)]
    fn text(value: &[u8], _: H::Hash) -> H::Hash {
        H::bytes(value)
    }

    #[inline(always)]
    fn binary(value: &[u8], _: H::Hash) -> H::Hash {
        H::bytes(value)
    }

    /// Decimal32, Decimal64 or Decimal128, with as many bytes as the precision requires. They are
    /// not hashed as numbers.
    #[inline(always)]
    fn decimal(
        unscaled: i128,
        precision: u8,
        _: u8,
        _: H::Hash,
    ) -> Result<H::Hash, Unrepresentable> {
        let reason = |_| Unrepresentable::Decimal { precision };
        Ok(match precision {
            ..=9 => H::bytes(&i32::try_from(unscaled).map_err(reason)?.to_le_bytes()),
            10..=18 => H::bytes(&i64::try_from(unscaled).map_err(reason)?.to_le_bytes()),
            _ => H::bytes(&unscaled.to_le_bytes()),
        })
    }

    /// DateTime64 of the column's unit.
    #[inline(always)]
    fn timestamp(count: i64, _: u64, _: H::Hash) -> Result<H::Hash, Unrepresentable> {
        Ok(H::bytes(&count.to_le_bytes()))
    }

    /// The high half before the low one, each with its lowest byte first.
    #[inline(always)]
    fn uuid(value: u128, _: H::Hash) -> H::Hash {
        H::bytes(&value.rotate_left(64).to_le_bytes())
    }
}

/// Hashes rows of columns. The previous content of `out` is ignored.
pub(super) fn hash_rows<H: ClickHouseHasher>(
    isa: Isa,
    row: &[Column<'_>],
    out: &mut [H::Hash],
) -> Result<(), ValueError> {
    let Some((first, others)) = row.split_first() else { return Ok(()) };
    add::<ClickHouseEngine<H>>(isa, std::slice::from_ref(first), out)?;
    let Some(_) = others.first() else { return Ok(()) };
    let of_place = |place: usize| move |error: ValueError| ValueError { place, ..error };
    let mut hashes = room(out.len())
        .map_err(|error| ValueError { place: 0, reason: Unrepresentable::from(error) })?;
    hashes.resize(out.len(), H::UNREAD);
    for (i, column) in others.iter().enumerate() {
        add::<ClickHouseEngine<H>>(isa, std::slice::from_ref(column), &mut hashes)
            .map_err(of_place(i + 1))?;
        for (out, hash) in out.iter_mut().zip(&hashes) {
            *out = H::combine(*out, *hash);
        }
    }
    Ok(())
}
