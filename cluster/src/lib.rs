//! Hashlane's functions on a cluster of [Ballista](https://datafusion.apache.org/ballista/) 55.
//!
//! A client plans SQL, the scheduler splits the plan into stages, and executors run their tasks. Functions travel by name,
//! so every process registers them: the program `hashlane-cluster` of this crate does, and a
//! client calls [`connect`]. Plans carry the version of this crate, and a process of another version refuses them.
//!
//! ```no_run
//! # use datafusion::prelude::*;
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> datafusion::error::Result<()> {
//! let cluster = hashlane_ballista::Cluster::new("df://localhost:50050")?;
//! let ctx = hashlane_ballista::connect(SessionContext::new().state(), &cluster)?;
//! ctx.register_parquet("orders", "/lake/orders/", ParquetReadOptions::default()).await?;
//! ctx.sql("SELECT count(*), fingerprint(o_orderkey, o_comment) FROM orders").await?.show().await?;
//! # Ok(())
//! # }
//! ```
//!
//! | file | holds |
//! |---|---|
//! | `client/cluster.rs` | a cluster, and the jobs that this process runs on it |
//! | `client/session.rs` | sessions whose queries run on a cluster |
//! | `client/planner.rs` | which part of a statement runs where |
//! | `client/portable.rs` | what can be sent to a cluster, and what can't |
//! | `client/job.rs` | a query that runs on a cluster |
//! | `client/failure.rs` | why a job failed |
//! | `codec/stamp.rs` | the version in a plan |
//! | `codec/logical.rs`, `codec/physical.rs` | plans as bytes |
//! | `codec/functions.rs` | our functions by name |
//! | `codec/tables.rs` | tables as bytes |
//! | `codec/memory.rs` | small tables in the memory of a client |
//! | `codec/files.rs` | tables of files |
//! | `codec/patterns.rs` | tables of CREATE EXTERNAL TABLE |
//! | `codec/refused.rs` | a task that a process refuses to run |
//! | `codec/spread.rs` | table functions over files, a task for each file |
//! | `codec/yielding.rs` | joins that can be cancelled |
//! | `stores.rs` | object stores of a scheduler or an executor |
//! | `program/` | the program: a scheduler, an executor, and SQL on a cluster |
#![forbid(unsafe_code)]

mod client;
mod codec;
#[cfg(feature = "program")]
pub mod program;
#[cfg(feature = "program")]
mod stores;

pub use client::{Cluster, Progress, connect, register_all};
