//! Table functions: those that list what Hashlane has, and those over files.

use std::sync::Arc;

use datafusion::catalog::{TableFunctionArgs, TableFunctionImpl, TableProvider};
use datafusion::common::{Result, ScalarValue, plan_err};
use datafusion::logical_expr::Expr;
use hashlane_catalog::{Cell, Parameter, ParameterKind, TableFunction};

use crate::table_call::TableCall;

/// A table function of the catalogue as DataFusion calls it.
pub struct CatalogTable(pub &'static TableFunction);

impl std::fmt::Debug for CatalogTable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0.name)
    }
}

impl TableFunctionImpl for CatalogTable {
    fn call_with_args(&self, args: TableFunctionArgs) -> Result<Arc<dyn TableProvider>> {
        let CatalogTable(function) = self;
        Ok(Arc::new(TableCall::new(function, arguments(function, args.exprs())?)?))
    }
}

/// The arguments, one for each parameter; a switch that was left out is false.
fn arguments(function: &TableFunction, given: &[Expr]) -> Result<Vec<Cell>> {
    let parameters = function.parameters;
    let needed = parameters.iter().filter(|p| p.kind == ParameterKind::Text).count();
    if !(needed..=parameters.len()).contains(&given.len()) {
        let (signature, given) = (function.signature(), given.len());
        return plan_err!(
            "{}: wrong number of arguments: {given}; the call is {signature}",
            function.name
        );
    }
    let missing = std::iter::repeat_n(None, parameters.len() - given.len());
    let given = given.iter().map(Some).chain(missing);
    parameters.iter().zip(given).map(|(p, expr)| argument(function.name, p, expr)).collect()
}

fn argument(function: &str, parameter: &Parameter, given: Option<&Expr>) -> Result<Cell> {
    let Some(given) = given else { return Ok(Cell::Truth(false)) };
    let Expr::Literal(value, _) = given else {
        return plan_err!("{function}: {} must be a constant, not {given}", parameter.name);
    };
    match (parameter.kind, value) {
        (_, value) if value.is_null() => Ok(Cell::Null),
        (ParameterKind::Switch, ScalarValue::Boolean(Some(truth))) => Ok(Cell::Truth(*truth)),
        (ParameterKind::Text, value) if value.try_as_str().is_some() => {
            Ok(value.try_as_str().flatten().map_or(Cell::Null, |text| Cell::Text(text.to_owned())))
        }
        (ParameterKind::Switch, _) => {
            plan_err!("{function}: {} must be true or false, not {value}", parameter.name)
        }
        (ParameterKind::Text, _) => {
            plan_err!("{function}: {} must be a string, not {value}", parameter.name)
        }
    }
}
