//! The address of requests, and which servers get the password: those with a certificate that was checked, and this machine.

use std::fs;
use std::net::IpAddr;

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use ureq::Agent;
use ureq::tls::{PemItem, RootCerts, TlsConfig, parse_pem};

use crate::address::DatabaseServer;
use crate::error::TableError;

fn is_encrypted(server: &DatabaseServer) -> Result<bool, TableError> {
    match (server.tls()?, server.parameter("tls-ca")) {
        (Some(false), Some(_)) => {
            Err(TableError::new("ClickHouse: tls=false excludes tls-ca: use tls=true"))
        }
        (tls, authority) => Ok(tls == Some(true) || authority.is_some()),
    }
}

fn is_loopback(host: &str) -> bool {
    let address = host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
    host.is_empty()
        || host.eq_ignore_ascii_case("localhost")
        || address.is_ok_and(|address| address.is_loopback())
}

/// Checks that the password isn't sent as plain text to another machine, unless the address says `tls=false`.
pub(super) fn check_password(server: &DatabaseServer, password: &str) -> Result<(), TableError> {
    let is_safe = is_encrypted(server)? || is_loopback(&server.host);
    if password.is_empty() || is_safe || server.tls()? == Some(false) {
        return Ok(());
    }
    Err(TableError::new(
        "ClickHouse: the password in CLICKHOUSE_PASSWORD isn't sent without encryption: add &tls=true, with &tls-ca=FILE for a CA of your \
         own, or &tls=false if you trust the network",
    ))
}

/// The address of requests: the server and its database.
pub(super) fn url(server: &DatabaseServer) -> Result<String, TableError> {
    let (scheme, port) = if is_encrypted(server)? { ("https", 8443) } else { ("http", 8123) };
    let host = if server.host.is_empty() { "localhost" } else { &server.host };
    let port = server.port.unwrap_or(port);
    let database = server.database.as_deref().unwrap_or("default");
    let database = utf8_percent_encode(database, NON_ALPHANUMERIC);
    Ok(format!("{scheme}://{host}:{port}/?database={database}"))
}

/// The client, which follows no redirects, so that the password goes to no other address.
pub(super) fn agent(server: &DatabaseServer) -> Result<Agent, TableError> {
    let config = Agent::config_builder()
        .http_status_as_error(false)
        .max_redirects(0)
        .max_redirects_will_error(false);
    // A proxy of the environment would read what is sent to this machine.
    let config = if is_loopback(&server.host) { config.proxy(None) } else { config };
    let config = match server.parameter("tls-ca") {
        Some(path) => {
            config.tls_config(TlsConfig::builder().root_certs(authorities(path)?).build())
        }
        None => config,
    };
    Ok(config.build().into())
}

fn authorities(path: &str) -> Result<RootCerts, TableError> {
    let wrong = |reason: &str| {
        TableError::new(format!(
            "ClickHouse: tls-ca names '{path}', which {reason}: name a file of certificates in the format PEM"
        ))
    };
    let bytes = fs::read(path).map_err(|_| wrong("can't be read"))?;
    let mut certificates = Vec::new();
    for item in parse_pem(&bytes) {
        if let PemItem::Certificate(certificate) = item.map_err(|_| wrong("is not valid PEM"))? {
            certificates.push(certificate);
        }
    }
    match certificates.is_empty() {
        true => Err(wrong("has no certificate")),
        false => Ok(RootCerts::new_with_certs(&certificates)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn server(host: &str, parameters: &[(&str, &str)]) -> DatabaseServer {
        let owned =
            parameters.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        DatabaseServer {
            host: host.to_owned(),
            parameters: owned.collect(),
            ..DatabaseServer::default()
        }
    }

    #[test]
    fn an_address_is_a_request() {
        let database = Some("d e".to_owned());
        for (server, expected) in [
            (server("h", &[]), "http://h:8123/?database=default"),
            (
                DatabaseServer { database, port: Some(1), ..server("h", &[("tls", "true")]) },
                "https://h:1/?database=d%20e",
            ),
            (server("[::1]", &[("tls-ca", "f")]), "https://[::1]:8443/?database=default"),
            (server("", &[("tls", "false")]), "http://localhost:8123/?database=default"),
        ] {
            assert_eq!(url(&server).as_deref(), Ok(expected));
        }
        url(&server("h", &[("tls", "false"), ("tls-ca", "f")]))
            .expect_err("they exclude each other");
    }

    #[test]
    fn passwords_are_encrypted_or_stay_here() {
        for host in ["localhost", "127.0.0.1", "127.9.9.9", "[::1]", ""] {
            assert_eq!(check_password(&server(host, &[]), "hunter2"), Ok(()), "{host}");
        }
        for host in ["h", "10.0.0.1", "localhost.example", "[fe80::1]", "127.0.0.1.example"] {
            check_password(&server(host, &[]), "hunter2").expect_err(host);
            assert_eq!(check_password(&server(host, &[]), ""), Ok(()));
            for tls in ["true", "false"] {
                assert_eq!(
                    check_password(&server(host, &[("tls", tls)]), "hunter2"),
                    Ok(()),
                    "{host}"
                );
            }
        }
    }

    #[test]
    fn certificates_must_be_files() {
        for path in ["/absent", concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")] {
            authorities(path).expect_err(path);
        }
    }
}
