//! Structs whose fields have another order.

use std::sync::Arc;

use datafusion::arrow::array::*;
use datafusion::arrow::buffer::{NullBuffer, OffsetBuffer};
use datafusion::arrow::compute::cast;
use datafusion::arrow::datatypes::{DataType, Field};

use crate::tables::{Random, by, found, table};

/// Two values of each row, in a struct of the fields in this order.
fn structure(rows: &[Option<[i64; 2]>], names: [&str; 2], reversed: bool) -> ArrayRef {
    let column = |at: usize| -> ArrayRef {
        let values = rows.iter().map(|row| row.map(|row| row[at]));
        match at {
            0 => Arc::new(values.collect::<Int64Array>()),
            _ => Arc::new(
                values.map(|value| value.map(|value| value.to_string())).collect::<StringArray>(),
            ),
        }
    };
    let order = if reversed { [1, 0] } else { [0, 1] };
    let columns = order.map(column);
    let fields = order
        .iter()
        .zip(&columns)
        .map(|(&at, column)| Field::new(names[at], column.data_type().clone(), true));
    let nulls = NullBuffer::from_iter(rows.iter().map(Option::is_some));
    Arc::new(StructArray::new(fields.collect(), columns.to_vec(), Some(nulls)))
}

fn listed(values: ArrayRef, rows: usize) -> ArrayRef {
    let field = Arc::new(Field::new_list_field(values.data_type().clone(), true));
    let lengths = std::iter::repeat_n(values.len() / rows, rows);
    Arc::new(ListArray::new(field, OffsetBuffer::from_lengths(lengths), values, None))
}

fn within(name: &str, values: ArrayRef) -> ArrayRef {
    let field = Arc::new(Field::new(name, values.data_type().clone(), true));
    Arc::new(StructArray::new(vec![field].into(), vec![values], None))
}

fn mapped(values: ArrayRef, rows: usize) -> ArrayRef {
    let keys: ArrayRef =
        Arc::new(Int32Array::from_iter_values((0..values.len()).map(|at| at as i32)));
    let fields = [
        Arc::new(Field::new("keys", DataType::Int32, false)),
        Arc::new(Field::new("values", values.data_type().clone(), true)),
    ];
    let entries = StructArray::new(fields.to_vec().into(), vec![keys, values], None);
    let lengths = std::iter::repeat_n(entries.len() / rows, rows);
    let field = Arc::new(Field::new("entries", entries.data_type().clone(), false));
    Arc::new(MapArray::new(field, OffsetBuffer::from_lengths(lengths), entries, None, false))
}

/// A nested column over a struct of each two values.
type Nest = fn(ArrayRef, usize) -> ArrayRef;

const NESTS: [(&str, Nest, usize); 7] = [
    ("struct", |values, _| values, 1),
    ("list", listed, 2),
    ("large list", |values, rows| large(&listed(values, rows)), 2),
    ("struct in struct", |values, _| within("inner", values), 1),
    ("list in list", |values, rows| listed(listed(values, 2 * rows), rows), 4),
    ("list in struct", |values, rows| within("inner", listed(values, rows)), 3),
    ("map", mapped, 2),
];

fn large(list: &ArrayRef) -> ArrayRef {
    let DataType::List(item) = list.data_type() else { unreachable!() };
    cast(list, &DataType::LargeList(Arc::clone(item))).expect("a longer list")
}

#[test]
fn fields_are_compared_by_name() {
    let mut random = Random::fresh();
    for (name, nest, per_row) in NESTS {
        let rows = 50;
        let mut draw = || {
            (0..rows * per_row)
                .map(|_| {
                    (random.below(9) > 0).then(|| [random.below(3) as i64, random.below(3) as i64])
                })
                .collect::<Vec<_>>()
        };
        let left = draw();
        // Mostly the values of the left side, some of them swapped.
        let right: Vec<_> = left
            .iter()
            .zip(draw())
            .enumerate()
            .map(|(at, (one, other))| match at % 7 {
                0 => one.map(|[first, last]| [last, first]),
                1 => other,
                _ => *one,
            })
            .collect();
        let ids = || -> ArrayRef { Arc::new(Int64Array::from_iter_values(0..rows as i64)) };
        let side = |values: &[Option<[i64; 2]>], reversed| {
            let nested = nest(structure(values, ["first", "last"], reversed), rows);
            // A slice, whose buffers start elsewhere.
            table(vec![("id", ids()), ("v", nested)]).slice(5, rows - 5)
        };
        let (found, summary) =
            found(side(&left, false), side(&right, true), &by(&["id"]), &["id"]).expect(name);
        let differs =
            |row: &usize| left[row * per_row..][..per_row] != right[row * per_row..][..per_row];
        let expected: Vec<_> = (5..rows).filter(differs).collect();
        let mut rows: Vec<usize> =
            found.iter().map(|line| line[1].parse().expect("an id")).collect();
        rows.sort_unstable();
        assert_eq!(rows, expected, "{name}");
        assert!(summary.schema.is_empty() && !expected.is_empty(), "{name}");
    }
}

#[test]
fn other_fields_are_another_type() {
    let ids = || -> ArrayRef { Arc::new(Int64Array::from(vec![1])) };
    let left =
        table(vec![("id", ids()), ("v", structure(&[Some([1, 2])], ["first", "last"], false))]);
    let right =
        table(vec![("id", ids()), ("v", structure(&[Some([1, 2])], ["first", "family"], false))]);
    let (_, summary) = found(left, right, &by(&["id"]), &[]).expect("tables");
    assert_eq!(summary.schema.len(), 1);
    // A key of structs.
    let key = |reversed| {
        table(vec![("k", structure(&[Some([1, 2])], ["first", "last"], reversed)), ("v", ids())])
    };
    let (_, summary) = found(key(false), key(true), &by(&["k"]), &[]).expect("tables");
    assert!(summary.is_equal());
}
