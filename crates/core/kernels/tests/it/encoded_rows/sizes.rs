//! Long, wide and deep rows, and the memory they take.

use hashlane_kernels::blocks::Rows;
use hashlane_kernels::encoding::{
    Column, Encoder, Integers, Lists, MAX_DEPTH, OutOfMemory, ValueClass, Values,
};
use hashlane_kernels::isa::Isa;

use super::made::{Made, Numbers, Owned, Spans};
use super::model::{self, Value};
use super::{check, check_rows};
use crate::support::alloc::{held, peak};
use crate::support::inputs;

const MIB: usize = 1 << 20;

fn bytes(texts: &[&[u8]]) -> Made {
    let (mut offsets, mut all) = (vec![0], Vec::new());
    for text in texts {
        all.extend_from_slice(text);
        offsets.push(all.len() as i32);
    }
    let values = texts.iter().map(|text| Value::Bytes(0x06, text.to_vec())).collect();
    Made::new(values, Owned::Bytes(ValueClass::Binary, offsets, all))
}

fn numbers(range: std::ops::Range<i32>) -> Made {
    let of = |n: i32| Value::Integer(0x03, n < 0, n.unsigned_abs().into());
    let integers = Numbers::I32(range.clone().collect());
    Made::new(range.map(of).collect(), Owned::Integers(ValueClass::Integer, integers, 1))
}

/// A column whose rows are `lists`, of the elements of `child`.
fn entries(child: Made, lists: Vec<[u64; 2]>) -> Made {
    let list = |[first, count]: &[u64; 2]| {
        Value::List(child.values[*first as usize..][..*count as usize].to_vec())
    };
    let values = lists.iter().map(list).collect();
    Made::new(values, Owned::List(Spans::Entries(lists), Box::new(child)))
}

#[test]
fn long_rows_cut_blocks() {
    let texts = inputs::ragged(5, 1_500, 9_000);
    let texts = inputs::slices(&texts);
    let blocks = check("long rows", &mut Encoder::default(), &[bytes(&texts)], 1_500);
    assert!((12..100).contains(&blocks), "{blocks}");
    let huge = vec![7u8; 400_000];
    let texts: Vec<&[u8]> =
        (0..300).map(|i| if i % 100 == 9 { &huge } else { &b"x"[..] }).collect();
    let blocks = check("some huge rows", &mut Encoder::default(), &[bytes(&texts)], 300);
    assert!((4..9).contains(&blocks), "{blocks}");
}

#[test]
fn a_huge_row_takes_its_own_size_and_gives_it_back() {
    let huge = vec![b'h'; 100 * MIB];
    let mut texts = vec![&b"small"[..]; 500];
    texts[300] = &huge;
    let column = Column::new(500, None, Values::Bytes(ValueClass::Binary, Rows::Slices(&texts)));
    let mut encoder = Encoder::default();
    let ((encoded, taken), kept) = held(|| {
        peak(|| {
            encoder.blocks(Isa::current(), std::slice::from_ref(&column), 500, |first, block| {
                for (row, text) in block.rows().zip(&texts[first..]) {
                    assert!(row.ends_with(text), "row {first} and after");
                }
            })
        })
    });
    assert_eq!(encoded, Ok(()));
    assert!(taken < 102 * MIB, "{taken} bytes were taken");
    assert!(kept < 2 * MIB as isize, "{kept} bytes were kept");
}

#[test]
fn a_list_of_a_million_elements() {
    let child = numbers(-500_000..500_000);
    let lists = vec![[0, 1_000_000], [5, 0], [999_990, 10], [1_000, 999_000]];
    let mut encoder = Encoder::default();
    let (_, kept) = held(|| {
        let made = entries(child, lists);
        check("a million numbers", &mut encoder, &[made], 4)
    });
    assert!(kept < 2 * MIB as isize, "{kept} bytes were kept");
    let texts = vec![&b"word"[..]; 1_000_000];
    let made = entries(bytes(&texts), vec![[0, 1_000_000], [17, 3]]);
    check("a million texts", &mut encoder, &[made], 2);
}

/// A constant list, repeated over a batch as engines do it.
#[test]
fn rows_that_share_a_long_list_take_its_memory_once() {
    let words: Vec<&[u8]> = vec![b"a word"; 100_000];
    let words = Values::Bytes(ValueClass::String, Rows::Slices(&words));
    let child = Column::new(100_000, None, words);
    let lists = [[0u64, 100_000]; 256];
    let values = Values::List(Lists::Entries(&lists), Box::new(child));
    let column = Column::new(256, None, values);
    let mut rows = 0;
    let (encoded, taken) = peak(|| {
        Encoder::default().blocks(Isa::current(), &[column], 256, |_, block| rows += block.len())
    });
    assert_eq!((encoded, rows), (Ok(()), 256));
    assert!(taken < 16 * MIB, "{taken} bytes were taken");
}

#[test]
fn nothing_at_all() {
    let mut encoder = Encoder::default();
    check_rows("no columns", &mut encoder, &[], &vec![b"\x0d\x00".to_vec(); 300]);
    let empty = Made::new(vec![Value::Struct(vec![]); 300], Owned::Struct(vec![]));
    check("structs without fields", &mut encoder, &[empty], 300);
    let nulls = Made::new(vec![Value::Null; 300], Owned::Null);
    check("nothing but NULL", &mut encoder, &[nulls.clone(), nulls.clone()], 300);
    let mut lists = entries(nulls, vec![[0, 300]; 300]);
    check("lists of NULLs", &mut encoder, std::slice::from_ref(&lists), 300);
    lists.hide(|_| true);
    check("NULL lists", &mut encoder, &[lists], 300);
}

#[test]
fn a_thousand_fields_and_a_thousand_columns() {
    let fields: Vec<Made> = (0..1_000).map(|i| numbers(i..i + 300)).collect();
    let mut encoder = Encoder::default();
    check("columns", &mut encoder, &fields, 300);
    let row =
        |i: usize| Value::Struct(fields.iter().map(|field| field.values[i].clone()).collect());
    let mut made = Made::new((0..300).map(row).collect(), Owned::Struct(fields));
    check("fields", &mut encoder, std::slice::from_ref(&made), 300);
    made.hide(|i| i % 3 == 1);
    check("fields below NULL", &mut encoder, &[made], 300);
}

/// Lists and structs inside each other, NULL on every second level, as deep as columns may be.
#[test]
fn as_deep_as_columns_may_be() {
    const LEVELS: usize = MAX_DEPTH;
    let depth_of = |i: usize| i * 2;
    let values = |i: usize| {
        let inner = Value::Integer(0x03, false, i as u128);
        let level = |value, level: usize| match level {
            level if LEVELS - level == depth_of(i) => Value::Null,
            level if level % 2 == 0 => Value::List(vec![value]),
            _ => Value::Struct(vec![value]),
        };
        (1..=LEVELS).fold(inner, level)
    };
    let rows: Vec<i32> = (0..200).collect();
    let numbers = Values::Integers(ValueClass::Integer, Integers::I32(&rows), 1);
    let spans: Vec<[u64; 2]> = (0..200).map(|i| [i, 1]).collect();
    let mut column = Column::new(200, None, numbers);
    for level in 1..=LEVELS {
        let mut valid = vec![u64::MAX; 4];
        (0..200)
            .filter(|i| LEVELS - level == depth_of(*i))
            .for_each(|i| valid[i / 64] ^= 1 << (i % 64));
        let values = match level % 2 {
            0 => Values::List(Lists::Entries(&spans), Box::new(column)),
            _ => Values::Struct(vec![column]),
        };
        column = Column::new(200, Some(valid.into()), values);
    }
    let expected: Vec<Vec<u8>> =
        (0..200).map(|i| model::row(std::iter::once(&values(i)))).collect();
    check_rows("a thousand levels", &mut Encoder::default(), &[column], &expected);
}

#[test]
fn more_than_there_is_memory_for_is_an_error() {
    let lists = [[0u64, 2], [0, 1 << 50], [0, 3]];
    let nulls = |len| Column::new(len, None, Values::Null);
    let of = |child| Column::new(3, None, Values::List(Lists::Entries(&lists), Box::new(child)));
    let flat = nulls(1 << 50);
    let structs = Column::new(1 << 50, None, Values::Struct(vec![nulls(1 << 50); 2]));
    let ten = [0i64, 2, 1 << 50, 10];
    let long = Values::List(Lists::Offsets64(&ten[..3], 0), Box::new(nulls(1 << 50)));
    let nested = Column::new(2, None, long);
    let outer = Values::List(Lists::Offsets32(&[0, 1, 2, 2], 0), Box::new(nested));
    for column in [of(flat), of(structs), Column::new(3, None, outer)] {
        let mut encoder = Encoder::default();
        let mut rows = 0;
        let refused =
            encoder.blocks(Isa::current(), std::slice::from_ref(&column), 3, |_, block| {
                rows += block.len();
            });
        let OutOfMemory { bytes } = refused.expect_err("more than an address space");
        assert!(bytes >= 1 << 47, "{bytes}");
        assert!(rows < 2, "{rows} rows");
        // The next encoding is correct.
        check("after it", &mut encoder, &[numbers(0..300)], 300);
    }
}
