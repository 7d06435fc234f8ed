//! The parameters of an address: an allow-list for each database. Errors name a parameter, and never its value.

use percent_encoding::percent_decode_str;

use crate::dialect::Dialect;
use crate::error::TableError;

/// The keywords of libpq that aren't secret.
const POSTGRESQL: &[&str] = &[
    "host",
    "hostaddr",
    "port",
    "dbname",
    "user",
    "passfile",
    "require_auth",
    "channel_binding",
    "connect_timeout",
    "client_encoding",
    "options",
    "application_name",
    "fallback_application_name",
    "keepalives",
    "keepalives_idle",
    "keepalives_interval",
    "keepalives_count",
    "tcp_user_timeout",
    "gssencmode",
    "ssl",
    "sslmode",
    "sslnegotiation",
    "sslcompression",
    "sslcert",
    "sslkey",
    "sslcertmode",
    "sslrootcert",
    "sslcrl",
    "sslcrldir",
    "sslsni",
    "requirepeer",
    "ssl_min_protocol_version",
    "ssl_max_protocol_version",
    "min_protocol_version",
    "max_protocol_version",
    "krbsrvname",
    "gsslib",
    "gssdelegation",
    "service",
    "servicefile",
    "target_session_attrs",
    "load_balance_hosts",
];
const MYSQL: &[&str] = &["tls", "tls-ca", "tls-cert", "tls-key", "socket"];
const CLICKHOUSE: &[&str] = &["tls", "tls-ca"];

/// A parameter whose name contains one of these, and isn't allowed, may be a secret.
const SECRET: &[&str] = &["pass", "pwd", "secret", "token", "key", "auth", "cred", "sig", "jwt"];

/// The parameters of an address with their values, both decoded.
pub(super) type AddressParameters = Vec<(String, String)>;

/// The parameters after the question mark.
pub(super) fn parameters_of(dialect: Dialect, text: &str) -> Result<AddressParameters, TableError> {
    let mut found = AddressParameters::new();
    for parameter in text.split('&').filter(|parameter| !parameter.is_empty()) {
        let (name, value) = parameter.split_once('=').unwrap_or((parameter, ""));
        let name = checked_name(dialect, name)?;
        let may_have_mark = name == "query";
        if value.contains('#') || value.contains('?') && !may_have_mark {
            return Err(TableError::new(format!(
                "the value of the parameter '{name}' has a '?' or '#', which ends it: write %3F or %23"
            )));
        }
        let value = decoded(value).ok_or_else(|| {
            TableError::new(format!("the value of the parameter '{name}' is not UTF-8 after decoding its % signs: write UTF-8"))
        })?;
        if found.iter().any(|(other, _)| *other == name) {
            return Err(TableError::new(format!(
                "the parameter '{name}' is given twice: name one value"
            )));
        }
        found.push((name, value));
    }
    Ok(found)
}

/// The name of a parameter, in lower case, if the dialect allows it.
fn checked_name(dialect: Dialect, name: &str) -> Result<String, TableError> {
    let name = decoded(name).unwrap_or_default().trim().to_ascii_lowercase();
    let others = others(dialect);
    if ["table", "query"].contains(&name.as_str()) || others.contains(&name.as_str()) {
        return Ok(name);
    }
    let is_server = !matches!(dialect, Dialect::Sqlite | Dialect::DuckDb);
    if is_server && SECRET.iter().any(|part| name.contains(part)) {
        return Err(password(dialect));
    }
    // Anything else may be a part of a password with a question mark.
    if name.is_empty()
        || name.len() > 40
        || !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(&byte))
    {
        return Err(TableError::new(
            "a parameter of the address has no name of letters and digits: use ?table=NAME or ?query=SQL, and write & as %26 in a value",
        ));
    }
    let nearest = ["table", "query"]
        .iter()
        .chain(others)
        .map(|allowed| (distance(&name, allowed), allowed))
        .min();
    let advice = match nearest {
        Some((0..=2, nearest)) if !["table", "query"].contains(nearest) => {
            format!(", or {nearest}")
        }
        _ => String::new(),
    };
    Err(TableError::new(format!("unknown parameter '{name}': use table or query{advice}")))
}

fn others(dialect: Dialect) -> &'static [&'static str] {
    match dialect {
        Dialect::PostgreSql => POSTGRESQL,
        Dialect::MySql => MYSQL,
        Dialect::ClickHouse => CLICKHOUSE,
        _ => &[],
    }
}

/// The text after decoding its percent signs, if it is UTF-8.
pub(super) fn decoded(text: &str) -> Option<String> {
    percent_decode_str(text).decode_utf8().ok().map(Into::into)
}

/// Where a password belongs.
pub(super) fn place_of_password(dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::MySql => "MYSQL_PWD",
        Dialect::ClickHouse => "CLICKHOUSE_PASSWORD",
        _ => "~/.pgpass, into a service file, or into PGPASSWORD",
    }
}

/// The error for an address with a password.
pub(super) fn password(dialect: Dialect) -> TableError {
    TableError::new(format!(
        "the address has a password, which other users see in the list of processes: put it into {}",
        place_of_password(dialect)
    ))
}

/// The number of characters to insert, remove or replace.
fn distance(a: &str, b: &str) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, left) in a.bytes().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, right) in b.bytes().enumerate() {
            let changed = diagonal + usize::from(left != right);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_compared_decoded_and_in_any_case() {
        let found =
            parameters_of(Dialect::PostgreSql, "T%61ble=a.b&&SSLMODE=require&service=s%20t");
        let expected = [("table", "a.b"), ("sslmode", "require"), ("service", "s t")];
        assert_eq!(
            found,
            Ok(expected.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec())
        );
    }

    #[test]
    fn unknown_names_have_advice() {
        for (dialect, text, expected) in [
            (Dialect::MySql, "tables=t", "unknown parameter 'tables': use table or query"),
            (
                Dialect::MySql,
                "tls_ca=t",
                "unknown parameter 'tls_ca': use table or query, or tls-ca",
            ),
            (
                Dialect::PostgreSql,
                "sslmod=t",
                "unknown parameter 'sslmod': use table or query, or sslmode",
            ),
            (Dialect::Sqlite, "mode=rw", "unknown parameter 'mode': use table or query"),
        ] {
            let error = parameters_of(dialect, text).expect_err(text);
            assert_eq!(error.to_string(), expected);
        }
    }

    #[test]
    fn distances_count_changes() {
        for (a, b, expected) in [
            ("", "abc", 3),
            ("table", "tables", 1),
            ("tabel", "table", 2),
            ("kitten", "sitting", 3),
        ] {
            assert_eq!((distance(a, b), distance(b, a)), (expected, expected), "{a} {b}");
        }
    }
}
