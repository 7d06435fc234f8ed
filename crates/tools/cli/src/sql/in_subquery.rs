//! `IN`, ANY and ALL over a subquery, by SQL's rules for NULL.

use std::sync::Arc;

use datafusion::common::config::ConfigOptions;
use datafusion::common::tree_node::{Transformed, TransformedResult, TreeNode, TreeNodeRecursion};
use datafusion::common::{Column, DFSchema, ExprSchema, Result, ScalarValue, plan_err};
use datafusion::logical_expr::expr::{Cast, Exists, InSubquery, SetComparison, SetQuantifier};
use datafusion::logical_expr::utils::disjunction;
use datafusion::logical_expr::{
    BinaryExpr, Expr, ExprSchemable, Filter, LogicalPlan, LogicalPlanBuilder, Operator, Subquery,
    binary_expr, lit, not, when,
};
use datafusion::optimizer::AnalyzerRule;

/// Replaces `IN`, ANY and ALL by `EXISTS` where DataFusion 55 is wrong.
///
/// `x IN (…)` is unknown, and so is `x NOT IN (…)`, if no value equals `x` and one of the two is NULL. DataFusion makes a join
/// of it, which tells unknown from false only if it is a whole condition of WHERE without correlation
/// (<https://github.com/apache/datafusion/issues/8241>, <https://github.com/apache/datafusion/issues/25336>,
/// <https://github.com/apache/datafusion/issues/25347>, <https://github.com/apache/datafusion/issues/25473>,
/// <https://github.com/apache/datafusion/issues/25474>). Of `t.x > ANY (SELECT x FROM t)` it compares the inner `t.x` with itself. This
/// rule goes when both are mended.
#[derive(Debug)]
pub struct ExactIn;

impl AnalyzerRule for ExactIn {
    fn analyze(&self, plan: LogicalPlan, _: &ConfigOptions) -> Result<LogicalPlan> {
        plan.transform_up_with_subqueries(|node| match node {
            LogicalPlan::Filter(Filter { predicate, input, .. }) => {
                let predicate = condition(predicate, input.schema(), true)?;
                Ok(Transformed::yes(LogicalPlan::Filter(Filter::try_new(predicate, input)?)))
            }
            node => Ok(Transformed::no(node)),
        })
        .data()
    }

    fn name(&self) -> &'static str {
        "exact_in"
    }
}

/// A condition whose rows are dropped both if it is unknown and if it is false. `alone` says that no OR is around it.
fn condition(expr: Expr, schema: &DFSchema, alone: bool) -> Result<Expr> {
    match in_subquery(expr) {
        Expr::BinaryExpr(BinaryExpr { left, op: op @ (Operator::And | Operator::Or), right }) => {
            let alone = alone && op == Operator::And;
            let left = condition(*left, schema, alone)?;
            Ok(binary_expr(left, op, condition(*right, schema, alone)?))
        }
        // The rows that a join finds.
        expr @ Expr::InSubquery(InSubquery { negated: false, .. }) => Ok(expr),
        Expr::InSubquery(found) if alone && joins_exactly(&found, schema)? => {
            Ok(Expr::InSubquery(found))
        }
        Expr::Not(inner) => match in_subquery(*inner) {
            Expr::InSubquery(found) => {
                let negated = !found.negated;
                condition(Expr::InSubquery(InSubquery { negated, ..found }), schema, alone)
            }
            inner => exact(not(inner), schema),
        },
        expr => exact(expr, schema),
    }
}

/// An expression whose value may be unknown.
fn exact(expr: Expr, schema: &DFSchema) -> Result<Expr> {
    expr.transform_up(|expr| {
        Ok(Transformed::yes(match expr {
            Expr::InSubquery(InSubquery { expr, subquery, negated }) => {
                let op = Operator::Eq;
                let comparison =
                    SetComparison { expr, subquery, op, quantifier: SetQuantifier::Any };
                let result = three_valued(comparison, schema)?;
                if negated { not(result) } else { result }
            }
            Expr::SetComparison(found) => three_valued(found, schema)?,
            expr => return Ok(Transformed::no(expr)),
        }))
    })
    .data()
}

/// `= ANY` and `<> ALL` as `IN`, which DataFusion joins by hashes.
fn in_subquery(expr: Expr) -> Expr {
    match expr {
        Expr::SetComparison(SetComparison { expr, subquery, op, quantifier })
            if matches!(
                (op, &quantifier),
                (Operator::Eq, SetQuantifier::Any) | (Operator::NotEq, SetQuantifier::All)
            ) =>
        {
            Expr::InSubquery(InSubquery { expr, subquery, negated: op == Operator::NotEq })
        }
        expr => expr,
    }
}

/// Whether the join that DataFusion makes of `NOT IN` is exact: it joins by a column, and looks for NULLs if there may be some. Other
/// values may turn out to be constant, and then it doesn't.
fn joins_exactly(found: &InSubquery, schema: &DFSchema) -> Result<bool> {
    let mut value = found.expr.as_ref();
    while let Expr::Cast(Cast { expr, .. }) = value {
        value = expr;
    }
    let Expr::Column(column) = value else { return Ok(false) };
    let nullable = schema.field_from_column(column)?.is_nullable()
        || found.subquery.subquery.schema().field(0).is_nullable();
    let correlated = !found.subquery.outer_ref_columns.is_empty();
    Ok(!correlated && (nullable || !found.expr.nullable(schema)?))
}

/// A comparison with the values of a subquery, as a CASE over questions that are never unknown.
fn three_valued(found: SetComparison, schema: &DFSchema) -> Result<Expr> {
    let SetComparison { expr, subquery, op, quantifier } = found;
    let any = matches!(quantifier, SetQuantifier::Any);
    // Of rows for ALL, the ones that contradict it.
    let deciding = match op {
        Operator::Eq
        | Operator::NotEq
        | Operator::Lt
        | Operator::LtEq
        | Operator::Gt
        | Operator::GtEq => {
            if any {
                Some(op)
            } else {
                op.negate()
            }
        }
        _ => None,
    };
    let Some(op) = deciding else {
        return plan_err!("{op} {quantifier} isn't supported over a subquery");
    };
    check_names(&expr, &subquery)?;
    let field = subquery.subquery.schema().qualified_field(0);
    let (column, nullable) = (Expr::Column(Column::from(field)), field.1.is_nullable());
    // A name of its own: the subquery may read the table whose rows the condition is about.
    let values = LogicalPlanBuilder::from(Arc::unwrap_or_clone(subquery.subquery))
        .project([column.alias_qualified(Some("in_subquery"), "value")])?;
    let among = Expr::Column(Column::new(Some("in_subquery"), "value"));
    let comparison = binary_expr(outer((*expr).clone(), schema)?, op, among.clone());
    let decisive = exists(values.clone().filter(comparison)?)?;
    let mut unknown = Vec::new();
    if nullable {
        unknown.push(exists(values.clone().filter(among.is_null())?)?);
    }
    if expr.nullable(schema)? {
        unknown.push(expr.is_null().and(exists(values)?));
    }
    let mut result = when(decisive, lit(any));
    if let Some(unknown) = disjunction(unknown) {
        result.when(unknown, Expr::Literal(ScalarValue::Boolean(None), None));
    }
    result.otherwise(lit(!any))
}

/// Refuses a correlated subquery that has the name of a column with which it is compared: DataFusion would mix up the two.
fn check_names(value: &Expr, subquery: &Subquery) -> Result<()> {
    if subquery.outer_ref_columns.is_empty() {
        return Ok(());
    }
    let columns = value.column_refs();
    subquery.subquery.apply_with_subqueries(|node| {
        match columns.iter().find(|column| node.schema().has_column(column)) {
            Some(column) => plan_err!(
                "{column} is compared with a correlated subquery that has a column of that name: name the tables in the subquery differently (FROM … AS other)"
            ),
            None => Ok(TreeNodeRecursion::Continue),
        }
    })?;
    Ok(())
}

/// Whether a subquery has rows.
fn exists(mut rows: LogicalPlanBuilder) -> Result<Expr> {
    if rows.plan().all_out_ref_exprs().is_empty() {
        // One row tells it. A correlated subquery is joined, and can't have a limit.
        rows = rows.limit(0, Some(1))?;
    }
    let subquery = Arc::new(rows.build()?);
    let outer_ref_columns = subquery.all_out_ref_exprs();
    let subquery = Subquery { subquery, outer_ref_columns, spans: Default::default() };
    Ok(Expr::Exists(Exists { subquery, negated: false }))
}

/// An expression of the outer query within its subquery.
fn outer(expr: Expr, schema: &DFSchema) -> Result<Expr> {
    expr.transform_up(|expr| match expr {
        Expr::Column(column) => {
            let field = Arc::clone(schema.field_from_column(&column)?);
            Ok(Transformed::yes(Expr::OuterReferenceColumn(field, column)))
        }
        expr => Ok(Transformed::no(expr)),
    })
    .data()
}
