//! Types that compare by value.

use std::sync::Arc;

use datafusion::arrow::datatypes::{DataType, FieldRef, Fields, TimeUnit};
use hashlane_arrow::type_name;

/// The types that `row_bytes` encodes alike: their values can be equal.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) enum EncodingClass {
    /// Only NULLs.
    Null,
    /// True and false.
    Boolean,
    /// Integers of every width, signed or not.
    Integer,
    /// Floats of every width.
    Float,
    /// Decimals of every precision and scale.
    Decimal,
    /// Strings in every layout.
    Text,
    /// Bytes in every layout.
    Binary,
    /// Days.
    Date,
    /// Times of day of every unit.
    Time,
    /// Points in time of every unit, with a zone or not.
    Timestamp,
    /// Durations of every unit.
    Duration,
    /// Lists of every layout.
    List(Box<EncodingClass>),
    /// Maps, with the classes of keys and values.
    Map(Box<[EncodingClass; 2]>),
    /// Structs, with their fields by name.
    Struct(Vec<(String, EncodingClass)>),
    /// A type without an encoding: `row_bytes` rejects it by name.
    Other(DataType),
}

impl EncodingClass {
    /// The class of a type.
    pub(crate) fn for_type(data_type: &DataType) -> EncodingClass {
        match data_type {
            DataType::Null => EncodingClass::Null,
            DataType::Boolean => EncodingClass::Boolean,
            integer if integer.is_integer() => EncodingClass::Integer,
            float if float.is_floating() => EncodingClass::Float,
            decimal if decimal.is_decimal() => EncodingClass::Decimal,
            DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View => EncodingClass::Text,
            DataType::Binary
            | DataType::LargeBinary
            | DataType::BinaryView
            | DataType::FixedSizeBinary(_) => EncodingClass::Binary,
            DataType::Date32 => EncodingClass::Date,
            DataType::Time32(_) | DataType::Time64(_) => EncodingClass::Time,
            // Date64 is a timestamp in the encoding.
            DataType::Timestamp(..) | DataType::Date64 => EncodingClass::Timestamp,
            DataType::Duration(_) => EncodingClass::Duration,
            DataType::List(item)
            | DataType::LargeList(item)
            | DataType::ListView(item)
            | DataType::LargeListView(item)
            | DataType::FixedSizeList(item, _) => {
                EncodingClass::List(Box::new(EncodingClass::for_type(item.data_type())))
            }
            DataType::Map(entries, _) => match entries.data_type() {
                DataType::Struct(fields) if fields.len() == 2 => EncodingClass::Map(Box::new(
                    [0, 1].map(|at: usize| EncodingClass::for_type(fields[at].data_type())),
                )),
                _ => EncodingClass::Other(data_type.clone()),
            },
            DataType::Struct(fields) => EncodingClass::of_struct(fields),
            DataType::Dictionary(_, values) => EncodingClass::for_type(values),
            DataType::RunEndEncoded(_, values) => EncodingClass::for_type(values.data_type()),
            other => EncodingClass::Other(other.clone()),
        }
    }

    /// The type without an encoding that it is or has within. `None` if it has an encoding.
    pub(crate) fn unencodable(&self) -> Option<&DataType> {
        match self {
            EncodingClass::Other(data_type) => Some(data_type),
            EncodingClass::List(item) => item.unencodable(),
            EncodingClass::Map(entry) => entry.iter().find_map(EncodingClass::unencodable),
            EncodingClass::Struct(fields) => {
                fields.iter().find_map(|(_, field)| field.unencodable())
            }
            _ => None,
        }
    }

    fn of_struct(fields: &Fields) -> EncodingClass {
        let class =
            |field: &FieldRef| (field.name().clone(), EncodingClass::for_type(field.data_type()));
        let in_order: Vec<_> = fields.iter().map(class).collect();
        let mut by_name = in_order.clone();
        by_name.sort_by(|(one, _), (other, _)| one.cmp(other));
        // Only their places tell fields of one name apart.
        let is_ambiguous = by_name.windows(2).any(|pair| pair[0].0 == pair[1].0);
        EncodingClass::Struct(if is_ambiguous { in_order } else { by_name })
    }

    /// Whether values of the two can be equal. A column of NULLs compares with every other.
    pub(crate) fn compares_with(&self, other: &EncodingClass) -> bool {
        match (self, other) {
            (EncodingClass::Null, _) | (_, EncodingClass::Null) => true,
            (EncodingClass::List(left), EncodingClass::List(right)) => left.compares_with(right),
            (EncodingClass::Map(left), EncodingClass::Map(right)) => {
                left.iter().zip(right.iter()).all(|(left, right)| left.compares_with(right))
            }
            (EncodingClass::Struct(left), EncodingClass::Struct(right)) => {
                let mut fields = left.iter().zip(right);
                left.len() == right.len()
                    && fields.all(|(l, r)| l.0 == r.0 && l.1.compares_with(&r.1))
            }
            (left, right) => left == right,
        }
    }
}

/// The type that holds the times of both types. The engine finds common types itself, but not for these.
pub(crate) fn common_time_type(left: &DataType, right: &DataType) -> Option<DataType> {
    match (left, right) {
        (left, right) if left == right => None,
        (DataType::Time32(_) | DataType::Time64(_), DataType::Time32(_) | DataType::Time64(_)) => {
            Some(DataType::Time64(TimeUnit::Nanosecond))
        }
        (DataType::Timestamp(left, zone), DataType::Timestamp(right, other)) => {
            // A point in time without a zone is in UTC.
            let zone = zone.clone().or(other.clone()).map(|_| Arc::from("UTC"));
            Some(DataType::Timestamp(*left.max(right), zone))
        }
        (DataType::Duration(left), DataType::Duration(right)) => {
            Some(DataType::Duration(*left.max(right)))
        }
        _ => None,
    }
}

/// The names of two types in SQL, or in Arrow if they have the same in SQL.
pub(crate) fn type_names(left: &DataType, right: &DataType) -> (String, String) {
    let names = (type_name(left), type_name(right));
    match names.0 == names.1 {
        true => (left.to_string(), right.to_string()),
        false => names,
    }
}

#[cfg(test)]
mod tests {
    use datafusion::arrow::datatypes::Field;

    use super::*;

    #[test]
    fn times_get_the_finer_unit() {
        let timestamp = |unit, zone: Option<&str>| DataType::Timestamp(unit, zone.map(Arc::from));
        let (second, micro) = (TimeUnit::Second, TimeUnit::Microsecond);
        let (left, right) = (timestamp(second, None), timestamp(micro, Some("+02:00")));
        let expected = Some(timestamp(micro, Some("UTC")));
        assert_eq!(common_time_type(&left, &right), expected);
        assert_eq!(common_time_type(&right, &left), expected);
        assert_eq!(common_time_type(&left, &left), None);
        assert_eq!(common_time_type(&DataType::Int8, &DataType::Int64), None);
    }

    #[test]
    fn classes_follow_the_encoding() {
        let zoned = DataType::Timestamp(TimeUnit::Second, Some(Arc::from("UTC")));
        let list = |item| DataType::List(Arc::new(Field::new_list_field(item, true)));
        let structure = |fields: &[(&str, DataType)]| {
            let field =
                |(name, data_type): &(&str, DataType)| Field::new(*name, data_type.clone(), true);
            DataType::Struct(fields.iter().map(field).collect())
        };
        let (a, b) = (("a", DataType::Int8), ("b", DataType::Utf8));
        for (left, right, expected) in [
            (DataType::Int8, DataType::UInt64, true),
            (DataType::Float16, DataType::Float64, true),
            (DataType::Int64, DataType::Float64, false),
            (DataType::Decimal128(9, 2), DataType::Decimal128(38, 10), true),
            (DataType::Int64, DataType::Decimal128(9, 0), false),
            (DataType::Timestamp(TimeUnit::Nanosecond, None), zoned.clone(), true),
            (DataType::Date32, zoned, false),
            (DataType::Utf8, DataType::Binary, false),
            (DataType::Null, DataType::Date32, true),
            (list(DataType::Int8), list(DataType::Int64), true),
            (list(DataType::Int8), list(DataType::Utf8), false),
            (structure(&[a.clone(), b.clone()]), structure(&[b.clone(), a.clone()]), true),
            (structure(&[a.clone(), b.clone()]), structure(std::slice::from_ref(&a)), false),
            (structure(std::slice::from_ref(&a)), structure(&[("c", DataType::Int8)]), false),
            (structure(&[a.clone(), a.clone()]), structure(&[a.clone(), a]), true),
        ] {
            let (left, right) = (EncodingClass::for_type(&left), EncodingClass::for_type(&right));
            assert_eq!(left.compares_with(&right), expected, "{left:?} {right:?}");
        }
    }
}
