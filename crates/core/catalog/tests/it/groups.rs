//! The results of groups, for the tests of aggregates.

use hashlane_catalog::{Aggregate, CallError, Variable};

/// The result of a group, which is a string.
pub fn result<A: Aggregate<Results = Variable>>(group: &A) -> Result<Vec<u8>, CallError> {
    let mut results = Variable::default();
    group.finish(&mut results)?;
    Ok(results.into_bytes())
}
