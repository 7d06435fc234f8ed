//! The conditions that the rows of the sides must meet.

use std::collections::{BTreeMap, HashMap};

use datafusion::arrow::datatypes::{DataType, Schema};
use datafusion::common::config::ConfigOptions;
use datafusion::common::tree_node::{Transformed, TreeNode, TreeNodeRecursion};
use datafusion::common::{Column, DFSchema, SchemaError};
use datafusion::dataframe::DataFrame;
use datafusion::error::{DataFusionError, Result};
use datafusion::logical_expr::{BinaryExpr, Expr, ExprSchemable, LogicalPlan, Operator};
use datafusion::optimizer::AnalyzerRule;
use datafusion::optimizer::analyzer::type_coercion::TypeCoercion;

use hashlane_arrow::type_name;

use crate::error::DiffError;
use crate::inferred;
use crate::options::DiffOptions;
use crate::reading::{self, ColumnReading};
use crate::schema::listed;
use crate::side::Side;
use crate::untyped::{is_untyped, readings};

/// Keeps the rows of both tables that meet the conditions of the options.
///
/// # Errors
/// Returns an error if a condition isn't valid, or if it compares untyped text with a value that isn't text.
pub(crate) fn filtered(
    left: DataFrame,
    right: DataFrame,
    options: &DiffOptions,
) -> std::result::Result<[DataFrame; 2], DiffError> {
    let schemas = [left.schema().as_arrow().clone(), right.schema().as_arrow().clone()];
    let left = inferred::as_text(left, &schemas[1])?;
    let right = inferred::as_text(right, &schemas[0])?;
    let readings = readings(left.schema().as_arrow(), right.schema().as_arrow(), options)?;
    Ok([kept(Side::Left, left, options, &readings)?, kept(Side::Right, right, options, &readings)?])
}

/// Keeps the rows of one table that meet its condition, beside a table with these columns.
///
/// # Errors
/// As for [`filtered`].
#[cfg(feature = "databases")]
pub(crate) fn filtered_beside(
    side: Side,
    table: DataFrame,
    other: &Schema,
    options: &DiffOptions,
) -> std::result::Result<DataFrame, DiffError> {
    let table = inferred::as_text(table, other)?;
    let own = table.schema().as_arrow().clone();
    let readings = match side {
        Side::Left => readings(&own, other, options)?,
        Side::Right => readings(other, &own, options)?,
    };
    kept(side, table, options, &readings)
}

/// Keeps the rows of a side that meet its condition. The condition sees a column of untyped text as the type of its reading.
///
/// # Errors
/// Returns an error if the condition isn't valid, or if it compares untyped text with a value that isn't text.
fn kept(
    side: Side,
    table: DataFrame,
    options: &DiffOptions,
    readings: &BTreeMap<String, ColumnReading>,
) -> std::result::Result<DataFrame, DiffError> {
    let [left, right] = &options.filters;
    let own = if side == Side::Left { left } else { right };
    let Some(sql) = own else { return Ok(table) };
    let text = UntypedText { schema: table.schema().clone(), options, readings };
    let condition = table.parse_sql_expr(sql).and_then(|condition| text.read(condition));
    let condition = condition.map_err(|error| wrong(side, sql, text.schema.as_arrow(), error))?;
    match condition.get_type(&text.schema) {
        Ok(DataType::Boolean | DataType::Null) | Err(_) => {}
        Ok(other) if text.first(&condition).is_none() => {
            return Err(DiffError::Input(format!(
                "the condition '{sql}' of the {side} side has the type {}: write one that is true or false, as in id > 7",
                type_name(&other)
            )));
        }
        // The engine refuses it too, and what follows names the column of text.
        Ok(_) => {}
    }
    let advice = "state one with --types, or write a CAST";
    let checked = table.filter(condition.clone()).and_then(|filtered| {
        let plan = filtered.logical_plan().clone();
        Ok((filtered, text.compared(plan)?))
    });
    match checked {
        Ok((filtered, None)) => Ok(filtered),
        Ok((_, Some(column))) => Err(DiffError::Input(format!(
            "the condition would compare column '{column}' of the {side} side as text, since it has no type: {advice}"
        ))),
        Err(error) => Err(match text.first(&condition) {
            Some(column) => DiffError::Input(format!(
                "the condition is not valid ({}). Column '{column}' of the {side} side is text, since it has no \
                 type: {advice}",
                error.strip_backtrace()
            )),
            None => wrong(side, sql, text.schema.as_arrow(), error),
        }),
    }
}

/// The error for a condition that can't be planned.
fn wrong(side: Side, sql: &str, schema: &Schema, error: DataFusionError) -> DiffError {
    match error.find_root() {
        DataFusionError::SchemaError(found, _) => match &**found {
            SchemaError::FieldNotFound { field, .. } => DiffError::Input(format!(
                "the condition '{sql}' names column '{}', which the {side} side lacks; it has {}",
                field.name,
                listed(schema)
            )),
            _ => DiffError::Condition(side, sql.to_owned(), Box::new(error)),
        },
        _ => DiffError::Condition(side, sql.to_owned(), Box::new(error)),
    }
}

/// The columns of untyped text that a condition can mention.
struct UntypedText<'a> {
    schema: DFSchema,
    options: &'a DiffOptions,
    readings: &'a BTreeMap<String, ColumnReading>,
}

impl UntypedText<'_> {
    /// Reads columns of untyped text as their types.
    fn read(&self, condition: Expr) -> Result<Expr> {
        let read = |expr: Expr| match &expr {
            Expr::Column(Column { name, .. }) if self.is_untyped(name) => {
                match self.readings.get(name) {
                    Some(ColumnReading { data_type, .. }) => {
                        Ok(Transformed::yes(reading::required(expr.clone(), name, data_type)))
                    }
                    None => Ok(Transformed::no(expr)),
                }
            }
            _ => Ok(Transformed::no(expr)),
        };
        Ok(condition.transform_up(read)?.data)
    }

    fn is_untyped(&self, column: &str) -> bool {
        self.schema.as_arrow().field_with_name(column).is_ok_and(is_untyped)
    }

    /// Finds a column of untyped text that the engine would convert to another type, or for which it would convert
    /// another value to text. Two such columns have no order either.
    fn compared(&self, plan: LogicalPlan) -> Result<Option<String>> {
        let LogicalPlan::Filter(filter) = &plan else { return Ok(None) };
        let mut written = casts(&filter.predicate)?;
        let coerced = TypeCoercion::new().analyze(plan, &ConfigOptions::default())?;
        let LogicalPlan::Filter(coerced) = coerced else { return Ok(None) };
        let mut found = None;
        // The whole condition may be converted.
        let root = Expr::Not(Box::new(coerced.predicate));
        root.apply(|node| {
            let mut texts = Vec::new();
            let mut is_converted = false;
            node.apply_children(|child| {
                let given = self.converted(child, &mut written)?;
                is_converted |= given.is_some();
                texts.extend(self.mentioned(given.unwrap_or(child))?);
                Ok(TreeNodeRecursion::Continue)
            })?;
            if is_converted || has_order(node) && texts.len() > 1 {
                found = texts.into_iter().next();
            }
            Ok(if found.is_some() { TreeNodeRecursion::Stop } else { TreeNodeRecursion::Continue })
        })?;
        Ok(found)
    }

    /// The expression that a cast converts from text or to text, unless the cast is written in the condition.
    fn converted<'e>(
        &self,
        expr: &'e Expr,
        written: &mut HashMap<Expr, usize>,
    ) -> Result<Option<&'e Expr>> {
        let given = match expr {
            Expr::Cast(cast) => &cast.expr,
            Expr::TryCast(cast) => &cast.expr,
            _ => return Ok(None),
        };
        if let Some(count) = written.get_mut(expr).filter(|count| **count > 0) {
            *count -= 1;
            return Ok(None);
        }
        let (from, to) = (given.get_type(&self.schema)?, expr.get_type(&self.schema)?);
        Ok((from != DataType::Null && has_text(&from) != has_text(&to)).then_some(given))
    }

    /// The first column of untyped text in an expression whose value is text.
    fn mentioned(&self, expr: &Expr) -> Result<Option<String>> {
        if !has_text(&expr.get_type(&self.schema)?) {
            return Ok(None);
        }
        Ok(self.first(expr))
    }

    fn first(&self, expr: &Expr) -> Option<String> {
        let is_stated = |name: &String| self.options.types.iter().any(|(stated, _)| stated == name);
        let columns = expr.column_refs();
        let untyped = columns.into_iter().map(|column| &column.name);
        untyped.filter(|name| self.is_untyped(name) && !is_stated(name)).min().cloned()
    }
}

/// The casts in an expression, with their numbers.
fn casts(expr: &Expr) -> Result<HashMap<Expr, usize>> {
    let mut casts = HashMap::new();
    expr.apply(|expr| {
        if matches!(expr, Expr::Cast(_) | Expr::TryCast(_)) {
            *casts.entry(expr.clone()).or_default() += 1;
        }
        Ok(TreeNodeRecursion::Continue)
    })?;
    Ok(casts)
}

/// Whether an expression depends on the order of its operands.
fn has_order(expr: &Expr) -> bool {
    use Operator::{Gt, GtEq, Lt, LtEq};
    match expr {
        Expr::BinaryExpr(BinaryExpr { op, .. }) => matches!(op, Lt | LtEq | Gt | GtEq),
        Expr::Between(_) => true,
        _ => false,
    }
}

/// Whether values of a type are text or contain text.
fn has_text(data_type: &DataType) -> bool {
    match data_type {
        DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View => true,
        DataType::Dictionary(_, values) => has_text(values),
        DataType::List(item)
        | DataType::LargeList(item)
        | DataType::ListView(item)
        | DataType::LargeListView(item)
        | DataType::FixedSizeList(item, _)
        | DataType::Map(item, _)
        | DataType::RunEndEncoded(_, item) => has_text(item.data_type()),
        DataType::Struct(fields) => fields.iter().any(|field| has_text(field.data_type())),
        _ => false,
    }
}
