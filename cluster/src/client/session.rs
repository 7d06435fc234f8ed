//! Sessions whose queries run on a cluster.

use std::sync::Arc;

use ballista_core::config::BALLISTA_CLIENT_PULL;
use ballista_core::extension::{SessionConfigExt, SessionStateExt};
use datafusion::common::Result;
use datafusion::execution::SessionStateBuilder;
use datafusion::execution::context::SessionState;
use datafusion::prelude::SessionContext;

use super::cluster::Cluster;
use super::planner::Planner;
use super::scalar::OneRow;
use crate::codec::LogicalCodec;

/// A session like `state` whose queries run on a cluster, with every function of Hashlane. Statements that only change the
/// session, such as CREATE VIEW and SET, run here; COPY and INSERT write here what the cluster returns.
///
/// Ballista replaces the functions of a session with its own. Register your own functions afterwards, and also in your
/// own scheduler and executors.
///
/// # Errors
/// Returns an error if the environment variable `HASHLANE_ISA` names an instruction set that this CPU lacks.
pub fn connect(state: SessionState, cluster: &Cluster) -> Result<SessionContext> {
    let config = state.config().clone();
    let codec = Arc::new(LogicalCodec::default());
    let config = config.with_ballista_logical_extension_codec(codec);
    // If the scheduler pushes a job's status, the client learns the job's name only at the end, too late to cancel it.
    let config = config.upgrade_for_ballista().set_bool(BALLISTA_CLIENT_PULL, true);
    // Ballista 55.0.0 replans jobs while they run. A job with an empty side of a join is replanned again and again.
    let config = config.with_ballista_adaptive_query_planner(false);
    // DataFusion 55 extracts struct fields to columns of a subquery, whose names the scheduler then doesn't find.
    let leaves = "datafusion.optimizer.enable_leaf_expression_pushdown";
    let config = config.set_bool(leaves, false);
    let planner = Arc::new(Planner::new(cluster, config.ballista_config()));
    let config = config.with_ballista_query_planner(planner);
    let state = SessionStateBuilder::new_from_existing(state).with_config(config).build();
    let state = state.upgrade_for_ballista(cluster.scheduler_url().to_owned())?;
    let mut context = SessionContext::new_with_state(state);
    context.add_analyzer_rule(Arc::new(OneRow));
    register_all(&mut context)?;
    Ok(context)
}

/// Registers every function of Hashlane in a session, for clients that create their own sessions. Call it after
/// Ballista's `remote_with_state` or `upgrade_for_ballista`, which replace the functions.
///
/// # Errors
/// Returns an error if the environment variable `HASHLANE_ISA` names an instruction set that this CPU lacks.
pub fn register_all(context: &mut SessionContext) -> Result<()> {
    hashlane_datafusion::register_all(context)
}
