//! What the states of a database's aggregates may take.
//!
//! DuckDB counts the memory of states that it allocates, and not what they own. The C API tells an aggregate nothing of its query, so
//! the limit is that of LOAD.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use hashlane_catalog::{CallError, Function};

/// The memory that all states of a database own, and its limit.
#[derive(Debug)]
pub struct StateBudget {
    limit: usize,
    used: AtomicUsize,
}

impl StateBudget {
    /// Half of a `memory_limit`: DuckDB's own part of a query is beside the states.
    pub fn of(memory_limit: Option<usize>) -> Arc<Self> {
        let limit = memory_limit.map_or(usize::MAX, |limit| limit / 2);
        Arc::new(StateBudget { limit, used: AtomicUsize::new(0) })
    }

    /// Returns an error if the results of some groups, which exist twice for a moment, are too large.
    pub fn check_results(&self, function: &Function, bytes: usize) -> Result<(), CallError> {
        let left = self.limit.saturating_sub(self.used.load(Ordering::Relaxed));
        if bytes.saturating_mul(2) <= left {
            return Ok(());
        }
        Err(self.exceeded(function, "the states of all groups and the results of some"))
    }

    fn exceeded(&self, function: &Function, what: &str) -> CallError {
        let limit = self.limit;
        let text = format!(
            "{what} take more than {limit} bytes, half of the memory_limit that LOAD found. Raise memory_limit before LOAD hashlane, or aggregate fewer groups in a statement"
        );
        CallError::layout(function, &text)
    }
}

/// A part of a budget, which is given back on drop.
#[derive(Debug)]
pub struct BudgetShare {
    budget: Arc<StateBudget>,
    bytes: usize,
}

impl BudgetShare {
    /// A part of 0 bytes.
    pub fn new(budget: &Arc<StateBudget>) -> Self {
        BudgetShare { budget: Arc::clone(budget), bytes: 0 }
    }

    /// Makes it at least `bytes` large.
    ///
    /// # Errors
    /// Returns an error if that is more than the budget has left.
    #[inline]
    pub fn grow_to(&mut self, function: &Function, bytes: usize) -> Result<(), CallError> {
        match bytes.checked_sub(self.bytes) {
            None | Some(0) => Ok(()),
            Some(more) => self.take(function, more),
        }
    }

    fn take(&mut self, function: &Function, more: usize) -> Result<(), CallError> {
        let before = self.budget.used.fetch_add(more, Ordering::Relaxed);
        self.bytes += more;
        if before.saturating_add(more) <= self.budget.limit {
            return Ok(());
        }
        Err(self.budget.exceeded(function, "the states of all groups"))
    }
}

impl Drop for BudgetShare {
    fn drop(&mut self) {
        self.budget.used.fetch_sub(self.bytes, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_given_back() {
        let function = hashlane_catalog::find("row_sketch").expect("it is in the catalogue");
        let budget = StateBudget::of(Some(2000));
        let (mut first, mut second) = (BudgetShare::new(&budget), BudgetShare::new(&budget));
        assert!(first.grow_to(function, 600).is_ok());
        assert!(first.grow_to(function, 600).is_ok());
        assert!(first.grow_to(function, 100).is_ok());
        assert!(second.grow_to(function, 400).is_ok());
        assert!(budget.check_results(function, 0).is_ok());
        assert!(budget.check_results(function, 1).is_err());
        assert!(second.grow_to(function, 401).is_err());
        drop(second);
        assert!(budget.check_results(function, 200).is_ok());
        assert!(budget.check_results(function, 201).is_err());
        drop(first);
        assert_eq!(budget.used.load(Ordering::Relaxed), 0);
        assert!(BudgetShare::new(&StateBudget::of(None)).grow_to(function, usize::MAX).is_ok());
    }
}
