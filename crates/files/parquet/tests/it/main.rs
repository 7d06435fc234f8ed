//! The tests of the Parquet crate, as one binary.
//!
//! | module | covers |
//! |---|---|
//! | `add_crc` | copies with page checksums, which other programs read |
//! | `cancel` | table functions that stop when their rows are not wanted |
//! | `diff` | how two files differ |
//! | `fingerprint` | the content of files of any writer |
//! | `int96` | timestamps of 96 bits, near and far |
//! | `memory` | the memory that all but `verify` use for files that claim too much |
//! | `support` | files of several writers, and expected values by other implementations |
//! | `threads` | one row group on several threads |
//! | `verify` | damage, and where it is found |
//! | `written` | files that are written for these tests |

mod add_crc;
// Counts the memory of each thread.
#[path = "../../../../core/kernels/tests/it/support/alloc.rs"]
mod alloc;
mod cancel;
mod diff;
mod fingerprint;
mod int96;
mod memory;
mod support;
mod threads;
mod verify;
mod written;

#[global_allocator]
static ALLOCATOR: alloc::Counting = alloc::Counting;
