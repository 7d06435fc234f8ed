//! Columns of typed values from JSON, in the layouts of Arrow and DuckDB.

use std::fmt::Debug;
use std::str::FromStr;

use hashlane_kernels::blocks::{Offsets, Rows};
use hashlane_kernels::encoding::{Column, Floats, Integers, Lists, ValueClass, Values};
use serde_json::Value;

use super::json::{list, text, unhex};

/// The engine whose layout a column has, if there is a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Bits, offsets that don't start at 0, decimals of 128 bits.
    Arrow,
    /// Bytes, entries in reverse order with gaps between them, decimals as narrow as they can be.
    DuckDb,
    /// A dictionary, also in lists and structs: its values in reverse order, and an unused value.
    Dictionary,
}

/// All forms.
pub const FORMS: [Form; 3] = [Form::Arrow, Form::DuckDb, Form::Dictionary];

/// A column that owns its values.
pub struct Typed {
    len: usize,
    valid: Vec<u64>,
    data: Data,
    form: Form,
}

enum Data {
    Null,
    Bits(Vec<u64>),
    Bools(Vec<u8>),
    I8(Vec<i8>),
    I16(Vec<i16>),
    I32(ValueClass, Vec<i32>),
    I64(ValueClass, Vec<i64>, u64),
    U8(Vec<u8>),
    U16(Vec<u16>),
    U32(Vec<u32>),
    U64(Vec<u64>),
    I128(Vec<i128>),
    I128Halves(Vec<[u64; 2]>),
    U128Halves(Vec<[u64; 2]>),
    Uuids(Vec<u128>),
    F32(Vec<f32>),
    F64(Vec<f64>),
    Decimals(Decimals, u8, u8),
    Bytes(ValueClass, Vec<i32>, Vec<u8>),
    Offsets(Vec<i32>, Box<Typed>),
    Entries(Vec<[u64; 2]>, Box<Typed>),
    Map(Vec<i32>, Box<Typed>),
    Struct(Vec<Typed>),
    Indexed(Vec<usize>, Box<Typed>),
}

enum Decimals {
    I16(Vec<i16>),
    I32(Vec<i32>),
    I64(Vec<i64>),
    I128(Vec<i128>),
    Halves(Vec<[u64; 2]>),
}

impl Typed {
    /// A column of a type from JSON.
    pub fn new(kind: &Value, values: &[&Value], form: Form) -> Typed {
        if form == Form::Dictionary {
            return Typed::dictionary(kind, values);
        }
        let mut valid = vec![0; values.len().div_ceil(64)];
        for (i, value) in values.iter().enumerate() {
            valid[i / 64] |= u64::from(!value.is_null()) << (i % 64);
        }
        let data = match kind {
            Value::String(name) => flat(name, values, form),
            _ => nested(list(kind), values, form),
        };
        Typed { len: values.len(), valid, data, form }
    }

    /// Every other NULL row is NULL in the keys, the rest among the values.
    fn dictionary(kind: &Value, values: &[&Value]) -> Typed {
        let inner = match kind {
            Value::String(_) => Typed::new(kind, &reversed(values), Form::Arrow),
            kinds => {
                let values = reversed(values);
                let mut inner = Typed::new(kind, &values, Form::Arrow);
                inner.data = nested(list(kinds), &values, Form::Dictionary);
                inner
            }
        };
        let keys: Vec<usize> = (0..values.len()).rev().collect();
        let mut valid = vec![u64::MAX; values.len().div_ceil(64)];
        for i in (0..values.len()).step_by(2).filter(|i| values[*i].is_null()) {
            valid[i / 64] &= !(1 << (i % 64));
        }
        let data = Data::Indexed(keys, Box::new(inner));
        Typed { len: values.len(), valid, data, form: Form::Dictionary }
    }

    /// The column. Arrow has no validity bits if no row is NULL.
    pub fn column(&self) -> Column<'_> {
        let all = (0..self.len).all(|i| self.valid[i / 64] >> (i % 64) & 1 == 1);
        let valid = (!all || self.form == Form::DuckDb).then_some((&self.valid).into());
        Column::new(self.len, valid, self.values())
    }

    fn values(&self) -> Values<'_> {
        let whole = |values| Values::Integers(ValueClass::Integer, values, 1);
        match &self.data {
            Data::Null => Values::Null,
            Data::Bits(bits) => Values::Bits(bits.into()),
            Data::Bools(bools) => Values::Bools(bools),
            Data::I8(values) => whole(Integers::I8(values)),
            Data::I16(values) => whole(Integers::I16(values)),
            Data::I32(class, values) => Values::Integers(*class, Integers::I32(values), 1),
            Data::I64(class, values, unit) => {
                Values::Integers(*class, Integers::I64(values), *unit)
            }
            Data::U8(values) => whole(Integers::U8(values)),
            Data::U16(values) => whole(Integers::U16(values)),
            Data::U32(values) => whole(Integers::U32(values)),
            Data::U64(values) => whole(Integers::U64(values)),
            Data::I128(values) => whole(Integers::I128(values)),
            Data::I128Halves(halves) => whole(Integers::I128Halves(halves)),
            Data::U128Halves(halves) => whole(Integers::U128Halves(halves)),
            Data::Uuids(values) => Values::Uuids(values.into()),
            Data::F32(values) => Values::Floats(Floats::F32(values.into())),
            Data::F64(values) => Values::Floats(Floats::F64(values)),
            Data::Decimals(values, precision, scale) => {
                let unscaled = values.integers();
                Values::Decimals { unscaled, precision: *precision, scale: *scale }
            }
            Data::Bytes(class, offsets, bytes) => {
                let offsets = Offsets::new(offsets, bytes).unwrap();
                Values::Bytes(*class, Rows::Offsets32(offsets))
            }
            Data::Offsets(offsets, child) => {
                let lists = Lists::Offsets32(offsets, offsets[0]);
                Values::List(lists, Box::new(child.column()))
            }
            Data::Entries(entries, child) => {
                Values::List(Lists::Entries(entries), Box::new(child.column()))
            }
            Data::Map(offsets, entries) => {
                let lists = Lists::Offsets32(offsets, offsets[0]);
                Values::Map(lists, Box::new(entries.column()))
            }
            Data::Struct(fields) => Values::Struct(fields.iter().map(Typed::column).collect()),
            Data::Indexed(keys, values) => Values::Indexed(keys.into(), Box::new(values.column())),
        }
    }
}

impl Decimals {
    fn integers(&self) -> Integers<'_> {
        match self {
            Decimals::I16(values) => Integers::I16(values),
            Decimals::I32(values) => Integers::I32(values),
            Decimals::I64(values) => Integers::I64(values),
            Decimals::I128(values) => Integers::I128(values),
            Decimals::Halves(values) => Integers::I128Halves(values),
        }
    }
}

/// The values in reverse order, and an unused one.
fn reversed<'a>(values: &[&'a Value]) -> Vec<&'a Value> {
    values.iter().rev().copied().chain(values.last().copied()).collect()
}

/// Numbers, with `default` in place of NULL.
fn whole<T: TryFrom<i64> + Default>(values: &[&Value]) -> Vec<T> {
    let number = |value: &Value| {
        let number = value.as_i64().unwrap_or_else(|| panic!("{value} is no number"));
        T::try_from(number).unwrap_or_else(|_| panic!("{number} is too large"))
    };
    values.iter().map(|v| if v.is_null() { T::default() } else { number(v) }).collect()
}

/// Numbers that are written as text, with `default` in place of NULL.
fn parsed<T: FromStr<Err: Debug> + Default>(values: &[&Value]) -> Vec<T> {
    let number = |value: &Value| text(value).parse().unwrap();
    values.iter().map(|v| if v.is_null() { T::default() } else { number(v) }).collect()
}

/// The low and the high half of a number.
fn halves(number: u128) -> [u64; 2] {
    [number as u64, (number >> 64) as u64]
}

/// The bits of a float in hex.
fn bits(value: &Value) -> u64 {
    if value.is_null() { 0 } else { u64::from_str_radix(text(value), 16).unwrap() }
}

fn flat(name: &str, values: &[&Value], form: Form) -> Data {
    match name {
        "void" => Data::Null,
        "boolean" => booleans(values, form),
        "tinyint" => Data::I8(whole(values)),
        "smallint" => Data::I16(whole(values)),
        "int" => Data::I32(ValueClass::Integer, whole(values)),
        "date" => Data::I32(ValueClass::Date, whole(values)),
        "bigint" => Data::I64(ValueClass::Integer, whole(values), 1),
        "timestamp" => Data::I64(ValueClass::Timestamp, whole(values), 1_000),
        "utinyint" => Data::U8(whole(values)),
        "usmallint" => Data::U16(whole(values)),
        "uint" => Data::U32(whole(values)),
        "ubigint" => Data::U64(parsed(values)),
        // Arrow has no 128-bit type except decimals.
        "hugeint" if form == Form::Arrow => Data::I128(parsed(values)),
        "hugeint" => Data::I128Halves(
            parsed::<i128>(values).into_iter().map(|v| halves(v as u128)).collect(),
        ),
        "uhugeint" => Data::U128Halves(parsed(values).into_iter().map(halves).collect()),
        "uuid" => {
            let number = |v: &&Value| match v {
                Value::Null => 0,
                v => u128::from_str_radix(&text(v).replace('-', ""), 16).unwrap(),
            };
            Data::Uuids(values.iter().map(number).collect())
        }
        "timestamp_s" => Data::I64(ValueClass::Timestamp, whole(values), 1_000_000_000),
        "timestamp_ms" => Data::I64(ValueClass::Timestamp, whole(values), 1_000_000),
        "timestamp_ns" => Data::I64(ValueClass::Timestamp, whole(values), 1),
        "interval" => Data::I64(ValueClass::Duration, whole(values), 1_000),
        "float" => Data::F32(values.iter().map(|v| f32::from_bits(bits(v) as u32)).collect()),
        "double" => Data::F64(values.iter().map(|v| f64::from_bits(bits(v))).collect()),
        "string" => bytes(ValueClass::String, values, |value| text(value).as_bytes().to_vec()),
        "binary" => bytes(ValueClass::Binary, values, |value| unhex(text(value))),
        name => decimals(name, values, form),
    }
}

fn booleans(values: &[&Value], form: Form) -> Data {
    let bools: Vec<u8> = values.iter().map(|v| (**v == Value::Bool(true)).into()).collect();
    if form == Form::DuckDb {
        // Any byte that is not 0 is true.
        return Data::Bools(bools.iter().map(|value| value * 7).collect());
    }
    let mut bits = vec![0; bools.len().div_ceil(64)];
    for (i, value) in bools.iter().enumerate() {
        bits[i / 64] |= u64::from(*value) << (i % 64);
    }
    Data::Bits(bits)
}

fn bytes(class: ValueClass, values: &[&Value], of: impl Fn(&Value) -> Vec<u8>) -> Data {
    let (mut offsets, mut bytes) = (vec![3], b"old".to_vec());
    for value in values {
        // NULL rows also have bytes.
        bytes.extend_from_slice(&if value.is_null() { b"junk".to_vec() } else { of(value) });
        offsets.push(bytes.len() as i32);
    }
    Data::Bytes(class, offsets, bytes)
}

/// `decimal(precision,scale)`.
fn decimals(name: &str, values: &[&Value], form: Form) -> Data {
    let parameters = name.strip_prefix("decimal(").and_then(|name| name.strip_suffix(')'));
    let (precision, scale) =
        parameters.unwrap_or_else(|| panic!("{name}")).split_once(',').unwrap();
    let (precision, scale): (u8, u8) = (precision.parse().unwrap(), scale.parse().unwrap());
    let unscaled: Vec<i128> =
        values.iter().map(|v| if v.is_null() { 0 } else { text(v).parse().unwrap() }).collect();
    let values = match (form, precision) {
        (Form::DuckDb, ..=4) => Decimals::I16(unscaled.iter().map(|v| *v as i16).collect()),
        (Form::DuckDb, ..=9) => Decimals::I32(unscaled.iter().map(|v| *v as i32).collect()),
        (Form::DuckDb, ..=18) => Decimals::I64(unscaled.iter().map(|v| *v as i64).collect()),
        (Form::DuckDb, _) => {
            let halves = |v: &i128| [*v as u64, (*v >> 64) as u64];
            Decimals::Halves(unscaled.iter().map(halves).collect())
        }
        _ => Decimals::I128(unscaled),
    };
    Data::Decimals(values, precision, scale)
}

/// The placeholders for the elements and fields of NULL.
const NOTHING: Value = Value::Null;

fn nested(kinds: &[Value], values: &[&Value], form: Form) -> Data {
    if text(&kinds[0]) == "struct" {
        let field = |(at, kind): (usize, &Value)| {
            let of = |value: &&'_ Value| -> Value { value.get(at).cloned().unwrap_or(NOTHING) };
            let values: Vec<Value> = values.iter().map(of).collect();
            Typed::new(kind, &values.iter().collect::<Vec<_>>(), form)
        };
        return Data::Struct(kinds[1..].iter().enumerate().map(field).collect());
    }
    let elements = |value: &&'_ Value| -> Vec<Value> {
        if value.is_null() { vec![] } else { list(value).to_vec() }
    };
    let lists: Vec<Vec<Value>> = values.iter().map(elements).collect();
    if text(&kinds[0]) == "map" {
        return map(kinds, &lists, form);
    }
    if form == Form::DuckDb {
        return entries(&kinds[1], &lists, form);
    }
    let (mut all, mut offsets) = (vec![NOTHING], vec![1]);
    for list in lists {
        all.extend(list);
        offsets.push(all.len() as i32);
    }
    // The child of a slice starts at the start of the slice.
    let child = Typed::new(&kinds[1], &all[1..].iter().collect::<Vec<_>>(), form);
    Data::Offsets(offsets, Box::new(child))
}

/// A list of structs of a key and a value.
fn map(kinds: &[Value], lists: &[Vec<Value>], form: Form) -> Data {
    let all = lists.concat();
    let ends = lists.iter().scan(9, |end, list| {
        *end += list.len() as i32;
        Some(*end)
    });
    let offsets = std::iter::once(9).chain(ends).collect();
    let form = if form == Form::Dictionary { Form::Arrow } else { form };
    let fields = Value::from([&[Value::from("struct")], &kinds[1..]].concat());
    Data::Map(offsets, Box::new(Typed::new(&fields, &all.iter().collect::<Vec<_>>(), form)))
}

fn entries(kind: &Value, lists: &[Vec<Value>], form: Form) -> Data {
    let (mut all, mut entries) = (vec![NOTHING], vec![[0; 2]; lists.len()]);
    for (i, list) in lists.iter().enumerate().rev() {
        entries[i] = [all.len() as u64, list.len() as u64];
        all.extend(list.iter().cloned());
        all.push(NOTHING);
    }
    Data::Entries(entries, Box::new(Typed::new(kind, &all.iter().collect::<Vec<_>>(), form)))
}
