//! An executor that knows our functions.

use std::net::SocketAddr;
use std::sync::Arc;

use ballista_core::error::{BallistaError, Result};
use ballista_core::registry::BallistaFunctionRegistry;
use ballista_executor::config::Config;
use ballista_executor::executor_process::{ExecutorProcessConfig, start_executor_process};
use ballista_executor::health::spawn_health_server;
use clap::{ArgMatches, Command, CommandFactory, FromArgMatches};
use tokio::runtime::Builder;
use tokio::sync::oneshot;

use super::command::described;
use super::logging::Logging;
use super::session::{STACK_BYTES, config, runtime, session};
use crate::codec::{LogicalCodec, PhysicalCodec};
use crate::stores::Stores;

/// The arguments of `hashlane-cluster executor`, which are those of `ballista-executor`.
#[derive(Debug)]
pub struct ExecutorArgs(Config);

impl ExecutorArgs {
    /// The command.
    pub fn command() -> Command {
        let about = "Run an executor of a cluster";
        described(Config::command(), "executor", about)
    }

    /// Runs an executor until it is stopped.
    ///
    /// # Errors
    /// Returns an error if the arguments contradict each other, a port can't be bound, or no scheduler answers.
    pub fn run(self) -> Result<()> {
        let health = format!("{}:{}", self.0.bind_host, self.0.bind_health_port);
        let health: SocketAddr = health
            .parse()
            .map_err(|error| BallistaError::Configuration(format!("'{health}': {error}")))?;
        let config = ExecutorProcessConfig::try_from(self.0)?;
        Logging {
            level: &config.special_mod_log_level,
            folder: config.log_dir.as_deref(),
            rotation: &config.log_rotation_policy,
            prefix: &config.log_file_name_prefix(),
            threads: config.print_thread_info,
        }
        .start();
        let runtime =
            Builder::new_multi_thread().enable_all().thread_stack_size(STACK_BYTES).build();
        runtime.map_err(BallistaError::IoError)?.block_on(serve(config, health))
    }
}

impl FromArgMatches for ExecutorArgs {
    fn from_arg_matches(matches: &ArgMatches) -> std::result::Result<Self, clap::Error> {
        Config::from_arg_matches(matches).map(ExecutorArgs)
    }

    fn update_from_arg_matches(
        &mut self,
        matches: &ArgMatches,
    ) -> std::result::Result<(), clap::Error> {
        self.0.update_from_arg_matches(matches)
    }
}

async fn serve(base: ExecutorProcessConfig, health: SocketAddr) -> Result<()> {
    let stores = Arc::new(Stores::default());
    let functions = BallistaFunctionRegistry::from(&session(config(), &stores)?);
    let (folder, shared) = (base.work_dir.clone(), Arc::clone(&stores));
    let base = ExecutorProcessConfig {
        override_function_registry: Some(Arc::new(functions)),
        override_config_producer: Some(Arc::new(config)),
        override_runtime_producer: Some(Arc::new(move |_| runtime(&shared, folder.as_deref()))),
        override_logical_codec: Some(Arc::new(LogicalCodec::default())),
        override_physical_codec: Some(Arc::new(PhysicalCodec::reading(stores))),
        ..base
    };
    let (stop, stopped) = oneshot::channel();
    let probes = spawn_health_server(health, base.health.clone(), stopped);
    let result = start_executor_process(Arc::new(base)).await;
    // The receiver may have ended already.
    let _ = stop.send(());
    let _ = probes.await;
    result
}
