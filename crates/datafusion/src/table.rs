//! Table functions: those that list what Hashlane has, and those over files.

use std::sync::Arc;

use datafusion::arrow::array::{ArrayRef, BooleanArray, RecordBatch, StringArray, UInt64Array};
use datafusion::arrow::datatypes::{DataType, Field, Schema, SchemaRef};
use datafusion::catalog::{TableFunctionArgs, TableFunctionImpl, TableProvider};
use datafusion::common::{Result, ScalarValue, plan_err};
use datafusion::logical_expr::Expr;
use hashlane_catalog::{Cell, CellType, Parameter, ParameterKind, TableFunction, TableRows};

use crate::table_call::TableCall;

/// A table function of the catalogue as DataFusion calls it.
pub struct Table(pub &'static TableFunction);

impl std::fmt::Debug for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0.name)
    }
}

impl TableFunctionImpl for Table {
    fn call_with_args(&self, args: TableFunctionArgs) -> Result<Arc<dyn TableProvider>> {
        let Table(function) = self;
        Ok(Arc::new(TableCall::new(function, arguments(function, args.exprs())?)?))
    }
}

/// The arguments, one for each parameter; a switch that was left out is false.
fn arguments(function: &TableFunction, given: &[Expr]) -> Result<Vec<Cell>> {
    let parameters = function.parameters;
    let needed = parameters.iter().filter(|p| p.kind == ParameterKind::Text).count();
    if !(needed..=parameters.len()).contains(&given.len()) {
        let (signature, given) = (function.signature(), given.len());
        return plan_err!("{}: {given} arguments were given; it is {signature}", function.name);
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
            plan_err!("{function}: {} must be a text, not {value}", parameter.name)
        }
    }
}

/// The columns of a function.
pub fn schema(function: &TableFunction) -> SchemaRef {
    let listed = matches!(function.rows, TableRows::Listed(_));
    let fields = function.columns.iter().map(|column| {
        let kind = match column.kind {
            CellType::Text => DataType::Utf8,
            CellType::Integer => DataType::UInt64,
            CellType::Truth => DataType::Boolean,
        };
        Field::new(column.name, kind, !listed)
    });
    Arc::new(Schema::new(fields.collect::<Vec<_>>()))
}

/// Rows of a function as a batch.
pub fn batch(schema: &SchemaRef, rows: &[Vec<Cell>]) -> Result<RecordBatch> {
    let column = |(i, field): (usize, &Arc<Field>)| -> ArrayRef {
        let cells = rows.iter().map(|row| &row[i]);
        match field.data_type() {
            DataType::UInt64 => Arc::new(UInt64Array::from_iter(cells.map(|cell| match cell {
                Cell::Integer(number) => Some(*number),
                _ => None,
            }))),
            DataType::Boolean => Arc::new(BooleanArray::from_iter(cells.map(|cell| match cell {
                Cell::Truth(truth) => Some(*truth),
                _ => None,
            }))),
            _ => Arc::new(StringArray::from_iter(cells.map(|cell| match cell {
                Cell::Text(text) => Some(text.as_str()),
                _ => None,
            }))),
        }
    };
    let columns = schema.fields().iter().enumerate().map(column).collect();
    Ok(RecordBatch::try_new(Arc::clone(schema), columns)?)
}
