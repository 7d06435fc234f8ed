//! Limits the memory for rows that are kept for the comparison.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use datafusion::execution::TaskContext;
use datafusion::execution::memory_pool::{MemoryConsumer, MemoryReservation};

/// The memory for the rows that all threads keep.
#[derive(Debug)]
pub(crate) struct RowAllowance {
    most: usize,
    taken: AtomicUsize,
    is_exceeded: AtomicBool,
    reservation: Mutex<MemoryReservation>,
}

impl RowAllowance {
    /// Allows at most `most` bytes, and no more than the session has.
    pub(crate) fn new(most: usize, context: &TaskContext) -> Self {
        let consumer = MemoryConsumer::new("rows to be compared");
        RowAllowance {
            most,
            taken: AtomicUsize::new(0),
            is_exceeded: AtomicBool::new(false),
            reservation: Mutex::new(consumer.register(context.memory_pool())),
        }
    }

    fn reserved<T>(&self, change: impl FnOnce(&mut MemoryReservation) -> T) -> T {
        change(&mut self.reservation.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// The part of the memory that one thread has taken. It is freed when this is dropped.
#[derive(Debug)]
pub(crate) struct ThreadRoom {
    allowance: Arc<RowAllowance>,
    bytes: usize,
}

impl ThreadRoom {
    /// Takes no memory yet.
    pub(crate) fn new(allowance: &Arc<RowAllowance>) -> Self {
        ThreadRoom { allowance: Arc::clone(allowance), bytes: 0 }
    }

    /// Takes memory for rows that were just copied. Returns false if that exceeds the limit. From then on every thread
    /// gets false, since the rows of one thread are useless without those of the others.
    pub(crate) fn take(&mut self, bytes: usize) -> bool {
        let allowance = &self.allowance;
        self.bytes += bytes;
        let taken = allowance.taken.fetch_add(bytes, Ordering::Relaxed) + bytes;
        let reserve = |reservation: &mut MemoryReservation| {
            let reserved = reservation.try_grow(bytes).is_ok();
            if !reserved {
                reservation.grow(bytes);
            }
            reserved
        };
        if !allowance.reserved(reserve) || taken > allowance.most {
            allowance.is_exceeded.store(true, Ordering::Relaxed);
        }
        !allowance.is_exceeded.load(Ordering::Relaxed)
    }

    /// Moves all of it to a holder of its own.
    pub(crate) fn hand_over(&mut self) -> ThreadRoom {
        ThreadRoom {
            allowance: Arc::clone(&self.allowance),
            bytes: std::mem::take(&mut self.bytes),
        }
    }

    /// Gives memory back.
    pub(crate) fn give_back(&mut self, bytes: usize) {
        self.bytes -= bytes;
        self.allowance.taken.fetch_sub(bytes, Ordering::Relaxed);
        self.allowance.reserved(|reservation| reservation.shrink(bytes));
    }
}

impl Drop for ThreadRoom {
    fn drop(&mut self) {
        self.give_back(self.bytes);
    }
}
