//! Names that several tables of a subquery have.

use std::collections::HashSet;
use std::ops::ControlFlow;

use datafusion::common::tree_node::{TreeNode, TreeNodeRecursion};
use datafusion::common::{Result, plan_err};
use datafusion::logical_expr::{Expr, LogicalPlan};
use datafusion::sql::parser::{CopyToSource, CopyToStatement, ExplainStatement, Statement};
use datafusion::sql::planner::IdentNormalizer;
use datafusion::sql::sqlparser::ast::{
    self, Query, TableFactor, Visit, Visitor, visit_expressions,
};

/// Returns the names that a statement's subqueries write without a table.
pub fn bare_names(statement: &Statement) -> HashSet<String> {
    let mut names = BareNames::default();
    // It stops nowhere.
    let _ = match statement {
        Statement::Statement(statement) => statement.visit(&mut names),
        Statement::CopyTo(CopyToStatement { source: CopyToSource::Query(query), .. }) => {
            query.visit(&mut names)
        }
        Statement::Explain(ExplainStatement { statement, .. }) => return bare_names(statement),
        _ => ControlFlow::Continue(()),
    };
    names.0
}

#[derive(Default)]
struct BareNames(HashSet<String>);

impl BareNames {
    fn add(&mut self, subquery: &Query) {
        let normalizer = IdentNormalizer::default();
        let _ = visit_expressions(subquery, |expr| {
            if let ast::Expr::Identifier(name) = expr {
                self.0.insert(normalizer.normalize(name.clone()));
            }
            ControlFlow::<()>::Continue(())
        });
    }
}

impl Visitor for BareNames {
    type Break = ();

    fn pre_visit_expr(&mut self, expr: &ast::Expr) -> ControlFlow<()> {
        if let ast::Expr::Subquery(subquery)
        | ast::Expr::Exists { subquery, .. }
        | ast::Expr::InSubquery { subquery, .. } = expr
        {
            self.add(subquery);
        }
        ControlFlow::Continue(())
    }

    fn pre_visit_table_factor(&mut self, table: &TableFactor) -> ControlFlow<()> {
        if let TableFactor::Derived { lateral: true, subquery, .. } = table {
            self.add(subquery);
        }
        ControlFlow::Continue(())
    }
}

/// Refuses a name without a table that stands for a column of the outer query although several tables of the subquery have it.
///
/// In `EXISTS (SELECT 1 FROM b JOIN c USING (id) WHERE id = a.id)`, DataFusion 55 takes the first `id` for that of `a`. In the plan it
/// looks like `a.id`, so the statement's `names` decide.
pub fn refuse_outer(plan: &LogicalPlan, names: &HashSet<String>) -> Result<()> {
    plan.apply_with_subqueries(|node| {
        node.apply_expressions(|expr| {
            expr.apply(|expr| {
                if let Expr::OuterReferenceColumn(_, column) = expr
                    && names.contains(&column.name)
                    && has_several(node, &column.name)
                {
                    return plan_err!(
                        "several tables of a subquery have a column \"{}\", so it isn't clear which one is meant: write the table in front of the name",
                        column.name
                    );
                }
                Ok(TreeNodeRecursion::Continue)
            })
        })
    })?;
    Ok(())
}

/// Whether a node's inputs have several columns of a name.
fn has_several(node: &LogicalPlan, name: &str) -> bool {
    let inputs = node.inputs().into_iter();
    let fields = inputs.flat_map(|input| input.schema().fields());
    fields.filter(|field| field.name() == name).count() > 1
}
