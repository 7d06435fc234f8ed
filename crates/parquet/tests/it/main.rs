//! The Parquet crate, as one binary.
//!
//! | module | what it is about |
//! |---|---|
//! | `add_crc` | copies with page checksums, read by others |
//! | `cancel` | table functions that stop once their rows are not wanted |
//! | `diff` | how two files differ |
//! | `fingerprint` | the content of files, whoever wrote them |
//! | `int96` | timestamps of 96 bits, near and far |
//! | `memory` | what all but `verify` take of files that claim too much |
//! | `seal` | manifests, and what they find |
//! | `support` | files of several writers, and what other implementations say of them |
//! | `threads` | one row group on several threads |
//! | `verify` | damage, and where it is found |
//! | `written` | files that are written for these tests |

mod add_crc;
// Counts what each thread takes.
#[path = "../../../kernels/tests/it/support/alloc.rs"]
mod alloc;
mod cancel;
mod diff;
mod fingerprint;
mod int96;
mod memory;
mod seal;
mod support;
mod threads;
mod verify;
mod written;

#[global_allocator]
static ALLOCATOR: alloc::Counting = alloc::Counting;
