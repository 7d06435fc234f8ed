//! The dialects of SQL: what statements need of each, a row for each dialect.
//!
//! Texts with names in braces are templates, which [`fill`] fills.
//!
//! | file | holds |
//! |---|---|
//! | `postgresql.rs`, `mysql.rs`, `clickhouse.rs`, `duckdb.rs`, `spark.rs` | dialects that are tested on their databases |
//! | `trino.rs`, `bigquery.rs`, `snowflake.rs`, `redshift.rs` | dialects that are parsed only |
//! | `sqlite.rs` | SQLite, which has no statement |

mod bigquery;
mod clickhouse;
mod duckdb;
mod mysql;
mod postgresql;
mod redshift;
mod snowflake;
mod spark;
mod sqlite;
mod trino;

use std::fmt;
use std::str::FromStr;

use crate::column::ColumnType;
use crate::error::TableError;
use crate::reading::NamedZone;

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

/// What statements need of a dialect.
pub(crate) struct DialectRow {
    /// The dialect's names. The first one is shown.
    pub names: &'static [&'static str],
    /// The quote around names, and what stands for characters in them.
    pub quote: (&'static str, &'static [(&'static str, &'static str)]),
    /// The canonical texts of types, of a column `{c}` that isn't NULL.
    pub texts: TypeTexts,
    /// The part of a row's text, of a column `{c}` with the text `{t}`. `{null}` holds if the column counts as NULL.
    pub part: &'static str,
    /// The part of a text `{t}`, which has its length.
    pub text_part: &'static str,
    /// The part of a text `{t}` whose column `{c}` may have characters without Unicode.
    pub recoded_part: &'static str,
    /// The part of bytes, with the hexadecimal digits `{t}`.
    pub bytes_part: &'static str,
    /// Whether a column `{c}` is NULL, or a zero date.
    pub is_null: [&'static str; 2],
    /// What stands between the parts of a row's text.
    pub join: &'static str,
    /// A row's text, of its joined `{parts}`.
    pub row: &'static str,
    /// The hash of the text `{t}` as a number of 64 bits. Empty if the dialect has none.
    pub hash: &'static str,
    /// Whether the hash has a sign.
    pub is_hash_signed: bool,
    /// The number of an integer key `{c}`: 0 for NULL.
    pub key_number: &'static str,
    /// Whether a number `{n}` of 64 bits is in the `{list}`.
    pub is_in: &'static str,
    /// The bits of a number `{n}` that are in `{mask}`.
    pub masked: &'static str,
    /// The same after a shift to the right by `{bits}`.
    pub shifted: &'static str,
    /// The exclusive or of the products of `{low}` with 2146121005 and of `{high}` with 1540483477.
    pub check: &'static str,
    /// What keeps the database from computing a common table expression again wherever it is used.
    pub fence: &'static str,
    /// The rest of a sketch's statement, with the places `{a}` to `{d}` of a row's four cells.
    pub cells: &'static str,
    /// The number of rows.
    pub count: &'static str,
    /// The sums of hashes `{n}`, and of numbers `{n}` with a sign. Both have a sign.
    pub sums: [&'static str; 2],
    /// The number of keys `{k}` that occur more than once `{from}` a table, the number of their rows, and one of them.
    pub duplicates: &'static str,
    /// A row of zeros of the types of a cell, with `{p}`.
    pub zeros: &'static str,
    /// How bytes are written in text files that the database exports.
    pub bytes_text: BytesText,
    /// What stands for NULL in these files, beside an empty field.
    pub null_text: Option<&'static str>,
}

/// [`DialectRow::duplicates`] of most dialects.
const DUPLICATES: &str = "SELECT count(*) AS duplicate_keys, sum(n) AS duplicate_rows, min(k) AS example FROM \
    (SELECT k, count(*) AS n FROM (SELECT {k} AS k FROM {from}) AS hashlane_keys GROUP BY k HAVING count(*) > 1) AS hashlane_duplicates";

/// The canonical texts of types. An empty one: the dialect has no exact text.
pub(crate) struct TypeTexts {
    pub integer: &'static str,
    pub boolean: &'static str,
    /// A decimal with digits before and after the point.
    pub decimal: &'static str,
    /// A decimal without a fraction.
    pub whole: &'static str,
    /// A decimal that has only a fraction.
    pub fraction: &'static str,
    /// A decimal of any scale.
    pub numeric: &'static str,
    pub float: &'static str,
    pub text: &'static str,
    pub char: &'static str,
    pub label: &'static str,
    pub bytes: &'static str,
    pub uuid: &'static str,
    /// A UUID, or text, in lower case.
    pub uuid_text: &'static str,
    pub date: &'static str,
    pub time: &'static str,
    pub timestamp: &'static str,
    pub timestamptz: &'static str,
}

/// How a database writes text files.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct FileExports {
    /// How it writes bytes.
    pub bytes: BytesText,
    /// What stands for NULL, beside an empty field.
    pub null: Option<&'static str>,
    /// The zone of a column's timestamps, which have no offset, if that isn't UTC.
    pub zone: Option<NamedZone>,
}

/// How bytes are written as text.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum BytesText {
    /// `\x` and hexadecimal digits, or characters with `\` and three octal digits for others: PostgreSQL.
    Hexadecimal,
    /// Characters, with `\x` and two hexadecimal digits for others: DuckDB.
    Escaped,
    /// As they are.
    Raw,
}

impl TypeTexts {
    /// The text of a type.
    fn of(&self, column_type: ColumnType) -> &'static str {
        match column_type {
            ColumnType::Integer | ColumnType::WideInteger | ColumnType::TinyInt => self.integer,
            ColumnType::Boolean => self.boolean,
            ColumnType::Decimal { scale: 0, .. } => self.whole,
            ColumnType::Decimal { precision, scale } if precision == scale => self.fraction,
            ColumnType::Decimal { .. } => self.decimal,
            ColumnType::Numeric => self.numeric,
            ColumnType::Real | ColumnType::Float => self.float,
            ColumnType::Text => self.text,
            ColumnType::Char => self.char,
            ColumnType::Enum => self.label,
            ColumnType::Bytes => self.bytes,
            ColumnType::Uuid => self.uuid,
            ColumnType::UuidText => self.uuid_text,
            ColumnType::Date => self.date,
            ColumnType::Time => self.time,
            ColumnType::Timestamp => self.timestamp,
            ColumnType::TimestampTz => self.timestamptz,
            ColumnType::Any => "",
        }
    }
}

impl Dialect {
    const ALL: [Dialect; 10] = [
        Dialect::PostgreSql,
        Dialect::DuckDb,
        Dialect::ClickHouse,
        Dialect::Spark,
        Dialect::MySql,
        Dialect::Sqlite,
        Dialect::Trino,
        Dialect::BigQuery,
        Dialect::Snowflake,
        Dialect::Redshift,
    ];

    pub(crate) fn row(self) -> &'static DialectRow {
        match self {
            Dialect::PostgreSql => &postgresql::ROW,
            Dialect::DuckDb => &duckdb::ROW,
            Dialect::ClickHouse => &clickhouse::ROW,
            Dialect::Spark => &spark::ROW,
            Dialect::MySql => &mysql::ROW,
            Dialect::Sqlite => &sqlite::ROW,
            Dialect::Trino => &trino::ROW,
            Dialect::BigQuery => &bigquery::ROW,
            Dialect::Snowflake => &snowflake::ROW,
            Dialect::Redshift => &redshift::ROW,
        }
    }

    /// Quotes an identifier, so that every name is possible.
    pub fn quoted(self, name: &str) -> String {
        let (mark, escapes) = self.row().quote;
        let escape = |name: String, (from, to): &(&str, &str)| name.replace(from, to);
        format!("{mark}{}{mark}", escapes.iter().fold(name.to_owned(), escape))
    }

    /// How the database writes text files.
    pub fn exports(self) -> FileExports {
        FileExports { bytes: self.row().bytes_text, null: self.row().null_text, zone: None }
    }

    /// Whether the database has zero dates, such as `0000-00-00`.
    pub fn has_zero_dates(self) -> bool {
        self.row().is_null[0] != self.row().is_null[1]
    }

    /// The canonical text of a column that isn't NULL. `column` is an expression.
    ///
    /// # Errors
    /// Returns an error if the type has no exact text in the dialect.
    pub(crate) fn text(self, column_type: ColumnType, column: &str) -> Result<String, TableError> {
        let template = self.row().texts.of(column_type);
        if template.is_empty() {
            let hint = match column_type {
                ColumnType::Numeric => "write decimal(p,s)",
                _ => "leave the column out, or give a query that casts it to another type",
            };
            return Err(TableError::new(format!(
                "column {column}: {column_type} has no canonical text in {self}: {hint}"
            )));
        }
        let scale = match column_type {
            ColumnType::Decimal { scale, .. } => scale,
            _ => 0,
        };
        Ok(fill(template, &[("c", column), ("s", &scale.to_string())]))
    }
}

impl FromStr for Dialect {
    type Err = TableError;

    fn from_str(text: &str) -> Result<Self, TableError> {
        let is_named = |dialect: &&Dialect| {
            dialect.row().names.iter().any(|name| name.eq_ignore_ascii_case(text))
        };
        Dialect::ALL.iter().find(is_named).copied().ok_or_else(|| {
            let names: Vec<_> =
                Dialect::ALL.iter().flat_map(|it| it.row().names).copied().collect();
            TableError::new(format!("'{text}' is not a dialect: use {}", names.join(", ")))
        })
    }
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.row().names.first().unwrap_or(&""))
    }
}

/// Fills a template: `{name}` becomes the value of the name. Values are not filled again, so that they may have braces.
pub(crate) fn fill(template: &str, values: &[(&str, &str)]) -> String {
    let (mut filled, mut rest) = (String::with_capacity(template.len()), template);
    while let Some(start) = rest.find('{') {
        let after = &rest[start + 1..];
        let value = after.find('}').and_then(|end| {
            let value = values.iter().find(|(name, _)| *name == &after[..end])?;
            Some((value.1, end))
        });
        match value {
            Some((value, end)) => {
                filled.push_str(&rest[..start]);
                filled.push_str(value);
                rest = &after[end + 1..];
            }
            None => {
                filled.push_str(&rest[..=start]);
                rest = after;
            }
        }
    }
    filled + rest
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
        for dialect in Dialect::ALL {
            for name in dialect.row().names {
                assert_eq!(name.to_uppercase().parse(), Ok(dialect));
            }
        }
        "".parse::<Dialect>().expect_err("no name");
    }

    #[test]
    fn types_without_text_are_refused() {
        for (dialect, column_type) in [
            (Dialect::BigQuery, ColumnType::Float),
            (Dialect::MySql, ColumnType::Numeric),
            (Dialect::PostgreSql, ColumnType::Any),
        ] {
            let error = dialect.text(column_type, "\"x\"").expect_err("no text");
            assert!(error.to_string().contains("\"x\""), "{error}");
        }
    }

    #[test]
    fn values_are_not_filled_again() {
        assert_eq!(fill("f({c},{d}) {e", &[("c", "{d}"), ("d", "2")]), "f({d},2) {e");
    }
}
