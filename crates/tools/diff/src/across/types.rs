//! Which types of two sides are compared, and as which their values are hashed.

use datafusion::arrow::datatypes::DataType;
use hashlane_databases::{ColumnType, Dialect};

use super::side::ValueStore;

/// The types that the values of two columns are hashed as. `None` if they have no values in common.
pub(crate) fn common_types(left: &ValueStore, right: &ValueStore) -> Option<[ColumnType; 2]> {
    use ValueStore::{Database, Files, Unknown};
    match (left, right) {
        (Unknown(_), _) | (_, Unknown(_)) => None,
        (Database(..), Database(..)) => {
            let both = candidates(left)
                .into_iter()
                .flat_map(|own| candidates(right).into_iter().map(move |other| (own, other)));
            let mut common = both.filter_map(|(own, other)| of_databases(own, other));
            common.next()
        }
        (Database(..), Files(data_type)) => {
            let own = candidates(left).into_iter();
            let mut own = own.filter_map(|own| of_file(own, data_type));
            own.next().map(|found| [found, own_type(found, data_type)])
        }
        (Files(_), Database(..)) => {
            let [own, other] = common_types(right, left)?;
            Some([other, own])
        }
        // Files are compared with files without sketches.
        (Files(_), Files(_)) => None,
    }
}

/// The types that a database can hash a column as. The one that it prefers comes first.
fn candidates(store: &ValueStore) -> Vec<(Dialect, ColumnType)> {
    match store {
        ValueStore::Database(dialect, own, other) => {
            [Some(*own), *other].into_iter().flatten().map(|found| (*dialect, found)).collect()
        }
        _ => vec![],
    }
}

fn of_databases(
    (left_dialect, left): (Dialect, ColumnType),
    (right_dialect, right): (Dialect, ColumnType),
) -> Option<[ColumnType; 2]> {
    use ColumnType::{
        Any, Boolean, Char, Float, Integer, Real, Timestamp, TimestampTz, TinyInt, Uuid, UuidText,
    };
    // The values of SQLite are read here, so they can be written as other types.
    let is_sqlite = [left_dialect, right_dialect].map(|dialect| dialect == Dialect::Sqlite);
    Some(match (left, right) {
        (Any, Any) => [Any; 2],
        (Any, other) | (other, Any) => [other; 2],
        (left, right) if left.is_number() && right.is_number() => [left, right],
        (TinyInt, Boolean) | (Boolean, TinyInt) => [left, right],
        (Integer, Boolean) if is_sqlite[0] => [Boolean; 2],
        (Boolean, Integer) if is_sqlite[1] => [Boolean; 2],
        (Float, Real) if is_sqlite[0] => [Real; 2],
        (Real, Float) if is_sqlite[1] => [Real; 2],
        (Real | Float, Real | Float) | (Timestamp | TimestampTz, Timestamp | TimestampTz) => {
            [left, right]
        }
        (left, right) if left.is_text() && right.is_text() => match [left, right].contains(&Char) {
            true => [Char; 2],
            false => [left, right],
        },
        (Uuid, text) | (text, Uuid) if text.is_text() => [UuidText; 2],
        (left, right) if left == right => [left, right],
        _ => return None,
    })
}

/// The type that the values of files are read as beside a database's type.
fn of_file((dialect, own): (Dialect, ColumnType), data_type: &DataType) -> Option<ColumnType> {
    use ColumnType::{
        Any, Boolean, Bytes, Date, Float, Integer, Numeric, Real, Text, Time, Timestamp,
        TimestampTz, TinyInt, Uuid,
    };
    let is_number = data_type.is_integer() || data_type.is_decimal() || data_type.is_floating();
    let found = match (own, data_type) {
        // A type of SQLite that says nothing takes that of the file.
        (Any, DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View) => Text,
        (Any, DataType::Boolean) => Boolean,
        (Any, DataType::Date32) => Date,
        (Any, DataType::Time32(_) | DataType::Time64(_)) => Time,
        (Any, DataType::Timestamp(..)) => Timestamp,
        (Any, data_type) if is_binary(data_type) => Bytes,
        (Any, _) if is_number => Numeric,
        (Float, DataType::Float16 | DataType::Float32) if dialect == Dialect::Sqlite => Real,
        (Integer, DataType::Boolean) if dialect == Dialect::Sqlite => Boolean,
        (own, _) => own,
    };
    let is_read = match data_type {
        // Text is read as any type, and NULL is of any type.
        DataType::Null | DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View => true,
        DataType::Boolean => matches!(found, Boolean | TinyInt),
        // SQLite's booleans are numbers.
        _ if is_number && found == Boolean => dialect == Dialect::Sqlite,
        _ if is_number && found.is_number() => true,
        _ if is_number => matches!(found, Real | Float) && data_type.is_floating(),
        DataType::FixedSizeBinary(16) => matches!(found, Bytes | Uuid),
        data_type if is_binary(data_type) => found == Bytes,
        DataType::Date32 => found == Date,
        DataType::Time32(_) | DataType::Time64(_) | DataType::Duration(_) => found == Time,
        DataType::Timestamp(..) | DataType::Date64 => {
            matches!(found, Timestamp | TimestampTz | Date)
        }
        _ => false,
    };
    is_read.then_some(found)
}

/// A float of a file is shown with the digits of its own width, and a boolean as one.
fn own_type(found: ColumnType, data_type: &DataType) -> ColumnType {
    match (found, data_type) {
        (ColumnType::Float, DataType::Float16 | DataType::Float32) => ColumnType::Real,
        (ColumnType::TinyInt, DataType::Boolean) => ColumnType::Boolean,
        _ => found,
    }
}

fn is_binary(data_type: &DataType) -> bool {
    matches!(
        data_type,
        DataType::Binary
            | DataType::LargeBinary
            | DataType::BinaryView
            | DataType::FixedSizeBinary(_)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_of_databases_meet() {
        let of = |text: &str| text.parse::<ColumnType>().expect(text);
        let column = |dialect, own: &str| ValueStore::Database(dialect, of(own), None);
        let (a, b) = (Dialect::PostgreSql, Dialect::MySql);
        for (left, right, expected) in [
            ("integer", "decimal(9,2)", Some(["integer", "decimal(9,2)"])),
            ("char", "text", Some(["char", "char"])),
            ("real", "float", Some(["real", "float"])),
            ("uuid", "text", Some(["uuid as text", "uuid as text"])),
            ("timestamp", "timestamptz", Some(["timestamp", "timestamptz"])),
            ("integer", "float", None),
            ("integer", "text", None),
            ("integer", "boolean", None),
            ("boolean", "tinyint(1)", Some(["boolean", "tinyint(1)"])),
            ("decimal(9,2)", "tinyint(1)", Some(["decimal(9,2)", "tinyint(1)"])),
        ] {
            let expected = expected.map(|types| types.map(of));
            assert_eq!(
                common_types(&column(a, left), &column(b, right)),
                expected,
                "{left} {right}"
            );
        }
    }

    #[test]
    fn files_are_read_as_a_database_has_them() {
        let database = |own| ValueStore::Database(Dialect::PostgreSql, own, None);
        for (data_type, own, is_read) in [
            (DataType::Float64, ColumnType::Integer, true),
            (DataType::Int64, ColumnType::Float, false),
            (DataType::Utf8View, ColumnType::Date, true),
            (DataType::FixedSizeBinary(16), ColumnType::Uuid, true),
            (DataType::Boolean, ColumnType::Integer, false),
            (DataType::Utf8, ColumnType::TinyInt, true),
            (DataType::Binary, ColumnType::Text, false),
        ] {
            let found = common_types(&ValueStore::Files(data_type.clone()), &database(own));
            assert_eq!(found, is_read.then_some([own; 2]), "{data_type} {own}");
        }
    }
}
