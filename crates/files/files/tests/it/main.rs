//! The external tests of whole files, as one binary.
//!
//! | module | compares |
//! |---|---|
//! | `errors` | errors with one line each |
//! | `digests` | digests with vectors of independent packages, on any number of threads |
//! | `changing` | files that change while they are read with the expected error |
//! | `local` | files of this machine, including those of `/proc`, with the view of other readers |
//! | `imohash` | imohash with the vectors of its specification |
//! | `manifest` | lines with those of the tools |
//! | `objects` | objects of stores with the bytes that were put there |
//! | `pipes` | streams with those that the tools read and write |
//! | `s3` | S3's checksums with a computation by other packages |
//!
//! `memory` has files in memory, and finds the vectors.
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
