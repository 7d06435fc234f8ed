//! Tables in ClickHouse, by HTTP. ClickHouse has no transactions, so each statement reads the rows of its own moment.

use std::env;
use std::fmt;
use std::io::{BufRead, BufReader, Read};
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use percent_encoding::{NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use ureq::Agent;

use crate::client::{Cancel, Client, Described, EachRow};
use crate::column::ColumnType;
use crate::dialect::Dialect;
use crate::error::Error;
use crate::relation::Relation;

/// An error's text is read up to this many bytes.
const MOST_OF_ERROR: u64 = 64 << 10;

/// The settings by which a statement reads or groups only some rows, and reports no error.
const CUTTING_SETTINGS: &str = "SELECT name FROM system.settings WHERE name LIKE '%overflow_mode%' AND value IN ('break','any')";

/// A server. Each statement is a request of its own.
#[derive(Clone)]
pub(crate) struct ClickHouse {
    agent: Agent,
    /// The address of the server, with the database.
    url: String,
    user: String,
    password: String,
    /// The number of statements, which are named by it so that they can be stopped.
    count: Arc<AtomicU32>,
}

impl fmt::Debug for ClickHouse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ClickHouse").field("url", &self.url).finish_non_exhaustive()
    }
}

impl ClickHouse {
    pub(crate) fn connect(uri: &str) -> Result<Self, Error> {
        let config = Agent::config_builder().http_status_as_error(false).build();
        let (url, user) = request_of(uri)?;
        let password = env::var("CLICKHOUSE_PASSWORD").unwrap_or_default();
        let count = Arc::new(AtomicU32::new(0));
        let mut client = ClickHouse { agent: config.into(), url, user, password, count };
        client.rows(CUTTING_SETTINGS, &mut |row| {
            let name = row[0].unwrap_or_default();
            Err(failed(&format!(
                "the user's setting {name} lets a statement stop early without an error: set it to 'throw'"
            )))
        })?;
        Ok(client)
    }

    /// The bytes of a statement's result, when it is complete: the server reports no error behind the first row.
    fn response(&self, sql: &str, id: &str) -> Result<impl BufRead + use<>, Error> {
        let url =
            format!("{}&default_format=TabSeparated&wait_end_of_query=1&query_id={id}", self.url);
        let request = self.agent.post(&url).header("X-ClickHouse-User", &self.user);
        let request = request.header("X-ClickHouse-Key", &self.password);
        let response = request.send(sql).map_err(|error| failed(&error.to_string()))?;
        let is_success = response.status().is_success();
        let mut body = response.into_body().into_reader();
        if !is_success {
            let mut text = Vec::new();
            let read = body.by_ref().take(MOST_OF_ERROR).read_to_end(&mut text);
            read.map_err(|error| failed(&error.to_string()))?;
            return Err(failed(&String::from_utf8_lossy(&text)));
        }
        Ok(BufReader::new(body))
    }

    fn id(&self, number: u32) -> String {
        format!("hashlane-{}-{:x}-{number}", process::id(), Arc::as_ptr(&self.count).addr())
    }
}

impl Client for ClickHouse {
    fn columns(&mut self, relation: &Relation) -> Result<Vec<Described>, Error> {
        let relation = relation.to_sql(Dialect::ClickHouse);
        let mut columns = Vec::new();
        self.rows(&format!("DESCRIBE TABLE (SELECT * FROM {relation})"), &mut |row| {
            let [name, declared] =
                [0, 1].map(|at| row.get(at).copied().flatten().unwrap_or_default());
            columns.push(described(name, declared));
            Ok(())
        })?;
        Ok(columns)
    }

    fn rows(&mut self, sql: &str, each: &mut EachRow<'_>) -> Result<(), Error> {
        let number = self.count.fetch_add(1, Relaxed) + 1;
        let mut response = self.response(sql, &self.id(number))?;
        let mut line = Vec::new();
        loop {
            line.clear();
            let read = response.read_until(b'\n', &mut line);
            read.map_err(|error| failed(&error.to_string()))?;
            match line.pop() {
                None => return Ok(()),
                Some(b'\n') => {}
                Some(_) => return Err(failed("the result ends within a row")),
            }
            let texts: Vec<_> =
                line.split(|byte| *byte == b'\t').map(text).collect::<Result<_, _>>()?;
            let row: Vec<_> = texts.iter().map(Option::as_deref).collect();
            each(&row)?;
        }
    }

    fn cancel(&self) -> Option<Cancel> {
        let client = self.clone();
        Some(Box::new(move || {
            let id = client.id(client.count.load(Relaxed));
            // The program ends anyway, whether the server can be told or not.
            let stop = format!("KILL QUERY WHERE query_id = '{id}' ASYNC");
            drop(client.response(&stop, &format!("{id}-stop")));
        }))
    }
}

/// The address of requests, and the user, from `clickhouse://user@host:port/database?tls=true`.
fn request_of(uri: &str) -> Result<(String, String), Error> {
    let rest = uri.trim_start_matches("clickhouse://");
    let (place, parameters) = rest.split_once('?').unwrap_or((rest, ""));
    let (scheme, port) = match parameters {
        "" | "tls=false" => ("http", 8123),
        "tls=true" => ("https", 8443),
        other => {
            return Err(Error::new(format!(
                "'{other}' is not a parameter of a ClickHouse address: use table, query or tls=true"
            )));
        }
    };
    let (authority, database) = place.split_once('/').unwrap_or((place, ""));
    let (user, host) = authority.rsplit_once('@').unwrap_or(("default", authority));
    let host = match host.rsplit_once(':') {
        Some((_, digits)) if digits.parse::<u16>().is_ok() => host.to_owned(),
        _ => format!("{host}:{port}"),
    };
    let decoded = |text| percent_decode_str(text).decode_utf8_lossy().into_owned();
    let database = match database {
        "" => "default".to_owned(),
        name => utf8_percent_encode(&decoded(name), NON_ALPHANUMERIC).to_string(),
    };
    Ok((format!("{scheme}://{host}/?database={database}"), decoded(user)))
}

/// The text of a field in the format TabSeparated.
fn text(field: &[u8]) -> Result<Option<String>, Error> {
    if field == br"\N" {
        return Ok(None);
    }
    let mut bytes = Vec::with_capacity(field.len());
    let mut rest = field.iter();
    while let Some(&byte) = rest.next() {
        bytes.push(match (byte, byte == b'\\') {
            (_, true) => match rest.next() {
                Some(b'b') => 8,
                Some(b'f') => 12,
                Some(b'n') => b'\n',
                Some(b'r') => b'\r',
                Some(b't') => b'\t',
                Some(b'0') => 0,
                Some(&other) => other,
                None => return Err(failed("a field ends within an escape")),
            },
            (other, false) => other,
        });
    }
    let text = String::from_utf8(bytes);
    text.map(Some).map_err(|_| failed("a text is not UTF-8: leave its column out"))
}

fn described(name: &str, declared: &str) -> Described {
    let inner = |text: &str, wrapper: &str| {
        text.strip_prefix(wrapper).and_then(|rest| rest.strip_suffix(')')).map(str::to_owned)
    };
    let mut kind = declared.to_owned();
    for wrapper in ["LowCardinality(", "Nullable("] {
        kind = inner(&kind, wrapper).unwrap_or(kind);
    }
    let (family, arguments) = kind.split_once('(').unwrap_or((&kind, ""));
    let digits = arguments.split([',', ')']).next().and_then(|text| text.trim().parse::<u8>().ok());
    let found = match family {
        "Int8" | "Int16" | "Int32" | "Int64" | "UInt8" | "UInt16" | "UInt32" => ColumnType::Integer,
        "UInt64" => ColumnType::WideInteger,
        "Bool" => ColumnType::Boolean,
        "Float32" | "Float64" => ColumnType::Float,
        "Enum8" | "Enum16" => ColumnType::Enum,
        "UUID" => ColumnType::Uuid,
        "Date" | "Date32" => ColumnType::Date,
        "Time" => ColumnType::Time,
        "Time64" if digits.is_some_and(|digits| digits <= 6) => ColumnType::Time,
        "String" => return Described::new(name, Ok(ColumnType::Text)).or(ColumnType::Bytes),
        // Digests are stored like this, so it is text only beside text.
        "FixedString" => return Described::new(name, Ok(ColumnType::Bytes)).or(ColumnType::Char),
        // A point in time, which is shown in a zone.
        "DateTime" | "DateTime64"
            if family == "DateTime" || digits.is_some_and(|digits| digits <= 6) =>
        {
            return Described::new(name, Ok(ColumnType::TimestampTz)).or(ColumnType::Timestamp);
        }
        "Decimal" => match kind.parse() {
            Ok(decimal) => decimal,
            Err(_) => return Described::new(name, Err(declared.to_owned())),
        },
        _ => return Described::new(name, Err(declared.to_owned())),
    };
    Described::new(name, Ok(found))
}

fn failed(text: &str) -> Error {
    let lines: Vec<_> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    Error::new(format!("ClickHouse: {}", lines.join(" ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_a_request() {
        for (uri, expected) in [
            ("clickhouse://h/d", ("http://h:8123/?database=d", "default")),
            ("clickhouse://a%40b@h:1/d%20e?tls=true", ("https://h:1/?database=d%20e", "a@b")),
            ("clickhouse://[::1]?tls=true", ("https://[::1]:8443/?database=default", "default")),
        ] {
            let (url, user) = request_of(uri).expect(uri);
            assert_eq!((url.as_str(), user.as_str()), expected, "{uri}");
        }
        request_of("clickhouse://h/d?compress=1").expect_err("no such parameter");
    }

    #[test]
    fn fields_are_unescaped() {
        assert_eq!(text(br"a\tb\\n\0\'").as_ref().map(Option::as_deref), Ok(Some("a\tb\\n\0'")));
        assert_eq!(text(br"\N"), Ok(None));
        for wrong in [&b"\\"[..], b"\xff"] {
            text(wrong).expect_err("not a text");
        }
    }

    #[test]
    fn types_are_described() {
        let of = |declared| described("c", declared);
        for (declared, expected) in [
            ("LowCardinality(Nullable(String))", Ok(ColumnType::Text)),
            ("Nullable(Decimal(9, 2))", Ok(ColumnType::Decimal { precision: 9, scale: 2 })),
            ("DateTime64(3, 'UTC')", Ok(ColumnType::TimestampTz)),
            ("DateTime64(9)", Err("DateTime64(9)".to_owned())),
            ("DateTime('Asia/Tokyo')", Ok(ColumnType::TimestampTz)),
            ("Enum8('a' = 1, 'b)' = 2)", Ok(ColumnType::Enum)),
            ("Array(Nullable(String))", Err("Array(Nullable(String))".to_owned())),
        ] {
            assert_eq!(of(declared).column_type, expected, "{declared}");
        }
        assert_eq!(of("String").alternative, Some(ColumnType::Bytes));
        assert_eq!(of("FixedString(16)").column_type, Ok(ColumnType::Bytes));
    }
}
