//! The settings of a session that change texts or the meaning of conditions. Roles and databases may have others.

use std::env;

use arrow_schema::DataType;
use percent_encoding::{NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

use crate::client::adbc::Adbc;
use crate::error::Error;

/// The settings, as the server shows them.
const SETTINGS: &[(&str, &str)] = &[
    ("client_encoding", "UTF8"),
    ("standard_conforming_strings", "on"),
    ("quote_all_identifiers", "off"),
    ("DateStyle", "ISO, YMD"),
    ("IntervalStyle", "postgres"),
    ("TimeZone", "UTC"),
    ("bytea_output", "hex"),
    ("extra_float_digits", "1"),
    ("xmloption", "content"),
];

const ADVICE: &str = "PostgreSQL: the setting quote_all_identifiers is on, and ADBC's driver then knows no types: run ALTER ROLE … RESET \
                      quote_all_identifiers, or set PGOPTIONS='-c quote_all_identifiers=off'";

/// Whether the driver knows the types of columns. It reads them when it connects, and can't if the role quotes all identifiers.
pub(super) fn has_types(adbc: &mut Adbc) -> Result<bool, Error> {
    let schema = adbc.schema("SELECT pg_catalog.current_setting('server_version')")?;
    Ok(schema.fields().first().is_some_and(|field| *field.data_type() == DataType::Utf8))
}

/// The address with an option that doesn't quote identifiers. Others have it only then: some poolers refuse options.
///
/// # Errors
/// Returns an error if the address has a service, whose options this one would replace.
pub(super) fn without_quoting(uri: &str) -> Result<String, Error> {
    let (place, parameters) = uri.split_once('?').unwrap_or((uri, ""));
    let has_service = env::var_os("PGSERVICE").is_some()
        || parameters.split('&').any(|parameter| parameter.starts_with("service="));
    let (options, others): (Vec<_>, Vec<_>) = parameters
        .split('&')
        .filter(|parameter| !parameter.is_empty())
        .partition(|parameter| parameter.starts_with("options="));
    let own = match options.first() {
        Some(parameter) => {
            percent_decode_str(&parameter["options=".len()..]).decode_utf8_lossy().into_owned()
        }
        None => env::var("PGOPTIONS").unwrap_or_default(),
    };
    if has_service {
        return Err(Error::new(ADVICE));
    }
    let options = format!("{own} -c quote_all_identifiers=off");
    let encoded = utf8_percent_encode(options.trim_start(), NON_ALPHANUMERIC);
    let options = format!("options={encoded}");
    let all: Vec<_> = others.into_iter().chain([options.as_str()]).collect();
    Ok(format!("{place}?{}", all.join("&")))
}

/// Sets the settings, and checks that the server has them.
pub(super) fn set(adbc: &mut Adbc) -> Result<(), Error> {
    if !has_types(adbc)? {
        return Err(Error::new(ADVICE));
    }
    let calls: Vec<_> = SETTINGS
        .iter()
        .map(|(name, value)| format!("pg_catalog.set_config('{name}', '{value}', false)"))
        .collect();
    adbc.rows(&format!("SELECT {}", calls.join(", ")), &mut |row| {
        for ((name, expected), found) in SETTINGS.iter().zip(row) {
            if *found != Some(expected) {
                return Err(Error::new(format!(
                    "PostgreSQL: the setting {name} is '{}' and not '{expected}' after it was set: connect to the server itself, without \
                     a pooler",
                    found.unwrap_or_default()
                )));
            }
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_merged() {
        for (uri, expected) in [
            ("postgresql://u@h/d", "postgresql://u@h/d?options="),
            ("postgresql://h/d?sslmode=require", "postgresql://h/d?sslmode=require&options="),
        ] {
            let merged = without_quoting(uri).expect(uri);
            assert!(
                merged.starts_with(expected) && merged.ends_with("quote%5Fall%5Fidentifiers%3Doff"),
                "{merged}"
            );
        }
        let merged =
            without_quoting("postgresql://h?options=%2Dc%20a%3Db&user=u").expect("options");
        assert_eq!(
            merged,
            "postgresql://h?user=u&options=%2Dc%20a%3Db%20%2Dc%20quote%5Fall%5Fidentifiers%3Doff"
        );
        without_quoting("postgresql://h?service=s").expect_err("the service may have options");
    }
}
