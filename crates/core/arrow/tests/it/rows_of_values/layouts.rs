//! The same values in every type that can hold them. The expected bytes follow the page on the
//! encoding.

use std::sync::Arc;

use arrow::array::types::*;
use arrow::array::*;
use arrow::buffer::{NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow::datatypes::{DataType, Field, Fields, i256};
use hashlane_catalog::TypeClass;

use super::one;
use crate::support::alloc::held;
use crate::support::arrays::layouts;
use crate::support::inputs::{Cells, text};
use crate::support::{Given, call, column, find, same, scalar};

/// The rows whole, in slices, one by one beside a column, and inside structs and lists.
fn check(array: &ArrayRef, expected: &[Option<Vec<u8>>]) {
    let what = array.data_type().to_string();
    let bytes = |what: &str, args: &[Given], expected: &[Option<Vec<u8>>]| {
        let result = call(find("row_bytes"), args).unwrap_or_else(|e| panic!("{what}: {e}"));
        same(what, &result, expected);
        // The other functions read the same bytes.
        let hashes = call(find("row_xxh3"), args).expect("as row_bytes");
        let of_bytes = call(find("xxh3"), &[column(result)]).expect("bytes");
        assert_eq!(&hashes, &of_bytes, "{what}");
    };
    let len = array.len();
    for (first, count) in [(0, len), (1, len - 1), (1, len - 2), (len - 1, 1), (len, 0)] {
        let args = [column(array.slice(first, count))];
        bytes(&format!("{what} from {first} on"), &args, &expected[first..first + count]);
    }
    for (row, expected) in expected.iter().enumerate() {
        let numbers: ArrayRef = Arc::new(Int8Array::from(vec![1; 300]));
        let args = [scalar(array.slice(row, 1)), column(numbers)];
        let mut both = expected.clone().expect("a row");
        both[1] = 2;
        both.extend([3, 1, 1]);
        bytes(&format!("{what}, the scalar of row {row}"), &args, &vec![Some(both); 300]);
    }
    let inside = |tag: u8| -> Cells {
        let cell = |row: &Option<Vec<u8>>| {
            let value = row.as_ref().expect("a row")[2..].to_vec();
            Some([vec![0x0d, 1, tag, 1], value].concat())
        };
        expected.iter().map(cell).collect()
    };
    let field = Arc::new(Field::new("inside", array.data_type().clone(), true));
    let fields = Fields::from(vec![field.clone()]);
    let structs: ArrayRef = Arc::new(StructArray::new(fields, vec![array.clone()], None));
    bytes(&format!("{what} in structs"), &[column(structs)], &inside(0x0d));
    let ends = OffsetBuffer::from_lengths(vec![1; len]);
    let lists: ArrayRef = Arc::new(ListArray::new(field, ends, array.clone(), None));
    bytes(&format!("{what} in lists"), &[column(lists)], &inside(0x0c));
}

fn check_all(arrays: Vec<ArrayRef>, values: &[&str]) {
    let expected: Cells = values.iter().map(|value| one(value)).collect();
    arrays.iter().for_each(|array| check(array, &expected));
}

/// As a dictionary, with a value that no row uses, and as runs. A NULL can be that of a key or of a value.
fn encoded(array: &ArrayRef) -> Vec<ArrayRef> {
    let keys: Int8Array = (0..array.len() as i8).collect();
    let reversed: UInt64Array = (0..array.len() as u64).rev().collect();
    let backwards: UInt32Array = (0..array.len() as u32).rev().collect();
    let backwards = arrow::compute::take(array, &backwards, None).expect("rows that are there");
    let ends: Int16Array = (1..=array.len() as i16).collect();
    let mut arrays: Vec<ArrayRef> = vec![
        Arc::new(DictionaryArray::try_new(keys, array.clone()).expect("keys")),
        Arc::new(DictionaryArray::try_new(reversed, backwards).expect("keys")),
        Arc::new(RunArray::try_new(&ends, array).expect("ends")),
    ];
    if let Some(row) = (0..array.len()).find(|row| array.is_null(*row)) {
        let keys: Int32Array = (0..array.len()).map(|i| (i != row).then_some(i as i32)).collect();
        arrays.push(Arc::new(DictionaryArray::try_new(keys, array.clone()).expect("keys")));
    }
    arrays
}

#[test]
fn numbers_of_every_width() {
    fn of<T: ArrowPrimitiveType>() -> ArrayRef {
        use arrow::datatypes::ArrowNativeType;
        let native = |n| T::Native::from_usize(n).expect("a small number");
        let cells = [Some(1), None, Some(1), Some(100)].map(|n| n.map(native));
        Arc::new(cells.into_iter().collect::<PrimitiveArray<T>>())
    }
    let mut arrays =
        vec![of::<Int8Type>(), of::<Int16Type>(), of::<Int32Type>(), of::<Int64Type>()];
    arrays.extend([of::<UInt8Type>(), of::<UInt16Type>(), of::<UInt32Type>(), of::<UInt64Type>()]);
    arrays.extend(encoded(&arrays[3]));
    check_all(arrays, &["03 01 01", "00", "03 01 01", "03 01 64"]);
}

#[test]
fn floats_of_every_width() {
    let values = [Some(1.5), Some(-0.0), None, Some(f64::NAN)];
    let half = |value: Option<f64>| value.map(|value| half_of(value as f32));
    let mut arrays: Vec<ArrayRef> = vec![
        Arc::new(values.map(half).into_iter().collect::<Float16Array>()),
        Arc::new(values.map(|value| value.map(|v| v as f32)).into_iter().collect::<Float32Array>()),
        Arc::new(values.into_iter().collect::<Float64Array>()),
    ];
    arrays.extend(encoded(&arrays[0]));
    let zero = "04 0000000000000000";
    check_all(arrays, &["04 3ff8000000000000", zero, "00", "04 7ff8000000000000"]);
}

fn half_of(value: f32) -> <Float16Type as ArrowPrimitiveType>::Native {
    <Float16Type as ArrowPrimitiveType>::Native::from_f32(value)
}

#[test]
fn decimals_of_every_width() {
    let values = [Some(150i128), Some(0), None, Some(-100)];
    let narrow = Decimal32Array::from_iter(values.map(|value| value.map(|v| v as i32)));
    let middle = Decimal64Array::from_iter(values.map(|value| value.map(|v| v as i64)));
    let wide = Decimal256Array::from_iter(values.map(|value| value.map(i256::from_i128)));
    let fits = "a scale that fits";
    let mut arrays: Vec<ArrayRef> = vec![
        Arc::new(narrow.with_precision_and_scale(9, 2).expect(fits)),
        Arc::new(middle.with_precision_and_scale(18, 2).expect(fits)),
        Arc::new(Decimal128Array::from_iter(values).with_precision_and_scale(38, 2).expect(fits)),
        Arc::new(wide.with_precision_and_scale(76, 2).expect(fits)),
    ];
    arrays.extend(encoded(&arrays[3]));
    check_all(arrays, &["0b 01 0f 01", "0b 01 00 00", "00", "0b 00 01 00"]);
}

#[test]
fn points_in_time_in_every_unit() {
    let of = |array: &dyn Array, kinds: &[DataType]| -> Vec<ArrayRef> {
        kinds.iter().map(|kind| arrow::compute::cast(array, kind).expect("a unit")).collect()
    };
    use arrow::datatypes::TimeUnit::{Microsecond, Millisecond, Nanosecond, Second};
    let units = [Second, Millisecond, Microsecond, Nanosecond];
    let seconds = Int64Array::from(vec![Some(1), None, Some(0)]);
    // 10^9 as a varint.
    let second = |tag: &str| [format!("{tag} 01 8094ebdc03"), "00".into(), format!("{tag} 01 00")];
    let check = |arrays, tag| check_all(arrays, &second(tag).each_ref().map(String::as_str));
    let first = DataType::Timestamp(Second, None);
    let array = arrow::compute::cast(&seconds, &first).expect("seconds");
    let zones = [None, Some("+00:00".into()), Some("+05:30".into())];
    for zone in zones {
        // This sets a time zone, and converts nothing.
        let of_utc =
            arrow::compute::cast(&array, &DataType::Timestamp(Second, Some("+00:00".into())));
        let array = if zone.is_some() { of_utc.expect("a zone") } else { array.clone() };
        let kinds = units.map(|unit| DataType::Timestamp(unit, zone.clone()));
        check(of(&array, &kinds), "09");
    }
    let array = arrow::compute::cast(&seconds, &DataType::Duration(Second)).expect("seconds");
    check(of(&array, &units.map(DataType::Duration)), "0a");
    let narrow = Int32Array::from(vec![Some(1), None, Some(0)]);
    let array = arrow::compute::cast(&narrow, &DataType::Time32(Second)).expect("seconds");
    let kinds = [DataType::Time32(Second), DataType::Time32(Millisecond)];
    check(of(&array, &kinds), "08");
    check(of(&array, &[DataType::Time64(Microsecond), DataType::Time64(Nanosecond)]), "08");
    let days: ArrayRef = Arc::new(Date32Array::from(vec![Some(300), None, Some(-1)]));
    check_all(vec![days], &["07 01 ac02", "00", "07 00 01"]);
}

#[test]
fn texts_and_bytes_in_every_layout() {
    let cells: Cells = (0..40).map(|i| (i % 7 != 3).then(|| text(i, i % 20))).collect();
    for (layout, array) in layouts(&cells) {
        let tag = match hashlane_arrow::type_class(array.data_type()) {
            TypeClass::Text => 0x05,
            _ => 0x06,
        };
        let row = |cell: &Option<Vec<u8>>| match cell {
            Some(bytes) => Some([&[0x0d, 1, tag, bytes.len() as u8], &bytes[..]].concat()),
            None => one("00"),
        };
        let expected: Cells = cells.iter().map(row).collect();
        let result = call(find("row_bytes"), &[column(array)]);
        same(&layout, &result.unwrap_or_else(|e| panic!("{layout}: {e}")), &expected);
    }
}

#[test]
fn lists_in_every_layout() {
    let field = Arc::new(Field::new("item", DataType::Int32, true));
    let values: ArrayRef =
        Arc::new(Int32Array::from(vec![Some(7), Some(1), None, Some(300), Some(9)]));
    let nulls = || Some(NullBuffer::from(vec![true, false, true, true]));
    // The NULL list has an element too.
    let (starts, sizes) = ([1, 4, 0, 3], [2, 1, 0, 1]);
    let view = |n: [i32; 4]| ScalarBuffer::from(n.to_vec());
    let wide = |n: [i32; 4]| ScalarBuffer::from(n.map(i64::from).to_vec());
    let views =
        ListViewArray::new(field.clone(), view(starts), view(sizes), values.clone(), nulls());
    let large =
        LargeListViewArray::new(field.clone(), wide(starts), wide(sizes), values.clone(), nulls());
    let of_two = || Some(NullBuffer::from(vec![true, false, true]));
    let ends = OffsetBuffer::new(vec![1, 3, 4, 4, 5].into());
    let wide_ends = OffsetBuffer::new(vec![1i64, 3, 4, 4, 5].into());
    let in_order: ArrayRef =
        Arc::new(Int32Array::from(vec![Some(7), Some(1), None, Some(8), Some(300)]));
    let lists = ListArray::new(field.clone(), ends, in_order.clone(), nulls());
    let large_lists = LargeListArray::new(field.clone(), wide_ends, in_order, nulls());
    let arrays: Vec<ArrayRef> =
        vec![Arc::new(views), Arc::new(large), Arc::new(lists), Arc::new(large_lists)];
    check_all(arrays, &["0c 02 03 01 01 00", "00", "0c 00", "0c 01 03 01 ac02"]);
    let pairs = Int32Array::from(vec![Some(1), None, Some(5), Some(6), Some(300), Some(1)]);
    let pairs = FixedSizeListArray::new(field, 2, Arc::new(pairs), of_two());
    let values = ["0c 02 03 01 01 00", "00", "0c 02 03 01 ac02 03 01 01"];
    check_all(vec![Arc::new(pairs)], &values);
}

#[test]
fn maps_are_lists_of_pairs() {
    let mut maps = MapBuilder::new(None, StringBuilder::new(), Int16Builder::new());
    maps.keys().append_value("a");
    maps.values().append_value(1);
    maps.keys().append_value("b");
    maps.values().append_null();
    maps.append(true).expect("as many keys as values");
    maps.append(false).expect("none");
    maps.append(true).expect("none");
    let pair = "0c 02 0d 02 05 01 61 03 01 01 0d 02 05 01 62 00";
    check_all(vec![Arc::new(maps.finish())], &[pair, "00", "0c 00"]);
}

#[test]
fn booleans_and_nothing() {
    let flags = BooleanArray::from(vec![Some(true), None, Some(false)]);
    check_all(vec![Arc::new(flags)], &["02", "00", "01"]);
    check_all(vec![Arc::new(NullArray::new(3))], &["00", "00", "00"]);
    let empty = StructArray::new_empty_fields(3, Some(vec![true, false, true].into()));
    check_all(vec![Arc::new(empty)], &["0d 00", "00", "0d 00"]);
}

#[test]
fn a_huge_row_is_not_kept() {
    let huge: ArrayRef = Arc::new(StringArray::from(vec!["h".repeat(40 << 20)]));
    let (hash, kept) = held(|| call(find("row_xxh3_hex"), &[column(huge)]).expect("one row"));
    assert_eq!(hash.len(), 1);
    assert!(kept < 2 << 20, "{kept} bytes were kept");
}
