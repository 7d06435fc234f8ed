//! The address of a table in a database.

use percent_encoding::percent_decode_str;

use crate::dialect::Dialect;
use crate::error::Error;
use crate::relation::Relation;

/// A database and a table in it, as in `postgresql://user@host/database?table=public.orders`.
///
/// ```
/// use hashlane_databases::{Address, Dialect};
/// let address = Address::parse("sqlite:shop.db?table=orders").expect("an address")?;
/// assert_eq!(address.dialect, Dialect::Sqlite);
/// assert!(Address::parse("orders.parquet").is_none());
/// # Ok::<(), hashlane_databases::Error>(())
/// ```
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Address {
    /// The dialect of the database.
    pub dialect: Dialect,
    /// What the database's client connects to: a URI, or the path of a file.
    pub(crate) target: String,
    /// The table or query.
    pub relation: Relation,
}

impl Address {
    /// Parses an address. `None` if the text has no scheme of a database.
    ///
    /// # Errors
    /// Returns an error if it names no table, has a password, or is of a database that can't be read.
    pub fn parse(text: &str) -> Option<Result<Self, Error>> {
        let (scheme, rest) = text.split_once(':')?;
        let dialect = match (scheme, rest.starts_with("//")) {
            ("postgresql" | "postgres", true) => Dialect::PostgreSql,
            ("mysql" | "mariadb", true) => Dialect::MySql,
            ("clickhouse", true) => Dialect::ClickHouse,
            ("sqlite", _) => Dialect::Sqlite,
            ("duckdb", _) => Dialect::DuckDb,
            ("snowflake" | "redshift" | "trino" | "bigquery", true) => {
                return Some(Err(unsupported(scheme)));
            }
            _ => return None,
        };
        Some(Address::of(dialect, text, rest))
    }

    fn of(dialect: Dialect, text: &str, rest: &str) -> Result<Self, Error> {
        let (before, parameters) = text.split_once('?').unwrap_or((text, ""));
        let (mut relation, mut others) = (None, Vec::new());
        for parameter in parameters.split('&').filter(|parameter| !parameter.is_empty()) {
            let (name, value) = parameter.split_once('=').unwrap_or((parameter, ""));
            let found = match name {
                "table" => decoded(value)?.parse()?,
                "query" => Relation::Query(decoded(value)?),
                "password" => return Err(password(dialect)),
                _ => {
                    others.push(parameter);
                    continue;
                }
            };
            if relation.replace(found).is_some() {
                return Err(Error::new("an address names one table or one query, not both"));
            }
        }
        let Some(relation) = relation else {
            return Err(Error::new(
                "a database's address names a table or a query: add ?table=NAME, ?table=SCHEMA.NAME or ?query=SQL",
            ));
        };
        if matches!(dialect, Dialect::Sqlite | Dialect::DuckDb) {
            if let Some(other) = others.first() {
                return Err(Error::new(format!(
                    "'{other}' is not a parameter of the address of a file: use table or query"
                )));
            }
            let path = rest.split_once('?').map_or(rest, |(path, _)| path);
            return Ok(Address { dialect, target: decoded(path)?, relation });
        }
        // What stands before the last @ of the authority are the user and the password.
        let authority = rest.trim_start_matches('/').split(['/', '?']).next().unwrap_or_default();
        if authority.rsplit_once('@').is_some_and(|(user, _)| user.contains(':')) {
            return Err(password(dialect));
        }
        let separator = if others.is_empty() { "" } else { "?" };
        // The client knows MariaDB by this scheme.
        let before = match dialect {
            Dialect::MySql => before.replacen("mariadb://", "mysql://", 1),
            _ => before.to_owned(),
        };
        let target = format!("{before}{separator}{}", others.join("&"));
        Ok(Address { dialect, target, relation })
    }
}

fn decoded(text: &str) -> Result<String, Error> {
    let decoded = percent_decode_str(text).decode_utf8();
    decoded
        .map(Into::into)
        .map_err(|_| Error::new(format!("'{text}' is not UTF-8 after decoding its % signs")))
}

fn password(dialect: Dialect) -> Error {
    let place = match dialect {
        Dialect::MySql => "MYSQL_PWD",
        Dialect::ClickHouse => "CLICKHOUSE_PASSWORD",
        _ => "~/.pgpass, into a service file, or into PGPASSWORD",
    };
    Error::new(format!(
        "the address has a password, which other users see in the list of processes: put it into {place}"
    ))
}

fn unsupported(scheme: &str) -> Error {
    Error::new(format!(
        "hashlane can't connect to {scheme} databases: run the statement of `hashlane sketch --dialect {scheme}` there, and \
         compare the result with --left-sketch and --right-sketch"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_a_target_and_a_table() {
        for (text, target, table) in [
            (
                "postgresql://u@h:5/d?table=a.b&sslmode=require",
                "postgresql://u@h:5/d?sslmode=require",
                "a.b",
            ),
            ("postgres:///d?service=s&table=t", "postgres:///d?service=s", "t"),
            ("mariadb://u@h/d?table=t&tls=true", "mysql://u@h/d?tls=true", "t"),
            ("clickhouse://h?table=t", "clickhouse://h", "t"),
            ("sqlite:a%20b.db?table=t", "a b.db", "t"),
            ("duckdb:a.duckdb?table=t", "a.duckdb", "t"),
            ("sqlite:///tmp/x.db?table=t", "///tmp/x.db", "t"),
        ] {
            let address = Address::parse(text).expect(text).expect(text);
            assert_eq!((address.target.as_str(), Ok(address.relation)), (target, table.parse()));
        }
        let address = Address::parse("sqlite:x?query=SELECT%201%3D1").expect("it has a scheme");
        let query = Relation::Query("SELECT 1=1".to_owned());
        assert_eq!(address.map(|address| address.relation), Ok(query));
    }

    #[test]
    fn other_addresses_are_refused() {
        for text in [
            "postgresql://h/d",
            "postgresql://u:secret@h/d?table=t",
            "postgresql://h/d?table=t&password=secret",
            "postgresql://h/d?table=t&query=SELECT",
            "sqlite:x?table=t&mode=rw",
            "mysql://u:secret@h/d?table=t",
            "trino://h/d?table=t",
            "duckdb:x.duckdb?table=t&threads=1",
        ] {
            let error = Address::parse(text).expect(text).expect_err(text);
            assert!(!error.to_string().contains("secret"), "{error}");
        }
        for text in ["a.parquet", "s3://bucket/a", "https://h/a.csv", "C:\\a.csv", ""] {
            assert_eq!(Address::parse(text), None, "{text}");
        }
    }
}
