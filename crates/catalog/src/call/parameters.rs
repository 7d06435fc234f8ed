//! The parameters of a call over a batch: the same in all rows, or one in each.

use std::borrow::Cow;

use hashlane_kernels::rows::Seeds;

use super::{CallError, Column, Settings, Value};
use crate::function::{Arg, Function, Kind};

/// The seeds of a batch, or what a kernel takes in their place.
pub(super) enum SeedColumn<'a, S: Clone> {
    Constant(S),
    Column(Cow<'a, [S]>),
}

impl<S: Copy> SeedColumn<'_, S> {
    /// The seeds as kernels read them.
    pub fn seeds(&self) -> Seeds<'_, S> {
        match self {
            SeedColumn::Constant(seed) => Seeds::Constant(*seed),
            SeedColumn::Column(seeds) => Seeds::Column(seeds),
        }
    }
}

/// The settings of a call, some of which may change from row to row.
pub(super) struct SettingsByRow<'a> {
    function: &'static Function,
    pub settings: Settings,
    pub columns: Vec<(&'static Arg, Column<'a>, Option<Value<'a>>)>,
}

impl<'a> SettingsByRow<'a> {
    pub fn new(function: &'static Function, params: &[Column<'a>]) -> Result<Self, CallError> {
        let mut settings = Settings::defaults(function);
        let mut columns = Vec::new();
        for ((_, arg), column) in function.params().zip(params) {
            match column {
                Column::Constant(value) => settings.set(function, arg, value)?,
                _ => columns.push((arg, *column, None)),
            }
        }
        Ok(SettingsByRow { function, settings, columns })
    }

    /// The settings of a row.
    pub fn at(&mut self, row: usize) -> Result<&Settings, CallError> {
        self.advance(row)?;
        Ok(&self.settings)
    }

    /// Goes on to a row, and tells whether its settings differ from the last row's. Only those that
    /// do are checked again.
    pub fn advance(&mut self, row: usize) -> Result<bool, CallError> {
        let mut changed = false;
        for (arg, column, last) in &mut self.columns {
            let value = column.value(row);
            if *last != Some(value) {
                self.settings.set(self.function, arg, &value)?;
                *last = Some(value);
                changed = true;
            }
        }
        Ok(changed)
    }

    /// What `of` reads from the settings of each row. Those of NULL rows may be anything that a
    /// kernel can take, and are what it reads from the settings before them.
    pub fn column<S: Copy>(
        mut self,
        len: usize,
        valid: Option<&[u64]>,
        of: impl Fn(&Settings) -> S,
    ) -> Result<SeedColumn<'a, S>, CallError> {
        if self.columns.is_empty() {
            return Ok(SeedColumn::Constant(of(&self.settings)));
        }
        let mut values = Vec::with_capacity(len);
        for i in 0..len {
            if valid.is_none_or(|bits| bits[i / 64] >> (i % 64) & 1 == 1) {
                self.advance(i)?;
            }
            values.push(of(&self.settings));
        }
        Ok(SeedColumn::Column(Cow::Owned(values)))
    }
}

/// The seeds of a hash that takes them: borrowed where they lie as kernels read them.
pub(super) fn seed_column<'a>(
    function: &'static Function,
    by_row: &SettingsByRow<'a>,
    params: &[Column<'a>],
    len: usize,
    valid: Option<&[u64]>,
) -> Result<SeedColumn<'a, u64>, CallError> {
    let Some((_, arg)) = function.params().next() else { return Ok(SeedColumn::Constant(0)) };
    match params.first() {
        None | Some(Column::Constant(_)) => Ok(SeedColumn::Constant(by_row.settings.seed)),
        Some(Column::U64(seeds)) if arg.kind == Kind::Seed64 => {
            Ok(SeedColumn::Column(Cow::Borrowed(seeds)))
        }
        Some(Column::U32(seeds)) => {
            Ok(SeedColumn::Column(seeds.iter().map(|&seed| seed.into()).collect()))
        }
        Some(column) => {
            let mut settings = Settings::defaults(function);
            let mut seeds = vec![0; len];
            for (i, seed) in seeds.iter_mut().enumerate() {
                if valid.is_none_or(|bits| bits[i / 64] >> (i % 64) & 1 == 1) {
                    settings.set(function, arg, &column.value(i))?;
                    *seed = settings.seed;
                }
            }
            Ok(SeedColumn::Column(Cow::Owned(seeds)))
        }
    }
}

/// The 32-bit seeds among checked settings.
pub(super) fn narrow<'a>(seeds: SeedColumn<'_, u64>) -> SeedColumn<'a, u32> {
    match seeds {
        SeedColumn::Constant(seed) => SeedColumn::Constant(seed as u32),
        SeedColumn::Column(seeds) => {
            SeedColumn::Column(seeds.iter().map(|seed| *seed as u32).collect())
        }
    }
}

/// The number that a key of 16 bytes is to kernels. Only rows that are NULL have no key.
pub(super) fn key16(settings: &Settings) -> u128 {
    settings.key.as_slice().try_into().map_or(0, u128::from_le_bytes)
}
