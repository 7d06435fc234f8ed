//! Corrections of DataFusion 55: plans whose rows would be wrong.
//!
//! | file | corrects |
//! |---|---|
//! | `logical.rs` | rules over logical plans that change rows |
//! | `predicates.rs` | conditions that are told in two ways |
//! | `orders.rs` | what joins promise of the order of their rows |
//! | `constants.rs` | constants that an outer join makes NULL in some rows, or that an executor doesn't know |
//! | `windows.rs` | aggregates of windows that are taken for sorted |
//! | `filters.rs` | filters that reach another column of the same name |
//! | `merge_joins.rs` | sort-merge joins with a condition without columns |
//!
//! Each says which issue or release ends it. `hashlane sql` and the scheduler of a cluster plan with all of them.

mod constants;
mod filters;
mod logical;
mod merge_joins;
mod orders;
mod predicates;
mod windows;

use std::sync::Arc;

use datafusion::physical_optimizer::PhysicalOptimizerRule;

use constants::ExactConstants;
use filters::ExactFilters;
pub use logical::exact_rules;
pub use merge_joins::MergeJoinConditions;
use orders::ExactOrders;
use windows::ExactWindows;

/// A rule of a physical optimizer.
type Rule = Arc<dyn PhysicalOptimizerRule + Send + Sync>;

/// Returns a physical optimizer's rules, corrected in five ways. `hashlane sql` and the scheduler of a cluster plan with these.
///
/// - A join promises no more of the order of its rows than it keeps.
/// - A column that is constant in an input isn't constant in an outer join that adds rows with NULL.
/// - The values of `count`, `min` and `max` over a window aren't taken for sorted.
/// - A LIMIT leaves no groups out of an aggregate: DataFusion 55 does so below windows, which then count fewer rows
///   (<https://github.com/apache/datafusion/pull/25066>), and below an expression with the name of a group, whose order is another one.
/// - Filters move down a plan only where columns have different names (<https://github.com/apache/datafusion/pull/25259>).
///
/// `is_distributed` says that Ballista 55 runs the plan. It may swap the inputs of hash joins and of joins without equality when it knows
/// their sizes, so these joins keep no order. It forgets between two stages what is constant, so windows don't rely on that.
#[must_use]
pub fn exact_physical_rules(rules: &[Rule], is_distributed: bool) -> Vec<Rule> {
    let mut exact = Vec::new();
    for (at, rule) in rules.iter().enumerate() {
        let is_last = rules[at + 1..].iter().all(|other| other.name() != rule.name());
        match rule.name() {
            // It leaves out sorts by constants, and by what is sorted.
            "EnsureRequirements" => {
                exact.push(Arc::new(ExactWindows) as Rule);
                exact.push(Arc::new(ExactConstants { is_distributed }));
            }
            // It removes the node that requires the order of the result.
            "OutputRequirements" if is_last => {
                exact.push(Arc::new(ExactOrders { may_swap: is_distributed }));
            }
            "LimitAggregation" => continue,
            _ => {}
        }
        exact.push(match rule.name() {
            "FilterPushdown" | "FilterPushdown(Post)" => {
                Arc::new(ExactFilters { rule: Arc::clone(rule) })
            }
            _ => Arc::clone(rule),
        });
    }
    exact
}
