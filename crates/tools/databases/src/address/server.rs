//! The server of an address: user, host, port and database.

use crate::address::parameters::{decoded, password, place_of_password};
use crate::dialect::Dialect;
use crate::error::TableError;

/// A server and a database of it.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(crate) struct DatabaseServer {
    /// The user's name.
    pub user: Option<String>,
    /// The name or IP address of the host; an IPv6 address in brackets. Empty if a socket or a service is named instead.
    pub host: String,
    /// The port.
    pub port: Option<u16>,
    /// The database.
    pub database: Option<String>,
    /// The other parameters than table and query.
    pub parameters: Vec<(String, String)>,
}

impl DatabaseServer {
    /// Parses `user@host:port/database`. PostgreSQL may have several hosts, which its own library reads.
    pub(super) fn parse(dialect: Dialect, text: &str) -> Result<Self, TableError> {
        let (authority, database) = text.split_once('/').unwrap_or((text, ""));
        if database.contains('@') || authority.matches('@').count() > 1 {
            return Err(misplaced(dialect));
        }
        let (user, place) = match authority.split_once('@') {
            Some((user, place)) => (Some(readable(user)?), place),
            None => (None, authority),
        };
        if user.as_ref().is_some_and(|user| user.contains(':')) {
            return Err(password(dialect));
        }
        let database = Some(readable(database)?).filter(|name| !name.is_empty());
        if dialect == Dialect::PostgreSql {
            for place in place.split(',') {
                host_and_port(dialect, place)?;
            }
            return Ok(DatabaseServer { user, database, ..DatabaseServer::default() });
        }
        let (host, port) = host_and_port(dialect, place)?;
        Ok(DatabaseServer { user, host: host.to_owned(), port, database, parameters: vec![] })
    }

    /// The value of a parameter.
    pub(crate) fn parameter(&self, name: &str) -> Option<&str> {
        self.parameters.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }

    /// What the parameter `tls` states.
    pub(crate) fn tls(&self) -> Result<Option<bool>, TableError> {
        match self.parameter("tls") {
            None => Ok(None),
            Some("true") => Ok(Some(true)),
            Some("false") => Ok(Some(false)),
            Some(_) => Err(TableError::new(
                "tls is neither true nor false: write tls=true, or tls=false for a server that isn't verified",
            )),
        }
    }
}

fn host_and_port(dialect: Dialect, place: &str) -> Result<(&str, Option<u16>), TableError> {
    let end = place.rfind(']').unwrap_or(0);
    let (host, port) = match place[end..].split_once(':') {
        Some((host, port)) => (&place[..end + host.len()], Some(port)),
        None => (place, None),
    };
    let is_host = host
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || b"._-%".contains(&byte) || !byte.is_ascii());
    let is_ip = host.starts_with('[')
        && host.ends_with(']')
        && host[1..host.len() - 1]
            .bytes()
            .all(|byte| byte.is_ascii_hexdigit() || b":.".contains(&byte));
    if !is_host && !is_ip {
        return Err(TableError::new(
            "the host of the address has characters that no host has: write USER@HOST:PORT/DATABASE",
        ));
    }
    match port.filter(|port| !port.is_empty()).map(str::parse) {
        None => Ok((host, None)),
        Some(Ok(port)) => Ok((host, Some(port))),
        // A password with a slash looks like this.
        Some(Err(_)) => Err(misplaced(dialect)),
    }
}

/// The error for a wrong port, or a password with an `@`, `/` or `?`.
fn misplaced(dialect: Dialect) -> TableError {
    TableError::new(format!(
        "the port of the address is not a number up to 65535, or an '@' is not where the user ends: write USER@HOST:PORT/DATABASE, with @ in \
         a name as %40; a password doesn't belong there: put it into {}",
        place_of_password(dialect)
    ))
}

fn readable(text: &str) -> Result<String, TableError> {
    decoded(text).filter(|text| !text.contains('\0')).ok_or_else(|| {
        TableError::new("the user or database of the address is not UTF-8 after decoding its % signs: write UTF-8")
    })
}
