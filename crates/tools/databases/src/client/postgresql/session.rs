//! The settings of a session that change texts or the meaning of conditions. Roles and databases may have others.

use std::path::{Path, PathBuf};
use std::{env, fs};

use percent_encoding::{NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

use crate::client::adbc::AdbcClient;
use crate::error::TableError;

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

/// What the session starts with. ADBC's driver reads the types before our first statement: it fails if names are quoted, and an operator
/// of a schema in the search path, `<>(regproc, int4)`, would run in its statement.
const AT_START: &str = "-c quote_all_identifiers=off -c search_path=pg_catalog";

/// The search path of a role without a setting of its own.
const DEFAULT_PATH: &str = "\"$user\", public";

/// The address with what the session starts with, and the search path of the address's own options.
///
/// # Errors
/// Returns an error if the options are in a service file, where these would replace them.
pub(super) fn started(uri: &str) -> Result<(String, Option<String>), TableError> {
    let (place, parameters) = uri.split_once('?').unwrap_or((uri, ""));
    let parameters: Vec<_> =
        parameters.split('&').filter(|parameter| !parameter.is_empty()).collect();
    if (env::var_os("PGSERVICE").is_some()
        || parameters.iter().any(|it| it.starts_with("service=")))
        && service_has_options()
    {
        return Err(TableError::new(
            "PostgreSQL: the service file has options, which can't be joined with ours: write them into the address, as in \
             &options=-c%20role%3Dreader, and remove them from the file",
        ));
    }
    let (options, others): (Vec<_>, Vec<_>) =
        parameters.into_iter().partition(|parameter| parameter.starts_with("options="));
    let own = match options.first() {
        Some(parameter) => {
            percent_decode_str(&parameter["options=".len()..]).decode_utf8_lossy().into_owned()
        }
        None => env::var("PGOPTIONS").unwrap_or_default(),
    };
    let all = format!("{own} {AT_START}");
    let encoded = utf8_percent_encode(all.trim_start(), NON_ALPHANUMERIC);
    let options = format!("options={encoded}");
    let all: Vec<_> = others.into_iter().chain([options.as_str()]).collect();
    Ok((format!("{place}?{}", all.join("&")), path_in(&own)))
}

/// Whether some line of the service file names options.
fn service_has_options() -> bool {
    let own = env::var_os("HOME").map(|home| Path::new(&home).join(".pg_service.conf"));
    let file = env::var_os("PGSERVICEFILE").map(PathBuf::from).or(own);
    let system =
        env::var_os("PGSYSCONFDIR").map(|folder| Path::new(&folder).join("pg_service.conf"));
    let texts = file.into_iter().chain(system).filter_map(|file| fs::read_to_string(file).ok());
    let is_options = |line: &str| line.trim_start().starts_with("options");
    texts.into_iter().any(|text| text.lines().any(is_options))
}

/// The search path in options such as `-c search_path=shop`.
fn path_in(options: &str) -> Option<String> {
    let (_, rest) = options.rsplit_once("search_path=")?;
    let (mut path, mut is_escaped) = (String::new(), false);
    for char in rest.chars() {
        match char {
            '\\' if !is_escaped => is_escaped = true,
            blank if blank.is_whitespace() && !is_escaped => break,
            other => {
                path.push(other);
                is_escaped = false;
            }
        }
    }
    Some(path)
}

/// Sets the search path that names of tables and queries have: that of the address, the role, the database, or PostgreSQL's default.
pub(super) fn set_path(adbc: &mut AdbcClient, own: Option<String>) -> Result<(), TableError> {
    let path = match own {
        Some(path) => path,
        None => stored_path(adbc)?.unwrap_or_else(|| DEFAULT_PATH.to_owned()),
    };
    let path = path.replace('\'', "''");
    adbc.rows(&format!("SELECT pg_catalog.set_config('search_path', '{path}', false)"), &mut |_| {
        Ok(())
    })
}

/// The search path that somebody set for the role in the database, the role, or the database.
fn stored_path(adbc: &mut AdbcClient) -> Result<Option<String>, TableError> {
    let mut found: Vec<(bool, bool, String)> = Vec::new();
    let sql = "SELECT (s.setrole OPERATOR(pg_catalog.<>) 0::pg_catalog.oid)::pg_catalog.text, \
         (s.setdatabase OPERATOR(pg_catalog.<>) 0::pg_catalog.oid)::pg_catalog.text, c \
         FROM pg_catalog.pg_db_role_setting AS s, pg_catalog.unnest(s.setconfig) AS c, pg_catalog.pg_database AS d, pg_catalog.pg_roles AS r \
         WHERE d.datname OPERATOR(pg_catalog.=) pg_catalog.current_database() AND r.rolname OPERATOR(pg_catalog.=) session_user \
         AND (s.setrole OPERATOR(pg_catalog.=) r.oid OR s.setrole OPERATOR(pg_catalog.=) 0::pg_catalog.oid) \
         AND (s.setdatabase OPERATOR(pg_catalog.=) d.oid OR s.setdatabase OPERATOR(pg_catalog.=) 0::pg_catalog.oid)";
    adbc.rows(sql, &mut |row| {
        let is_true = |at: usize| row.get(at).copied().flatten() == Some("true");
        let setting = row.get(2).copied().flatten().unwrap_or_default();
        if let Some(path) = setting.strip_prefix("search_path=") {
            found.push((is_true(0), is_true(1), path.to_owned()));
        }
        Ok(())
    })?;
    Ok(found.into_iter().max().map(|(_, _, path)| path))
}

/// Sets the settings, and checks that the server has them.
pub(super) fn set(adbc: &mut AdbcClient) -> Result<(), TableError> {
    let calls: Vec<_> = SETTINGS
        .iter()
        .map(|(name, value)| format!("pg_catalog.set_config('{name}', '{value}', false)"))
        .collect();
    adbc.rows(&format!("SELECT {}", calls.join(", ")), &mut |row| {
        for ((name, expected), found) in SETTINGS.iter().zip(row) {
            if *found != Some(expected) {
                return Err(TableError::new(format!(
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
        let (merged, path) = started("postgresql://h?options=%2Dc%20search_path%3Da%5C%20b&user=u")
            .expect("options");
        assert_eq!(
            merged,
            "postgresql://h?user=u&options=%2Dc%20search%5Fpath%3Da%5C%20b%20%2Dc%20quote%5Fall%5Fidentifiers%3Doff%20%2Dc%20\
             search%5Fpath%3Dpg%5Fcatalog"
        );
        assert_eq!(path.as_deref(), Some("a b"));
        let (merged, path) = started("postgresql://h/d?sslmode=require").expect("no options");
        assert!(merged.starts_with("postgresql://h/d?sslmode=require&options="), "{merged}");
        assert_eq!(path, None);
    }
}
