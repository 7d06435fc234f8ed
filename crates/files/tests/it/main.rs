//! What the crate does with files, streams and stores, from outside.
#![forbid(unsafe_code)]

#[cfg(feature = "object_store")]
mod objects;
mod pipes;
