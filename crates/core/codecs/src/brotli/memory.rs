//! The memory of the crate's encoder and decoder, which both assume that allocations succeed.
//!
//! The crate's own allocator aborts if an allocation fails. If an allocator returns no memory instead, the decoder
//! reports some failures and indexes past the end of its tables in others, and the encoder always does the latter. So
//! a failed request unwinds out of the crate without running a panic hook, and [`fallible`] turns it into an error.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use brotli::enc::combined_alloc::BrotliAlloc;
use brotli::enc::{PDF, s16, v8};
use brotli::enc::{
    cluster, command, entropy_encode, hash_to_binary_tree, histogram, interface, util,
};
use brotli::{Allocator, HuffmanCode, SliceWrapper, SliceWrapperMut};

use crate::CodecError;

/// Allocates memory, or unwinds to [`fallible`].
#[derive(Clone, Copy)]
pub(super) struct FallibleMemory;

/// The request that failed.
struct RefusedRequest {
    bytes: usize,
}

/// Runs `call`, which takes its memory from [`FallibleMemory`]. Nothing that `call` changes is used after an error.
pub(super) fn fallible<T>(call: impl FnOnce() -> Result<T, CodecError>) -> Result<T, CodecError> {
    let caught: Result<_, Box<dyn Any + Send>> = catch_unwind(AssertUnwindSafe(call));
    caught.unwrap_or_else(|payload| match payload.downcast::<RefusedRequest>() {
        Ok(refused) => Err(CodecError::OutOfMemory { bytes: refused.bytes }),
        Err(other) => resume_unwind(other),
    })
}

fn refused<T>(len: usize) -> ! {
    resume_unwind(Box::new(RefusedRequest { bytes: len.saturating_mul(size_of::<T>()) }))
}

/// A piece of memory.
pub(super) struct MemoryCells<T>(Vec<T>);

impl<T> Default for MemoryCells<T> {
    fn default() -> Self {
        MemoryCells(Vec::new())
    }
}

impl<T> SliceWrapper<T> for MemoryCells<T> {
    fn slice(&self) -> &[T] {
        &self.0
    }
}

impl<T> SliceWrapperMut<T> for MemoryCells<T> {
    fn slice_mut(&mut self) -> &mut [T] {
        &mut self.0
    }
}

/// Numbers, which the system returns as zeros. Clearing a window of 4 MiB here takes 120,000 ns, and a short row uses
/// almost none of it.
macro_rules! zeroed {
    ($($number:ty)*) => { $(
        impl Allocator<$number> for FallibleMemory {
            type AllocatedMemory = MemoryCells<$number>;

            fn alloc_cell(&mut self, len: usize) -> MemoryCells<$number> {
                let zeros = bytemuck::allocation::try_zeroed_vec(len);
                MemoryCells(zeros.unwrap_or_else(|()| refused::<$number>(len)))
            }

            fn free_cell(&mut self, _: MemoryCells<$number>) {}
        }
    )* };
}

zeroed!(u8 u16 i32 u32 u64 util::floatX);

/// Everything else.
macro_rules! filled {
    ($($type:ty)*) => { $(
        impl Allocator<$type> for FallibleMemory {
            type AllocatedMemory = MemoryCells<$type>;

            fn alloc_cell(&mut self, len: usize) -> MemoryCells<$type> {
                let mut cells = Vec::new();
                if cells.try_reserve_exact(len).is_err() {
                    refused::<$type>(len);
                }
                cells.resize(len, Default::default());
                MemoryCells(cells)
            }

            fn free_cell(&mut self, _: MemoryCells<$type>) {}
        }
    )* };
}

filled! {
    HuffmanCode
    PDF
    cluster::HistogramPair
    command::Command
    entropy_encode::HuffmanTree
    hash_to_binary_tree::ZopfliNode
    histogram::ContextType
    histogram::HistogramCommand
    histogram::HistogramDistance
    histogram::HistogramLiteral
    interface::StaticCommand
    s16
    v8
}

impl BrotliAlloc for FallibleMemory {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refused_request_is_an_error() {
        let bytes = usize::MAX >> 1;
        let taken = fallible(|| {
            Ok(<FallibleMemory as Allocator<u8>>::alloc_cell(&mut FallibleMemory, bytes))
        });
        assert_eq!(taken.err(), Some(CodecError::OutOfMemory { bytes }));
        let many = usize::MAX / 4;
        let taken = fallible(|| {
            Ok(<FallibleMemory as Allocator<HuffmanCode>>::alloc_cell(&mut FallibleMemory, many))
        });
        assert!(matches!(taken.err(), Some(CodecError::OutOfMemory { .. })));
        let some =
            fallible(|| Ok(<FallibleMemory as Allocator<u32>>::alloc_cell(&mut FallibleMemory, 3)));
        assert_eq!(some.unwrap().slice(), [0; 3]);
    }

    #[test]
    #[should_panic(expected = "another fault")]
    fn a_panic_stays_a_panic() {
        let _ = fallible::<()>(|| panic!("another fault"));
    }
}
