//! Checks for functions of our names in the database.
//!
//! DuckDB silently merges functions of the same name from two extensions: calls become ambiguous, or an overload of the
//! other extension returns another value. A macro on the search path replaces ours. So LOAD fails if any name is taken.

use crate::connection::Connection;

/// A function or a macro in the database.
struct Existing {
    name: String,
    kind: Kind,
    /// Its database and schema.
    place: String,
}

/// The kinds of functions. In DuckDB, each kind has names of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Scalars, aggregates and macros.
    Value,
    /// Table functions and table macros.
    Table,
}

/// Returns an error if another extension or DuckDB itself has one of our names, or a macro in the default schema of the
/// default database.
///
/// Macros in other schemas and attached databases don't clash: a call without their schema finds ours. Which schema a
/// connection chooses by USE is not known here: LOAD gives the extension a connection of its own.
///
/// `duckdb_functions()` lists the existing functions, and loads and installs no extension. It omits the temporary
/// macros of other connections, for which the C API offers no query.
pub fn check(connection: &Connection) -> Result<(), String> {
    // With casts, because DuckDB may change the types to ENUM. DuckDB's own macros are in the database `system`.
    let sql = c"SELECT DISTINCT function_name::VARCHAR, function_type::VARCHAR, \
                (database_name || '.' || schema_name)::VARCHAR FROM duckdb_functions() \
                WHERE function_type::VARCHAR NOT LIKE '%macro' OR database_name = 'system' \
                OR (database_name = current_database() AND schema_name = current_schema())";
    let rows = connection.texts(sql).map_err(|error| {
        format!("hashlane can't look up whether the names of its functions are free: {error}")
    })?;
    let existing = rows.into_iter().filter_map(|[name, kind, place]| existing(name, &kind, place));
    refusal(existing.collect(), &ours()).map_or(Ok(()), Err)
}

fn existing(name: String, kind: &str, place: String) -> Option<Existing> {
    let (kind, place) = match kind {
        "pragma" => return None,
        "table" => (Kind::Table, None),
        "table_macro" => (Kind::Table, Some(place)),
        "macro" => (Kind::Value, Some(place)),
        _ => (Kind::Value, None),
    };
    Some(Existing { name, kind, place: place.unwrap_or_default() })
}

/// Returns every name that LOAD registers.
fn ours() -> Vec<(&'static str, Kind)> {
    let functions = hashlane_catalog::all().chain(hashlane_catalog::AGGREGATES);
    let values = functions.flat_map(|f| std::iter::once(f.name).chain(f.aliases.iter().copied()));
    let tables = hashlane_catalog::TABLE_FUNCTIONS.iter().map(|f| (f.name, Kind::Table));
    values.map(|name| (name, Kind::Value)).chain(tables).collect()
}

/// Explains why the extension can't be loaded; `None` if every name is free.
fn refusal(existing: Vec<Existing>, ours: &[(&str, Kind)]) -> Option<String> {
    let is_ours = |existing: &Existing| {
        ours.iter()
            .any(|(name, kind)| existing.kind == *kind && existing.name.eq_ignore_ascii_case(name))
    };
    let mut taken: Vec<_> = existing.into_iter().filter(is_ours).collect();
    if taken.is_empty() {
        return None;
    }
    taken.sort_by(|a, b| (&a.place, &a.name).cmp(&(&b.place, &b.name)));
    // DuckDB lists the scalar functions and the aggregates of a name separately.
    taken.dedup_by(|a, b| (&a.place, &a.name) == (&b.place, &b.name));
    let (macros, functions): (Vec<_>, Vec<_>) =
        taken.into_iter().partition(|existing| !existing.place.is_empty());
    let mut text = "hashlane is not loaded, and none of its functions is registered".to_owned();
    if !functions.is_empty() {
        let names: Vec<_> = functions.into_iter().map(|function| function.name).collect();
        text += ". DuckDB or another extension has functions of the same names: ";
        text += &names.join(", ");
        text += "; load only one of two extensions that share names";
    }
    if !macros.is_empty() {
        let name = |existing: Existing| format!("{}.{}", existing.place, existing.name);
        let names: Vec<_> = macros.into_iter().map(name).collect();
        text += ". Macros have the names of its functions: ";
        text += &names.join(", ");
        text += "; drop or rename them";
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(rows: &[(&str, &str, &str)]) -> Option<String> {
        let existing = |&(name, kind, place): &(&str, &str, &str)| {
            existing(name.to_owned(), kind, place.to_owned())
        };
        let ours = [("xxh32", Kind::Value), ("xxh64", Kind::Value), ("imohash", Kind::Table)];
        refusal(rows.iter().filter_map(existing).collect(), &ours)
    }

    #[test]
    fn free_names_are_no_refusal() {
        let free = [
            ("md5", "scalar", "system.main"),
            ("xxh3", "macro", "memory.main"),
            // The names of tables and of values are separate, and a pragma is called in another way.
            ("xxh32", "table", "system.main"),
            ("imohash", "scalar", "system.main"),
            ("xxh64", "pragma", "system.main"),
        ];
        assert_eq!(refused(&free), None);
    }

    #[test]
    fn a_refusal_names_all_that_is_taken() {
        let text = refused(&[
            ("XXH64", "scalar", "system.main"),
            ("xxh32", "aggregate", "system.main"),
            ("xxh32", "scalar", "system.main"),
            ("md5", "scalar", "system.main"),
        ])
        .unwrap();
        assert!(
            text.contains("functions of the same names: XXH64, xxh32; load only one"),
            "{text}"
        );
        assert!(!text.contains("Macros"), "{text}");
        let text = refused(&[
            ("Imohash", "table_macro", "db.main"),
            ("xxh64", "macro", "memory.other"),
            ("xxh32", "scalar", "system.main"),
        ])
        .unwrap();
        assert!(text.contains("same names: xxh32; load"), "{text}");
        assert!(
            text.ends_with("db.main.Imohash, memory.other.xxh64; drop or rename them"),
            "{text}"
        );
    }

    #[test]
    fn every_function_of_the_catalogue_is_looked_up() {
        let ours = ours();
        let functions = hashlane_catalog::all().count() + hashlane_catalog::AGGREGATES.len();
        assert!(ours.len() >= functions + hashlane_catalog::TABLE_FUNCTIONS.len());
        assert!(ours.contains(&("xxh3", Kind::Value)) && ours.contains(&("imohash", Kind::Table)));
    }
}
