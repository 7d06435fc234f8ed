//! The files that are generated from the catalogue.

use std::fmt::Write;
use std::fs;

use hashlane_catalog::Function;

/// Writes each generated file, or, in check mode, compares it with the content that would be written.
pub fn generate(check: bool) -> Result<(), String> {
    let files = [
        ("sql/FUNCTIONS.md", hashlane_catalog::markdown()),
        ("crates/datafusion/src/generated/expr_fn.rs", expr_fn()),
    ];
    let files = files.into_iter().chain(crate::python::files());
    for (name, text) in files {
        let path = crate::workspace().join(name);
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

const EXPR_FN: &str = "\
//! The functions for the DataFrame API, each of which makes an [`Expr`].
//!
//! A function whose last arguments may be left out, or go on, takes a list of arguments.

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

fn expr_function(function: &Function, by: &str) -> String {
    let (name, description) = (function.name, function.description);
    let mut text = format!("\n/// `{}`: {description}.\n", function.signature());
    if function.args.iter().all(|arg| arg.default.is_none()) && !function.takes_row() {
        let names: Vec<_> = function.args.iter().map(|arg| arg.name).collect();
        let (params, args) = (names.join(": Expr, "), names.join(", "));
        write!(
            text,
            "pub fn {name}({params}: Expr) -> Expr {{\n    {by}(\"{name}\", vec![{args}])\n}}\n"
        )
    } else {
        write!(text, "pub fn {name}(args: Vec<Expr>) -> Expr {{\n    {by}(\"{name}\", args)\n}}\n")
    }
    .expect("a String takes all");
    text
}
