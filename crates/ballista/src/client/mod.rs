//! The client.

mod cluster;
mod failure;
mod job;
mod planner;
mod portable;
mod session;

pub use cluster::{Cluster, Progress};
pub use session::{connect, register_all};
