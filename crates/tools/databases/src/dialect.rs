//! The SQL dialects, and how each quotes names.

use std::fmt;
use std::str::FromStr;

use crate::error::Error;

/// A dialect of SQL.
///
/// ```
/// use hashlane_databases::Dialect;
/// assert_eq!("mariadb".parse(), Ok(Dialect::MySql));
/// assert_eq!(Dialect::MySql.quoted("a`b"), "`a``b`");
/// ```
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Dialect {
    /// PostgreSQL 14 and later.
    PostgreSql,
    /// DuckDB 1.2 and later, without an extension.
    DuckDb,
    /// ClickHouse.
    ClickHouse,
    /// Spark 4 and Databricks, in ANSI mode.
    Spark,
    /// MySQL 8 and MariaDB.
    MySql,
    /// SQLite. It has no hash function, so it has no statement.
    Sqlite,
    /// Trino.
    Trino,
    /// BigQuery.
    BigQuery,
    /// Snowflake.
    Snowflake,
    /// Redshift.
    Redshift,
}

/// Every name of a dialect. The first name of a dialect is the one that is shown.
const NAMES: &[(&str, Dialect)] = &[
    ("postgresql", Dialect::PostgreSql),
    ("postgres", Dialect::PostgreSql),
    ("duckdb", Dialect::DuckDb),
    ("clickhouse", Dialect::ClickHouse),
    ("spark", Dialect::Spark),
    ("databricks", Dialect::Spark),
    ("mysql", Dialect::MySql),
    ("mariadb", Dialect::MySql),
    ("sqlite", Dialect::Sqlite),
    ("trino", Dialect::Trino),
    ("bigquery", Dialect::BigQuery),
    ("snowflake", Dialect::Snowflake),
    ("redshift", Dialect::Redshift),
];

impl Dialect {
    /// Quotes an identifier, so that every name is possible.
    pub fn quoted(self, name: &str) -> String {
        match self {
            Dialect::MySql | Dialect::Spark => format!("`{}`", name.replace('`', "``")),
            // These two read backslashes in quoted names.
            Dialect::BigQuery => format!("`{}`", name.replace('\\', r"\\").replace('`', r"\`")),
            Dialect::ClickHouse => {
                format!("\"{}\"", name.replace('\\', r"\\").replace('"', r#"\""#))
            }
            _ => format!("\"{}\"", name.replace('"', "\"\"")),
        }
    }
}

impl FromStr for Dialect {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let found = NAMES.iter().find(|(name, _)| name.eq_ignore_ascii_case(text));
        found.map(|(_, dialect)| *dialect).ok_or_else(|| {
            let names: Vec<_> = NAMES.iter().map(|(name, _)| *name).collect();
            Error::new(format!("'{text}' is not a dialect: use {}", names.join(", ")))
        })
    }
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = NAMES.iter().find(|(_, dialect)| dialect == self);
        f.write_str(name.map_or("", |(name, _)| name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_quoted() {
        for (dialect, expected) in [
            (Dialect::PostgreSql, r#""a""b`c\d""#),
            (Dialect::Spark, r#"`a"b``c\d`"#),
            (Dialect::BigQuery, r#"`a"b\`c\\d`"#),
            (Dialect::ClickHouse, r#""a\"b`c\\d""#),
        ] {
            assert_eq!(dialect.quoted(r#"a"b`c\d"#), expected, "{dialect}");
        }
    }

    #[test]
    fn each_dialect_is_named() {
        for (name, dialect) in NAMES {
            assert_eq!(name.to_uppercase().parse(), Ok(*dialect));
            assert_eq!(dialect.to_string().parse(), Ok(*dialect));
        }
        "".parse::<Dialect>().expect_err("no name");
    }
}
