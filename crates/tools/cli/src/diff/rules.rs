//! Rules for columns, as arguments: when values that differ count as equal.

use hashlane_diff::{ByColumn, ForText, TimePrecision, Tolerance};

use crate::lists::parse_names;

/// Parses relative tolerances: `1e-9`, or `rate=1e-9,price=1e-6`.
pub fn parse_relative(text: &str) -> Result<ByColumn<Tolerance>, String> {
    let mut given = ByColumn::parse_tolerances(text)?;
    let columns = given.columns.iter_mut().map(|(_, tolerance)| tolerance);
    for tolerance in given.all.iter_mut().chain(columns) {
        tolerance.relative += std::mem::take(&mut tolerance.absolute);
    }
    Ok(given)
}

/// Stands for all columns where an option has no value. No argument can contain this character.
pub const ALL_COLUMNS: &str = "\0";

/// Parses the columns of a rule for strings.
pub fn parse_text_rule(text: &str) -> Result<ByColumn<ForText>, String> {
    if text == ALL_COLUMNS {
        return Ok(ByColumn::all(ForText));
    }
    let names = parse_names(text)?;
    Ok(ByColumn { all: None, columns: names.0.into_iter().map(|name| (name, ForText)).collect() })
}

/// Parses units: `ms`, or `at=ms,day=s`.
pub fn parse_precision(text: &str) -> Result<ByColumn<TimePrecision>, String> {
    ByColumn::parse(text, "at=ms", str::parse)
}

/// The columns of a rule for strings, for people.
pub fn columns_of(rule: &ByColumn<ForText>) -> String {
    match rule.all {
        Some(ForText) => "all strings".to_owned(),
        None => {
            let names = rule.columns.iter().map(|(name, _)| hashlane_files::shown(name));
            names.collect::<Vec<_>>().join(", ")
        }
    }
}
