//! What several of the test modules need.

pub mod alloc;
pub mod codec;
pub mod columns;
pub mod foreign;
pub mod guarded;
pub mod hash;
pub mod inputs;
pub mod json;
pub mod zip;
