//! `hashlane sql` with its queries on a cluster.

use std::io::{self, Write};
use std::sync::Arc;

use clap::{Args, value_parser};
use datafusion::error::Result;
use datafusion::execution::context::SessionState;
use datafusion::prelude::SessionContext;
use hashlane_cli::{ClusterClient, SqlCommandArgs, sql_program};

use crate::client::{Cluster, connect};

const HELP: &str = "\
The options of `hashlane sql`, and its SQL: `hashlane sql --help` says more. With --cluster the cluster's executors read the
files, from object stores or from a path that all machines share, with credentials of their own. With -o FILE, this process
writes the rows that the cluster returns.

Examples:
  hashlane-cluster sql --cluster df://scheduler:50050 -c \"SELECT count(*), fingerprint(id) FROM 's3://lake/orders/*.parquet'\"
  hashlane-cluster sql --cluster df://scheduler:50050 --partitions 64 queries.sql
";

/// Arguments of `hashlane-cluster sql`.
#[derive(Debug, Args)]
#[command(about = "Run SQL statements on a cluster", long_about = None, after_help = HELP)]
pub struct SqlArgs {
    #[command(flatten)]
    sql: SqlCommandArgs,

    /// Run queries on the cluster whose scheduler has this address: df://host:50050. Without it, on this machine
    #[arg(long, value_name = "URL")]
    cluster: Option<String>,

    /// Split each stage of a query on a cluster into this many partitions
    #[arg(long, value_name = "N", requires = "cluster", default_value_t = 16,
        value_parser = value_parser!(u16).range(1..))]
    partitions: u16,
}

impl SqlArgs {
    /// Runs the statements, and returns the exit code.
    pub fn run(self) -> u8 {
        let SqlArgs { sql, cluster, partitions } = self;
        let cluster = cluster.map(|address| Cluster::new(&address)).transpose();
        match cluster {
            Ok(cluster) => sql_program(sql, cluster.map(|cluster| on(cluster, partitions))),
            Err(error) => {
                // If standard error is closed, the line is lost; `eprintln!` would panic.
                let _ = writeln!(io::stderr(), "hashlane: {}", error.message());
                1
            }
        }
    }
}

fn on(cluster: Cluster, partitions: u16) -> hashlane_cli::Cluster {
    hashlane_cli::Cluster { client: Arc::new(Ballista(cluster)), partitions }
}

/// A cluster of Ballista as a client of `hashlane sql`.
struct Ballista(Cluster);

#[async_trait::async_trait]
impl ClusterClient for Ballista {
    fn connect(&self, state: SessionState) -> Result<SessionContext> {
        connect(state, &self.0)
    }

    async fn ready(&self) -> Result<()> {
        self.0.ready().await
    }

    async fn cancel(&self) {
        // A scheduler that is gone has no jobs.
        let _ = self.0.cancel().await;
    }

    async fn progress(&self) -> Option<String> {
        let crate::Progress { job, stages, partitions } = self.0.progress().await.ok()??;
        Some(format!("job {job}: {stages} stages done, {partitions} partitions"))
    }
}
