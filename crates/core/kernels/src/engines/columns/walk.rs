//! Hashes columns one after the other: each column is added to the hashes of all rows before the
//! next.
//!
//! The type of a column is matched once for all its rows. The fields of a struct are processed like
//! columns. For lists, all first elements are added, then all second ones: the order among elements
//! of *different* rows does not matter.

use super::engine::Engine;
use super::error::Unrepresentable;
use crate::blocks::{Layout, Rows, with_layout};
use crate::encoding::column::with_integers;
use crate::encoding::integer::Integer;
use crate::encoding::out_of_memory::room;
use crate::encoding::{Column, Floats, Integers, Lists, ValueClass, Values};
use crate::isa::Isa;
use crate::lanes::{Kernel, Simd};

/// The rows of the column that are added to hashes: pairs of an index and a row.
pub(super) trait RowPicks: Copy {
    fn len(self) -> usize;
    fn pick(self, at: usize) -> (usize, usize);
}

/// The first rows of the column, each for the hash at the same index.
#[derive(Clone, Copy)]
pub(super) struct AllRows(pub usize);

impl RowPicks for AllRows {
    #[inline(always)]
    fn len(self) -> usize {
        self.0
    }

    #[inline(always)]
    fn pick(self, at: usize) -> (usize, usize) {
        (at, at)
    }
}

impl RowPicks for &[(usize, usize)] {
    #[inline(always)]
    fn len(self) -> usize {
        <[_]>::len(self)
    }

    #[inline(always)]
    fn pick(self, at: usize) -> (usize, usize) {
        self[at]
    }
}

/// The hashes of rows.
type RowHashes<E> = [<E as Engine>::Hash];

/// Adds the rows of a column to the hashes.
pub(super) fn column<E: Engine>(
    isa: Isa,
    column: &Column<'_>,
    picks: impl RowPicks,
    hashes: &mut RowHashes<E>,
) -> Result<(), Unrepresentable> {
    let to = ColumnWalk::<E, _> { isa, column, picks, hashes };
    match &column.values {
        Values::Null => to.each(|_, hash| E::null(hash)),
        Values::Bits(bits) => {
            to.each(|i, hash| E::boolean(bits[i / 64] >> (i % 64) & 1 == 1, hash));
        }
        Values::Bools(bools) => to.each(|i, hash| E::boolean(bools[i] != 0, hash)),
        Values::Floats(Floats::F32(values)) => to.each(|i, hash| E::float(values[i], hash)),
        Values::Floats(Floats::F64(values)) => to.each(|i, hash| E::double(values[i], hash)),
        Values::Integers(class, values, unit) => return to.integers(*class, values, *unit),
        Values::Decimals { unscaled, precision, scale } => {
            return to.decimals(unscaled, *precision, *scale);
        }
        Values::Bytes(class, rows) => to.bytes(*class, rows),
        Values::Struct(fields) => return to.structs(fields),
        Values::List(lists, child) => return to.lists(lists, child),
        Values::Indexed(keys, values) => return to.indexed(keys, values),
        Values::Map(lists, entries) => return to.maps(lists, entries),
        Values::Uuids(values) => to.each(|i, hash| E::uuid(values[i], hash)),
        Values::Encoded(..) => unreachable!("they were refused"),
    }
    Ok(())
}

/// Rows of a column, and the hashes to which they are added.
struct ColumnWalk<'a, 'b, E: Engine, P> {
    isa: Isa,
    column: &'a Column<'b>,
    picks: P,
    hashes: &'a mut RowHashes<E>,
}

impl<E: Engine, P: RowPicks> ColumnWalk<'_, '_, E, P> {
    /// Calls `value` with each row that is not NULL and the hash before it; `value` returns the new
    /// hash.
    #[inline(always)]
    fn try_each(
        self,
        value: impl Fn(usize, E::Hash) -> Result<E::Hash, Unrepresentable>,
    ) -> Result<(), Unrepresentable> {
        let ColumnWalk { column, picks, hashes, .. } = self;
        for at in 0..picks.len() {
            let (place, i) = picks.pick(at);
            let hash = hashes[place];
            hashes[place] = if column.is_valid(i) { value(i, hash)? } else { E::null(hash) };
        }
        Ok(())
    }

    #[inline(always)]
    fn each(self, value: impl Fn(usize, E::Hash) -> E::Hash) {
        if self.column.valid.is_some() {
            return self.try_each(|i, hash| Ok(value(i, hash))).unwrap_or_else(|_| unreachable!());
        }
        self.isa.vectorize(EachValid { to: self, value });
    }

    fn integers(
        self,
        class: ValueClass,
        values: &Integers<'_>,
        unit: u64,
    ) -> Result<(), Unrepresentable> {
        match (class, values) {
            (ValueClass::Timestamp, Integers::I64(values)) => {
                return self.try_each(|i, hash| E::timestamp(values[i], unit, hash));
            }
            (ValueClass::Duration, Integers::I64(values)) => {
                return self.try_each(|i, hash| E::duration(values[i], unit, hash));
            }
            (ValueClass::Time, Integers::I64(values)) => {
                return self.try_each(|i, hash| E::time(values[i], unit, hash));
            }
            (ValueClass::Time, Integers::I32(values)) => {
                return self.try_each(|i, hash| E::time(values[i].into(), unit, hash));
            }
            (_, Integers::I8(values)) => self.each(|i, hash| E::tiny(values[i], hash)),
            (_, Integers::I16(values)) => self.each(|i, hash| E::short(values[i], hash)),
            (_, Integers::I32(values)) => self.each(|i, hash| E::int(values[i], hash)),
            (_, Integers::I64(values)) => self.each(|i, hash| E::long(values[i], hash)),
            (_, integers) => self.little_endian(integers),
        }
        Ok(())
    }

    /// Whole numbers that are unsigned or have 128 bits.
    fn little_endian(self, integers: &Integers<'_>) {
        match integers {
            Integers::U8(values) => self.each(|i, hash| E::little_endian([values[i]], hash)),
            Integers::U16(values) => {
                self.each(|i, hash| E::little_endian(values[i].to_le_bytes(), hash));
            }
            Integers::U32(values) => {
                self.each(|i, hash| E::little_endian(values[i].to_le_bytes(), hash));
            }
            Integers::U64(values) => {
                self.each(|i, hash| E::little_endian(values[i].to_le_bytes(), hash));
            }
            Integers::I128(values) => {
                self.each(|i, hash| E::little_endian(values[i].to_le_bytes(), hash));
            }
            Integers::I128Halves(halves) | Integers::U128Halves(halves) => {
                let number = |i: usize| u128::from(halves[i][0]) | u128::from(halves[i][1]) << 64;
                self.each(|i, hash| E::little_endian(number(i).to_le_bytes(), hash));
            }
            _ => unreachable!("they have a sign and at most 64 bits"),
        }
    }

    fn decimals(
        self,
        unscaled: &Integers<'_>,
        precision: u8,
        scale: u8,
    ) -> Result<(), Unrepresentable> {
        with_integers!(unscaled, value => self.try_each(|i, hash| {
            let (negative, magnitude) = value(i).split();
            let magnitude = i128::try_from(magnitude).map_err(|_| Unrepresentable::Decimal { precision })?;
            let unscaled = if negative { -magnitude } else { magnitude };
            E::decimal(unscaled, precision, scale, hash)
        }))
    }

    fn bytes(self, class: ValueClass, rows: &Rows<'_>) {
        with_layout!(rows, layout => match class {
            ValueClass::Binary => self.each(|i, hash| E::binary(Layout::row(layout, i), hash)),
            _ => self.each(|i, hash| E::text(Layout::row(layout, i), hash)),
        });
    }

    /// Returns the picks whose rows are not NULL, with the result of `of` for the row. NULLs are
    /// added to the hashes here.
    fn valid<T>(&mut self, of: impl Fn(usize) -> T) -> Result<Vec<(usize, T)>, Unrepresentable> {
        let mut valid = room(self.picks.len())?;
        for at in 0..self.picks.len() {
            let (place, i) = self.picks.pick(at);
            if self.column.is_valid(i) {
                valid.push((place, of(i)));
            } else {
                self.hashes[place] = E::null(self.hashes[place]);
            }
        }
        Ok(valid)
    }

    /// The values of keys. A key whose value is NULL is NULL.
    fn indexed(mut self, keys: &[usize], values: &Column<'_>) -> Result<(), Unrepresentable> {
        let picks = self.valid(|i| keys[i])?;
        column::<E>(self.isa, values, &picks[..], self.hashes)
    }

    fn structs(mut self, fields: &[Column<'_>]) -> Result<(), Unrepresentable> {
        let valid = self.valid(|i| i)?;
        let mut inner = self.open(&valid)?;
        let mut picks = room(valid.len())?;
        picks.extend(valid.iter().enumerate().map(|(at, (_, i))| (at, *i)));
        fields.iter().try_for_each(|field| column::<E>(self.isa, field, &picks[..], &mut inner))?;
        self.close(&valid, &inner);
        Ok(())
    }

    fn lists(mut self, lists: &Lists<'_>, child: &Column<'_>) -> Result<(), Unrepresentable> {
        let valid = self.valid(|i| lists.span(i))?;
        let mut inner = self.open(&valid)?;
        // The next element of each list that has one.
        let nonempty = valid.iter().enumerate().filter(|(_, (_, (_, len)))| *len > 0);
        let mut next = room(valid.len())?;
        next.extend(nonempty.map(|(at, (_, (first, _)))| (at, *first)));
        while !next.is_empty() {
            column::<E>(self.isa, child, &next[..], &mut inner)?;
            next.retain_mut(|(at, i)| {
                let (_, (first, len)) = valid[*at];
                *i += 1;
                *i < first + len
            });
        }
        self.close(&valid, &inner);
        Ok(())
    }

    /// Entries are structs of a key and a value. Their order does not matter, so all are hashed at
    /// once.
    fn maps(mut self, lists: &Lists<'_>, entries: &Column<'_>) -> Result<(), Unrepresentable> {
        let Values::Struct(fields) = entries.values() else {
            unreachable!("the entries of a map are structs")
        };
        let valid = self.valid(|i| lists.span(i))?;
        // Rows may share the entries of one long map, so this may be more than there are entries.
        let mut picks = room(valid.iter().map(|(_, (_, len))| len).sum())?;
        picks.extend(valid.iter().flat_map(|(_, (first, len))| *first..first + len).enumerate());
        let (mut keys, mut values) = (room(picks.len())?, room(picks.len())?);
        keys.resize(picks.len(), E::SEED);
        values.resize(picks.len(), E::SEED);
        column::<E>(self.isa, &fields[0], &picks[..], &mut keys)?;
        column::<E>(self.isa, &fields[1], &picks[..], &mut values)?;
        let mut inner = self.open(&valid)?;
        let mut entries = keys.into_iter().zip(values);
        for (inner, (_, (_, len))) in inner.iter_mut().zip(&valid) {
            for (key, value) in entries.by_ref().take(*len) {
                *inner = E::entry(*inner, key, value);
            }
        }
        self.close(&valid, &inner);
        Ok(())
    }

    /// The hashes from which the first elements or fields continue.
    fn open<T>(&self, valid: &[(usize, T)]) -> Result<Vec<E::Hash>, Unrepresentable> {
        let mut open = room(valid.len())?;
        open.extend(valid.iter().map(|(place, _)| E::open(self.hashes[*place])));
        Ok(open)
    }

    /// Adds the hashes after the last elements or fields.
    fn close<T>(&mut self, valid: &[(usize, T)], inner: &[E::Hash]) {
        for ((place, _), inner) in valid.iter().zip(inner) {
            self.hashes[*place] = E::close(self.hashes[*place], *inner);
        }
    }
}

/// [`ColumnWalk::each`] without NULLs, compiled for an instruction set.
struct EachValid<'a, 'b, E: Engine, P, V> {
    to: ColumnWalk<'a, 'b, E, P>,
    value: V,
}

impl<E: Engine, P: RowPicks, V: Fn(usize, E::Hash) -> E::Hash> Kernel
    for EachValid<'_, '_, E, P, V>
{
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let EachValid { to: ColumnWalk { picks, hashes, .. }, value } = self;
        for at in 0..picks.len() {
            let (place, i) = picks.pick(at);
            hashes[place] = value(i, hashes[place]);
        }
    }
}
