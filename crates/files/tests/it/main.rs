//! Whole files from outside, as one binary.
//!
//! | module | compares |
//! |---|---|
//! | `errors` | errors with one line each |
//! | `digests` | digests with vectors of independent packages, on any number of threads |
//! | `changing` | files that change while they are read with an error |
//! | `local` | files of this machine, those of `/proc` among them, with what other readers see |
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
mod local;
mod manifest;
mod memory;
#[cfg(feature = "object_store")]
mod objects;
mod pipes;
mod s3;
