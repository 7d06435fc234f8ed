//! Filters that reach the columns that they are about.

use std::collections::HashSet;
use std::sync::Arc;

use datafusion::common::Result;
use datafusion::common::config::ConfigOptions;
use datafusion::physical_optimizer::PhysicalOptimizerRule;
use datafusion::physical_plan::{ExecutionPlan, replace_children_if_necessary};

type Plan = Arc<dyn ExecutionPlan>;

/// A rule that moves filters down a plan, where columns have different names.
///
/// Up to 55.2, DataFusion finds a filter's columns in the input of a node by their names. Of a join of tables with columns of one name, it
/// filters the first of them (<https://github.com/apache/datafusion/pull/25259>). This goes with the release that has the fix.
#[derive(Debug)]
pub(super) struct ExactFilters {
    pub rule: Arc<dyn PhysicalOptimizerRule + Send + Sync>,
}

impl PhysicalOptimizerRule for ExactFilters {
    fn optimize(&self, plan: Plan, config: &ConfigOptions) -> Result<Plan> {
        // No filter moves into the topmost node.
        if plan.children().into_iter().all(has_distinct_names) {
            return self.rule.optimize(plan, config);
        }
        let inputs = plan.children().into_iter();
        let inputs = inputs.map(|input| self.optimize(Arc::clone(input), config));
        let inputs = inputs.collect::<Result<Vec<_>>>()?;
        replace_children_if_necessary(plan, inputs)
    }

    fn name(&self) -> &str {
        self.rule.name()
    }

    fn schema_check(&self) -> bool {
        self.rule.schema_check()
    }
}

/// Whether the columns of each node have different names.
fn has_distinct_names(plan: &Plan) -> bool {
    let (schema, mut names) = (plan.schema(), HashSet::new());
    schema.fields().iter().all(|field| names.insert(field.name()))
        && plan.children().into_iter().all(has_distinct_names)
}
