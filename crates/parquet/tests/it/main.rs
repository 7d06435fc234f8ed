//! The Parquet crate, as one binary.
//!
//! | module | what it is about |
//! |---|---|
//! | `fingerprint` | fingerprints by other programs, files of other writers, damaged files |
//! | `diff` | what is said to differ between two files |

mod diff;
mod fingerprint;
mod support;
