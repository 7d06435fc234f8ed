//! A scheduler that knows our functions.

use std::net::SocketAddr;
use std::sync::Arc;

use ballista_core::error::{BallistaError, Result};
use ballista_scheduler::cluster::BallistaCluster;
use ballista_scheduler::config::{Config, SchedulerConfig};
use ballista_scheduler::scheduler_process::start_server;
use clap::{CommandFactory, FromArgMatches};
use tokio::runtime::Builder;

use super::command::described;
use super::logging::Logging;
use super::session::{STACK_BYTES, config, session};
use crate::codec::{LogicalCodec, PhysicalCodec};
use crate::stores::Stores;

/// The arguments of `hashlane-scheduler`, which are those of `ballista-scheduler`.
#[derive(Debug)]
pub struct SchedulerArgs(Config);

impl SchedulerArgs {
    /// The arguments of this process. Wrong ones, `--help` and `--version` end it.
    pub fn from_command_line() -> Self {
        let command = described(
            Config::command(),
            "hashlane-scheduler",
            "The scheduler of a Ballista cluster with Hashlane's functions",
        );
        let parsed = Config::from_arg_matches(&command.get_matches());
        SchedulerArgs(parsed.unwrap_or_else(|error| error.exit()))
    }
}

/// Runs a scheduler until it is stopped.
///
/// # Errors
/// Returns an error if the arguments contradict each other, or the port can't be bound.
pub fn run_scheduler(args: SchedulerArgs) -> Result<()> {
    let Config { namespace, external_host, bind_port, .. } = &args.0;
    Logging {
        level: &args.0.log_level_setting,
        folder: args.0.log_dir.as_deref(),
        rotation: &args.0.log_rotation_policy,
        prefix: &format!("scheduler_{namespace}_{external_host}_{bind_port}"),
        threads: args.0.print_thread_info,
    }
    .start();
    let runtime = Builder::new_multi_thread().enable_all().thread_stack_size(STACK_BYTES).build();
    runtime.map_err(BallistaError::IoError)?.block_on(serve(args.0))
}

async fn serve(args: Config) -> Result<()> {
    let address = format!("{}:{}", args.bind_host, args.bind_port);
    let address: SocketAddr = address
        .parse()
        .map_err(|error| BallistaError::Configuration(format!("'{address}': {error}")))?;
    let stores = Arc::new(Stores::default());
    let config = SchedulerConfig {
        override_config_producer: Some(Arc::new(config)),
        override_session_builder: Some(Arc::new(move |config| session(config, &stores))),
        override_logical_codec: Some(Arc::new(LogicalCodec::default())),
        override_physical_codec: Some(Arc::new(PhysicalCodec::default())),
        ..SchedulerConfig::try_from(args)?
    };
    let cluster = BallistaCluster::new_from_config(&config).await?;
    start_server(cluster, address, Arc::new(config)).await
}
