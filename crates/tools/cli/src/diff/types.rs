//! Lists of columns and their types in SQL, as arguments.

use arrow::datatypes::DataType;
use datafusion::common::DFSchema;
use datafusion::logical_expr::ExprSchemable;
use datafusion::prelude::SessionContext;
use datafusion::sql::sqlparser::dialect::GenericDialect;
use datafusion::sql::sqlparser::parser::Parser;
use hashlane_files::parse_name;

use crate::lists::end_of_type;

/// Types of columns, such as `id=bigint,amount=decimal(18,2)`.
#[derive(Clone, Debug)]
pub struct ColumnTypes(pub Vec<(String, DataType)>);

/// Parses column names, each with an equals sign and an SQL type.
pub fn parse_types(text: &str) -> Result<ColumnTypes, String> {
    let mut types: Vec<(String, DataType)> = Vec::new();
    let mut rest = text;
    loop {
        let (name, after) = parse_name(rest, '=')?;
        let after = after.strip_prefix('=');
        let after = after.ok_or_else(|| match name.split_once(':') {
            Some((column, data_type)) => {
                format!("'{name}' has no type: write {column}={data_type}")
            }
            None => format!("'{name}' has no type: write {name}=TYPE, as in id=bigint"),
        })?;
        if types.iter().any(|(other, _)| *other == name) {
            return Err(format!("column '{name}' has two types: state one"));
        }
        let end = end_of_type(after);
        types.push((name, sql_type(&after[..end])?));
        match after[end..].strip_prefix(',') {
            Some(next) => rest = next,
            None => return Ok(ColumnTypes(types)),
        }
    }
}

fn sql_type(name: &str) -> Result<DataType, String> {
    let unknown = || {
        format!(
            "'{name}' is not an SQL type such as bigint, double, decimal(18,2), date or timestamp"
        )
    };
    let mut parser = Parser::new(&GenericDialect {}).try_with_sql(name).map_err(|_| unknown())?;
    let parsed = parser.parse_data_type().map_err(|_| unknown())?;
    if parser.next_token().token != datafusion::sql::sqlparser::tokenizer::Token::EOF {
        return Err(unknown());
    }
    let none = DFSchema::empty();
    let cast = SessionContext::new().parse_sql_expr(&format!("CAST(NULL AS {parsed})"), &none);
    cast.and_then(|cast| cast.get_type(&none)).map_err(|_| unknown())
}

#[cfg(test)]
mod tests {
    use arrow::datatypes::TimeUnit;

    use super::*;

    #[test]
    fn types_are_those_of_sql() {
        let types =
            parse_types(r#"id=bigint,amount=decimal(18,2),"a,b=c"=VARCHAR,at=timestamp(6)"#);
        let expected = [
            ("id", DataType::Int64),
            ("amount", DataType::Decimal128(18, 2)),
            ("a,b=c", DataType::Utf8View),
            ("at", DataType::Timestamp(TimeUnit::Microsecond, None)),
        ];
        let expected = expected.map(|(name, data_type)| (name.to_owned(), data_type));
        assert_eq!(types.expect("types of SQL").0, expected);
        for text in [
            "",
            "id",
            "id=",
            "id=big int",
            "id=bigint,",
            "id=bigint,id=int",
            "id=bigint) + (1",
            "id=decimal(18,2",
            "=bigint",
        ] {
            parse_types(text).expect_err(text);
        }
    }
}
