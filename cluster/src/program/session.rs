//! The code that the scheduler and executors share.

use std::sync::Arc;

use ballista_core::extension::SessionConfigExt;
use ballista_core::utils::default_session_builder;
use datafusion::common::Result;
use datafusion::execution::SessionStateBuilder;
use datafusion::execution::context::SessionState;
use datafusion::execution::runtime_env::{RuntimeEnv, RuntimeEnvBuilder};
use datafusion::physical_optimizer::PhysicalOptimizerRule;
use datafusion::prelude::SessionConfig;

use super::joins::SingleTaskJoins;
use super::limits::KeptLimits;
use super::merge_joins::MergeJoinConditions;
use super::orders::JoinOrders;
use super::placeholders::ScannedPlaceholders;
use super::windows::UnknownConstants;
use crate::stores::Stores;

/// The stack of a thread: planning, evaluation and decoding a plan recurse over expressions. Memory that is not touched
/// costs nothing.
pub const STACK_BYTES: usize = 64 << 20;

/// A configuration that reads the values in Parquet files: statistics leave NaN out
/// (<https://github.com/apache/datafusion/pull/24804>).
pub fn config() -> SessionConfig {
    let mut config = SessionConfig::new_with_ballista().with_collect_statistics(false);
    // Rows are skipped by an offset index without a check that it is right.
    config.options_mut().execution.parquet.enable_page_index = false;
    // For clients that don't set it; `hashlane_ballista::connect` has the reason.
    config.with_ballista_adaptive_query_planner(false)
}

/// The runtime of a session. Listings are not cached: DataFusion 55 distinguishes those of two stores only by their
/// folders.
pub fn runtime(stores: &Arc<Stores>, folder: Option<&str>) -> Result<Arc<RuntimeEnv>> {
    let mut builder = RuntimeEnvBuilder::new()
        .with_object_store_registry(Arc::clone(stores) as _)
        .with_object_list_cache_limit(0);
    if let Some(folder) = folder {
        builder = builder.with_temp_file_path(folder);
    }
    builder.build_arc()
}

/// A session with Ballista's functions and ours.
pub fn session(config: SessionConfig, stores: &Arc<Stores>) -> Result<SessionState> {
    let state = default_session_builder(config)?;
    let physical = distributed(state.physical_optimizers());
    let state =
        SessionStateBuilder::new_from_existing(state).with_physical_optimizer_rules(physical);
    // After DataFusion's own rules, which choose the sides of a join.
    let state = state
        .with_physical_optimizer_rule(Arc::new(MergeJoinConditions))
        .with_physical_optimizer_rule(Arc::new(SingleTaskJoins))
        .with_physical_optimizer_rule(Arc::new(KeptLimits))
        .with_physical_optimizer_rule(Arc::new(ScannedPlaceholders));
    let mut state = state.with_runtime_env(runtime(stores, None)?).build();
    hashlane_datafusion::register_functions(&mut state)?;
    Ok(state)
}

/// A rule of a physical optimizer.
type Rule = Arc<dyn PhysicalOptimizerRule + Send + Sync>;

/// DataFusion's rules, and ours that must run in between.
fn distributed(rules: &[Rule]) -> Vec<Rule> {
    let mut all = Vec::new();
    for (at, rule) in rules.iter().enumerate() {
        let is_last = rules[at + 1..].iter().all(|other| other.name() != rule.name());
        match rule.name() {
            // It leaves out sorts by constants.
            "EnsureRequirements" => all.push(Arc::new(UnknownConstants) as Rule),
            // It removes the node that requires the order of the result.
            "OutputRequirements" if is_last => all.push(Arc::new(JoinOrders)),
            _ => {}
        }
        all.push(Arc::clone(rule));
    }
    all
}
