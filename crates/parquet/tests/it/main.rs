//! The Parquet crate, as one binary.

// Counts what each thread takes.
#[path = "../../../kernels/tests/it/support/alloc.rs"]
mod alloc;
mod verify;

#[global_allocator]
static ALLOCATOR: alloc::Counting = alloc::Counting;
