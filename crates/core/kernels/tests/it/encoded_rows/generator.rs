//! Random columns of every kind, nested in each other, the same in every run.

use hashlane_kernels::encoding::ValueClass;

use super::made::{Made, Numbers as Integers, Owned, Spans};
use super::model::Value;
use crate::support::inputs::Numbers;

const CLASSES: [ValueClass; 5] = [
    ValueClass::Integer,
    ValueClass::Date,
    ValueClass::Time,
    ValueClass::Timestamp,
    ValueClass::Duration,
];

/// A column of `len` rows in which at most `depth` kinds are nested.
pub fn column(numbers: &mut Numbers, len: usize, depth: usize) -> Made {
    let mut made = match numbers.below(if depth > 0 { 13 } else { 8 }) {
        0 => Made::new(vec![Value::Null; len], Owned::Null),
        1 => bits(numbers, len),
        2 => bools(numbers, len),
        3 => integers(numbers, len),
        4 => floats(numbers, len),
        5 => decimals(numbers, len),
        6 => bytes(numbers, len),
        7 => uuids(numbers, len),
        8 | 9 => lists(numbers, len, depth),
        10 | 11 => structs(numbers, len, depth),
        _ => indexed(numbers, len, depth),
    };
    match numbers.below(5) {
        0 | 1 => {}
        2 => made.hide(|_| numbers.below(3) == 0),
        3 => made.hide(|_| false),
        _ => made.hide(|_| numbers.below(12) > 0),
    }
    made
}

fn bits(numbers: &mut Numbers, len: usize) -> Made {
    let bits: Vec<u64> = (0..len.div_ceil(64)).map(|_| numbers.next()).collect();
    let values = (0..len).map(|i| Value::Bool(bits[i / 64] >> (i % 64) & 1 == 1)).collect();
    Made::new(values, Owned::Bits(bits))
}

fn bools(numbers: &mut Numbers, len: usize) -> Made {
    let bools: Vec<u8> = (0..len).map(|_| numbers.below(2) as u8).collect();
    let values = bools.iter().map(|value| Value::Bool(*value == 1)).collect();
    Made::new(values, Owned::Bools(bools))
}

/// A number of any magnitude, often near a power of two, where encodings change.
fn number(numbers: &mut Numbers) -> i128 {
    let wide = (numbers.next() as i128) << 64 | i128::from(numbers.next());
    let power = 1i128.wrapping_shl(numbers.below(128) as u32);
    match numbers.below(6) {
        0 => wide >> numbers.below(128),
        1 => power,
        2 => power.wrapping_sub(1),
        3 => power.wrapping_neg(),
        4 => !power.wrapping_neg(),
        _ => numbers.below(300) as i128 - 150,
    }
}

/// Numbers of some width, and their values.
fn width(numbers: &mut Numbers, len: usize) -> (Integers, Vec<i128>) {
    macro_rules! of {
        ($variant:ident, $type:ty) => {{
            let values: Vec<$type> = (0..len).map(|_| number(numbers) as $type).collect();
            let wide = values.iter().map(|value| i128::from(*value)).collect();
            (Integers::$variant(values), wide)
        }};
    }
    match numbers.below(10) {
        0 => of!(I8, i8),
        1 => of!(I16, i16),
        2 => of!(I32, i32),
        3 => of!(I64, i64),
        4 => of!(U8, u8),
        5 => of!(U16, u16),
        6 => of!(U32, u32),
        7 => of!(U64, u64),
        8 => of!(I128, i128),
        _ => {
            let wide: Vec<i128> = (0..len).map(|_| number(numbers)).collect();
            (Integers::I128Halves(wide.iter().map(|value| halves(*value as u128)).collect()), wide)
        }
    }
}

fn halves(value: u128) -> [u64; 2] {
    [value as u64, (value >> 64) as u64]
}

fn integers(numbers: &mut Numbers, len: usize) -> Made {
    let class = CLASSES[numbers.below(5)];
    if numbers.below(8) == 0 {
        let wide: Vec<u128> = (0..len).map(|_| number(numbers) as u128).collect();
        let values = wide.iter().map(|value| Value::Integer(class as u8, false, *value)).collect();
        let halves = Integers::U128Halves(wide.into_iter().map(halves).collect());
        return Made::new(values, Owned::Integers(class, halves, 1));
    }
    let (integers, wide) = width(numbers, len);
    let is_wide = matches!(integers, Integers::I128(_) | Integers::I128Halves(_));
    let units = [1, 1_000, 1_000_000, 1_000_000_000];
    let unit = if is_wide { 1 } else { units[numbers.below(4)] };
    let value = |value: &i128| {
        Value::Integer(class as u8, *value < 0, value.unsigned_abs() * u128::from(unit))
    };
    Made::new(wide.iter().map(value).collect(), Owned::Integers(class, integers, unit))
}

fn floats(numbers: &mut Numbers, len: usize) -> Made {
    let special = [0.0, -0.0, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, f64::MAX, 5e-324, 1.5];
    let mut next = || match numbers.below(3) {
        0 => special[numbers.below(special.len())],
        // A NaN with a sign and a payload.
        1 => f64::from_bits(numbers.next() | 0x7ff8_0000_0000_0001),
        _ => f64::from_bits(numbers.next()),
    };
    let doubles: Vec<f64> = (0..len).map(|_| next()).collect();
    if numbers.below(2) == 0 {
        let singles: Vec<f32> = doubles.iter().map(|value| *value as f32).collect();
        let values = singles.iter().map(|value| Value::Float(f64::from(*value))).collect();
        return Made::new(values, Owned::F32(singles));
    }
    Made::new(doubles.iter().map(|value| Value::Float(*value)).collect(), Owned::F64(doubles))
}

fn decimals(numbers: &mut Numbers, len: usize) -> Made {
    let scale = numbers.below(39) as u8;
    let of = |value: &i128| Value::Decimal(*value < 0, value.unsigned_abs(), scale);
    if numbers.below(2) == 0 {
        let (digits, wide) = width(numbers, len);
        return Made::new(wide.iter().map(of).collect(), Owned::Decimals(digits, scale));
    }
    // With trailing zeros, possibly more than the scale has digits.
    let mut next = || (numbers.below(2_000) as i128 - 1_000) * 10i128.pow(numbers.below(35) as u32);
    let wide: Vec<i128> = (0..len).map(|_| next()).collect();
    Made::new(wide.iter().map(of).collect(), Owned::Decimals(Integers::I128(wide), scale))
}

fn bytes(numbers: &mut Numbers, len: usize) -> Made {
    let class = [ValueClass::String, ValueClass::Binary][numbers.below(2)];
    let (mut offsets, mut all, mut values) = (vec![5], b"skip!".to_vec(), Vec::new());
    for _ in 0..len {
        let most = [1, 13, 30, 200][numbers.below(4)];
        let length = numbers.below(most);
        let text = numbers.bytes(length);
        all.extend_from_slice(&text);
        offsets.push(all.len() as i32);
        values.push(Value::Bytes(class as u8, text));
    }
    Made::new(values, Owned::Bytes(class, offsets, all))
}

fn uuids(numbers: &mut Numbers, len: usize) -> Made {
    let ids: Vec<u128> = (0..len).map(|_| number(numbers) as u128).collect();
    let text = |id: &u128| {
        let digits = format!("{id:032x}");
        let groups =
            [&digits[..8], &digits[8..12], &digits[12..16], &digits[16..20], &digits[20..]];
        Value::Bytes(0x05, groups.join("-").into_bytes())
    };
    Made::new(ids.iter().map(text).collect(), Owned::Uuids(ids))
}

fn lists(numbers: &mut Numbers, len: usize, depth: usize) -> Made {
    if numbers.below(3) == 0 {
        let width = numbers.below(4);
        let child = column(numbers, len * width, depth - 1);
        let list = |i: usize| Value::List(child.values[i * width..(i + 1) * width].to_vec());
        let values = (0..len).map(list).collect();
        return Made::new(values, Owned::List(Spans::Fixed(width), Box::new(child)));
    }
    let in_order = numbers.below(2) == 0;
    let spans = if in_order { ordered(numbers, len) } else { scattered(numbers, len) };
    let end = spans.iter().map(|[first, count]| first + count).max().unwrap_or_default();
    let extra = numbers.below(3);
    let child = column(numbers, end + extra, depth - 1);
    let list = |&[first, count]: &[usize; 2]| child.values[first..first + count].to_vec();
    let values = spans.iter().map(|span| Value::List(list(span))).collect();
    let base = numbers.below(2) * 1_000;
    let offset = |[first, _]: [usize; 2]| first + base;
    let offsets = || spans.iter().copied().map(offset).chain([end + base]);
    let spans = match (in_order, numbers.below(3)) {
        (true, 0) => Spans::Offsets32(offsets().map(|at| at as i32).collect(), base as i32),
        (true, 1) => Spans::Offsets64(offsets().map(|at| at as i64).collect(), base as i64),
        _ => Spans::Entries(spans.iter().map(|span| span.map(|number| number as u64)).collect()),
    };
    Made::new(values, Owned::List(spans, Box::new(child)))
}

/// Consecutive lists, after some unused elements.
fn ordered(numbers: &mut Numbers, len: usize) -> Vec<[usize; 2]> {
    let mut next = numbers.below(3);
    let mut span = || {
        let first = next;
        next += numbers.below(4);
        [first, next - first]
    };
    (0..len).map(|_| span()).collect()
}

/// Lists in any order; several may share elements.
fn scattered(numbers: &mut Numbers, len: usize) -> Vec<[usize; 2]> {
    (0..len).map(|_| [numbers.below(len + 5), numbers.below(4)]).collect()
}

fn structs(numbers: &mut Numbers, len: usize, depth: usize) -> Made {
    let count = numbers.below(4);
    let fields: Vec<Made> = (0..count).map(|_| column(numbers, len, depth - 1)).collect();
    let row =
        |i: usize| Value::Struct(fields.iter().map(|field| field.values[i].clone()).collect());
    Made::new((0..len).map(row).collect(), Owned::Struct(fields))
}

fn indexed(numbers: &mut Numbers, len: usize, depth: usize) -> Made {
    let distinct = 1 + numbers.below(len + 2);
    let others = column(numbers, distinct, depth - 1);
    let keys: Vec<usize> = (0..len).map(|_| numbers.below(distinct)).collect();
    let values = keys.iter().map(|key| others.values[*key].clone()).collect();
    Made::new(values, Owned::Indexed(keys, Box::new(others)))
}
