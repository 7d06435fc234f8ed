//! A scheduler that knows our functions.

use std::net::SocketAddr;
use std::sync::Arc;

use ballista_core::error::{BallistaError, Result};
use ballista_scheduler::cluster::BallistaCluster;
use ballista_scheduler::config::{Config, SchedulerConfig};
use ballista_scheduler::scheduler_process::{create_scheduler, start_grpc_service};
use clap::{ArgMatches, Command, CommandFactory, FromArgMatches};
use tokio::runtime::Builder;

use super::command::described;
use super::executors::{Executors, Scheduler};
use super::logging::Logging;
use super::session::{STACK_BYTES, config, session};
use crate::codec::{LogicalCodec, PhysicalCodec};
use crate::stores::Stores;

/// Ballista's argument for how often it tries a stage.
const ATTEMPTS: &str = "stage_max_failures";

/// The arguments of `hashlane-cluster scheduler`, which are those of `ballista-scheduler`.
#[derive(Debug)]
pub struct SchedulerArgs(Config);

impl SchedulerArgs {
    /// The command.
    pub fn command() -> Command {
        let about = "Run the scheduler of a cluster";
        let command = Config::command().mut_arg(ATTEMPTS, |argument| argument.default_value("1"));
        described(command, "scheduler", about)
    }

    /// Runs a scheduler until it is stopped.
    ///
    /// # Errors
    /// Returns an error if the arguments contradict each other, or the port can't be bound.
    pub fn run(self) -> Result<()> {
        let Config { namespace, external_host, bind_port, .. } = &self.0;
        Logging {
            level: &self.0.log_level_setting,
            folder: self.0.log_dir.as_deref(),
            rotation: &self.0.log_rotation_policy,
            prefix: &format!("scheduler_{namespace}_{external_host}_{bind_port}"),
            threads: self.0.print_thread_info,
        }
        .start();
        let runtime =
            Builder::new_multi_thread().enable_all().thread_stack_size(STACK_BYTES).build();
        runtime.map_err(BallistaError::IoError)?.block_on(serve(self.0))
    }
}

impl FromArgMatches for SchedulerArgs {
    fn from_arg_matches(matches: &ArgMatches) -> std::result::Result<Self, clap::Error> {
        Config::from_arg_matches(matches).map(SchedulerArgs)
    }

    fn update_from_arg_matches(
        &mut self,
        matches: &ArgMatches,
    ) -> std::result::Result<(), clap::Error> {
        self.0.update_from_arg_matches(matches)
    }
}

async fn serve(args: Config) -> Result<()> {
    if args.stage_max_failures != 1 {
        let given = args.stage_max_failures;
        return Err(BallistaError::Configuration(format!(
            "--stage-max-failures {given}: Ballista 55 counts rows twice in a stage that it tries again; only 1 is allowed"
        )));
    }
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
    config.validate()?;
    let executors = Arc::new(Executors::default());
    let jobs = BallistaCluster::new_from_config(&config).await?.job_state();
    let cluster = BallistaCluster::new(Arc::clone(&executors) as _, jobs);
    let scheduler: Scheduler = create_scheduler(cluster, Arc::new(config)).await?;
    executors.set_scheduler(scheduler.clone());
    start_grpc_service(address, scheduler).await
}
