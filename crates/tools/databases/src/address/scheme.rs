//! The scheme of an address, and those that can't be read.

use crate::dialect::Dialect;
use crate::error::TableError;

/// Schemes of files and stores, whose addresses aren't those of a database.
const STORES: &[&str] = &[
    "s3", "s3a", "s3n", "gs", "gcs", "az", "adl", "abfs", "abfss", "wasb", "wasbs", "http",
    "https", "file", "hf", "hdfs",
];

/// Databases that can't be read. These are names of schemes that people write.
const UNSUPPORTED: &[&str] = &[
    "psql",
    "pg",
    "pgsql",
    "postgre",
    "maria",
    "oracle",
    "jdbc",
    "odbc",
    "mssql",
    "sqlserver",
    "mongodb",
    "redis",
    "db2",
    "snowflake",
    "redshift",
    "trino",
    "presto",
    "bigquery",
    "databricks",
    "spark",
    "hive",
    "impala",
    "athena",
    "cockroach",
    "cockroachdb",
    "vertica",
    "teradata",
    "exasol",
    "sqlite3",
    "motherduck",
    "firebird",
    "hana",
    "sap",
    "cassandra",
];

/// What an address begins with.
#[derive(Debug, Eq, PartialEq)]
pub(super) enum AddressScheme<'a> {
    /// A database with a client, and the text after the colon.
    Known(Dialect, &'a str),
    /// A database without one.
    Unsupported(TableError),
    /// No database.
    Absent,
}

/// The scheme of a text.
pub(super) fn scheme_of(text: &str) -> AddressScheme<'_> {
    let Some((scheme, rest)) = text.split_once(':') else { return AddressScheme::Absent };
    let scheme = scheme.to_ascii_lowercase();
    let found = match scheme.as_str() {
        "postgresql" | "postgres" => Dialect::PostgreSql,
        "mysql" | "mariadb" => Dialect::MySql,
        "clickhouse" => Dialect::ClickHouse,
        "sqlite" => return AddressScheme::Known(Dialect::Sqlite, rest),
        "duckdb" => return AddressScheme::Known(Dialect::DuckDb, rest),
        _ => return other(&scheme, rest),
    };
    match rest.strip_prefix("//") {
        Some(rest) => AddressScheme::Known(found, rest),
        None => AddressScheme::Unsupported(TableError::new(format!(
            "an address of {found} has two slashes: write {scheme}://USER@HOST/DATABASE?table=NAME"
        ))),
    }
}

fn other(scheme: &str, rest: &str) -> AddressScheme<'static> {
    // Such as mysql+pymysql.
    let (name, driver) = scheme.split_once('+').unwrap_or((scheme, ""));
    let is_scheme = name.starts_with(|char: char| char.is_ascii_alphabetic())
        && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte));
    let is_database = UNSUPPORTED.contains(&name) || !driver.is_empty();
    // One letter is a drive of Windows.
    if !is_scheme
        || name.len() == 1
        || STORES.contains(&name)
        || !(is_database || rest.starts_with("//"))
    {
        return AddressScheme::Absent;
    }
    AddressScheme::Unsupported(match name.parse::<Dialect>() {
        Ok(dialect) if is_database && driver.is_empty() => TableError::new(format!(
            "hashlane can't connect to {name} databases: run the statement of `hashlane sketch --dialect {dialect}` there, and \
             compare the result with --left-sketch and --right-sketch"
        )),
        _ => TableError::new(format!(
            "{scheme}: is not a scheme that hashlane diff reads: use postgresql://, mysql://, mariadb://, clickhouse://, duckdb: or \
             sqlite: for a database, and a path, s3://, gs://, az://, abfss:// or https:// for files"
        )),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_and_stores_are_no_databases() {
        for text in [
            "a.parquet",
            "s3://bucket/a",
            "S3A://b/c",
            "https://h/a.csv",
            "C:\\a.csv",
            "c://a",
            "",
            "a:b.csv",
            "2024:x//y",
            "file:///a.csv",
            "lake/x:y.csv",
            "a b://c",
            ":",
            "://",
            "hf://datasets/a",
        ] {
            assert_eq!(scheme_of(text), AddressScheme::Absent, "{text}");
        }
    }

    #[test]
    fn other_databases_are_refused_by_name() {
        for (text, part) in [
            ("psql://u:hunter2@h/d", "psql: is not a scheme"),
            ("jdbc:postgresql://h/d?password=hunter2", "jdbc: is not a scheme"),
            ("mongodb+srv://u:hunter2@h", "mongodb+srv: is not"),
            ("mysql+pymysql:u:hunter2", "mysql+pymysql: is not"),
            ("frobnicate://u:hunter2@h/d", "frobnicate: is not"),
            ("TRINO://u:hunter2@h/d", "hashlane sketch --dialect trino"),
            ("databricks://token:hunter2@h", "hashlane sketch --dialect spark"),
            ("oracle:hunter2", "use postgresql://"),
            ("mysql:u:hunter2@h/d?table=t", "write mysql://USER@HOST"),
            ("Postgres:/u:hunter2@h/d?table=t", "write postgres://USER@HOST"),
        ] {
            let AddressScheme::Unsupported(error) = scheme_of(text) else {
                panic!("{text} was accepted")
            };
            let error = error.to_string();
            assert!(error.contains(part) && !error.contains("hunter2"), "{text}: {error}");
        }
    }
}
