//! Memory that threads share. A thread waits until the memory that it needs is free.

use std::sync::{Condvar, Mutex, PoisonError};

/// The number of bytes that may be in use at once.
pub(crate) struct MemoryBudget {
    total: u64,
    free: Mutex<u64>,
    freed: Condvar,
}

/// Bytes in use. They become free when this is dropped.
pub(crate) struct MemoryShare<'a> {
    budget: &'a MemoryBudget,
    bytes: u64,
}

impl MemoryBudget {
    pub(crate) fn new(total: u64) -> Self {
        MemoryBudget { total, free: Mutex::new(total), freed: Condvar::new() }
    }

    /// Whether so many bytes can be in use at once.
    pub(crate) fn can_hold(&self, bytes: u64) -> bool {
        bytes <= self.total
    }

    /// Waits until `bytes` are free, or all of them if it asks for more. A thread that has a share must not take
    /// another.
    pub(crate) fn take(&self, bytes: u64) -> MemoryShare<'_> {
        let bytes = bytes.min(self.total);
        let free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        let mut free = self
            .freed
            .wait_while(free, |free| *free < bytes)
            .unwrap_or_else(PoisonError::into_inner);
        *free -= bytes;
        MemoryShare { budget: self, bytes }
    }
}

impl Drop for MemoryShare<'_> {
    fn drop(&mut self) {
        *self.budget.free.lock().unwrap_or_else(PoisonError::into_inner) += self.bytes;
        self.budget.freed.notify_all();
    }
}
