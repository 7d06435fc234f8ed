//! The files that are generated from the catalogue.

use std::fs;

use hashlane_catalog::Function;

/// Writes each generated file, or, in check mode, compares it with the content that would be written.
pub fn generate(check: bool) -> Result<(), String> {
    let files = [
        ("sql/FUNCTIONS.md", hashlane_catalog::markdown()),
        ("crates/engines/datafusion/src/generated/expr_fn.rs", expr_fn()),
    ];
    let files = files.into_iter().chain(super::python::files());
    let files =
        files.chain([("crates/tools/python/python/hashlane/table_diff.sql", table_diff()?)]);
    for (name, text) in files {
        let path = super::workspace().join(name);
        if check {
            let found = fs::read_to_string(&path).map_err(|e| format!("{name}: {e}"))?;
            if found != text {
                return Err(format!(
                    "{name} is not in step with the catalogue: run `make generate`"
                ));
            }
        } else {
            fs::write(&path, text).map_err(|e| format!("{name}: {e}"))?;
        }
    }
    Ok(())
}

/// The macro for the Python package: the first statement of the recipe.
fn table_diff() -> Result<String, String> {
    let recipe = "sql/compare_tables/table_diff.duckdb.sql";
    let text = fs::read_to_string(super::workspace().join(recipe));
    let text = text.map_err(|e| format!("{recipe}: {e}"))?;
    let start = text.find("CREATE").ok_or_else(|| format!("{recipe}: no CREATE"))?;
    let end = text[start..].find(";\n").ok_or_else(|| format!("{recipe}: no end"))?;
    Ok(format!("-- From {recipe}, by `make generate`.\n{}", &text[start..start + end + 2]))
}

const EXPR_FN: &str = "\
//! The functions for the DataFrame API. Each returns an [`Expr`].
//!
//! `xxh3(v)` takes the arguments that are required; `xxh3_with_seed(v, seed)` takes optional ones too. Functions of rows
//! take a list of values.

// Generated from the catalogue by `make generate`.

use datafusion::logical_expr::Expr;

fn call(name: &str, args: Vec<Expr>) -> Expr {
    let function = hashlane_catalog::find(name).expect(\"generated from the catalogue\");
    crate::udf(function).call(args)
}

fn aggregate(name: &str, args: Vec<Expr>) -> Expr {
    let function = hashlane_catalog::find(name).expect(\"generated from the catalogue\");
    crate::udaf(function).call(args)
}
";

/// The DataFrame API of the DataFusion adapter, formatted as rustfmt does.
fn expr_fn() -> String {
    let text = hashlane_catalog::all()
        .fold(EXPR_FN.to_owned(), |text, function| text + &expr_function(function, "call"));
    hashlane_catalog::AGGREGATES
        .iter()
        .fold(text, |text, function| text + &expr_function(function, "aggregate"))
}

/// The functions of the DataFrame API for one function of the catalogue: one with its required arguments, and one more
/// for each optional argument.
fn expr_function(function: &Function, by: &str) -> String {
    let required = function.args.iter().take_while(|arg| arg.default.is_none()).count();
    (required..=function.args.len()).map(|count| expr_call(function, required, count, by)).collect()
}

/// The function that takes the first `count` arguments.
fn expr_call(function: &Function, required: usize, count: usize, by: &str) -> String {
    let (name, description) = (function.name, function.description);
    let names: Vec<&str> = function.args[..count].iter().map(|arg| arg.name).collect();
    let suffix = match names[required..].join("_and_") {
        none if none.is_empty() => none,
        given => format!("_with_{given}"),
    };
    let mut text = format!("\n/// `{}`: {description}.\n", function.signature());
    let row = function.takes_row().then(|| function.value_index());
    let param = |(i, name): (usize, &&str)| match row {
        Some(row) if row == i => "row: Vec<Expr>".to_owned(),
        _ => format!("{name}: Expr"),
    };
    let params: Vec<String> = names.iter().enumerate().map(param).collect();
    text += &signature(&format!("{name}{suffix}"), &params);
    text += &match row {
        None => format!("    {by}(\"{name}\", vec![{}])\n}}\n", names.join(", ")),
        Some(_) if count == 1 => format!("    {by}(\"{name}\", row)\n}}\n"),
        Some(row) => {
            let parts = [names[..row].join(", "), "row".to_owned(), names[row + 1..].join(", ")];
            let [before, row, after] = parts;
            let lists = [listed(&before), row, listed(&after)];
            let lists: Vec<String> = lists.into_iter().filter(|list| !list.is_empty()).collect();
            format!("    {by}(\"{name}\", [{}].concat())\n}}\n", lists.join(", "))
        }
    };
    text
}

/// A vector of arguments, or nothing if there are none.
fn listed(args: &str) -> String {
    if args.is_empty() { String::new() } else { format!("vec![{args}]") }
}

/// The first lines of a function, with rustfmt's line breaks.
fn signature(name: &str, params: &[String]) -> String {
    let line = format!("pub fn {name}({}) -> Expr {{\n", params.join(", "));
    if line.len() <= 101 {
        return line;
    }
    let params: String = params.iter().map(|param| format!("    {param},\n")).collect();
    format!("pub fn {name}(\n{params}) -> Expr {{\n")
}
