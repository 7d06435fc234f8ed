//! Correlated subqueries that have one row for each row of the outer query.

use std::sync::Arc;

use datafusion::common::config::ConfigOptions;
use datafusion::common::tree_node::{Transformed, TransformedResult, TreeNode};
use datafusion::common::{Result, plan_err};
use datafusion::logical_expr::expr::{Exists, InSubquery, SetComparison};
use datafusion::logical_expr::{
    Aggregate, Distinct, Expr, Filter, LogicalPlan, LogicalPlanBuilder, Operator, Subquery,
    binary_expr, lit,
};
use datafusion::optimizer::AnalyzerRule;

/// Replaces `EXISTS`, `IN`, ANY and ALL over a correlated aggregate without GROUP BY, which has one row, by its value.
///
/// DataFusion 55 joins the outer query with the aggregate's groups, which lack the rows that match nothing: of `0 IN (SELECT count(*) FROM b
/// WHERE b.id = a.id)` it finds none (<https://github.com/apache/datafusion/issues/24960>). A subquery that stands for its value gets these rows
/// back.
#[derive(Debug)]
pub struct OneRowSubqueries;

impl AnalyzerRule for OneRowSubqueries {
    fn analyze(&self, plan: LogicalPlan, _: &ConfigOptions) -> Result<LogicalPlan> {
        plan.transform_up_with_subqueries(|node| match node {
            LogicalPlan::Filter(Filter { predicate, input, .. }) => {
                let predicate = predicate.transform_up(as_values).data()?;
                Ok(Transformed::yes(LogicalPlan::Filter(Filter::try_new(predicate, input)?)))
            }
            node => Ok(Transformed::no(node)),
        })
        .data()
    }

    fn name(&self) -> &'static str {
        "one_row_subqueries"
    }
}

fn as_values(expr: Expr) -> Result<Transformed<Expr>> {
    Ok(Transformed::yes(match expr {
        Expr::Exists(Exists { subquery, negated }) => match condition(&subquery)? {
            Rows::Any => return Ok(Transformed::no(Expr::Exists(Exists { subquery, negated }))),
            Rows::One => lit(!negated),
            Rows::OneIf(holds) if negated => holds.is_not_true(),
            Rows::OneIf(holds) => holds.is_true(),
        },
        Expr::InSubquery(InSubquery { expr, subquery, negated }) => match condition(&subquery)? {
            Rows::Any => {
                let unchanged = InSubquery { expr, subquery, negated };
                return Ok(Transformed::no(Expr::InSubquery(unchanged)));
            }
            Rows::One if negated => binary_expr(*expr, Operator::NotEq, value(subquery)),
            Rows::One => binary_expr(*expr, Operator::Eq, value(subquery)),
            Rows::OneIf(_) => return refuse_having(),
        },
        Expr::SetComparison(SetComparison { expr, subquery, op, quantifier }) => {
            match condition(&subquery)? {
                Rows::Any => {
                    let unchanged = SetComparison { expr, subquery, op, quantifier };
                    return Ok(Transformed::no(Expr::SetComparison(unchanged)));
                }
                Rows::One => binary_expr(*expr, op, value(subquery)),
                Rows::OneIf(_) => return refuse_having(),
            }
        }
        expr => return Ok(Transformed::no(expr)),
    }))
}

fn refuse_having<T>() -> Result<T> {
    plan_err!(
        "HAVING without GROUP BY isn't supported in a correlated subquery of IN, ANY and ALL: compare with the subquery's value, `x = (SELECT …)`"
    )
}

/// The value of a subquery of one row.
fn value(subquery: Subquery) -> Expr {
    Expr::ScalarSubquery(subquery)
}

/// How many rows a subquery has.
enum Rows {
    /// Any number, or what a join finds.
    Any,
    One,
    /// One if a condition holds, or else none.
    OneIf(Expr),
}

fn condition(found: &Subquery) -> Result<Rows> {
    if found.outer_ref_columns.is_empty() {
        return Ok(Rows::Any);
    }
    let mut node = found.subquery.as_ref();
    loop {
        node = match node {
            LogicalPlan::Projection(projection) => &projection.input,
            LogicalPlan::SubqueryAlias(alias) => &alias.input,
            LogicalPlan::Sort(sort) if sort.fetch.is_none() => &sort.input,
            LogicalPlan::Distinct(Distinct::All(input)) => input,
            LogicalPlan::Aggregate(aggregate) if is_one_row(aggregate) => return Ok(Rows::One),
            LogicalPlan::Filter(filter) if has_one_row(&filter.input) => {
                return having(filter, found).map(Rows::OneIf);
            }
            LogicalPlan::Limit(limit) if has_one_row(&limit.input) => {
                return plan_err!(
                    "LIMIT and OFFSET aren't supported above an aggregate without GROUP BY in a correlated subquery: leave them out"
                );
            }
            _ => return Ok(Rows::Any),
        }
    }
}

fn is_one_row(aggregate: &Aggregate) -> bool {
    aggregate.group_expr.is_empty()
}

fn has_one_row(node: &LogicalPlan) -> bool {
    match node {
        LogicalPlan::Aggregate(aggregate) => is_one_row(aggregate),
        LogicalPlan::Projection(_)
        | LogicalPlan::SubqueryAlias(_)
        | LogicalPlan::Sort(_)
        | LogicalPlan::Filter(_)
        | LogicalPlan::Limit(_)
        | LogicalPlan::Distinct(Distinct::All(_)) => node.inputs().into_iter().all(has_one_row),
        _ => false,
    }
}

/// The condition of a HAVING, as a subquery of its own.
fn having(filter: &Filter, found: &Subquery) -> Result<Expr> {
    let condition = filter.predicate.clone().alias("having");
    let values = LogicalPlanBuilder::from(Arc::clone(&filter.input)).project([condition])?;
    let subquery = Arc::new(values.build()?);
    let outer_ref_columns = subquery.all_out_ref_exprs();
    Ok(value(Subquery { subquery, outer_ref_columns, spans: found.spans.clone() }))
}
