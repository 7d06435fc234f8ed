//! Whole files from outside, as one binary.
//!
//! | module | compares |
//! |---|---|
//! | `errors` | errors with one line each |
//! | `digests` | digests with vectors of independent packages, on any number of threads |
//! | `changing` | files that change while they are read with an error |
//! | `mapped` | mapped files with files that are read, and those that shrink with an error |
//! | `imohash` | imohash with the vectors of its specification |
//! | `manifest` | lines with what the tools write |
//! | `objects` | objects of stores with what was put there |
//! | `pipes` | streams with what the tools read and write |
//! | `s3` | S3's checksums with a computation by other packages |
//!
//! `memory` holds files that are in memory, and finds the vectors.
#![forbid(unsafe_code)]

mod changing;
mod digests;
mod errors;
mod imohash;
mod manifest;
#[cfg(unix)]
mod mapped;
mod memory;
#[cfg(feature = "object_store")]
mod objects;
mod pipes;
mod s3;
