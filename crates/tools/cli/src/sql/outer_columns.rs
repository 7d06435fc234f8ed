//! Comparisons of a subquery's columns with columns of the outer query.

use std::collections::{BTreeSet, HashMap};

use datafusion::common::config::ConfigOptions;
use datafusion::common::tree_node::{Transformed, TransformedResult, TreeNode, TreeNodeRecursion};
use datafusion::common::{Column, Result, plan_err};
use datafusion::logical_expr::utils::{conjunction, split_conjunction, split_conjunction_owned};
use datafusion::logical_expr::{
    Aggregate, Expr, Filter, LogicalPlan, LogicalPlanBuilder, Projection, Subquery, Window, ident,
    lit,
};
use datafusion::optimizer::AnalyzerRule;

/// Gives names of their own to the columns that a subquery compares with the outer query, if it has several columns of such a name.
///
/// DataFusion 55 makes a join of the subquery, and finds these columns by name without their tables. Of `EXISTS (SELECT 1 FROM b CROSS
/// JOIN c WHERE b.id = a.id AND c.id > a.id)` it reads one `id` for both.
#[derive(Debug)]
pub struct NamedOuterComparisons;

impl AnalyzerRule for NamedOuterComparisons {
    fn analyze(&self, plan: LogicalPlan, _: &ConfigOptions) -> Result<LogicalPlan> {
        let mut taken = 0;
        plan.transform_up_with_subqueries(|node| match &node {
            LogicalPlan::Subquery(Subquery { subquery, .. }) if is_ambiguous(subquery)? => {
                check_aliases(subquery)?;
                node.map_children(|plan| renamed(plan, &mut taken))
            }
            _ => Ok(Transformed::no(node)),
        })
        .data()
    }

    fn name(&self) -> &'static str {
        "named_outer_comparisons"
    }
}

/// Whether a subquery has several columns with the name of one that it compares with the outer query.
fn is_ambiguous(subquery: &LogicalPlan) -> Result<bool> {
    let compared = compared(subquery)?;
    if compared.is_empty() {
        return Ok(false);
    }
    let mut columns: HashMap<String, usize> = HashMap::new();
    apply(subquery, |node| {
        for name in new_names(node) {
            *columns.entry(name).or_default() += 1;
        }
        Ok(())
    })?;
    Ok(compared.iter().any(|column| columns.get(&column.name).is_none_or(|count| *count > 1)))
}

/// The columns that a subquery compares with the outer query.
fn compared(subquery: &LogicalPlan) -> Result<BTreeSet<Column>> {
    let mut columns = BTreeSet::new();
    apply(subquery, |node| {
        if let LogicalPlan::Filter(filter) = node {
            let conditions = split_conjunction(&filter.predicate).into_iter();
            let outer = conditions.filter(|condition| condition.contains_outer());
            columns.extend(outer.flat_map(|condition| condition.column_refs()).cloned());
        }
        Ok(())
    })?;
    Ok(columns)
}

/// The names of the columns that aren't columns of the same name in the node's inputs.
fn new_names(node: &LogicalPlan) -> Vec<String> {
    let new = |exprs: &[Expr]| {
        let exprs = exprs.iter().filter(|expr| !matches!(expr, Expr::Column(_)));
        exprs.map(|expr| expr.qualified_name().1).collect()
    };
    match node {
        LogicalPlan::Filter(_)
        | LogicalPlan::Join(_)
        | LogicalPlan::Sort(_)
        | LogicalPlan::Limit(_)
        | LogicalPlan::Distinct(_)
        | LogicalPlan::SubqueryAlias(_) => Vec::new(),
        LogicalPlan::Projection(Projection { expr, .. }) => new(expr),
        LogicalPlan::Aggregate(Aggregate { group_expr, aggr_expr, .. }) => {
            [new(group_expr), new(aggr_expr)].concat()
        }
        LogicalPlan::Window(Window { window_expr, .. }) => new(window_expr),
        _ => node.schema().fields().iter().map(|field| field.name().clone()).collect(),
    }
}

/// Visits a subquery's nodes, without those of subqueries in it.
fn apply(subquery: &LogicalPlan, mut visit: impl FnMut(&LogicalPlan) -> Result<()>) -> Result<()> {
    subquery.apply(|node| {
        visit(node)?;
        Ok(match node {
            LogicalPlan::Subquery(_) => TreeNodeRecursion::Jump,
            _ => TreeNodeRecursion::Continue,
        })
    })?;
    Ok(())
}

/// Refuses comparisons below the name of a query in FROM: DataFusion looks for the new columns in the query as it was.
fn check_aliases(subquery: &LogicalPlan) -> Result<()> {
    apply(subquery, |node| {
        let LogicalPlan::SubqueryAlias(alias) = node else { return Ok(()) };
        match compared(&alias.input)?.first() {
            Some(Column { name, .. }) => plan_err!(
                "\"{}\" compares its column \"{name}\" with the outer query, and the subquery has more columns of that name: rename \"{name}\", or move the comparison out of \"{}\"",
                alias.alias,
                alias.alias
            ),
            None => Ok(()),
        }
    })
}

/// A subquery with names of their own for the columns that it compares. `taken` counts the names in the whole query.
fn renamed(subquery: LogicalPlan, taken: &mut usize) -> Result<Transformed<LogicalPlan>> {
    subquery.transform_up(|node| match node {
        LogicalPlan::Filter(filter) if filter.predicate.contains_outer() => {
            Ok(Transformed::yes(with_copies(filter, taken)?))
        }
        node => Ok(Transformed::no(node)),
    })
}

/// A filter whose conditions on the outer query read copies of columns.
fn with_copies(filter: Filter, taken: &mut usize) -> Result<LogicalPlan> {
    let mut copies: Vec<(Column, String)> = Vec::new();
    let mut copy_of = |column: Column| match copies.iter().find(|(copied, _)| *copied == column) {
        Some((_, name)) => ident(name),
        None => {
            *taken += 1;
            let name = format!("__compared_{taken}");
            copies.push((column, name.clone()));
            ident(name)
        }
    };
    let mut conditions = Vec::new();
    for condition in split_conjunction_owned(filter.predicate) {
        let correlated = condition.contains_outer();
        let renamed = condition.transform_up(|expr| match expr {
            Expr::Column(column) if correlated => Ok(Transformed::yes(copy_of(column))),
            expr => Ok(Transformed::no(expr)),
        });
        conditions.push(renamed.data()?);
    }
    let columns = filter.input.schema().columns().into_iter().map(Expr::Column);
    let columns: Vec<_> = columns.collect();
    let copies = copies.into_iter().map(|(column, name)| Expr::Column(column).alias(name));
    LogicalPlanBuilder::from(filter.input)
        .project(columns.iter().cloned().chain(copies))?
        .filter(conjunction(conditions).unwrap_or_else(|| lit(true)))?
        .project(columns)?
        .build()
}
