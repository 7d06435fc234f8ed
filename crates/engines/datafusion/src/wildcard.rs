//! `fingerprint(*)`: all columns of what the query reads.
//!
//! DataFusion expands a `*` in a SELECT list and in `count(*)` alone. Elsewhere it stays in the plan until the physical planner
//! refuses it with an internal name.

#![expect(deprecated, reason = "the SQL planner still makes wildcards of arguments")]

use std::collections::HashSet;

use datafusion::common::config::ConfigOptions;
use datafusion::common::tree_node::Transformed;
use datafusion::common::{DFSchema, Result, TableReference, plan_datafusion_err, plan_err};
use datafusion::logical_expr::expr::{AggregateFunction, WildcardOptions};
use datafusion::logical_expr::expr_rewriter::FunctionRewrite;
use datafusion::logical_expr::{Expr, WindowFunctionDefinition};
use hashlane_catalog::{CallError, Function};

/// How the columns start that DataFusion adds to a plan for `unnest`.
const ADDED_BY_UNNEST: &str = "__unnest_placeholder";

/// Expands the wildcards of aggregates over rows, and refuses those of other calls.
///
/// An aggregate reads what FROM and WHERE give it. The plan below a scalar function or a window may have columns that the
/// query doesn't have, such as the results of other windows.
#[derive(Debug)]
pub struct Wildcards;

impl FunctionRewrite for Wildcards {
    fn name(&self) -> &str {
        "hashlane_wildcards"
    }

    fn rewrite(
        &self,
        expr: Expr,
        schema: &DFSchema,
        _config: &ConfigOptions,
    ) -> Result<Transformed<Expr>> {
        match expr {
            Expr::AggregateFunction(call) if has_wildcard(&call.params.args) => {
                match of_rows(call.func.name()) {
                    Some(function) => expanded(function, call, schema),
                    None => Ok(Transformed::no(Expr::AggregateFunction(call))),
                }
            }
            Expr::ScalarFunction(call) if has_wildcard(&call.args) => {
                refuse(call.func.name())?;
                Ok(Transformed::no(Expr::ScalarFunction(call)))
            }
            Expr::WindowFunction(call) if has_wildcard(&call.params.args) => {
                if let WindowFunctionDefinition::AggregateUDF(function) = &call.fun {
                    refuse(function.name())?;
                }
                Ok(Transformed::no(Expr::WindowFunction(call)))
            }
            other => Ok(Transformed::no(other)),
        }
    }
}

fn has_wildcard(args: &[Expr]) -> bool {
    args.iter().any(|arg| matches!(arg, Expr::Wildcard { .. }))
}

/// The function of ours of this name, if it takes a row.
fn of_rows(name: &str) -> Option<&'static Function> {
    hashlane_catalog::find(name).filter(|function| function.takes_row())
}

fn refuse(name: &str) -> Result<()> {
    match of_rows(name) {
        Some(_) => plan_err!("{name}: * works only in an aggregate without OVER: list the columns"),
        None => Ok(()),
    }
}

fn expanded(
    function: &'static Function,
    mut call: AggregateFunction,
    schema: &DFSchema,
) -> Result<Transformed<Expr>> {
    let mut args = Vec::new();
    for arg in call.params.args {
        match arg {
            Expr::Wildcard { qualifier, options } => {
                args.extend(columns(function, schema, qualifier.as_ref(), &options)?);
            }
            other => args.push(other),
        }
    }
    if args.is_empty() {
        return Err(plan_datafusion_err!("{}", CallError::arity(function, 0)));
    }
    call.params.args = args;
    Ok(Transformed::yes(Expr::AggregateFunction(call)))
}

/// The columns of a table, or of all tables.
fn columns(
    function: &Function,
    schema: &DFSchema,
    qualifier: Option<&TableReference>,
    options: &WildcardOptions,
) -> Result<Vec<Expr>> {
    let name = function.name;
    if *options != WildcardOptions::default() {
        return plan_err!(
            "{name}: * can't have EXCLUDE, EXCEPT, REPLACE, RENAME or ILIKE here: list the columns"
        );
    }
    let mut seen = HashSet::new();
    let mut columns = Vec::new();
    for (table, field) in schema.iter() {
        if qualifier.is_some_and(|wanted| !table.is_some_and(|table| wanted.resolved_eq(table))) {
            continue;
        }
        // `SELECT *` has a column of USING once and others of one name twice, and a schema doesn't tell which is which.
        if !seen.insert(field.name()) || field.name().starts_with(ADDED_BY_UNNEST) {
            let column = field.name();
            return plan_err!("{name}: * is ambiguous here (column {column}): list the columns");
        }
        columns.push(Expr::from((table, field)));
    }
    match qualifier {
        Some(table) if columns.is_empty() => plan_err!("{name}: unknown table {table}"),
        _ => Ok(columns),
    }
}
