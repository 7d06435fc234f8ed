//! What to write instead of SQL that other engines take, added to errors of DataFusion.

use std::cmp::Reverse;

use crate::failure::Failure;

/// The endings of files that are tables.
const ENDINGS: [&str; 10] =
    ["parquet", "csv", "tsv", "json", "jsonl", "ndjson", "gz", "bz2", "xz", "zst"];

/// The least length of a prefix that makes two names of functions similar.
const SIMILAR: usize = 3;

/// The failure of `sql`, with advice if the mistake is a common one.
pub fn advised(failure: Failure, sql: &str) -> Failure {
    let Failure::Engine(error) = &failure else { return failure };
    let text = crate::sql::errors::message(error);
    match advice(&text, sql) {
        Some(text) => Failure::Message(text),
        None => failure,
    }
}

fn advice(text: &str, sql: &str) -> Option<String> {
    if text.starts_with("syntax error: ") || text.starts_with("table '") {
        let path = unquoted_path(sql)?;
        let text = if text.starts_with("table") { "no such table" } else { text };
        return Some(format!("{text}: a file needs quotes, as in FROM '{path}'"));
    }
    if let Some((name, _)) = quoted_after(text, "table function '") {
        return is_reader(name).then(|| files_are_tables(name));
    }
    if let Some((name, rest)) = quoted_after(text, "Invalid function '") {
        let suggested =
            rest.split_once("Did you mean '").and_then(|(_, rest)| rest.split_once('\''));
        let suggested = suggested.map(|(name, _)| name);
        return Some(unknown_function(name, suggested));
    }
    if let Some(field) = text.strip_prefix("No field named ") {
        let (field, _) = quoted_after(field, "\"").or_else(|| field.split_once('.'))?;
        let is_quoted = sql.contains(&format!("\"{field}\""));
        return is_quoted.then(|| {
            format!("{text} Double quotes are for names; text has single quotes: '{field}'")
        });
    }
    let (function, rest) = text.split_once(": argument ")?;
    let row = format!("row_{function}");
    (rest.contains("it takes a whole number") && hashlane_catalog::find(&row).is_some())
        .then(|| format!("{text} To hash several values, write {row}(a, b)."))
}

/// The text between `before`, which ends with a quote, and the next such quote; and what follows.
fn quoted_after<'a>(text: &'a str, before: &str) -> Option<(&'a str, &'a str)> {
    let quote = before.chars().next_back()?;
    text.strip_prefix(before)?.split_once(quote)
}

/// The first path or pattern after FROM or JOIN without quotes.
fn unquoted_path(sql: &str) -> Option<&str> {
    let words = sql.split_whitespace();
    let mut pairs = words.clone().zip(words.skip(1)).filter(|(keyword, _)| {
        ["from", "join"].iter().any(|other| keyword.eq_ignore_ascii_case(other))
    });
    pairs.find_map(|(_, word)| {
        let word = word.trim_end_matches([';', ')', ',']);
        let ending = word.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
        let is_path = word.contains('/') || ending.is_some_and(|end| ENDINGS.contains(&&*end));
        (is_path && !word.contains(['\'', '"', '('])).then_some(word)
    })
}

/// Whether a function of another engine reads files.
fn is_reader(name: &str) -> bool {
    name.starts_with("read_") || name.ends_with("_scan")
}

fn files_are_tables(function: &str) -> String {
    format!("unknown function {function}: files are tables, as in FROM 'a.parquet'")
}

/// The error for an unknown function. Only names that start alike help: DataFusion suggests wyhash for xxhash.
fn unknown_function(name: &str, suggested: Option<&str>) -> String {
    if is_reader(name) {
        return files_are_tables(name);
    }
    let shared = |other: &str| other.chars().zip(name.chars()).take_while(|(a, b)| a == b).count();
    let is_similar = |other: &&str| shared(other) >= SIMILAR.max(other.len().div_ceil(2));
    let ours = hashlane_catalog::all().map(|function| function.name);
    let mut similar: Vec<&str> = suggested.into_iter().chain(ours).filter(is_similar).collect();
    similar.sort_by_key(|other| Reverse(shared(other)));
    similar.dedup();
    similar.truncate(3);
    match similar[..] {
        [] => {
            format!("unknown function {name}; SHOW FUNCTIONS lists all")
        }
        _ => format!("unknown function {name}; similar names are {}", similar.join(", ")),
    }
}
