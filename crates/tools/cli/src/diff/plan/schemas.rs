//! Writes a plan from two schemas: the tables that both sides have.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::is_separator;

use hashlane_databases::{Connection, Relation, SchemaTable, TableAddress};
use hashlane_files::{CancellationToken, is_url};
use toml::{Table, Value};

use crate::diff::plan::file::address;
use crate::failure::Failure;
use crate::outcome::Outcome;
use crate::output::LineOutput;
use crate::places;

/// What stands for the name of a table in an address.
const NAME: &str = "{}";

const NO_KEY: &str = "# No primary key: rows are compared whole. Name a key to see which values changed: key = [\"id\"]\n";
const OTHER_KEY: &str = "# The primary key of the left side; the right side has another one.\n";

/// The tables of a side by name.
type SideTables = BTreeMap<String, ListedTable>;

/// A table of a side.
#[derive(Default)]
struct ListedTable {
    /// The columns of its primary key.
    key: Vec<String>,
    /// Whether another table has its rows, too.
    is_partition: bool,
}

/// Prints a plan of the tables that both addresses have.
///
/// # Errors
/// Returns one line if an address has no `{}`, if its tables can't be listed, or if no table is on both sides.
pub fn print_plan(addresses: [&str; 2]) -> Result<Outcome, Failure> {
    let of = |at: usize, side: &str| {
        let tables = side_tables(addresses[at]);
        tables.map_err(|error| Failure::from(format!("the {side} side: {error}")))
    };
    let plan = plan_of(addresses, &[of(0, "left")?, of(1, "right")?])?;
    let mut lines = LineOutput::stdout();
    lines.write(plan.as_bytes())?;
    lines.finish()?;
    Ok(Outcome::Fine)
}

fn side_tables(template: &str) -> Result<SideTables, String> {
    if template.matches(NAME).count() != 1 {
        return Err(format!(
            "'{template}' doesn't say once where the names of tables stand: write {NAME} there, as in 'postgresql:///shop?table=public.{NAME}' or \
             'lake/{NAME}.parquet'"
        ));
    }
    match TableAddress::parse(template) {
        None => files(template),
        Some(address) => {
            let address = address.map_err(|error| error.to_string())?;
            match &address.relation {
                Relation::Table(parts) if parts.last().is_some_and(|name| name == NAME) => {}
                _ => {
                    return Err(format!(
                        "{NAME} isn't the name of the table: write ?table=SCHEMA.{NAME}"
                    ));
                }
            }
            let tables = Connection::open(&address).and_then(|mut it| it.tables(&address));
            let named = |table: SchemaTable| {
                let SchemaTable { name, primary_key: key, is_partition } = table;
                (name, ListedTable { key, is_partition })
            };
            Ok(tables.map_err(|error| error.to_string())?.into_iter().map(named).collect())
        }
    }
}

/// The tables of files: what stands in their paths for `{}`. A folder is a table, too.
fn files(template: &str) -> Result<SideTables, String> {
    let (before, after) = template.split_once(NAME).unwrap_or_default();
    let (folder, prefix) =
        before.rsplit_once(is_separator).map_or(("", before), |(folder, prefix)| {
            (if folder.is_empty() { "/" } else { folder }, prefix)
        });
    let (suffix, below) = after.split_once(is_separator).unwrap_or((after, ""));
    let has_wildcard = |part: &str| part.contains(['*', '?', '[']);
    if has_wildcard(prefix) || has_wildcard(suffix) || below.contains("**") {
        return Err(format!(
            "beside {NAME} a name has no wildcards, and '**' doesn't come after it: '{template}' doesn't say which part is the name of a table"
        ));
    }
    let parts = match below.is_empty() && !is_url(template) && !has_wildcard(folder) {
        true => entries(folder, after.ends_with(is_separator))?,
        false => matching(template, below)?,
    };
    let names = parts.iter().filter_map(|part| {
        part.strip_prefix(prefix)?.strip_suffix(suffix).filter(|name| !name.is_empty())
    });
    Ok(names.map(|name| (name.to_owned(), ListedTable::default())).collect())
}

/// The names of files and folders in a folder, or of folders alone. Broken links are names, too: reading them fails.
fn entries(folder: &str, only_folders: bool) -> Result<Vec<String>, String> {
    let failed = |error: io::Error| format!("cannot list '{folder}': {error}");
    let folder = if folder.is_empty() { "." } else { folder };
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        if only_folders && !fs::metadata(entry.path()).is_ok_and(|found| found.is_dir()) {
            continue;
        }
        names.push(entry.file_name().into_string().map_err(|name| {
            format!("'{folder}' has the name '{}', which isn't UTF-8: rename it", name.display())
        })?);
    }
    Ok(names)
}

/// What stands for the name in the files that a template matches.
fn matching(template: &str, below: &str) -> Result<Vec<String>, String> {
    let folders = below.split(is_separator).filter(|part| !part.is_empty()).count();
    if template.ends_with(is_separator) {
        return Err(format!(
            "'{template}' is a folder: write {NAME}/*.parquet, or what its files are"
        ));
    }
    let system = places::file_system(template).map_err(|error| error.to_string())?;
    let found = system.expand(&template.replace(NAME, "*"), &CancellationToken::default());
    let found = found.map_err(|error| error.to_string())?;
    let part = |path: &String| path.rsplit('/').nth(folders).map(str::to_owned);
    Ok(found.iter().filter_map(part).collect())
}

fn plan_of<'a>(addresses: [&str; 2], sides: &'a [SideTables; 2]) -> Result<String, String> {
    let [left, right] = sides;
    let both = left.iter().filter_map(|(name, table)| Some((name, [table, right.get(name)?])));
    let (partitions, both): (Vec<_>, Vec<_>) =
        both.partition(|(_, tables)| tables.iter().all(|table| table.is_partition));
    if both.is_empty() {
        return Err(format!(
            "no name of a table is on both sides: the left side has {}, the right side {}",
            some_of(left),
            some_of(right)
        ));
    }
    let mut plan =
        toml_of("defaults", ["left", "right"].into_iter().zip(addresses.map(Value::from)))?;
    for (name, tables) in both {
        let (options, note) = options_of(name, addresses, tables.map(|table| &table.key));
        let _ = write!(plan, "\n{note}");
        plan += &toml_of("tables", [(name.as_str(), Value::from(options))].into_iter())?;
    }
    let only = |tables: &'a SideTables, other: &'a SideTables| {
        tables.keys().filter(|name| !other.contains_key(*name)).collect::<Vec<_>>()
    };
    for (title, names) in [
        (
            "Partitions, whose rows are compared with their tables",
            partitions.iter().map(|(name, _)| *name).collect(),
        ),
        ("Only on the left side", only(left, right)),
        ("Only on the right side", only(right, left)),
    ] {
        if !names.is_empty() {
            let _ = writeln!(plan, "\n# {title}:");
            names.iter().for_each(|name| {
                let _ = writeln!(plan, "# {}", hashlane_files::shown(name));
            });
        }
    }
    Ok(plan)
}

/// How many tables a side has, and the names of some, for an error.
fn some_of(tables: &SideTables) -> String {
    let names: Vec<_> = tables.keys().take(5).map(|name| hashlane_files::shown(name)).collect();
    match names.is_empty() {
        true => "no tables, if its schema or folder is there at all".to_owned(),
        false => format!("{} tables, such as {}", tables.len(), names.join(", ")),
    }
}

/// The options of a table, and a comment about them.
fn options_of(name: &str, addresses: [&str; 2], keys: [&Vec<String>; 2]) -> (Table, &'static str) {
    let mut options = Table::new();
    // A point within a name would end the name of a schema.
    if name.contains(['.', '"']) {
        for (side, template) in ["left", "right"].into_iter().zip(addresses) {
            if TableAddress::parse(template).is_some() {
                let quoted = format!("\"{}\"", name.replace('"', "\"\""));
                options.insert(side.to_owned(), address(template, &quoted).into());
            }
        }
    }
    let sorted = |key: &Vec<String>, fold: fn(&str) -> String| {
        let mut names: Vec<_> = key.iter().map(|name| fold(name)).collect();
        names.sort();
        names
    };
    let [left, right] = keys;
    let are_equal = |fold| sorted(left, fold) == sorted(right, fold);
    let (key, note) = match (left.is_empty(), right.is_empty()) {
        (true, true) => {
            options.insert("multiset".to_owned(), true.into());
            return (options, NO_KEY);
        }
        (true, false) => (right, ""),
        (false, true) => (left, ""),
        (false, false) if are_equal(str::to_owned) => (left, ""),
        (false, false) if are_equal(str::to_lowercase) => {
            options.insert("ignore-name-case".to_owned(), true.into());
            (left, "")
        }
        (false, false) => (left, OTHER_KEY),
    };
    options.insert("key".to_owned(), key.clone().into());
    (options, note)
}

/// A table of TOML with others in it, quoted as it has to be.
fn toml_of<'a>(
    name: &str,
    entries: impl Iterator<Item = (&'a str, Value)>,
) -> Result<String, String> {
    let table: Table = entries.map(|(name, value)| (name.to_owned(), value)).collect();
    let whole = Table::from_iter([(name.to_owned(), Value::from(table))]);
    toml::to_string(&whole).map_err(|error| format!("cannot write TOML: {error}"))
}
