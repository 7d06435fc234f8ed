//! Errors of DataFusion, as the one line that the user reads.

use std::error::Error as _;

use arrow::error::ArrowError;
use datafusion::error::DataFusionError;
use datafusion::sql::sqlparser::parser::ParserError;
use hashlane_files::FileError;

use crate::failure::Failure;

impl From<DataFusionError> for Failure {
    fn from(error: DataFusionError) -> Self {
        Self::Engine(Box::new(error))
    }
}

impl From<ArrowError> for Failure {
    fn from(error: ArrowError) -> Self {
        Self::Engine(Box::new(error.into()))
    }
}

/// The cause, without the chain of stages that DataFusion puts in front of it
/// (`type_coercion caused by Error during planning: …`).
pub fn message(error: &DataFusionError) -> String {
    if let Some(file) = file_error(error) {
        return with_remedy(file.to_string());
    }
    match error.find_root() {
        DataFusionError::ArrowError(arrow, _) => with_remedy(arrow_message(arrow)),
        DataFusionError::SQL(parser, _) => parser_message(parser),
        DataFusionError::Plan(text) => plan_message(text).to_owned(),
        DataFusionError::ResourcesExhausted(text) if text.starts_with("Failed to allocate") => {
            let text = text.split(" with ").next().unwrap_or_default();
            format!("--memory is too low for this query: raise it ({text})")
        }
        root => root.message().into_owned(),
    }
}

/// An error of Arrow's reader of CSV, with what to do.
fn with_remedy(text: String) -> String {
    const REMEDIES: [(&str, &str); 2] = [
        ("Encountered invalid UTF-8 data for", "convert the file, as with iconv -f latin1 -t utf8"),
        (
            "incorrect number of fields for",
            "put a value that has the delimiter in it in double quotes",
        ),
    ];
    match REMEDIES.iter().find(|(problem, _)| text.contains(problem)) {
        Some((_, remedy)) => format!("{text}: {remedy}"),
        None => text,
    }
}

/// The error of an object store or a file behind `error`. It names the file.
pub fn file_error(error: &DataFusionError) -> Option<&FileError> {
    let mut cause = error.source();
    while let Some(error) = cause {
        if let Some(file) = error.downcast_ref() {
            return Some(file);
        }
        cause = error.source();
    }
    None
}

/// The useful part of an error about the arguments of a function. DataFusion puts its own stages around
/// it: a function's own error about its arguments is in the middle, and DataFusion's error, if the
/// function gives none, is at the end.
fn plan_message(text: &str) -> &str {
    const OWN_WORDS: &str = "user-defined coercion failed with: ";
    const SUMMARY: &str = "No function matches the given name and argument types";
    let summary = text.find(SUMMARY);
    match (text.find(OWN_WORDS), summary) {
        (Some(at), _) => {
            let end = summary.filter(|&end| end > at).unwrap_or(text.len());
            let cause = &text[at + OWN_WORDS.len()..end];
            cause.strip_prefix("Error during planning: ").unwrap_or(cause).trim_end()
        }
        (None, Some(at)) => &text[at..],
        (None, None) => text,
    }
}

fn arrow_message(error: &ArrowError) -> String {
    match error {
        ArrowError::ComputeError(text)
        | ArrowError::CastError(text)
        | ArrowError::InvalidArgumentError(text)
        | ArrowError::ParseError(text)
        | ArrowError::CsvError(text)
        | ArrowError::JsonError(text) => text.clone(),
        other => other.to_string(),
    }
}

fn parser_message(error: &ParserError) -> String {
    match error {
        ParserError::TokenizerError(text) | ParserError::ParserError(text) => {
            format!("syntax error: {text}")
        }
        ParserError::RecursionLimitExceeded => "the SQL is nested too deeply".to_owned(),
    }
}
