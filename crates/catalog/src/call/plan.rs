//! A call's kernel with its parameters.

use hashlane_kernels::hash::Digester;
use hashlane_kernels::row::engines::ColumnsHash;
use hashlane_kernels::rows::{HashKernel, Seeds};

use super::Settings;
use super::parameters::{SeedColumn, SettingsByRow};
use crate::function::{Fold, LookupKernel, MeasureKernel, RowKernel, UnpackKernel};

/// The kernel with its settings.
pub(super) enum Plan<'a> {
    Hash32(HashKernel<u32, u32>, SeedColumn<'a, u32>),
    Hash64(HashKernel<u64, u64>, SeedColumn<'a, u64>),
    Hash128(HashKernel<u64, [u8; 16]>, SeedColumn<'a, u64>),
    Keyed64(HashKernel<u128, u64>, SeedColumn<'a, u128>),
    Keyed128(HashKernel<u128, [u8; 16]>, SeedColumn<'a, u128>),
    Signed32(HashKernel<u32, i32>, SeedColumn<'a, u32>),
    Signed64(HashKernel<u64, i64>, SeedColumn<'a, u64>),
    Columns32(ColumnsHash<i32>),
    Bucket32(ColumnsHash<i32>, SeedColumn<'a, u32>),
    Columns64(ColumnsHash<i64>),
    Digest(Digester),
    /// The bytes themselves.
    Bytes,
    /// With the digester of the last row, which serves as long as the settings stay as they are.
    DigestByRow(fn(&Settings) -> Digester, SettingsByRow<'a>, Option<Digester>),
    Row(RowKernel, SettingsByRow<'a>),
    Lookup(LookupKernel, SettingsByRow<'a>),
    Unpack(UnpackKernel, SettingsByRow<'a>),
    Measure(MeasureKernel, SettingsByRow<'a>),
    /// Over lists, as an aggregate over the rows of groups.
    List(Fold, SettingsByRow<'a>),
}

impl Plan<'_> {
    /// Whether each row has a seed or a key of its own.
    pub fn has_seed_by_row(&self) -> bool {
        match self {
            Plan::Hash32(_, seeds) => matches!(seeds.seeds(), Seeds::Column(_)),
            Plan::Hash64(_, seeds) | Plan::Hash128(_, seeds) => {
                matches!(seeds.seeds(), Seeds::Column(_))
            }
            Plan::Keyed64(_, keys) | Plan::Keyed128(_, keys) => {
                matches!(keys.seeds(), Seeds::Column(_))
            }
            _ => false,
        }
    }

    /// Bytes in a digest before it becomes hex.
    pub fn width(&self) -> usize {
        match self {
            Plan::Hash32(..) => 4,
            Plan::Hash64(..) | Plan::Keyed64(..) => 8,
            Plan::Hash128(..) | Plan::Keyed128(..) => 16,
            Plan::Digest(digester) => digester.width(),
            Plan::Signed32(..)
            | Plan::Signed64(..)
            | Plan::Columns32(_)
            | Plan::Bucket32(..)
            | Plan::Columns64(_)
            | Plan::DigestByRow(..)
            | Plan::Bytes
            | Plan::Row(..)
            | Plan::Lookup(..)
            | Plan::Unpack(..)
            | Plan::Measure(..)
            | Plan::List(..) => unreachable!("they are no digests of one width"),
        }
    }
}
