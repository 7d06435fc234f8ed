//! `IN` over a list with values of the row, and lists that have no value in common.

use datafusion::common::config::ConfigOptions;
use datafusion::common::tree_node::{Transformed, TransformedResult, TreeNode};
use datafusion::common::{Result, ScalarValue};
use datafusion::logical_expr::expr::InList;
use datafusion::logical_expr::expr_rewriter::NamePreserver;
use datafusion::logical_expr::utils::{disjunction, split_binary};
use datafusion::logical_expr::{
    BinaryExpr, Expr, LogicalPlan, Operator, binary_expr, in_list, not,
};
use datafusion::optimizer::AnalyzerRule;

/// Compares with each value of a list that isn't a literal.
///
/// DataFusion 55 takes a value for constant if it is one for no rows. So `4 IN (CASE WHEN d < e THEN 4 ELSE b END, 0)` is true for all
/// rows. It also makes one list of two, such as `s IN ('a')` of `s IN ('a', 'b') AND s NOT IN ('b', NULL)`, as if no value could be NULL: `s NOT
/// IN ('a') OR s NOT IN ('b')` is true if `s` is NULL (<https://github.com/apache/datafusion/pull/24258>, in no release yet).
#[derive(Debug)]
pub struct ExactInList;

impl AnalyzerRule for ExactInList {
    fn analyze(&self, plan: LogicalPlan, _: &ConfigOptions) -> Result<LogicalPlan> {
        plan.transform_up_with_subqueries(|node| {
            let names = NamePreserver::new(&node);
            node.map_expressions(|expr| {
                let name = names.save(&expr);
                let compared = expr.transform_up(|expr| Ok(compared(expr)))?;
                let exact = compared.transform_data(|expr| expr.transform_down(decided))?;
                Ok(exact.update_data(|expr| name.restore(expr)))
            })
        })
        .data()
    }

    fn name(&self) -> &'static str {
        "exact_in_list"
    }
}

/// The values that may be mistaken, apart from the others.
fn compared(expr: Expr) -> Transformed<Expr> {
    let Expr::InList(InList { expr: value, list, negated }) = &expr else {
        return Transformed::no(expr);
    };
    let (plain, others): (Vec<_>, Vec<_>) = list.iter().cloned().partition(is_plain);
    let equal = others.into_iter().map(|other| (**value).clone().eq(other));
    let Some(found) = disjunction(equal) else { return Transformed::no(expr) };
    let found = match plain.is_empty() {
        true => found,
        false => in_list((**value).clone(), plain, false).or(found),
    };
    Transformed::yes(if *negated { not(found) } else { found })
}

/// Replaces two lists in an AND or OR that have one result for every value but NULL.
fn decided(expr: Expr) -> Result<Transformed<Expr>> {
    let Expr::BinaryExpr(BinaryExpr { op: op @ (Operator::And | Operator::Or), .. }) = expr else {
        return Ok(Transformed::no(expr));
    };
    let parts = split_binary(&expr, op);
    let mut pairs = (0..parts.len()).flat_map(|left| (0..left).map(move |right| (left, right)));
    let Some((left, right, value)) = pairs.find_map(|(left, right)| {
        decide(parts[left], parts[right], op).map(|value| (left, right, value.clone()))
    }) else {
        return Ok(Transformed::no(expr));
    };
    let known = match op {
        Operator::And => value.is_null(),
        _ => value.is_not_null(),
    };
    let unknown = Expr::Literal(ScalarValue::Boolean(None), None);
    let others = parts.iter().enumerate().filter(|(at, _)| *at != left && *at != right);
    let all = others.fold(binary_expr(unknown, op, known), |all, (_, part)| {
        binary_expr(all, op, (*part).clone())
    });
    Ok(Transformed::yes(all))
}

/// The value of two lists that have one result for every value but NULL. Lists with values of several types are left as they are: these may
/// be equal.
fn decide<'e>(left: &'e Expr, right: &'e Expr, op: Operator) -> Option<&'e Expr> {
    let ((left, left_negated), (right, right_negated)) = list(left).zip(list(right))?;
    let (left_values, right_values) = (values(left)?, values(right)?);
    let first = left_values.first()?.data_type();
    let are_of_one_type =
        left_values.iter().chain(&right_values).all(|value| value.data_type() == first);
    let all_in =
        |some: &[ScalarValue], other: &[ScalarValue]| some.iter().all(|v| other.contains(v));
    let is_decided = left.expr == right.expr
        && are_of_one_type
        && match (op, left_negated, right_negated) {
            (Operator::And, false, false) | (Operator::Or, true, true) => {
                !left_values.iter().any(|value| right_values.contains(value))
            }
            (Operator::And, false, true) => all_in(&left_values, &right_values),
            (Operator::And, true, false) => all_in(&right_values, &left_values),
            _ => false,
        };
    is_decided.then_some(&*left.expr)
}

/// The values of a list, or `None` if not all are literals or casts of them.
fn values(list: &InList) -> Option<Vec<ScalarValue>> {
    list.list.iter().map(literal).collect()
}

fn literal(value: &Expr) -> Option<ScalarValue> {
    match value {
        Expr::Literal(value, _) => Some(value.clone()),
        Expr::Cast(cast) => literal(&cast.expr)?.cast_to(cast.field.data_type()).ok(),
        _ => None,
    }
}

/// A condition that is a list, and whether it is negated.
fn list(condition: &Expr) -> Option<(&InList, bool)> {
    match condition {
        Expr::InList(list) => Some((list, list.negated)),
        Expr::Not(inner) => list(inner).map(|(list, negated)| (list, !negated)),
        _ => None,
    }
}

/// Whether a value is a literal other than NULL.
fn is_plain(value: &Expr) -> bool {
    match value {
        Expr::Literal(value, _) => !value.is_null(),
        Expr::Cast(cast) => is_plain(&cast.expr),
        _ => false,
    }
}
