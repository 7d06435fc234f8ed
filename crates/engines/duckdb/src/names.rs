//! Checks for functions of our names in the database.
//!
//! DuckDB silently merges functions of the same name from two extensions: calls become ambiguous, or an overload of the
//! other extension returns another value. So LOAD leaves out every name that another extension has, with all its
//! overloads. It fails if DuckDB itself has one of our names, since the same query would then call another function in
//! another version of DuckDB, or if the user has a macro of such a name, which would replace the function.

use std::ffi::OsString;
use std::io::Write;

use hashlane_catalog::Function;

use crate::connection::HostConnection;

/// The environment variable that makes LOAD fail if another extension has one of our names.
const VARIABLE: &str = "HASHLANE_TAKEN_NAMES";

/// Its only value.
const REFUSE: &str = "refuse";

/// The names of ours that LOAD doesn't register, sorted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LeftOut {
    /// Those of other extensions.
    others: Vec<String>,
    /// Those of the extension `hashlane_v2`, which has the same functions.
    twins: Vec<String>,
}

impl LeftOut {
    /// Looks up which of our names another extension has.
    ///
    /// Macros in other schemas and attached databases don't clash: a call without their schema finds ours. Which schema
    /// a connection chooses by USE is not known here: LOAD gives the extension a connection of its own.
    ///
    /// # Errors
    /// Returns an error if DuckDB itself has one of our names, or a macro in the default schema of the default
    /// database, or if another extension has one and the environment variable `HASHLANE_TAKEN_NAMES` is `refuse`.
    pub fn look_up(connection: &HostConnection) -> Result<Self, String> {
        let refuse = refuses()?;
        let ours = ours();
        let taken = TakenNames::new(existing(connection)?, &ours);
        if taken.is_empty() {
            return Ok(LeftOut::default());
        }
        // A database without extensions has what DuckDB itself has.
        let built_in = TakenNames::new(existing(&HostConnection::in_memory()?)?, &ours);
        taken.left_out(&built_in, refuse)
    }

    /// Whether a name is left out.
    pub fn contains(&self, name: &str) -> bool {
        self.others.iter().chain(&self.twins).any(|left_out| left_out == name)
    }

    /// The names of a function that are not left out.
    pub fn other_names(&self, function: &'static Function) -> impl Iterator<Item = &'static str> {
        let names = std::iter::once(function.name).chain(function.aliases.iter().copied());
        names.filter(|name| !self.contains(name))
    }

    /// The names that another extension has.
    pub fn names(&self) -> &[String] {
        &self.others
    }

    /// Writes the names that another extension has to the standard error.
    pub fn report(&self) {
        report("hashlane", &self.others.join(", "));
    }
}

/// Writes names that an extension of ours doesn't register to the standard error, since DuckDB's C API has no warnings.
pub fn report(extension: &str, names: &str) {
    if !names.is_empty() {
        // If it can't be written, `hashlane_info()` still has it.
        let _ = writeln!(
            std::io::stderr(),
            "{extension}: another extension already has functions of these names, which are not registered: {names}"
        );
    }
}

/// A function or a macro in the database.
struct ExistingName {
    name: String,
    kind: NameKind,
    /// The database and the schema of a macro of the user; otherwise empty.
    place: String,
    /// Empty if it has none.
    description: String,
}

/// The kinds of functions. In DuckDB, each kind has names of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NameKind {
    /// Scalars, aggregates and macros.
    Value,
    /// Table functions and table macros.
    Table,
}

/// Returns what could have our names.
///
/// `duckdb_functions()` lists the existing functions, and loads and installs no extension. It omits the temporary
/// macros of other connections, for which the C API offers no query.
fn existing(connection: &HostConnection) -> Result<Vec<ExistingName>, String> {
    // With casts, because DuckDB may change the types to ENUM. The macros of DuckDB and its extensions are in the
    // database `system`.
    let sql = c"SELECT DISTINCT function_name::VARCHAR, function_type::VARCHAR, \
                CASE WHEN function_type::VARCHAR LIKE '%macro' AND database_name <> 'system' \
                THEN (database_name || '.' || schema_name)::VARCHAR ELSE '' END, description::VARCHAR FROM duckdb_functions() \
                WHERE function_type::VARCHAR NOT LIKE '%macro' OR database_name = 'system' \
                OR (database_name = current_database() AND schema_name = current_schema())";
    let rows = connection.texts(sql).map_err(|error| {
        format!("hashlane can't look up whether the names of its functions are free: {error}")
    })?;
    Ok(rows.into_iter().filter_map(existing_function).collect())
}

fn existing_function([name, kind, place, description]: [String; 4]) -> Option<ExistingName> {
    let kind = match kind.as_str() {
        "pragma" => return None,
        "table" | "table_macro" => NameKind::Table,
        _ => NameKind::Value,
    };
    Some(ExistingName { name, kind, place, description })
}

/// A name that LOAD registers.
struct OwnName {
    name: &'static str,
    kind: NameKind,
    description: &'static str,
}

/// Returns every name that LOAD registers.
fn ours() -> Vec<OwnName> {
    let functions = hashlane_catalog::all().chain(hashlane_catalog::AGGREGATES);
    let values = functions.flat_map(|f| {
        let names = std::iter::once(f.name).chain(f.aliases.iter().copied());
        names.map(|name| OwnName { name, kind: NameKind::Value, description: f.description })
    });
    let tables = hashlane_catalog::TABLE_FUNCTIONS.iter();
    let tables =
        tables.map(|f| OwnName { name: f.name, kind: NameKind::Table, description: f.description });
    values.chain(tables).collect()
}

/// Our names that exist.
struct TakenNames {
    /// Names of functions, and of macros of DuckDB and of extensions.
    functions: Vec<String>,
    /// Names of functions that have our descriptions.
    twins: Vec<String>,
    /// Macros of the user, with their schemas.
    macros: Vec<String>,
}

impl TakenNames {
    fn new(existing: Vec<ExistingName>, ours: &[OwnName]) -> Self {
        let mut taken = TakenNames { functions: Vec::new(), twins: Vec::new(), macros: Vec::new() };
        for ExistingName { name, kind, place, description } in existing {
            let is_same =
                |ours: &&OwnName| ours.kind == kind && name.eq_ignore_ascii_case(ours.name);
            let Some(ours) = ours.iter().find(is_same) else { continue };
            match place.is_empty() {
                true if description == ours.description => taken.twins.push(ours.name.to_owned()),
                true => taken.functions.push(ours.name.to_owned()),
                false => taken.macros.push(format!("{place}.{name}")),
            }
        }
        for names in [&mut taken.functions, &mut taken.twins, &mut taken.macros] {
            names.sort();
            // DuckDB lists the scalar functions and the aggregates of a name separately.
            names.dedup();
        }
        taken
    }

    fn is_empty(&self) -> bool {
        self.functions.is_empty() && self.twins.is_empty() && self.macros.is_empty()
    }

    /// Returns what to leave out, or why the extension can't be loaded.
    fn left_out(self, built_in: &TakenNames, refuse: bool) -> Result<LeftOut, String> {
        let TakenNames { functions, twins, macros } = self;
        let is_built_in = |name: &String| built_in.functions.contains(name);
        let (built_in, others): (Vec<_>, Vec<_>) = functions.into_iter().partition(is_built_in);
        let mut text = String::new();
        if !built_in.is_empty() {
            text += ". DuckDB itself has functions of the same names: ";
            text += &built_in.join(", ");
            text += "; install a newer version of hashlane";
        }
        if refuse && !others.is_empty() {
            text += ". Another extension has functions of the same names: ";
            text += &others.join(", ");
            text += "; load only one of the two, or unset ";
            text += VARIABLE;
        }
        if !macros.is_empty() {
            text += ". Macros have the names of its functions: ";
            text += &macros.join(", ");
            text += "; drop or rename them";
        }
        match text.is_empty() {
            true => Ok(LeftOut { others, twins }),
            false => Err(format!(
                "hashlane is not loaded, and none of its functions is registered{text}"
            )),
        }
    }
}

/// Whether the environment makes LOAD fail if another extension has one of our names.
///
/// # Errors
/// Returns an error if the variable has another value than its one.
pub fn refuses() -> Result<bool, String> {
    is_refusal(std::env::var_os(VARIABLE))
}

fn is_refusal(value: Option<OsString>) -> Result<bool, String> {
    match value {
        None => Ok(false),
        Some(value) if value == REFUSE => Ok(true),
        Some(value) => Err(format!(
            "hashlane is not loaded: the environment variable {VARIABLE} is {value:?}; it may be \
             {REFUSE} or unset"
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(rows: &[(&str, &str, &str)]) -> TakenNames {
        let existing = rows.iter().filter_map(|&(name, kind, place)| {
            let texts = [
                name,
                kind,
                place,
                if kind == "scalar" && name == "xxh3" { "of xxh3" } else { "" },
            ];
            existing_function(texts.map(str::to_owned))
        });
        let own = |name, kind, description| OwnName { name, kind, description };
        let ours = [
            own("xxh32", NameKind::Value, "of xxh32"),
            own("xxh64", NameKind::Value, "of xxh64"),
            own("xxh3", NameKind::Value, "of xxh3"),
            own("imohash", NameKind::Table, "of imohash"),
        ];
        TakenNames::new(existing.collect(), &ours)
    }

    fn left_out(rows: &[(&str, &str, &str)], refuse: bool) -> Result<Vec<String>, String> {
        let built_in = taken(&[("XXH32", "scalar", ""), ("md5", "scalar", "")]);
        taken(rows).left_out(&built_in, refuse).map(|left_out| left_out.names().to_vec())
    }

    #[test]
    fn free_names_are_not_left_out() {
        let free = [
            ("md5", "scalar", ""),
            ("xxh3_64", "macro", "memory.main"),
            // The names of tables and of values are separate, and a pragma is called in another way.
            ("xxh32", "table", ""),
            ("imohash", "scalar", ""),
            ("xxh64", "pragma", ""),
        ];
        assert!(taken(&free).is_empty());
        assert_eq!(left_out(&free, true), Ok(Vec::new()));
    }

    #[test]
    fn names_of_another_extension_are_left_out_or_refused() {
        let rows = [
            ("XXH64", "scalar", ""),
            ("xxh64", "aggregate", ""),
            ("imohash", "table_macro", ""),
            ("md5", "scalar", ""),
        ];
        assert_eq!(left_out(&rows, false), Ok(vec!["imohash".to_owned(), "xxh64".to_owned()]));
        let text = left_out(&rows, true).unwrap_err();
        assert!(
            text.contains(
                "Another extension has functions of the same names: imohash, xxh64; load only"
            ),
            "{text}"
        );
        assert!(!text.contains("Macros") && !text.contains("DuckDB itself"), "{text}");
    }

    #[test]
    fn built_in_functions_and_macros_of_the_user_are_refused() {
        let text = left_out(
            &[
                ("Imohash", "table_macro", "db.main"),
                ("xxh64", "macro", "memory.other"),
                ("xxh32", "scalar", ""),
            ],
            false,
        )
        .unwrap_err();
        assert!(
            text.contains("DuckDB itself has functions of the same names: xxh32; install"),
            "{text}"
        );
        assert!(
            text.ends_with("db.main.Imohash, memory.other.xxh64; drop or rename them"),
            "{text}"
        );
    }

    #[test]
    fn names_of_our_other_extension_are_left_out_without_a_word() {
        let rows = [("xxh3", "scalar", ""), ("xxh64", "scalar", "")];
        let left_out = taken(&rows).left_out(&taken(&[]), false).unwrap();
        assert!(left_out.contains("xxh3") && left_out.contains("xxh64"));
        assert_eq!(left_out.names(), ["xxh64"]);
    }

    #[test]
    fn the_variable_has_one_value() {
        assert_eq!(is_refusal(None), Ok(false));
        assert_eq!(is_refusal(Some("refuse".into())), Ok(true));
        for other in ["", "Refuse", "1"] {
            let text = is_refusal(Some(other.into())).unwrap_err();
            assert!(text.ends_with("it may be refuse or unset"), "{text}");
        }
    }

    #[test]
    fn every_function_of_the_catalogue_is_looked_up() {
        let ours = ours();
        let has = |name, kind| ours.iter().any(|own| own.name == name && own.kind == kind);
        let functions = hashlane_catalog::all().count() + hashlane_catalog::AGGREGATES.len();
        assert!(ours.len() >= functions + hashlane_catalog::TABLE_FUNCTIONS.len());
        assert!(has("xxh3", NameKind::Value) && has("imohash", NameKind::Table));
    }
}
