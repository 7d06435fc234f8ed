//! The Python functions of the wheel, and the symbols of its plugin for Polars.

use std::fmt::Write;
use std::fs;

use hashlane_catalog::{
    AGGREGATES, AcceptedTypes, Arg, ArgKind, Function, Omitted, ResultType, Work,
};

/// The generated files: names below the workspace, and contents.
pub fn files() -> Vec<(&'static str, String)> {
    vec![
        ("crates/tools/python/src/polars/symbols.rs", symbols()),
        (
            "crates/tools/python/python/hashlane/arrow/_functions.pyi",
            module(ARROW_STUBS, arrow_stub),
        ),
    ]
}

/// Writes the modules of the wheel, which git ignores.
///
/// # Errors
/// Returns an error if a file can't be written.
pub fn write_modules() -> Result<(), String> {
    let modules = [
        ("crates/tools/python/python/hashlane/arrow/_functions.py", module(ARROW, arrow_function)),
        (
            "crates/tools/python/python/hashlane/polars/_functions.py",
            module(POLARS, polars_function),
        ),
    ];
    for (name, text) in modules {
        let path = super::workspace().join(name);
        fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(())
}

fn functions() -> impl Iterator<Item = &'static Function> {
    hashlane_catalog::all().chain(AGGREGATES)
}

const SYMBOLS: &str = "\
//! The symbols by which Polars finds the expressions.

// Generated from the catalogue by `make generate`.

use super::plugin::expression;

";

fn symbols() -> String {
    functions().fold(SYMBOLS.to_owned(), |text, function| {
        text + &format!("expression!(\"{}\");\n", function.name)
    })
}

const ARROW: &str = "\
\"\"\"The functions of the catalogue over Arrow columns.\"\"\"

# Generated from the catalogue by `make generate`.

from hashlane._arguments import given as _given
from hashlane._native import call as _call
";

const ARROW_STUBS: &str = "\
# Generated from the catalogue by `make generate`.

from typing import Any, overload

from hashlane._native import Array
from hashlane.arrow._types import Column, Value
";

const POLARS: &str = "\
\"\"\"The functions of the catalogue as expressions of Polars.\"\"\"

# Generated from the catalogue by `make generate`.

from __future__ import annotations

import polars as pl

from hashlane._arguments import given as _given
from hashlane.polars._expressions import IntoColumn, IntoColumns
from hashlane.polars._expressions import aggregate as _aggregate
from hashlane.polars._expressions import call as _call
";

fn module(head: &str, function: fn(&Function) -> String) -> String {
    let names =
        functions().fold(String::new(), |names, f| names + &format!("    \"{}\",\n", f.name));
    let text = format!("{head}\n__all__ = [\n{names}]\n");
    functions().fold(text, |text, f| text + &function(f))
}

/// The parameter of a Python function for an argument, with the type in `annotation`.
fn parameter(arg: &Arg, annotation: Option<String>) -> String {
    let name = if arg.kind == ArgKind::Row { "*values" } else { arg.name };
    let typed = annotation.as_ref().map_or(String::new(), |of| format!(": {of}"));
    let equals = if annotation.is_some() { " = " } else { "=" };
    let default = match arg.default {
        None => return format!("{name}{typed}"),
        Some(Omitted::Nothing) => "None".to_owned(),
        Some(Omitted::Integer(value)) => value.to_string(),
        Some(Omitted::Text(text)) => format!("\"{text}\""),
    };
    format!("{name}{typed}{equals}{default}")
}

fn parameters(function: &Function, annotation: impl Fn(&Arg) -> Option<String>) -> String {
    let parameters = function.args.iter().map(|arg| parameter(arg, annotation(arg)));
    parameters.collect::<Vec<_>>().join(", ")
}

/// The expression that passes an argument on.
fn passed(arg: &Arg) -> String {
    match (arg.kind, arg.default) {
        (ArgKind::Row, _) => "*values".to_owned(),
        (_, Some(Omitted::Nothing)) => format!("*_given({})", arg.name),
        _ => arg.name.to_owned(),
    }
}

fn is_aggregate(function: &Function) -> bool {
    matches!(function.work, Work::Aggregate(_))
}

/// The docstring of a function; `row` describes the values of a row.
fn docstring(function: &Function, row: &str) -> String {
    let (signature, returns) = (function.signature(), function.returns);
    let (description, equals) = (function.description, function.equals);
    let mut text =
        format!("    \"\"\"{description}.\n\n    In SQL: `{signature}` returns {returns}.\n");
    write!(text, "    Equal to {equals}.\n\n    Args:\n").expect("a String takes all");
    for arg in function.args {
        let (name, described) = match arg.kind {
            ArgKind::Row => ("values", row.to_owned()),
            kind => (arg.name, kind.describe().to_string()),
        };
        writeln!(text, "        {name}: {described}.").expect("a String takes all");
    }
    for example in function.examples.iter().take(1) {
        let (sql, result) = (example.sql, example.result);
        writeln!(text, "\n    Example, in SQL:\n        {sql}\n        {result}")
            .expect("a String takes all");
    }
    text + "    \"\"\"\n"
}

fn arrow_function(function: &Function) -> String {
    let name = function.name;
    let parameters = parameters(function, |_| None);
    let passed: Vec<_> = function.args.iter().map(passed).collect();
    let doc = docstring(function, "one or more values of any types");
    let passed = passed.join(", ");
    format!("\n\ndef {name}({parameters}):\n{doc}    return _call(\"{name}\", {passed})\n")
}

/// The Python type of a value for an argument.
fn value_type(arg: &Arg) -> &'static str {
    match arg.kind.accepted() {
        AcceptedTypes::Bytes => "str | bytes | None",
        AcceptedTypes::Any | AcceptedTypes::BytesOrInteger => "Value",
        AcceptedTypes::List => "None",
        // A call by keywords passes max_bytes by name.
        AcceptedTypes::Blob | AcceptedTypes::BlobOrInteger => "bytes | None",
        AcceptedTypes::Text => "str | None",
        AcceptedTypes::Integer => "int | None",
        AcceptedTypes::Number => "float | None",
    }
}

/// The Python type of a function's result.
fn result_type(function: &Function) -> String {
    python_type(&function.returns)
}

fn python_type(returns: &ResultType) -> String {
    match returns {
        ResultType::UInteger | ResultType::UBigint | ResultType::Integer | ResultType::Bigint => {
            "int".to_owned()
        }
        ResultType::Boolean => "bool".to_owned(),
        ResultType::Double => "float".to_owned(),
        ResultType::Blob => "bytes".to_owned(),
        ResultType::Varchar | ResultType::Uuid => "str".to_owned(),
        ResultType::Struct(_) => "dict[str, Any]".to_owned(),
        ResultType::List(element) if element.is_nullable_in_lists() => {
            format!("list[{} | None]", python_type(element))
        }
        ResultType::List(element) => format!("list[{}]", python_type(element)),
    }
}

fn arrow_stub(function: &Function) -> String {
    let (name, result) = (function.name, result_type(function));
    let values = parameters(function, |arg| Some(value_type(arg).to_owned()));
    let columns = parameters(function, |arg| Some(format!("Column | {}", value_type(arg))));
    if is_aggregate(function) {
        let of_value = |arg: &Arg| if arg.kind.is_value() { "Column | " } else { "" };
        let mixed = parameters(function, |a| Some(of_value(a).to_owned() + value_type(a)));
        return format!("\ndef {name}({mixed}) -> {result} | None: ...\n");
    }
    format!(
        "\n@overload\ndef {name}({values}) -> {result} | None: ...\n@overload\ndef {name}({columns}) -> Array: ...\n"
    )
}

fn polars_function(function: &Function) -> String {
    let name = function.name;
    let by = if is_aggregate(function) { "_aggregate" } else { "_call" };
    let annotation = |arg: &Arg| match arg.kind {
        ArgKind::Row => "IntoColumns".to_owned(),
        kind if kind.is_value() => "IntoColumn".to_owned(),
        _ => format!("{} | pl.Expr", value_type(arg)),
    };
    let parameters = parameters(function, |arg| Some(annotation(arg)));
    let places = function.value_places(function.args.len());
    let values = match (function.takes_row(), &function.args[places.clone()]) {
        (true, _) => "values".to_owned(),
        (false, [one]) => format!("({},)", one.name),
        (false, several) => {
            let names: Vec<_> = several.iter().map(|arg| arg.name).collect();
            format!("({})", names.join(", "))
        }
    };
    let mut call = format!("{by}(\"{name}\", {values}");
    let (before, after) = (&function.args[..places.start], &function.args[places.end..]);
    for (key, args) in [("before", before), ("after", after)] {
        let passed: Vec<_> = args.iter().map(passed).collect();
        match passed.as_slice() {
            [] => {}
            [one] => call += &format!(", {key}=({one},)"),
            several => call += &format!(", {key}=({})", several.join(", ")),
        }
    }
    if function.takes_row() {
        call += ", is_row=True";
    }
    let row = "one or more values of any types; a list stands for the columns in it";
    let doc = docstring(function, row);
    format!("\n\ndef {name}({parameters}) -> pl.Expr:\n{doc}    return {call})\n")
}
