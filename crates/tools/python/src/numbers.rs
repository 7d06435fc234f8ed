//! A large column of numbers that is filled from its start, and becomes an array without a copy.

use std::alloc::Layout;
use std::mem::MaybeUninit;
use std::ptr::NonNull;
use std::slice;
use std::sync::Arc;

use arrow_buffer::{ArrowNativeType, Buffer, ScalarBuffer};

use crate::huge_pages;
use crate::polars::SeriesMemory;

/// Memory for a number of rows, the first `len` of which are filled.
pub struct NumberBuffer<T> {
    memory: SeriesMemory,
    start: NonNull<MaybeUninit<T>>,
    room: usize,
    len: usize,
}

impl<T: ArrowNativeType> NumberBuffer<T> {
    /// Allocates memory for `rows` numbers, at least one. Returns `None` if the allocation fails.
    pub fn new(rows: usize) -> Option<Self> {
        let memory = SeriesMemory::new(Layout::array::<T>(rows).ok()?)?;
        let start = memory.start().cast();
        let mut numbers = NumberBuffer { memory, start, room: rows, len: 0 };
        huge_pages::request(numbers.spare());
        Some(numbers)
    }

    /// The rows that aren't filled yet.
    fn spare(&mut self) -> &mut [MaybeUninit<T>] {
        let left = self.room - self.len;
        // SAFETY: `memory` has room for `room` numbers, of which `len` are there, and is borrowed.
        unsafe { slice::from_raw_parts_mut(self.start.as_ptr().add(self.len), left) }
    }

    /// Appends rows that are zero, for which there must be room, and returns them.
    pub fn append(&mut self, rows: usize) -> &mut [T] {
        let first = self.len;
        self.spare()[..rows].fill(MaybeUninit::new(T::default()));
        self.len += rows;
        // SAFETY: these rows have just been written, and `memory` is borrowed.
        unsafe { slice::from_raw_parts_mut(self.start.cast::<T>().as_ptr().add(first), rows) }
    }

    /// The numbers as a buffer of Arrow, which frees the memory.
    pub fn into_buffer(self) -> ScalarBuffer<T> {
        let (start, len) = (self.start.cast(), self.len);
        // SAFETY: the first `len` numbers are there, and the buffer owns their memory.
        let buffer = unsafe {
            Buffer::from_custom_allocation(start, len * size_of::<T>(), Arc::new(self.memory))
        };
        ScalarBuffer::new(buffer, 0, len)
    }
}
