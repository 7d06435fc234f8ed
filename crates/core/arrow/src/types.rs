//! Maps Arrow's types to those that the catalogue distinguishes.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{
    Decimal32Type, Decimal64Type, Decimal128Type, Decimal256Type, Float16Type, Float32Type,
    Float64Type, Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type, UInt16Type, UInt32Type,
    UInt64Type,
};
use arrow_array::{Array, ArrayRef, ArrowPrimitiveType};
use arrow_buffer::i256;
use arrow_schema::{DataType, Field, FieldRef, Fields};
use hashlane_catalog::{
    ArgValue, CallError, Function, ResultField, ResultType, TypeClass, collected, nearest_double,
    room,
};
use hashlane_kernels::encoding::MAX_DEPTH;

use crate::row::is_too_deep;

/// The class of a type. A dictionary and a run-end encoded type have the class of their values.
pub fn type_class(data_type: &DataType) -> TypeClass {
    match plain(data_type) {
        DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View => TypeClass::Text,
        DataType::Binary
        | DataType::LargeBinary
        | DataType::BinaryView
        | DataType::FixedSizeBinary(_) => TypeClass::Blob,
        DataType::Int8
        | DataType::Int16
        | DataType::Int32
        | DataType::Int64
        | DataType::UInt8
        | DataType::UInt16
        | DataType::UInt32
        | DataType::UInt64 => TypeClass::Integer,
        DataType::Float16
        | DataType::Float32
        | DataType::Float64
        | DataType::Decimal32(..)
        | DataType::Decimal64(..)
        | DataType::Decimal256(..) => TypeClass::Real,
        // SQL engines use this type for literals beyond 64 bits.
        DataType::Decimal128(_, 0) => TypeClass::Integer,
        DataType::Decimal128(..) => TypeClass::Real,
        DataType::Null => TypeClass::Null,
        DataType::List(_)
        | DataType::LargeList(_)
        | DataType::ListView(_)
        | DataType::LargeListView(_)
        | DataType::FixedSizeList(..) => TypeClass::List,
        _ => TypeClass::Other,
    }
}

/// The type of the values behind dictionaries and runs. A loop instead of a recursion, since a type may be nested to
/// any depth.
fn plain(mut data_type: &DataType) -> &DataType {
    loop {
        data_type = match data_type {
            DataType::Dictionary(_, values) => values,
            DataType::RunEndEncoded(_, values) => values.data_type(),
            other => return other,
        }
    }
}

/// The name of a type in SQL, as DuckDB has it, for errors: they name the allowed types so, too. Types that SQL lacks keep
/// their names in Arrow. Shortened if the type is nested too deeply for the stack.
pub fn type_name(data_type: &DataType) -> String {
    if is_too_deep(data_type) {
        return format!("of a type that is nested more than {MAX_DEPTH} levels deep");
    }
    let name = match plain(data_type) {
        DataType::Null => "NULL",
        DataType::Boolean => "BOOLEAN",
        DataType::Int8 => "TINYINT",
        DataType::Int16 => "SMALLINT",
        DataType::Int32 => "INTEGER",
        DataType::Int64 => "BIGINT",
        DataType::UInt8 => "UTINYINT",
        DataType::UInt16 => "USMALLINT",
        DataType::UInt32 => "UINTEGER",
        DataType::UInt64 => "UBIGINT",
        DataType::Float32 => "FLOAT",
        DataType::Float64 => "DOUBLE",
        DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View => "VARCHAR",
        DataType::Binary
        | DataType::LargeBinary
        | DataType::BinaryView
        | DataType::FixedSizeBinary(_) => "BLOB",
        DataType::Date32 | DataType::Date64 => "DATE",
        DataType::Time32(_) | DataType::Time64(_) => "TIME",
        DataType::Timestamp(_, None) => "TIMESTAMP",
        DataType::Timestamp(_, Some(_)) => "TIMESTAMP WITH TIME ZONE",
        DataType::Interval(_) => "INTERVAL",
        DataType::Struct(_) => "STRUCT",
        DataType::Map(..) => "MAP",
        DataType::Union(..) => "UNION",
        DataType::Decimal32(precision, scale)
        | DataType::Decimal64(precision, scale)
        | DataType::Decimal128(precision, scale)
        | DataType::Decimal256(precision, scale) => {
            return format!("DECIMAL({precision}, {scale})");
        }
        DataType::List(field)
        | DataType::LargeList(field)
        | DataType::ListView(field)
        | DataType::LargeListView(field) => return type_name(field.data_type()) + "[]",
        DataType::FixedSizeList(field, len) => {
            return format!("{}[{len}]", type_name(field.data_type()));
        }
        other => return other.to_string(),
    };
    name.to_owned()
}

/// The type to which an argument must be cast before a call: run-end encoded arrays can't be read in place.
pub fn coerced(mut data_type: &DataType) -> &DataType {
    while let DataType::RunEndEncoded(_, values) = data_type {
        data_type = values.data_type();
    }
    data_type
}

/// The type of a function's result.
pub fn return_type(function: &Function) -> DataType {
    data_type(&function.returns)
}

/// The type of results.
pub(crate) fn data_type(returns: &ResultType) -> DataType {
    match returns {
        ResultType::UInteger => DataType::UInt32,
        ResultType::UBigint => DataType::UInt64,
        ResultType::Integer => DataType::Int32,
        ResultType::Bigint => DataType::Int64,
        ResultType::Boolean => DataType::Boolean,
        ResultType::Double => DataType::Float64,
        ResultType::Blob => DataType::Binary,
        ResultType::Uuid | ResultType::Varchar => DataType::Utf8,
        ResultType::List(element) => DataType::List(list_field(element)),
        ResultType::Struct(fields) => DataType::Struct(struct_fields(fields)),
    }
}

/// The field of the elements of lists.
pub(crate) fn list_field(element: &ResultType) -> FieldRef {
    Arc::new(Field::new_list_field(data_type(element), element.is_nullable_in_lists()))
}

/// The fields of structs.
pub(crate) fn struct_fields(fields: &[ResultField]) -> Fields {
    let field =
        |field: &ResultField| Field::new(field.name, data_type(&field.returns), field.is_nullable);
    fields.iter().map(field).collect()
}

/// The value of an array of length 1 for the catalogue's checks, or `None` for types that no setting has.
pub fn scalar_value(array: &ArrayRef) -> Option<ArgValue<'_>> {
    if array.logical_nulls().is_some_and(|nulls| nulls.is_null(0)) {
        return Some(ArgValue::Null);
    }
    match array.data_type() {
        DataType::Utf8 => Some(ArgValue::Bytes(array.as_string::<i32>().value(0).as_bytes())),
        DataType::LargeUtf8 => Some(ArgValue::Bytes(array.as_string::<i64>().value(0).as_bytes())),
        DataType::Utf8View => Some(ArgValue::Bytes(array.as_string_view().value(0).as_bytes())),
        DataType::Binary => Some(ArgValue::Bytes(array.as_binary::<i32>().value(0))),
        DataType::LargeBinary => Some(ArgValue::Bytes(array.as_binary::<i64>().value(0))),
        DataType::BinaryView => Some(ArgValue::Bytes(array.as_binary_view().value(0))),
        DataType::FixedSizeBinary(_) => {
            Some(ArgValue::Bytes(array.as_fixed_size_binary().value(0)))
        }
        data_type if type_class(data_type) == TypeClass::Real => {
            let mut first = None;
            each_real(array, |value| first = first.or(Some(value)));
            first.map(ArgValue::Real)
        }
        _ => with_integers(array, |values| values.next()).flatten().map(ArgValue::Integer),
    }
}

/// Calls `each` with the numbers of an array, and returns false if its type is not numeric. The numbers of NULL rows
/// are arbitrary.
fn each_real(array: &ArrayRef, mut each: impl FnMut(f64)) -> bool {
    match array.data_type() {
        DataType::Float16 => {
            array.as_primitive::<Float16Type>().values().iter().for_each(|v| each(v.to_f64()));
        }
        DataType::Float32 => {
            array.as_primitive::<Float32Type>().values().iter().for_each(|v| each((*v).into()));
        }
        DataType::Float64 => {
            array.as_primitive::<Float64Type>().values().iter().for_each(|v| each(*v));
        }
        DataType::Decimal32(_, scale) => {
            let values = array.as_primitive::<Decimal32Type>().values();
            values.iter().for_each(|v| each(decimal((*v).into(), *scale)));
        }
        DataType::Decimal64(_, scale) => {
            let values = array.as_primitive::<Decimal64Type>().values();
            values.iter().for_each(|v| each(decimal((*v).into(), *scale)));
        }
        DataType::Decimal128(_, scale) => {
            let values = array.as_primitive::<Decimal128Type>().values();
            values.iter().for_each(|v| each(decimal(*v, *scale)));
        }
        DataType::Decimal256(_, scale) => {
            let values = array.as_primitive::<Decimal256Type>().values();
            values.iter().for_each(|v| each(wide_decimal(*v, *scale)));
        }
        _ => return false,
    }
    true
}

/// The double that is nearest to a decimal of up to 76 digits.
fn wide_decimal(unscaled: i256, scale: i8) -> f64 {
    match unscaled.to_i128() {
        Some(unscaled) => decimal(unscaled, scale),
        None => format!("{unscaled}e{}", -i32::from(scale)).parse().unwrap_or(f64::NAN),
    }
}

fn decimal(unscaled: i128, scale: i8) -> f64 {
    match u32::try_from(scale) {
        Ok(scale) => nearest_double(unscaled, scale),
        Err(_) => nearest_double(unscaled, 0) * 10_f64.powi(-i32::from(scale)),
    }
}

/// The numbers of an array at these places, or of all rows. Those of NULL rows are arbitrary.
pub(crate) fn reals(
    function: &Function,
    array: &ArrayRef,
    places: Option<&[usize]>,
) -> Result<Vec<f64>, CallError> {
    let mut values = room(function, array.len())?;
    each_real(array, |value| values.push(value));
    let Some(places) = places else { return Ok(values) };
    let value = |place: &usize| values.get(*place).copied().unwrap_or(0.0);
    collected(function, places.iter().map(value))
}

/// The whole numbers of an array at these places, or of all rows. Those of NULL rows are arbitrary.
pub(crate) fn integers(
    function: &Function,
    array: &ArrayRef,
    places: Option<&[usize]>,
) -> Result<Vec<i128>, CallError> {
    let values = with_integers(array, |values| collected(function, values));
    let values = values.expect("a type that was checked")?;
    let Some(places) = places else { return Ok(values) };
    let value = |place: &usize| values.get(*place).copied().unwrap_or(0);
    collected(function, places.iter().map(value))
}

/// Calls `read` with the values of an array of whole numbers. Returns `None` for other types.
fn with_integers<R>(
    array: &ArrayRef,
    read: impl FnOnce(&mut dyn ExactSizeIterator<Item = i128>) -> R,
) -> Option<R> {
    fn wide<T: ArrowPrimitiveType<Native: Into<i128>>, R>(
        array: &ArrayRef,
        read: impl FnOnce(&mut dyn ExactSizeIterator<Item = i128>) -> R,
    ) -> R {
        read(&mut array.as_primitive::<T>().values().iter().map(|&value| value.into()))
    }
    Some(match array.data_type() {
        DataType::Int8 => wide::<Int8Type, R>(array, read),
        DataType::Int16 => wide::<Int16Type, R>(array, read),
        DataType::Int32 => wide::<Int32Type, R>(array, read),
        DataType::Int64 => wide::<Int64Type, R>(array, read),
        DataType::UInt8 => wide::<UInt8Type, R>(array, read),
        DataType::UInt16 => wide::<UInt16Type, R>(array, read),
        DataType::UInt32 => wide::<UInt32Type, R>(array, read),
        DataType::UInt64 => wide::<UInt64Type, R>(array, read),
        DataType::Decimal128(_, 0) => wide::<Decimal128Type, R>(array, read),
        _ => return None,
    })
}
