//! `IN` over a list with values of the row.

use datafusion::common::Result;
use datafusion::common::config::ConfigOptions;
use datafusion::common::tree_node::{Transformed, TransformedResult, TreeNode};
use datafusion::logical_expr::expr::InList;
use datafusion::logical_expr::expr_rewriter::NamePreserver;
use datafusion::logical_expr::utils::disjunction;
use datafusion::logical_expr::{Expr, LogicalPlan, in_list, not};
use datafusion::optimizer::AnalyzerRule;

/// Compares with each value of a list that isn't a literal.
///
/// DataFusion 55 takes a value for constant if it is one for no rows. So `4 IN (CASE WHEN d < e THEN 4 ELSE b END, 0)` is true for all
/// rows. It also makes one list of two, such as `s IN ('a')` of `s IN ('a', 'b') AND s NOT IN ('b', NULL)`, as if no value could be NULL.
#[derive(Debug)]
pub struct ExactInList;

impl AnalyzerRule for ExactInList {
    fn analyze(&self, plan: LogicalPlan, _: &ConfigOptions) -> Result<LogicalPlan> {
        plan.transform_up_with_subqueries(|node| {
            let names = NamePreserver::new(&node);
            node.map_expressions(|expr| {
                let name = names.save(&expr);
                Ok(expr.transform_up(|expr| Ok(compared(expr)))?.update_data(|e| name.restore(e)))
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

/// Whether a value is a literal other than NULL.
fn is_plain(value: &Expr) -> bool {
    match value {
        Expr::Literal(value, _) => !value.is_null(),
        Expr::Cast(cast) => is_plain(&cast.expr),
        _ => false,
    }
}
