//! Writes a plan from two schemas: the tables that both sides have.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use hashlane_databases::{Connection, Relation, SchemaTable, TableAddress};
use hashlane_files::CancellationToken;
use toml::{Table, Value};

use crate::diff::plan::file::address;
use crate::failure::Failure;
use crate::outcome::Outcome;
use crate::output::LineOutput;
use crate::places;

/// What stands for the name of a table in an address.
const NAME: &str = "{}";

/// The tables of a side by name, with their primary keys.
type SideTables = BTreeMap<String, Vec<String>>;

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
            let named = |table: SchemaTable| (table.name, table.primary_key);
            Ok(tables.map_err(|error| error.to_string())?.into_iter().map(named).collect())
        }
    }
}

/// The tables of files: what stands in their paths for `{}`.
fn files(template: &str) -> Result<SideTables, String> {
    let (before, after) = template.split_once(NAME).unwrap_or_default();
    let prefix = before.rsplit_once('/').map_or(before, |(_, prefix)| prefix);
    let (suffix, below) = after.split_once('/').unwrap_or((after, ""));
    if [prefix, suffix].concat().contains(['*', '?', '[']) || below.contains("**") {
        return Err(format!(
            "beside {NAME} a name has no wildcards, and '**' doesn't come after it: '{template}' doesn't say which part is the name of a table"
        ));
    }
    let folders = below.split('/').filter(|part| !part.is_empty()).count();
    let pattern = template.replace(NAME, "*");
    let system = places::file_system(template).map_err(|error| error.to_string())?;
    let found = system.expand(&pattern, &CancellationToken::default());
    let found = found.map_err(|error| error.to_string())?;
    let names = found.iter().filter_map(|path| {
        let part = path.rsplit('/').nth(folders)?;
        part.strip_prefix(prefix)?.strip_suffix(suffix).filter(|name| !name.is_empty())
    });
    Ok(names.map(|name| (name.to_owned(), Vec::new())).collect())
}

fn plan_of(addresses: [&str; 2], sides: &[SideTables; 2]) -> Result<String, String> {
    let [left, right] = sides;
    let both: Vec<_> = left.keys().filter(|name| right.contains_key(*name)).collect();
    if both.is_empty() {
        let shown = |tables: &SideTables| {
            let names: Vec<_> =
                tables.keys().take(5).map(|name| hashlane_files::shown(name)).collect();
            format!("{} tables, such as {}", tables.len(), names.join(", "))
        };
        return Err(format!(
            "no name of a table is on both sides: left has {}; right has {}",
            shown(left),
            shown(right)
        ));
    }
    let mut plan =
        toml_of("defaults", ["left", "right"].into_iter().zip(addresses.map(Value::from)));
    for name in both {
        let (options, note) = options_of(name, addresses, [&left[name], &right[name]]);
        let _ = write!(plan, "\n{note}");
        let options = Value::from(options);
        plan += &toml_of("tables", [(name.as_str(), options)].into_iter());
    }
    for (side, tables, other) in [("left", left, right), ("right", right, left)] {
        let only: Vec<_> = tables.keys().filter(|name| !other.contains_key(*name)).collect();
        if !only.is_empty() {
            let _ = writeln!(plan, "\n# Only on the {side} side:");
            for name in only {
                let _ = writeln!(plan, "# {}", hashlane_files::shown(name));
            }
        }
    }
    Ok(plan)
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
    let (key, note) = match keys {
        [left, right] if left.is_empty() && right.is_empty() => {
            options.insert("multiset".to_owned(), true.into());
            return (
                options,
                "# No primary key: rows are compared whole. Name a key to see which values changed: key = [\"id\"]\n",
            );
        }
        [left, right] if left.is_empty() || left == right => (right, ""),
        [left, right] if right.is_empty() => (left, ""),
        [left, _] => {
            (left, "# The primary key of the left side; the right side has another one.\n")
        }
    };
    options.insert("key".to_owned(), key.clone().into());
    (options, note)
}

/// A table of TOML with others in it, quoted as it has to be.
fn toml_of<'a>(name: &str, entries: impl Iterator<Item = (&'a str, Value)>) -> String {
    let table: Table = entries.map(|(name, value)| (name.to_owned(), value)).collect();
    let whole = Table::from_iter([(name.to_owned(), Value::from(table))]);
    toml::to_string(&whole).unwrap_or_default()
}
