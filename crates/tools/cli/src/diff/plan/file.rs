//! A file of comparisons: TOML, whose tables are arguments of `hashlane diff`.

use std::path::Path;

use clap::{Args, Command, FromArgMatches};
use glob::Pattern;
use hashlane_databases::TableAddress;
use toml::{Table, Value};

use crate::diff::DiffArgs;

/// The options that a table may have, beside `left` and `right`.
const OPTIONS: [&str; 23] = [
    "allow",
    "columns",
    "delimiter",
    "ignore",
    "ignore-case",
    "ignore-name-case",
    "infer",
    "key",
    "left-delimiter",
    "left-where",
    "map",
    "max-differences",
    "memory",
    "multiset",
    "null-equals-empty",
    "relative-tolerance",
    "right-delimiter",
    "right-where",
    "threads",
    "time-precision",
    "tolerance",
    "trim",
    "types",
];
const WHERE: &str = "where";

/// The options whose values are names of columns.
const NAMES: [&str; 6] = ["columns", "ignore", "ignore-case", "key", "null-equals-empty", "trim"];

/// The other options that may be lists.
const LISTS: [&str; 6] =
    ["allow", "map", "relative-tolerance", "time-precision", "tolerance", "types"];

/// A comparison of a plan.
#[derive(Debug)]
pub struct PlannedTable {
    /// Its name in the plan.
    pub name: String,
    /// Its arguments.
    pub args: DiffArgs,
}

/// Parses a plan: `[defaults]`, and `[tables.NAME]` for each comparison. `{}` in `left` and `right` is the name.
///
/// # Errors
/// Returns one line if the text isn't TOML, has no table, or if the options of a table are wrong.
pub fn parse_plan(text: &str) -> Result<Vec<PlannedTable>, String> {
    let mut plan: Table = text.parse().map_err(|error: toml::de::Error| {
        let place = error.span().map_or(1, |span| 1 + text[..span.start].matches('\n').count());
        format!("line {place}: {}", error.message())
    })?;
    let mut part = |name: &str| match plan.remove(name) {
        None => Ok(Table::new()),
        Some(Value::Table(table)) => Ok(table),
        Some(_) => Err(format!("'{name}' isn't a table: write [{name}]")),
    };
    let (defaults, tables) = (part("defaults")?, part("tables")?);
    if let Some(other) = plan.keys().next() {
        return Err(format!("'{other}' is unknown: a plan has [defaults] and [tables.NAME]"));
    }
    if tables.is_empty() {
        return Err("it has no tables: write [tables.NAME] for each".to_owned());
    }
    check_names(&defaults).map_err(|error| format!("[defaults]: {error}"))?;
    let planned = tables.into_iter().map(|(name, own)| {
        let Value::Table(own) = own else {
            return Err(format!("'tables.{name}' isn't a table: write [tables.{name}]"));
        };
        let mut options = defaults.clone();
        options.extend(own);
        let args =
            arguments(&name, options).map_err(|error| format!("[tables.{name}]: {error}"))?;
        Ok(PlannedTable { name, args })
    });
    planned.collect()
}

/// Checks that all options are known.
fn check_names(options: &Table) -> Result<(), String> {
    let known = || ["left", "right", WHERE].into_iter().chain(OPTIONS);
    match options.keys().find(|option| !known().any(|known| known == option.as_str())) {
        Some(option) => {
            let known: Vec<_> = known().collect();
            Err(format!("'{option}' is unknown: it has {}", known.join(", ")))
        }
        None => Ok(()),
    }
}

fn arguments(name: &str, mut options: Table) -> Result<DiffArgs, String> {
    check_names(&options)?;
    let mut side = |side: &str| match options.remove(side) {
        Some(Value::String(text)) if text == "-" => Err(format!(
            "{side} is standard input, which only one comparison can read: name a file"
        )),
        Some(Value::String(text)) if text.is_empty() => {
            Err(format!("{side} is empty: write an address or a path"))
        }
        Some(Value::String(text)) => Ok(address(&text, name)),
        Some(_) => Err(format!("{side} isn't a text")),
        None => Err(format!("it has no {side}: write {side} = \"…\", here or in [defaults]")),
    };
    let sides = [side("left")?, side("right")?];
    let mut words = Vec::new();
    for (option, value) in options {
        words.extend(argument(&option, &value)?);
    }
    words.push("--".to_owned());
    words.extend(sides);
    let command = DiffArgs::augment_args(Command::new("diff").no_binary_name(true));
    let parsed = command.try_get_matches_from(words);
    let parsed = parsed.and_then(|matches| DiffArgs::from_arg_matches(&matches));
    let mut args = parsed.map_err(|error| {
        let text = error.to_string();
        let lines: Vec<_> =
            text.lines().take_while(|line| !line.is_empty()).map(str::trim).collect();
        lines.join(" ").trim_start_matches("error: ").to_owned()
    })?;
    args.is_planned = true;
    Ok(args)
}

/// An option as an argument. `None` for one that is false.
fn argument(option: &str, value: &Value) -> Result<Option<String>, String> {
    let text = match value {
        Value::Boolean(true) => return Ok(Some(format!("--{option}"))),
        Value::Boolean(false) => return Ok(None),
        Value::String(text) => text.clone(),
        // 1.0 would be the column 1.
        Value::Integer(_) | Value::Float(_) if NAMES.contains(&option) => {
            return Err(format!("{option} is a number: write names in quotes"));
        }
        Value::Integer(number) => number.to_string(),
        Value::Float(number) => number.to_string(),
        Value::Array(items) if NAMES.contains(&option) || LISTS.contains(&option) => {
            let part = |text: &str| match NAMES.contains(&option) {
                true => quoted(text),
                false => text.to_owned(),
            };
            let parts = items.iter().map(|item| item.as_str().map(part));
            let parts: Option<Vec<_>> = parts.collect();
            parts.ok_or_else(|| format!("{option} has an item that isn't a text"))?.join(",")
        }
        Value::Array(_) => return Err(format!("{option} isn't a text")),
        Value::Datetime(_) | Value::Table(_) => {
            return Err(format!("{option} isn't a text, a number, true or a list"));
        }
    };
    Ok(Some(format!("--{option}={text}")))
}

/// A name in a list of columns.
fn quoted(name: &str) -> String {
    match name.is_empty() || name.contains([',', '"', '=']) {
        true => format!("\"{}\"", name.replace('"', "\"\"")),
        false => name.to_owned(),
    }
}

/// The address of a table, whose name replaces `{}`.
pub fn address(template: &str, name: &str) -> String {
    if let Some(Ok(_)) = TableAddress::parse(template) {
        let byte = |byte: u8| match byte.is_ascii_alphanumeric() || b"-_.".contains(&byte) {
            true => char::from(byte).to_string(),
            false => format!("%{byte:02X}"),
        };
        return template.replace("{}", &name.bytes().map(byte).collect::<String>());
    }
    let literal = template.replace("{}", name);
    // A name stands for itself, in a pattern and where nothing has it: the path would be read as a pattern then.
    match !template.contains(['*', '?', '[']) && Path::new(&literal).exists() {
        true => literal,
        false => template.replace("{}", &Pattern::escape(name)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_have_the_defaults_and_options_of_their_own() {
        let plan = "[defaults]\nleft = 'monday/{}.csv'\nright = 'sqlite:a.db?table={}'\nkey = 'id'\ntrim = true\n\
                    [tables.orders]\nkey = ['region', 'a,b']\nallow = '1%'\n[tables.\"two words\"]\ntrim = false\ntolerance = 0.5\n";
        let tables = parse_plan(plan).expect("a plan");
        let names = tables.iter().map(|table| table.args.names()).collect::<Vec<_>>();
        assert_eq!(names[0], ["monday/orders.csv", "sqlite:a.db?table=orders"]);
        assert_eq!(names[1], ["monday/two words.csv", "sqlite:a.db?table=two%20words"]);
        assert_eq!(address("{}/*.csv", "a[1]?"), "a[[]1[]][?]/*.csv");
        assert_eq!(tables[0].args.options().key, ["region", "a,b"]);
        assert_eq!(tables[1].args.options().key, ["id"]);
        assert!(tables[0].args.options().rules.trim.all.is_some());
        assert!(tables[1].args.options().rules.trim.all.is_none());
    }

    #[test]
    fn wrong_plans_are_refused_with_their_place() {
        let table = "[tables.t]\nleft = 'a'\nright = 'b'\nkey = 'id'\n";
        for (plan, words) in [
            ("", "no tables"),
            ("x = 1\n[tables.t]\n", "'x' is unknown"),
            ("[tables.t]\nleft = 'a'\n", "[tables.t]: it has no right"),
            ("[tables.t\n", "line 1: "),
            ("tables = 1\n", "'tables' isn't a table"),
            (&format!("{table}json = true\n"), "[tables.t]: 'json' is unknown"),
            (&format!("{table}[defaults]\nkez = 1\n"), "[defaults]: 'kez' is unknown"),
            (&format!("{table}columns = 1.0\n"), "columns is a number"),
            (&format!("{table}where = ['x']\n"), "where isn't a text"),
            (&format!("{table}types = ['v']\n"), "'v' has no type"),
            (&format!("{table}allow = 'x'\n"), "isn't a number of rows"),
            (&format!("{table}key = [1]\n"), "line"),
            (&format!("{table}ignore = [1]\n"), "ignore has an item that isn't a text"),
            ("[tables.t]\nleft = 'a'\nright = 'b'\n", "required"),
            ("[tables.t]\nleft = '-'\nright = 'b'\n", "left is standard input"),
        ] {
            let error = parse_plan(plan).expect_err(words);
            assert!(error.contains(words) && error.lines().count() == 1, "{error}");
        }
    }
}
