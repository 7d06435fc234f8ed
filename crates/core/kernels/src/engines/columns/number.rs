//! The bits of a whole number, for hashes of numbers.

use super::engine::{Engine, EngineTypes};

/// A hash of 64 bits that is a number already.
pub(super) struct NumberHash;

/// A row has one value, so the preceding hash is that of no value.
impl Engine for NumberHash {
    type Hash = u64;
    const SEED: u64 = 0;
    const NAME: &'static str = "jump_hash";
    const TYPES: EngineTypes = EngineTypes { tiny: true, unsigned: true, ..EngineTypes::FEWEST };

    #[inline(always)]
    fn null(hash: u64) -> u64 {
        hash
    }

    #[inline(always)]
    fn int(value: i32, hash: u64) -> u64 {
        NumberHash::long(value.into(), hash)
    }

    #[inline(always)]
    fn long(value: i64, _: u64) -> u64 {
        value.cast_unsigned()
    }

    #[inline(always)]
    fn little_endian<const N: usize>(bytes: [u8; N], _: u64) -> u64 {
        bytes.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte))
    }

    fn text(_: &[u8], _: u64) -> u64 {
        unreachable!("the check of arguments refuses it")
    }

    fn binary(_: &[u8], _: u64) -> u64 {
        unreachable!("the check of arguments refuses it")
    }
}
