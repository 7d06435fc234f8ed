//! Calls over lists: each list gives the aggregate's result for its elements.

use hashlane_catalog::{
    AGGREGATES, AggregateState, ArgColumn as Param, ArgValue, Call, CallError, Function,
    MultisetHash, OrderedDigest, PackedValues, Results, Settings, ValueSource, each_row,
    each_row_hash, find,
};
use hashlane_kernels::blocks::Rows;
use hashlane_kernels::encoding::{Column, Integers, Lists, ValueClass, Values};

use crate::calls::strings as called;
use crate::groups::result;

fn function(name: &str) -> &'static Function {
    find(name).unwrap_or_else(|| panic!("there is no {name}"))
}

/// The results of a call over lists, `None` for NULL.
fn results(
    name: &str,
    lists: &Column<'_>,
    params: &[Param<'_>],
) -> Result<Vec<Option<Vec<u8>>>, CallError> {
    let source = ValueSource::Lists { column: lists, len: lists.len() };
    let call = Call::new(function(name), source, params, None)?;
    let out = called(call)?;
    let start = |row: usize| row.checked_sub(1).map_or(0, |before| out.ends()[before]);
    let cell = |row| out.bytes()[start(row)..out.ends()[row]].to_vec();
    assert_eq!(out.ends().len(), lists.len());
    Ok((0..lists.len()).map(|row| (!out.nulls().contains(&row)).then(|| cell(row))).collect())
}

fn texts(name: &str, lists: &Column<'_>) -> Vec<String> {
    let results = results(name, lists, &[]).unwrap_or_else(|e| panic!("{e}"));
    results.into_iter().map(|r| String::from_utf8(r.expect("never NULL")).unwrap()).collect()
}

fn numbers(numbers: &[i64]) -> Column<'_> {
    let values = Values::Integers(ValueClass::Integer, Integers::I64(numbers), 1);
    Column::new(numbers.len(), None, values)
}

fn strings<'a>(strings: &'a [&'a [u8]], valid: Option<u64>) -> Column<'a> {
    let values = Values::Bytes(ValueClass::String, Rows::Slices(strings));
    Column::new(strings.len(), valid.map(|bits| vec![bits].into()), values)
}

fn lists<'a>(entries: &'a [[u64; 2]], valid: Option<u64>, child: Column<'a>) -> Column<'a> {
    let values = Values::List(Lists::Entries(entries), Box::new(child));
    Column::new(entries.len(), valid.map(|bits| vec![bits].into()), values)
}

/// The sum of the hashes of some rows, each hashed alone, as in an aggregate.
fn sum(columns: &[Column<'_>], rows: impl IntoIterator<Item = usize>) -> MultisetHash {
    let (aggregate, mut hashes) = (function("hash_agg"), Vec::new());
    each_row_hash(aggregate, columns, columns[0].len(), |_, hash| hashes.push(*hash)).unwrap();
    let mut sum = MultisetHash::default();
    rows.into_iter().for_each(|row| sum.add(&hashes[row]));
    sum
}

#[test]
fn every_aggregate_has_a_list_form_with_its_parameters_and_result() {
    for aggregate in AGGREGATES {
        let list = aggregate.list_form().unwrap_or_else(|| panic!("{aggregate:?} has none"));
        let name = match aggregate.name {
            "digest_agg" => "list_digest".to_owned(),
            "minhash_agg" => "minhash".to_owned(),
            name => format!("list_{name}"),
        };
        assert_eq!(list.name, name);
        assert_eq!(list.returns, aggregate.returns);
        let params = |f: &'static Function| f.params().map(|(_, arg)| (arg.name, arg.default));
        assert!(params(list).eq(params(aggregate)), "{list:?}");
        assert!(list.takes_list() && !aggregate.takes_list() && !list.takes_row());
        assert!(list.list_form().is_none());
    }
}

/// The values are those of the aggregates' examples, from xxhash 4.1.0 and hashlib.
#[test]
fn values_that_come_from_elsewhere() {
    let (n, v) = (numbers(&[1, 2, 2]), strings(&[b"a", b"b", b"b"], None));
    let rows = Column::new(3, None, Values::Struct(vec![n, v]));
    let all = lists(&[[0, 3]], None, rows);
    assert_eq!(texts("list_fingerprint", &all), ["hl1:3:74fefcd060068634b120be8592d94abd"]);
    let hash = results("list_hash_agg", &all, &[]).unwrap().remove(0).expect("a sum");
    assert_eq!(hash, 0x74fefcd060068634b120be8592d94abd_u128.to_be_bytes());

    let ordered = lists(&[[0, 2]], None, strings(&[b"a", b"b"], None));
    let sha256 = Param::Constant(ArgValue::Bytes(b"sha256"));
    let digest = results("list_digest", &ordered, &[sha256]).unwrap().remove(0).expect("a digest");
    let hex: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(hex, "57ae2dc17000458c03ee2ab420d03fe4a5b1387f29502c0e86cef2ca54b4007c");
}

/// In any order, overlapping, empty, NULL with an arbitrary entry, and longer than the rows that are encoded at once.
#[test]
fn lists_lie_anywhere_among_the_elements() {
    let values: Vec<i64> = (0..10_000).map(|i| i * i % 997).collect();
    let child = [numbers(&values)];
    let entries = [[9_000, 1_000], [0, 0], [3, 2], [3, 7_000], [u64::MAX, 9], [4, 1], [0, 10_000]];
    let valid = 0b110_1111;
    let column = lists(&entries, Some(valid), child[0].clone());
    let expected: Vec<String> = entries
        .iter()
        .enumerate()
        .map(|(row, [first, count])| match valid >> row & 1 {
            1 => sum(&child, *first as usize..(first + count) as usize).to_string(),
            _ => "hl1:0:00000000000000000000000000000000".to_owned(),
        })
        .collect();
    assert_eq!(texts("list_fingerprint", &column), expected);

    // Behind keys, as in a dictionary of lists, with one value for all rows.
    let keys = vec![3, 3, 0, 4, 6];
    let indexed = Column::new(5, None, Values::Indexed(keys.clone().into(), Box::new(column)));
    let expected: Vec<_> = keys.iter().map(|key| expected[*key].clone()).collect();
    assert_eq!(texts("list_fingerprint", &indexed), expected);
}

#[test]
fn short_lists_are_hashed_together() {
    let values: Vec<i64> = (0..6_000).collect();
    let child = [numbers(&values)];
    // The last ones first.
    let entries: Vec<[u64; 2]> = (0..3_000).rev().map(|i| [2 * i, i % 3]).collect();
    let column = lists(&entries, None, child[0].clone());
    let expected = entries
        .iter()
        .map(|[first, count]| sum(&child, *first as usize..(first + count) as usize).to_string());
    let expected: Vec<_> = expected.step_by(100).collect();
    let found: Vec<_> = texts("list_fingerprint", &column).into_iter().step_by(100).collect();
    assert_eq!(found, expected);
}

#[test]
fn no_lists_and_lists_of_nothing() {
    let of_null = Column::new(3, None, Values::Null);
    let nothing = "hl1:0:00000000000000000000000000000000".to_owned();
    assert_eq!(texts("list_fingerprint", &of_null), vec![nothing.clone(); 3]);
    let sha256 = Param::Constant(ArgValue::Bytes(b"sha256"));
    let empty = lists(&[[0, 0], [7, 0]], None, strings(&[], None));
    assert_eq!(texts("list_fingerprint", &empty), vec![nothing; 2]);
    for (name, params) in [
        ("list_digest", &[sha256][..]),
        ("list_block_pack", &[]),
        ("list_zstd_train_dict", &[]),
        ("list_fsst_train", &[]),
    ] {
        assert_eq!(results(name, &of_null, params).unwrap(), vec![None; 3], "{name}");
        assert_eq!(results(name, &empty, params).unwrap(), vec![None; 2], "{name}");
    }
    let nulls = lists(&[[0, 2]], None, strings(&[b"", b""], Some(0)));
    assert_eq!(results("list_fsst_train", &nulls, &[]).unwrap(), [None]);
    let packed = results("list_block_pack", &nulls, &[]).unwrap();
    assert!(packed[0].is_some(), "a pack keeps NULLs");
}

/// The fields of a NULL struct can be anything.
#[test]
fn a_struct_that_is_null_is_a_row_of_nulls() {
    let fields = || vec![numbers(&[1, 2, 3, 4]), strings(&[b"a", b"b", b"c", b"d"], Some(0b1101))];
    let rows = Column::new(4, Some(vec![0b1011].into()), Values::Struct(fields()));
    let nulls = || Column::new(4, Some(vec![0].into()), Values::Null);
    let spread = [
        Column::new(4, Some(vec![0b1011].into()), fields().remove(0).values().clone()),
        Column::new(4, Some(vec![0b1001].into()), fields().remove(1).values().clone()),
    ];
    let column = lists(&[[0, 4], [2, 1], [1, 2]], None, rows.clone());
    let expected = [
        sum(&spread, 0..4).to_string(),
        sum(&[nulls(), nulls()], 2..3).to_string(),
        sum(&spread, 1..3).to_string(),
    ];
    assert_eq!(texts("list_fingerprint", &column), expected);

    // The same structs in a dictionary.
    let keys = vec![3, 1, 2, 0, 2];
    let indexed =
        Column::new(5, Some(vec![0b11110].into()), Values::Indexed(keys.into(), rows.into()));
    let column = lists(&[[0, 5], [1, 3]], None, indexed);
    let mut first = sum(&spread, [1, 2, 0, 2]);
    first.merge(&sum(&[nulls(), nulls()], 0..1));
    let expected = [first.to_string(), sum(&spread, [1, 2, 0]).to_string()];
    assert_eq!(texts("list_fingerprint", &column), expected);
}

/// A struct is one value of a digest, and other nested values are one value of a row.
#[test]
fn what_is_not_spread() {
    let pair = Column::new(2, None, Values::Struct(vec![numbers(&[1, 2]), numbers(&[3, 4])]));
    let md5 = Param::Constant(ArgValue::Bytes(b"md5"));
    let found = results("list_digest", &lists(&[[0, 2]], None, pair.clone()), &[md5]).unwrap();
    let mut settings = Settings::defaults(function("digest_agg"));
    settings
        .set(function("digest_agg"), &function("digest_agg").args[1], &ArgValue::Bytes(b"md5"))
        .unwrap();
    let mut digest = OrderedDigest::new(function("digest_agg"), &settings).unwrap();
    let add = |_, row: &[u8]| {
        digest.update(row);
        Ok(())
    };
    each_row(function("digest_agg"), &[pair], 2, add).unwrap();
    assert_eq!(found, [Some(digest.digest())]);

    let inner = [lists(&[[0, 2], [2, 1]], None, numbers(&[5, 6, 7]))];
    let nested = lists(&[[0, 2], [1, 1]], None, inner[0].clone());
    let expected = [sum(&inner, 0..2).to_string(), sum(&inner, 1..2).to_string()];
    assert_eq!(texts("list_fingerprint", &nested), expected);
}

#[test]
fn parameters_may_differ_from_list_to_list() {
    let entries = [[0, 2], [2, 0], [0, 2], [1, 2]];
    let child = || strings(&[b"a", b"b", b"c"], Some(0b101));
    let column = lists(&entries, None, child());
    let names = [&b"md5"[..], b"sha256", b"sha512", b"md5"];
    let mixed = results("list_digest", &column, &[Param::Bytes(Rows::Slices(&names))]).unwrap();
    for (row, name) in names.iter().enumerate() {
        let constant = [Param::Constant(ArgValue::Bytes(name))];
        assert_eq!(mixed[row], results("list_digest", &column, &constant).unwrap()[row]);
    }
    assert!(mixed[0] != mixed[3] && mixed[1].is_none());

    let codecs = [&b"none"[..], b"none", b"lz4", b"zstd"];
    let packs =
        results("list_block_pack", &column, &[Param::Bytes(Rows::Slices(&codecs))]).unwrap();
    let values = [Some(&b"a"[..]), None, Some(b"c")];
    for (row, [first, count]) in entries.iter().enumerate() {
        let aggregate = function("block_pack");
        let mut settings = Settings::defaults(aggregate);
        settings.set(aggregate, &aggregate.args[1], &ArgValue::Bytes(codecs[row])).unwrap();
        let mut packed = PackedValues::new(aggregate, &settings).unwrap();
        for value in &values[*first as usize..(first + count) as usize] {
            packed.add(&settings, *value).unwrap();
        }
        let expected = (*count > 0).then(|| result(&packed).unwrap());
        assert_eq!(packs[row], expected, "{row}");
    }
}

#[test]
fn values_for_packs_and_samples_are_read_in_every_layout() {
    let ids = [0x0123_4567_89ab_cdef_fedc_ba98_7654_3210_u128, 7];
    let uuids = Column::new(2, None, Values::Uuids((&ids[..]).into()));
    let texts: [&[u8]; 2] =
        [b"01234567-89ab-cdef-fedc-ba9876543210", b"00000000-0000-0000-0000-000000000007"];
    let pack = |child: Column<'_>| results("list_block_pack", &lists(&[[0, 3]], None, child), &[]);
    let behind_keys = |values: Column<'static>| {
        let keys = vec![1, 0, 9];
        Column::new(3, Some(vec![0b011].into()), Values::Indexed(keys.into(), Box::new(values)))
    };
    let owned = Column::new(2, None, Values::Uuids(ids.to_vec().into()));
    let expected = pack(strings(&[texts[1], texts[0], b""], Some(0b011))).unwrap();
    assert_eq!(pack(behind_keys(owned)).unwrap(), expected);
    let two = lists(&[[0, 2]], None, uuids);
    let plain = lists(&[[0, 2]], None, strings(&texts, None));
    let [uuids, plain] =
        [&two, &plain].map(|lists| results("list_block_pack", lists, &[]).unwrap());
    assert_eq!(uuids, plain);
}

#[test]
fn what_is_refused() {
    let error = |name: &str, column: &Column<'_>, params: &[Param<'_>]| {
        results(name, column, params).expect_err("it is not allowed").to_string()
    };
    let one = lists(&[[0, 1]], None, strings(&[b"a"], None));
    let null = Param::Constant(ArgValue::Null);
    assert_eq!(
        error("list_digest", &one, &[null]),
        "list_digest: argument algorithm is NULL; it takes VARCHAR"
    );
    let lz4 = Param::Constant(ArgValue::Bytes(b"lz4"));
    assert_eq!(
        error("list_block_pack", &one, &[lz4, null]),
        "list_block_pack: argument chunk_bytes is NULL; it takes a whole number"
    );
    assert!(error("list_digest", &one, &[lz4]).contains("allowed is one of md5, "));
    assert!(error("list_digest", &one, &[]).contains("the call is list_digest(list, algorithm)"));
    for entry in [[0, 2], [1, 1], [u64::MAX, 2], [2, u64::MAX]] {
        let beyond = lists(std::slice::from_ref(&entry), None, strings(&[b"a"], None));
        let error = error("list_fingerprint", &beyond, &[]);
        assert!(error.contains("are beyond the 1 there are"), "{error}");
    }
    let typed = lists(&[[0, 1]], None, numbers(&[1]));
    let message = error("list_block_pack", &typed, &[]);
    assert!(message.starts_with("list_block_pack: the list has elements of another"), "{message}");
    let message = error("list_fingerprint", &numbers(&[1]), &[]);
    assert!(message.starts_with("list_fingerprint: the list has elements"), "{message}");
    let few = error("list_zstd_train_dict", &one, &[]);
    assert!(few.starts_with("list_zstd_train_dict: argument list: "), "{few}");
    let as_value = Call::new(function("list_fingerprint"), Rows::Slices(&[b"a"]), &[], None);
    assert!(as_value.is_err());
    let as_list = ValueSource::Lists { column: &one, len: 1 };
    assert!(Call::new(function("xxh3"), as_list, &[], None).is_err());
}

#[test]
fn measurements_of_each_list() {
    let column = lists(&[[0, 2], [0, 0]], None, strings(&[b"one", b"two"], None));
    let source = ValueSource::Lists { column: &column, len: 2 };
    let function = function("list_compress_bench");
    let call = Call::new(function, source, &[], None).unwrap();
    let collected = call.collect(usize::MAX, None).unwrap();
    let Results::Lists(out) = collected else { panic!("{collected:?}") };
    let all = out.values().len();
    assert!(all >= 10 && out.ends() == [all; 2], "{out:?}");
    assert_eq!(out.nulls(), [1]);
}
