//! How to connect, and which servers get the password: those with a certificate that was checked, and sockets.

use std::path::PathBuf;

use mysql::{ClientIdentity, Opts, OptsBuilder, SslOpts};

use crate::address::DatabaseServer;
use crate::error::TableError;

/// The options of a connection.
///
/// # Errors
/// Returns an error if there is a password, and the server isn't verified and the address doesn't say `tls=false`.
pub(super) fn of(server: &DatabaseServer, password: Option<String>) -> Result<Opts, TableError> {
    let socket = server.parameter("socket").map(str::to_owned);
    let ssl = ssl(server)?;
    let is_verified = ssl.is_some() || socket.is_some();
    if password.is_some() && !is_verified && server.tls()? != Some(false) {
        return Err(TableError::new(
            "MySQL: the password in MYSQL_PWD goes only to a server that is verified: add &tls=true, with &tls-ca=FILE for a CA of your own, \
             or &socket=/path; or add &tls=false if you trust the server and the network",
        ));
    }
    let host = if server.host.is_empty() { "localhost" } else { server.host.as_str() };
    let options = OptsBuilder::new()
        .ip_or_hostname(Some(host))
        .tcp_port(server.port.unwrap_or(3306))
        .user(server.user.clone())
        .pass(password)
        .db_name(server.database.clone())
        .socket(socket)
        // The path of another socket comes from the server, which may not be the one that is verified.
        .prefer_socket(false)
        // A server that isn't verified would send a key of its own, and decrypt the password. No file has this path.
        .server_key_path(Some(PathBuf::new()))
        .ssl_opts(ssl);
    Ok(options.into())
}

/// The options of TLS. A certificate that is named implies TLS.
fn ssl(server: &DatabaseServer) -> Result<Option<SslOpts>, TableError> {
    let path = |name: &'static str| match server.parameter(name).map(PathBuf::from) {
        Some(path) if !path.is_file() => Err(TableError::new(format!(
            "MySQL: {name} names '{}', which is not a file: name a file in the format PEM",
            path.display()
        ))),
        path => Ok(path),
    };
    let [authority, certificate, key] = [path("tls-ca")?, path("tls-cert")?, path("tls-key")?];
    let names_file = authority.is_some() || certificate.is_some() || key.is_some();
    if server.tls()? == Some(false) && names_file {
        return Err(TableError::new(
            "MySQL: tls=false excludes tls-ca, tls-cert and tls-key: use tls=true",
        ));
    }
    if server.tls()? != Some(true) && !names_file {
        return Ok(None);
    }
    let identity = match (certificate, key) {
        (Some(certificate), Some(key)) => Some(ClientIdentity::new(certificate, key)),
        (None, None) => None,
        _ => {
            return Err(TableError::new(
                "MySQL: tls-cert and tls-key belong together: name both files",
            ));
        }
    };
    Ok(Some(SslOpts::default().with_root_cert_path(authority).with_client_identity(identity)))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn options(parameters: &[(&str, &str)], password: Option<&str>) -> Result<Opts, TableError> {
        let owned =
            parameters.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        let server = DatabaseServer {
            host: "127.0.0.1".to_owned(),
            parameters: owned.collect(),
            ..DatabaseServer::default()
        };
        of(&server, password.map(str::to_owned))
    }

    #[test]
    fn passwords_go_to_verified_servers() {
        for parameters in [&[("tls", "true")][..], &[("socket", "/s")], &[("tls", "false")]] {
            let options = options(parameters, Some("hunter2")).expect("a verified server");
            assert_eq!(options.get_pass(), Some("hunter2"));
            assert!(
                !options.get_prefer_socket()
                    && options.get_server_key_path() == Some(Path::new(""))
            );
        }
        let error = options(&[], Some("hunter2")).expect_err("it isn't verified").to_string();
        assert!(!error.contains("hunter2") && error.contains("&tls=true"), "{error}");
        options(&[], None).expect("a server without a password");
    }

    #[test]
    fn files_of_tls_must_fit() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
        let ssl = options(&[("tls-ca", file)], None).expect("a file").get_ssl_opts().cloned();
        assert_eq!(ssl.expect("TLS").root_cert_path(), Some(Path::new(file)));
        for parameters in [
            &[("tls-ca", "/absent")][..],
            &[("tls-ca", file), ("tls", "false")],
            &[("tls-cert", file), ("tls", "true")],
            &[("tls", "maybe")],
        ] {
            options(parameters, None).expect_err("they don't fit");
        }
    }
}
