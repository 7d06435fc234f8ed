//! Conditions that are told in two ways.

use std::sync::Arc;

use datafusion::common::Result;
use datafusion::common::tree_node::{Transformed, TransformedResult, TreeNode};
use datafusion::logical_expr::{BinaryExpr, Expr, LogicalPlan};
use datafusion::optimizer::{ApplyOrder, OptimizerConfig, OptimizerRule};

/// Puts literals on the right of columns before conditions are pushed down.
///
/// DataFusion 55 takes `s = 'a' AND 'a' = s` for a contradiction, and for `s >= 'a' AND 'a' < s` it keeps the weaker one. It makes such pairs
/// itself, for example of `1 IN (SELECT id FROM t WHERE id = 1)`. This rule goes with the release that has
/// <https://github.com/apache/datafusion/pull/24763>.
#[derive(Debug)]
pub(super) struct LiteralsLast {
    /// `push_down_filter`.
    pub rule: Arc<dyn OptimizerRule + Send + Sync>,
}

impl OptimizerRule for LiteralsLast {
    fn name(&self) -> &str {
        self.rule.name()
    }

    fn apply_order(&self) -> Option<ApplyOrder> {
        self.rule.apply_order()
    }

    fn rewrite(
        &self,
        plan: LogicalPlan,
        config: &dyn OptimizerConfig,
    ) -> Result<Transformed<LogicalPlan>> {
        self.rule.rewrite(with_literals_last(plan)?, config)
    }
}

fn with_literals_last(plan: LogicalPlan) -> Result<LogicalPlan> {
    Ok(match plan {
        LogicalPlan::Filter(mut filter) => {
            filter.predicate = filter.predicate.transform_down(turned).data()?;
            LogicalPlan::Filter(filter)
        }
        LogicalPlan::Join(mut join) => {
            let condition = join.filter.map(|condition| condition.transform_down(turned).data());
            join.filter = condition.transpose()?;
            LogicalPlan::Join(join)
        }
        plan => plan,
    })
}

fn turned(expr: Expr) -> Result<Transformed<Expr>> {
    let Expr::BinaryExpr(BinaryExpr { left, op, right }) = expr else {
        return Ok(Transformed::no(expr));
    };
    Ok(match (op.swap(), left.as_ref(), right.as_ref()) {
        (Some(op), Expr::Literal(..), Expr::Column(_)) => {
            Transformed::yes(Expr::BinaryExpr(BinaryExpr { left: right, op, right: left }))
        }
        _ => Transformed::no(Expr::BinaryExpr(BinaryExpr { left, op, right })),
    })
}
