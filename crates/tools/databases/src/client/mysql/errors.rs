//! Errors of the crate mysql as one line.

use std::io::ErrorKind;

use mysql::DriverError;
use mysql::error::tls::TlsError;

use crate::error::TableError;

/// The error of a statement.
pub(super) fn failure(error: &mysql::Error) -> TableError {
    let text = match error {
        mysql::Error::MySqlError(error) => error.message.clone(),
        mysql::Error::DriverError(
            DriverError::Params(_) | DriverError::MixedParams | DriverError::MismatchedStmtParams(..),
        ) => "a query or condition has a parameter: write '?', and ':' before a letter, in quotes only".to_owned(),
        mysql::Error::DriverError(DriverError::CouldNotConnect(Some((place, reason, _)))) => {
            format!("can't connect to {place}: {reason}")
        }
        mysql::Error::DriverError(error) => error.to_string(),
        mysql::Error::IoError(error) => error.to_string(),
        mysql::Error::CodecError(error) => {
            let text = error.to_string();
            let bare = text.strip_prefix("IO error: `").and_then(|text| text.strip_suffix('\''));
            bare.unwrap_or(&text).to_owned()
        }
        mysql::Error::TlsError(TlsError::Tls(error)) => error.to_string(),
        other => other.to_string(),
    };
    let lines: Vec<_> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    TableError::new(format!("MySQL: {}", lines.join(" ")))
}

/// The error of a connection, with what to do.
pub(super) fn connection_failure(error: &mysql::Error) -> TableError {
    let advice = match error {
        // The key of the server is read from a path that no file has, so that the server is never asked for it.
        mysql::Error::IoError(error) if error.kind() == ErrorKind::NotFound => {
            return TableError::new(
                "MySQL: the server asks for the password itself, which goes only through TLS or a socket: add &tls=true, and &tls-ca=FILE \
                 for a CA of your own",
            );
        }
        mysql::Error::DriverError(DriverError::TlsNotSupported) => {
            return TableError::new(
                "MySQL: the server has no TLS: use &socket=/path, or &tls=false if you trust the server and the network",
            );
        }
        mysql::Error::DriverError(
            DriverError::UnknownAuthPlugin(_) | DriverError::CleartextPluginDisabled,
        ) => ": use an account with caching_sha2_password, mysql_native_password or ed25519",
        // The certificate is wrong.
        other if other.to_string().contains("certificate") => {
            ": add &tls-ca=FILE for a CA of your own"
        }
        _ => "",
    };
    TableError::new(format!("{}{advice}", failure(error)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_one_line_without_names_of_rust() {
        let refused = DriverError::CouldNotConnect(Some((
            "h:1".to_owned(),
            "refused".to_owned(),
            ErrorKind::Other,
        )));
        for (error, expected) in [
            (mysql::Error::DriverError(refused), "MySQL: can't connect to h:1: refused"),
            (mysql::Error::DriverError(DriverError::PacketTooLarge), "MySQL: Packet too large"),
            (mysql::Error::server_disconnected(), "MySQL: server disconnected"),
        ] {
            assert_eq!(failure(&error).to_string(), expected);
        }
        let server =
            mysql::MySqlError { state: "HY000".to_owned(), message: "a\n  b".to_owned(), code: 1 };
        assert_eq!(failure(&mysql::Error::MySqlError(server)).to_string(), "MySQL: a b");
    }
}
