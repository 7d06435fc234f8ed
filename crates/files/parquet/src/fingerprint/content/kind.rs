//! Names of types for messages, without what is not content.

use arrow_schema::DataType;

/// Names a type without its width, its unit and its nullability.
pub(crate) fn kind(data_type: &DataType) -> String {
    match data_type {
        DataType::Null => "null".to_owned(),
        DataType::Boolean => "boolean".to_owned(),
        data_type if data_type.is_integer() => "integer".to_owned(),
        data_type if data_type.is_floating() => "float".to_owned(),
        data_type if data_type.is_decimal() => "decimal".to_owned(),
        DataType::Utf8 => "text".to_owned(),
        DataType::Binary | DataType::FixedSizeBinary(_) => "bytes".to_owned(),
        DataType::Date32 => "date".to_owned(),
        DataType::Time32(_) | DataType::Time64(_) => "time".to_owned(),
        DataType::Timestamp(..) => "timestamp".to_owned(),
        DataType::List(element) => format!("list of {}", kind(element.data_type())),
        DataType::Map(entry, _) => match entry.data_type() {
            DataType::Struct(fields) if fields.len() == 2 => {
                let [key, value] = [0, 1].map(|i| kind(fields[i].data_type()));
                format!("map of {key} to {value}")
            }
            other => format!("map of {other}"),
        },
        DataType::Struct(fields) => {
            let fields = fields.iter().map(|f| format!("{} {}", f.name(), kind(f.data_type())));
            format!("struct of ({})", fields.collect::<Vec<_>>().join(", "))
        }
        other => other.to_string(),
    }
}
