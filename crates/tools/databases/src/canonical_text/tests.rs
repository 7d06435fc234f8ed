//! Canonical texts in each dialect.

use super::*;

#[test]
fn each_form_has_expressions() {
    for column_type in ["integer", "boolean", "decimal(9,2)", "decimal(9)", "decimal(9,9)"] {
        let column_type = column_type.parse().expect("a type");
        for dialect in [Dialect::PostgreSql, Dialect::Sqlite, Dialect::Trino, Dialect::Redshift] {
            let text = canonical_text(dialect, column_type, "\"x\"").expect("an expression");
            assert!(text.contains("\"x\"") && !text.contains(['{', '}']), "{text}");
        }
    }
}

#[test]
fn types_without_text_are_refused() {
    for (dialect, column_type) in [
        (Dialect::BigQuery, ColumnType::Float),
        (Dialect::MySql, ColumnType::Numeric),
        (Dialect::Sqlite, ColumnType::TimestampTz),
    ] {
        let error = canonical_text(dialect, column_type, "\"x\"").expect_err("no text");
        assert!(error.to_string().contains("\"x\""), "{error}");
    }
}
