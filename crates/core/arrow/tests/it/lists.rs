//! Functions over lists, in every layout of lists: each returns what the aggregate returns for the elements.

use std::sync::Arc;

use arrow::array::{
    Array, ArrayRef, AsArray, BooleanArray, DictionaryArray, FixedSizeListArray, Int32Array,
    Int64Array, LargeListViewArray, ListArray, ListViewArray, NullArray, RunArray, StringArray,
    StringViewArray, StructArray, UInt32Array, new_null_array,
};
use arrow::buffer::{NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow::compute::{cast, concat};
use arrow::datatypes::{DataType, Field, Int32Type, IntervalUnit};
use hashlane_catalog::{
    AggregateState, ArgValue, CallError, MultisetHash, OrderedDigest, PackedValues, Settings,
};

use crate::support::{Given, call, cells, column, error, find, scalar};

/// The lengths of six lists among the elements: one list is empty, one is NULL, and that one has elements too.
const LENGTHS: [usize; 6] = [3, 0, 300, 2, 1, 694];
const NULL_LIST: usize = 3;

fn nulls() -> NullBuffer {
    NullBuffer::from((0..LENGTHS.len()).map(|row| row != NULL_LIST).collect::<Vec<_>>())
}

fn strings() -> ArrayRef {
    let text = |i: usize| (i % 7 != 2).then(|| format!("element {}", i * i % 301));
    Arc::new((0..1_000).map(text).collect::<StringArray>())
}

fn numbers() -> ArrayRef {
    Arc::new((0..1_000).map(|i| (i % 5 != 1).then_some(i % 90)).collect::<Int64Array>())
}

/// Structs of a number and a text. Some structs are NULL although their fields are not.
fn structs() -> ArrayRef {
    let field =
        |name: &str, array: &ArrayRef| Arc::new(Field::new(name, array.data_type().clone(), true));
    let (n, v) = (numbers(), strings());
    let fields = vec![field("n", &n), field("v", &v)];
    let valid = NullBuffer::from((0..1_000).map(|i| i % 11 != 4).collect::<Vec<_>>());
    Arc::new(StructArray::new(fields.into(), vec![n, v], Some(valid)))
}

fn item(elements: &ArrayRef) -> Arc<Field> {
    Arc::new(Field::new_list_field(elements.data_type().clone(), true))
}

fn list(elements: &ArrayRef) -> ListArray {
    let offsets = OffsetBuffer::from_lengths(LENGTHS);
    ListArray::new(item(elements), offsets, Arc::clone(elements), Some(nulls()))
}

/// The same lists in every layout that can hold them.
fn layouts(elements: &ArrayRef) -> Vec<ArrayRef> {
    let list = list(elements);
    let large = DataType::LargeList(item(elements));
    let offsets: Vec<i32> = list.offsets()[..6].to_vec();
    let sizes: Vec<i32> = LENGTHS.map(|len| len as i32).to_vec();
    let wide = |values: &[i32]| -> ScalarBuffer<i64> {
        values.iter().map(|value| i64::from(*value)).collect::<Vec<_>>().into()
    };
    let view = ListViewArray::new(
        item(elements),
        offsets.clone().into(),
        sizes.clone().into(),
        Arc::clone(elements),
        Some(nulls()),
    );
    let large_view = LargeListViewArray::new(
        item(elements),
        wide(&offsets),
        wide(&sizes),
        Arc::clone(elements),
        Some(nulls()),
    );
    let keys = Int32Array::from(vec![0, 1, 2, 3, 4, 5]);
    let dictionary = DictionaryArray::<Int32Type>::new(keys, Arc::new(list.clone()));
    let ends = Int32Array::from(vec![1, 2, 3, 4, 5, 6]);
    let runs = RunArray::<Int32Type>::try_new(&ends, &list).expect("runs of one row");
    // A slice of longer lists.
    let some: ArrayRef = Arc::new(list.slice(2, 3));
    let longer = concat(&[&some, &list, &some]).expect("lists of one type").slice(3, 6);
    vec![
        cast(&list, &large).expect("lists are lists"),
        Arc::new(list),
        Arc::new(view),
        Arc::new(large_view),
        Arc::new(dictionary),
        Arc::new(runs),
        longer,
    ]
}

/// The elements of each list; `None` for the NULL one.
fn elements_of_lists(elements: &ArrayRef) -> Vec<Option<ArrayRef>> {
    let mut first = 0;
    let lists = LENGTHS.into_iter().enumerate().map(|(row, len)| {
        first += len;
        (row != NULL_LIST).then(|| elements.slice(first - len, len))
    });
    lists.collect()
}

/// `fingerprint` of rows.
fn fingerprint(columns: &[ArrayRef]) -> Vec<u8> {
    let mut sum = MultisetHash::default();
    let add = |_, hash: &[u8; 16]| sum.add(hash);
    hashlane_arrow::each_row_hash(find("fingerprint"), columns, add).expect("rows");
    sum.to_string().into_bytes()
}

/// The columns of the rows that the elements form: the fields of structs, each NULL if its struct is.
fn spread(elements: &ArrayRef) -> Vec<ArrayRef> {
    let Some(structs) = elements.as_struct_opt() else { return vec![Arc::clone(elements)] };
    let is_null =
        BooleanArray::from((0..structs.len()).map(|i| structs.is_null(i)).collect::<Vec<_>>());
    let fields = structs.columns().iter();
    fields.map(|field| arrow::compute::nullif(field, &is_null).expect("as many")).collect()
}

#[test]
fn fingerprints_are_those_of_the_elements_in_every_layout() {
    let dictionary = DataType::Dictionary(Box::new(DataType::Int32), Box::new(DataType::Utf8));
    let views = cast(&strings(), &DataType::Utf8View).expect("texts");
    let keyed = cast(&strings(), &dictionary).expect("texts");
    let nested: ArrayRef = Arc::new(FixedSizeListArray::new(
        item(&numbers()),
        1,
        numbers(),
        Some(NullBuffer::from((0..1_000).map(|i| i % 3 != 0).collect::<Vec<_>>())),
    ));
    for elements in [strings(), numbers(), structs(), views, keyed, nested] {
        let nothing = b"hl1:0:00000000000000000000000000000000".to_vec();
        let of_list = |list: Option<ArrayRef>| {
            list.map_or(nothing.clone(), |elements| fingerprint(&spread(&elements)))
        };
        let expected: Vec<_> =
            elements_of_lists(&elements).into_iter().map(|list| Some(of_list(list))).collect();
        for lists in layouts(&elements) {
            let found = call(find("list_fingerprint"), &[column(Arc::clone(&lists))]).unwrap();
            assert_eq!(cells(&found), expected, "{}", lists.data_type());
            let one = call(find("list_fingerprint"), &[scalar(lists.slice(2, 1))]).unwrap();
            assert_eq!(cells(&one), expected[2..3], "{}", lists.data_type());
        }
    }
}

#[test]
fn lists_of_one_length() {
    let elements = structs();
    let valid = NullBuffer::from((0..250).map(|row| row != 7).collect::<Vec<_>>());
    let lists = FixedSizeListArray::new(item(&elements), 4, Arc::clone(&elements), Some(valid));
    for (first, len) in [(0, 250), (5, 100)] {
        let lists: ArrayRef = Arc::new(lists.slice(first, len));
        let found = cells(&call(find("list_fingerprint"), &[column(lists)]).unwrap());
        for (row, found) in (first..).zip(found) {
            let elements = elements.slice(4 * row, if row == 7 { 0 } else { 4 });
            assert_eq!(found, Some(fingerprint(&spread(&elements))), "row {row}");
        }
    }
}

#[test]
fn digests_and_packs_are_those_of_the_aggregates_in_order() {
    let algorithms = ["md5", "sha256", "blake3", "md5", "sha512", "md5"];
    let column_of =
        |texts: [&str; 6]| column(Arc::new(StringArray::from(texts.to_vec())) as ArrayRef);
    for elements in [strings(), structs()] {
        let expected =
            elements_of_lists(&elements).into_iter().zip(algorithms).map(|(list, name)| {
                let (aggregate, list) = (find("digest_agg"), list.filter(|list| !list.is_empty())?);
                let mut settings = Settings::defaults(aggregate);
                let name = ArgValue::Bytes(name.as_bytes());
                settings.set(aggregate, &aggregate.args[1], &name).expect("an algorithm");
                let mut digest = OrderedDigest::new(aggregate, &settings).expect("a digest");
                hashlane_arrow::each_row(aggregate, &[list], |row| digest.update(row))
                    .expect("rows");
                Some(digest.digest())
            });
        let expected: Vec<_> = expected.collect();
        for lists in layouts(&elements) {
            let found = call(find("list_digest"), &[column(lists), column_of(algorithms)]).unwrap();
            assert_eq!(cells(&found), expected);
        }
    }
    let codecs = ["none", "lz4", "fsst", "none", "zstd(1)", "zstd"];
    let expected = elements_of_lists(&strings()).into_iter().zip(codecs).map(|(list, codec)| {
        let (aggregate, list) = (find("block_pack"), list.filter(|list| !list.is_empty())?);
        let mut settings = Settings::defaults(aggregate);
        let codec = ArgValue::Bytes(codec.as_bytes());
        settings.set(aggregate, &aggregate.args[1], &codec).expect("a codec");
        let mut packed = PackedValues::new(aggregate, &settings).expect("a pack");
        let add = |value: Option<&[u8]>| -> Result<(), CallError> { packed.add(&settings, value) };
        hashlane_arrow::each_value(aggregate, &list, add).expect("texts");
        Some(packed.into_finished().expect("a pack"))
    });
    let expected: Vec<_> = expected.collect();
    for lists in layouts(&strings()) {
        let found = call(find("list_block_pack"), &[column(lists), column_of(codecs)]).unwrap();
        assert_eq!(cells(&found), expected);
    }
}

#[test]
fn measurements_are_lists() {
    let found =
        call(find("list_compress_bench"), &[column(Arc::new(list(&strings())) as ArrayRef)]);
    let found = found.unwrap();
    let lists = found.as_list::<i32>();
    let nulls: Vec<bool> = (0..lists.len()).map(|row| lists.is_null(row)).collect();
    assert_eq!(nulls, [false, true, false, true, false, false]);
    assert!((0..6).all(|row| nulls[row] == (lists.value(row).len() < 10)));
}

#[test]
fn no_rows_and_bare_nulls() {
    for name in ["list_fingerprint", "list_hash_agg", "list_fsst_train", "list_compress_bench"] {
        let none: ArrayRef = Arc::new(list(&strings()).slice(0, 0));
        assert_eq!(call(find(name), &[column(none)]).unwrap().len(), 0, "{name}");
        let nulls: ArrayRef = Arc::new(NullArray::new(2));
        let found = call(find(name), &[column(nulls)]).unwrap();
        let is_sum = name == "list_fingerprint" || name == "list_hash_agg";
        assert_eq!((found.len(), found.null_count()), (2, if is_sum { 0 } else { 2 }), "{name}");
    }
}

#[test]
fn what_is_refused() {
    let refused = |name: &str, args: &[Given]| error(find(name), args);
    let of = |array: ArrayRef| column(array);
    let message = refused("list_fingerprint", &[of(strings())]);
    assert!(
        message.starts_with("list_fingerprint: argument list is VARCHAR; it takes a list of "),
        "{message}"
    );
    let message = refused("list_block_pack", &[of(Arc::new(list(&numbers())))]);
    let says = "list_block_pack: argument list is BIGINT[]; it takes a list of VARCHAR or BLOB";
    assert!(message.starts_with(says), "{message}");
    let interval = new_null_array(&DataType::Interval(IntervalUnit::DayTime), 1_000);
    let message = refused("list_fingerprint", &[of(Arc::new(list(&interval)))]);
    let says = "list_fingerprint: argument list has elements of INTERVAL, which a row can't hold";
    assert!(message.starts_with(says), "{message}");
    let lists: ArrayRef = Arc::new(list(&strings()));
    let no_text: ArrayRef = Arc::new(StringArray::from(vec![None::<&str>]));
    let message = refused("list_digest", &[of(Arc::clone(&lists)), scalar(no_text)]);
    assert_eq!(message, "list_digest: argument algorithm is NULL; it takes VARCHAR");
    let sizes: ArrayRef = Arc::new(UInt32Array::from(vec![Some(1), None, None, None, None, None]));
    let none: ArrayRef = Arc::new(StringViewArray::from(vec!["none"]));
    let message = refused("list_block_pack", &[of(lists), scalar(none), of(sizes)]);
    assert_eq!(message, "list_block_pack: argument chunk_bytes is NULL; it takes a whole number");
}
