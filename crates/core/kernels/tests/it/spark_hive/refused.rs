//! Types that an engine lacks, and values that it can't represent.

use hashlane_kernels::blocks::Rows;
use hashlane_kernels::encoding::{Column, Integers, Lists, ValueClass, Values};
use hashlane_kernels::engines::columns::{
    ColumnsHash, HIVE_HASH, SPARK_HASH, SPARK_XXHASH64, TypeError, Unrepresentable, ValueError,
};
use hashlane_kernels::isa::Isa;

/// A column without rows, as a planner makes one to check its type.
fn column(values: Values<'_>) -> Column<'_> {
    Column::new(0, None, values)
}

fn integer(values: Integers<'_>) -> Values<'_> {
    Values::Integers(ValueClass::Integer, values, 1)
}

/// The outcome of each function for a row.
fn checks(row: &[Column<'_>]) -> [Result<(), TypeError>; 3] {
    [SPARK_HASH.check_types(row), SPARK_XXHASH64.check_types(row), HIVE_HASH.check_types(row)]
}

/// The names of the rejected types, and the suggested replacements.
fn refused(values: Values<'_>) -> Vec<(&'static str, &'static str, bool)> {
    let taken = column(Values::Null);
    let errors = checks(&[taken, column(values)]).into_iter().map(|check| check.unwrap_err());
    errors
        .map(|error| {
            assert_eq!(error.place, 1);
            (error.name, error.instead, error.nested)
        })
        .collect()
}

#[test]
fn types_without_a_hash_are_named_with_what_to_write() {
    for (values, name, instead) in [
        (integer(Integers::U8(&[])), "UTINYINT", "CAST(v AS SMALLINT)"),
        (integer(Integers::U16(&[])), "USMALLINT", "CAST(v AS INTEGER)"),
        (integer(Integers::U32(&[])), "UINTEGER", "CAST(v AS BIGINT)"),
        (integer(Integers::U64(&[])), "UBIGINT", "CAST(v AS DECIMAL(20, 0))"),
        (integer(Integers::I128Halves(&[])), "HUGEINT", "CAST(v AS DECIMAL(38, 0))"),
        (integer(Integers::U128Halves(&[])), "UHUGEINT", "CAST(v AS DECIMAL(38, 0))"),
        (Values::Uuids(vec![].into()), "UUID", "CAST(v AS VARCHAR)"),
        (
            Values::Integers(ValueClass::Time, Integers::I64(&[]), 1000),
            "TIME",
            "CAST(v AS VARCHAR)",
        ),
    ] {
        assert_eq!(refused(values.clone()), [(name, instead, false); 3]);
        let list = Values::List(Lists::Entries(&[]), Box::new(column(values.clone())));
        assert_eq!(refused(list.clone()), [(name, instead, true); 3]);
        let fields = vec![column(Values::Null), column(list)];
        assert_eq!(refused(Values::Struct(fields)), [(name, instead, true); 3]);
        let dictionary = Values::Indexed(vec![].into(), Box::new(column(values)));
        assert_eq!(refused(dictionary), [(name, instead, false); 3]);
    }
}

#[test]
fn more_digits_than_a_decimal_has() {
    let decimals =
        |precision| Values::Decimals { unscaled: Integers::I128(&[]), precision, scale: 0 };
    assert_eq!(refused(decimals(39))[0].0, "a DECIMAL of more than 38 digits");
    assert_eq!(checks(&[column(decimals(38))]), [Ok(()); 3]);
}

#[test]
fn hive_has_no_durations_and_spark_no_maps() {
    let duration = Values::Integers(ValueClass::Duration, Integers::I64(&[]), 1000);
    let [spark, xxhash64, hive] = checks(&[column(duration)]);
    assert_eq!((spark, xxhash64), (Ok(()), Ok(())));
    assert_eq!(hive.unwrap_err().engine, "Hive");
    let map = |value| {
        let fields = vec![column(Values::Null), column(value)];
        let entries = Box::new(column(Values::Struct(fields)));
        column(Values::Map(Lists::Entries(&[]), entries))
    };
    let [spark, xxhash64, hive] = checks(&[map(Values::Null)]);
    assert_eq!(spark, xxhash64);
    assert_eq!(spark.map_err(|error| (error.name, error.instead)), Err(("MAP", "map_entries(v)")));
    assert_eq!(hive, Ok(()));
    let [.., hive] = checks(&[map(integer(Integers::U8(&[])))]);
    assert_eq!(hive.map_err(|error| (error.name, error.nested)), Err(("UTINYINT", true)));
}

#[test]
fn an_error_names_the_value_the_type_and_the_engine() {
    let text = column(Values::Bytes(ValueClass::String, Rows::Slices(&[])));
    let error = SPARK_HASH.check_types(&[text, column(integer(Integers::U8(&[])))]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "value 2 of the row is UTINYINT, which Spark does not hash; write CAST(v AS SMALLINT)"
    );
}

/// The error of the second of two rows.
fn rejected<T: Copy + Default>(hash: ColumnsHash<T>, values: Values<'_>) -> Option<ValueError> {
    let row = [Column::new(2, None, Values::Null), Column::new(2, None, values)];
    hash.check_types(&row).unwrap();
    hash.hash(Isa::current(), &row, &mut [T::default(); 2]).err()
}

#[test]
fn spark_has_whole_microseconds() {
    for (count, unit) in
        [(1, 1), (-1, 1), (1001, 1), (i64::MAX, 1_000_000), (i64::MIN, 1_000_000_000)]
    {
        for class in [ValueClass::Timestamp, ValueClass::Duration] {
            let counts = [0, count];
            let values = || Values::Integers(class, Integers::I64(&counts), unit);
            let error =
                Some(ValueError { place: 1, reason: Unrepresentable::Time { count, unit } });
            assert_eq!(rejected(SPARK_HASH, values()), error);
            assert_eq!(rejected(SPARK_XXHASH64, values()), error);
        }
        let counts = [0, count];
        let values = Values::Integers(ValueClass::Timestamp, Integers::I64(&counts), unit);
        assert_eq!(rejected(HIVE_HASH, values), None);
    }
    let error = ValueError { place: 1, reason: Unrepresentable::Time { count: 1001, unit: 1 } };
    assert_eq!(
        error.to_string(),
        "value 2 of the row is a time of 1001 nanoseconds, which is not a whole number of \
         microseconds that fits in 64 bits; round it to microseconds"
    );
}

/// Arrow allows such values in a DECIMAL(18, 0).
#[test]
fn a_decimal_beyond_its_type() {
    for unscaled in [i128::from(i64::MAX) + 1, i128::from(i64::MIN) - 1] {
        let values = [0, unscaled];
        let values =
            || Values::Decimals { unscaled: Integers::I128(&values), precision: 18, scale: 0 };
        let error =
            Some(ValueError { place: 1, reason: Unrepresentable::Decimal { precision: 18 } });
        assert_eq!(rejected(SPARK_HASH, values()), error);
        assert_eq!(rejected(SPARK_XXHASH64, values()), error);
    }
}

/// The value under a NULL is arbitrary, and a value that no row uses does not matter.
#[test]
fn what_is_not_looked_at_is_not_refused() {
    let counts = [1, 1000];
    let values = Values::Integers(ValueClass::Timestamp, Integers::I64(&counts), 1);
    let row = [Column::new(2, Some(vec![0b10].into()), values)];
    let mut hashes = [0; 2];
    SPARK_HASH.hash(Isa::current(), &row, &mut hashes).unwrap();
    assert_eq!(hashes[0], 42);
    let [column] = row;
    let used = Column::new(1, None, Values::Indexed(vec![1].into(), Box::new(column)));
    assert!(SPARK_HASH.hash(Isa::current(), &[used], &mut [0]).is_ok());
}
