//! Types and values that can't be in a row.

use std::sync::Arc;

use arrow::array::*;
use arrow::datatypes::{
    DataType, Field, Fields, Int8Type, IntervalUnit, UnionFields, UnionMode, i256,
};
use hashlane_arrow::type_name;

use super::over_rows;
use crate::support::{Given, column, error, scalar};

fn field(data_type: &DataType) -> Arc<Field> {
    Arc::new(Field::new("item", data_type.clone(), true))
}

/// The types that are rejected.
fn refused() -> Vec<DataType> {
    let union = UnionFields::from_iter([(0, field(&DataType::Int8)), (1, field(&DataType::Utf8))]);
    vec![
        DataType::Interval(IntervalUnit::YearMonth),
        DataType::Interval(IntervalUnit::DayTime),
        DataType::Interval(IntervalUnit::MonthDayNano),
        DataType::Union(union.clone(), UnionMode::Sparse),
        DataType::Union(union, UnionMode::Dense),
        DataType::Decimal32(9, -1),
        DataType::Decimal64(18, -1),
        DataType::Decimal128(38, -2),
        DataType::Decimal256(76, -3),
    ]
}

/// Types that contain this type.
fn around(data_type: &DataType) -> Vec<DataType> {
    let fields =
        vec![Field::new("a", DataType::Int8, true), Field::new("b", data_type.clone(), true)];
    let entries =
        [Field::new("keys", DataType::Utf8, false), Field::new("values", data_type.clone(), true)];
    let entries = Field::new("entries", DataType::Struct(Fields::from(entries.to_vec())), false);
    let mut types = vec![
        DataType::List(field(data_type)),
        DataType::LargeList(field(data_type)),
        DataType::FixedSizeList(field(data_type), 2),
        DataType::Map(Arc::new(entries), false),
        DataType::Struct(Fields::from(fields)),
        DataType::List(field(&DataType::List(field(data_type)))),
    ];
    if !matches!(data_type, DataType::Union(..)) {
        types.push(DataType::Dictionary(Box::new(DataType::Int32), Box::new(data_type.clone())));
    }
    types
}

/// The arguments of a call whose row has `last` after two numbers.
fn args(function: &hashlane_catalog::Function, last: Given) -> Vec<Given> {
    let name = if function.name == "row_uuid5" { "dns" } else { "sha256" };
    let name: ArrayRef = Arc::new(StringArray::from(vec![name]));
    let number: ArrayRef = Arc::new(PrimitiveArray::<Int8Type>::from(vec![1]));
    let mut args = vec![scalar(name); function.value_index()];
    args.extend([scalar(number.clone()), scalar(number), last]);
    args
}

#[test]
fn types_without_an_encoding_are_named() {
    for function in over_rows() {
        for inner in refused() {
            let name = type_name(&inner);
            for data_type in around(&inner).into_iter().chain([inner.clone()]) {
                let expected = format!(
                    "{}: value 3 of the row is {name}, which a row can't hold; allowed are \
                     numbers, ",
                    function.name
                );
                for len in [0, 1, 3] {
                    // The type alone is rejected, whatever rows there are.
                    let array = new_null_array(&data_type, len);
                    let message = error(function, &args(function, column(array)));
                    assert!(message.starts_with(&expected), "{message}\nis not\n{expected}");
                }
                let message =
                    error(function, &args(function, scalar(new_null_array(&data_type, 1))));
                assert!(message.starts_with(&expected), "{message}\nis not\n{expected}");
            }
        }
    }
}

#[test]
fn decimals_of_more_than_128_bits() {
    let wide = i256::from_i128(i128::MAX).checked_add(i256::ONE).expect("it fits in 256 bits");
    let of = |values: Vec<Option<i256>>| -> ArrayRef {
        let array = Decimal256Array::from(values).with_precision_and_scale(76, 2);
        Arc::new(array.expect("a scale that fits"))
    };
    for function in over_rows() {
        let array = of(vec![Some(i256::ONE), Some(wide), None]);
        let message = error(function, &args(function, column(array)));
        let expected =
            format!("{}: a decimal has more digits than fit in 128 bits: ", function.name);
        assert!(message.starts_with(&expected), "{message}");
        assert!(message.ends_with("1701411834604692317316873037158841057.28"), "{message}");
        // The value under a NULL is never read.
        let hidden =
            Decimal256Array::new(vec![wide, i256::ONE].into(), Some(vec![false, true].into()));
        let hidden = hidden.with_precision_and_scale(76, 2).expect("a scale that fits");
        let hidden = column(Arc::new(hidden) as ArrayRef);
        crate::support::call(function, &args(function, hidden)).expect("a NULL");
    }
}
