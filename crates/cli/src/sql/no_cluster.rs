//! The program without a client of Ballista.

use std::convert::Infallible;
use std::future::Future;

use datafusion::error::Result;
use datafusion::execution::context::SessionState;
use datafusion::prelude::SessionContext;

use crate::sql::failure::Failure;

/// A cluster, which this program can't have.
#[derive(Clone)]
pub struct Cluster(Infallible);

impl Cluster {
    /// Returns an error.
    pub fn new(_: &str) -> Result<Self, Failure> {
        let text = "this program was built without --cluster: build it with `cargo install hashlane --features cluster`";
        Err(Failure::Message(text.to_owned()))
    }

    /// See `cluster.rs`.
    pub fn connect(&self, _: SessionState) -> Result<SessionContext> {
        match self.0 {}
    }

    /// See `cluster.rs`.
    #[expect(clippy::unused_async, reason = "as with a cluster")]
    pub async fn ready(&self) -> Result<(), Failure> {
        match self.0 {}
    }

    /// See `cluster.rs`.
    #[expect(clippy::unused_async, reason = "as with a cluster")]
    pub async fn cancel(&self) {
        match self.0 {}
    }

    /// See `cluster.rs`.
    #[expect(clippy::unused_async, reason = "as with a cluster")]
    pub async fn watch<T>(&self, _: impl Future<Output = T>) -> T {
        match self.0 {}
    }

    /// See `cluster.rs`.
    #[expect(clippy::unused_async, reason = "as with a cluster")]
    pub async fn run(&self, _: impl Future<Output = Result<(), Failure>>) -> Result<(), Failure> {
        match self.0 {}
    }
}
