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
//! Registering replaces no built-in function except `digest`. The new `digest` has more algorithms and accepts them
//! from columns; for the algorithms of the built-in one it returns the same values.
#![forbid(unsafe_code)]

mod aggregate;
mod constants;
mod engine_files;
mod entry;
pub mod expr_fn;
mod file_rows;
#[cfg(feature = "file_tables")]
pub mod file_tables;
mod multiset;
mod ordered;
mod scalar;
mod stateful;
mod states;
mod table;
mod table_call;
mod table_rows;
mod wildcard;

use std::sync::Arc;

use datafusion::common::{DataFusionError, Result};
use datafusion::execution::FunctionRegistry;
use datafusion::logical_expr::{AggregateUDF, ScalarUDF};
use datafusion::prelude::SessionContext;

pub use table_call::TableCall;

/// Registers every function of Hashlane, table functions included.
///
/// # Errors
/// Returns an error if the environment variable `HASHLANE_ISA` names an instruction set that this CPU lacks.
pub fn register_all(ctx: &mut SessionContext) -> Result<()> {
    register_functions(ctx)?;
    for function in hashlane_catalog::TABLE_FUNCTIONS {
        ctx.register_udtf(function.name, Arc::new(table::CatalogTable(function)));
    }
    Ok(())
}

/// Registers the scalar functions and aggregates in any registry. A registry can't hold table functions;
/// [`register_all`] registers those in a session. In a registry that takes no rewrites, which a session does,
/// `fingerprint(*)` is an error of DataFusion's.
pub fn register_functions(registry: &mut dyn FunctionRegistry) -> Result<()> {
    hashlane_catalog::ready().map_err(|e| DataFusionError::Execution(e.to_string()))?;
    for udf in all_functions() {
        registry.register_udf(udf)?;
    }
    for udaf in all_aggregates() {
        registry.register_udaf(udaf)?;
    }
    match registry.register_function_rewrite(Arc::new(wildcard::Wildcards)) {
        Err(DataFusionError::NotImplemented(_)) => Ok(()),
        registered => registered,
    }
}

/// Every scalar function.
pub fn all_functions() -> Vec<Arc<ScalarUDF>> {
    hashlane_catalog::all().map(udf).collect()
}

/// Every aggregate.
pub fn all_aggregates() -> Vec<Arc<AggregateUDF>> {
    hashlane_catalog::AGGREGATES.iter().map(udaf).collect()
}

fn udaf(function: &'static hashlane_catalog::Function) -> Arc<AggregateUDF> {
    use hashlane_catalog::{Fold, Work};
    Arc::new(match function.work {
        Work::Aggregate(Fold::Digest | Fold::Pack) => {
            AggregateUDF::from(ordered::OrderedAggregate::new(function))
        }
        Work::Aggregate(
            Fold::Dictionary
            | Fold::SymbolTable
            | Fold::Measurements
            | Fold::MinHash
            | Fold::FingerprintSum
            | Fold::Sketch,
        ) => AggregateUDF::from(stateful::StatefulAggregate::new(function)),
        _ => AggregateUDF::from(aggregate::CatalogAggregate::new(function)),
    })
}

fn udf(function: &'static hashlane_catalog::Function) -> Arc<ScalarUDF> {
    Arc::new(ScalarUDF::from(scalar::CatalogScalar::new(function)))
}
