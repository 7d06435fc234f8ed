//! The client.

mod cluster;
mod failure;
mod job;
mod planner;
mod portable;
mod scalar;
mod session;

pub use cluster::{Cluster, Progress};
pub use session::{connect, register_all};
