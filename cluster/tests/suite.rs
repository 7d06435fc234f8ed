//! The SQL suite of DataFusion, its queries on the cluster that `HASHLANE_CLUSTER` names: `cluster.py` starts one.
#![allow(dead_code, reason = "the suite of the main workspace uses these files in full")]

#[path = "../../tests/suite/agreement.rs"]
mod agreement;
#[path = "../../tests/suite/calls.rs"]
mod calls;
#[path = "../../tests/suite/datafusion.rs"]
mod datafusion;
#[path = "../../tests/suite/duckdb.rs"]
mod duckdb;
#[path = "../../tests/suite/engine.rs"]
mod engine;
#[path = "../../tests/suite/python.rs"]
mod python;
#[path = "../../tests/suite/recipes.rs"]
mod recipes;
#[path = "../../tests/suite/slt.rs"]
mod slt;

use ::datafusion::error::{DataFusionError, Result};
use ::datafusion::execution::context::SessionState;
use ::datafusion::prelude::SessionContext;
use hashlane_ballista::Cluster;
use libtest_mimic::Arguments;

fn main() {
    assert!(datafusion::ON_CLUSTER.set(connect).is_ok(), "it is set once");
    let trials =
        slt::trials().into_iter().filter(|trial| trial.name().ends_with("datafusion-cluster"));
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit();
}

fn connect(state: SessionState) -> Result<SessionContext> {
    let address = std::env::var("HASHLANE_CLUSTER");
    let address = address.map_err(|error| DataFusionError::External(Box::new(error)))?;
    hashlane_ballista::connect(state, &Cluster::new(&address)?)
}
