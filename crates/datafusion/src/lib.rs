//! Vectorized hash and compression functions for DataFusion.
//!
//! ```
//! # use datafusion::prelude::*;
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> datafusion::error::Result<()> {
//! let mut ctx = SessionContext::new();
//! hashlane_datafusion::register_all(&mut ctx)?;
//! let batches = ctx.sql("SELECT xxh3('hashlane') AS h").await?.collect().await?;
//! # use datafusion::arrow::{array::AsArray, datatypes::UInt64Type};
//! assert_eq!(batches[0].column(0).as_primitive::<UInt64Type>().value(0), 4052515222990873942);
//! # Ok(())
//! # }
//! ```
//!
//! [`expr_fn`] has the same functions for the DataFrame API. Every function is listed in
//! `sql/FUNCTIONS.md` and by `SELECT * FROM hashlane_functions()`.
//!
//! Registering changes no built-in function but `digest`, which gains algorithms and takes them
//! from columns too, and gives what it gave for the ones that it had.
#![forbid(unsafe_code)]

#[path = "generated/expr_fn.rs"]
pub mod expr_fn;
mod scalar;
mod table;

use std::sync::Arc;

use datafusion::common::{DataFusionError, Result};
use datafusion::execution::FunctionRegistry;
use datafusion::logical_expr::ScalarUDF;
use datafusion::prelude::SessionContext;

/// Registers every function of Hashlane, table functions included. Fails where the environment
/// variable `HASHLANE_ISA` names an instruction set that this machine has not.
pub fn register_all(ctx: &mut SessionContext) -> Result<()> {
    register_scalar(ctx)?;
    for function in hashlane_catalog::TABLE_FUNCTIONS {
        ctx.register_udtf(function.name, Arc::new(table::Table(function)));
    }
    Ok(())
}

/// Registers the scalar functions in any registry. A registry has no place for table functions;
/// [`register_all`] registers those in a session.
pub fn register_scalar(registry: &mut dyn FunctionRegistry) -> Result<()> {
    hashlane_catalog::ready().map_err(|e| DataFusionError::Execution(e.to_string()))?;
    for udf in all_functions() {
        registry.register_udf(udf)?;
    }
    Ok(())
}

/// Every scalar function.
pub fn all_functions() -> Vec<Arc<ScalarUDF>> {
    hashlane_catalog::all().map(udf).collect()
}

fn udf(function: &'static hashlane_catalog::Function) -> Arc<ScalarUDF> {
    Arc::new(ScalarUDF::from(scalar::Scalar::new(function)))
}
