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
// The functions of `expr_fn`, from the catalogue by `make generate`.
";

/// The calls of the macro `functions!` of the DataFusion adapter.
fn expr_fn() -> String {
    let scalar = listing("call", hashlane_catalog::all());
    EXPR_FN.to_owned() + &scalar + &listing("aggregate", hashlane_catalog::AGGREGATES.iter())
}

fn listing(by: &str, functions: impl Iterator<Item = &'static Function>) -> String {
    format!("\nfunctions! {{ {by}:\n{}}}\n", functions.map(expr_functions).collect::<String>())
}

/// The functions of the DataFrame API for one function of the catalogue: one with its required arguments, and one more
/// for each optional argument.
fn expr_functions(function: &Function) -> String {
    let required = function.args.iter().take_while(|arg| arg.default.is_none()).count();
    let forms: Vec<String> = (required..=function.args.len())
        .map(|count| expr_form(function, required, count))
        .collect();
    let (signature, description) = (function.signature(), function.description);
    format!("    /// `{signature}`: {description}.\n    {};\n", forms.join(", "))
}

/// The form that takes the first `count` arguments.
fn expr_form(function: &Function, required: usize, count: usize) -> String {
    let names: Vec<&str> = function.args[..count].iter().map(|arg| arg.name).collect();
    let suffix = match names[required..].join("_and_") {
        none if none.is_empty() => none,
        given => format!("_with_{given}"),
    };
    let params = match function.takes_row() {
        true => format!("{}; row", names[..function.value_index()].join(", ")),
        false => names.join(", "),
    };
    format!("{}{suffix}({params})", function.name)
}
