//! What several of the test modules need.

pub mod alloc;
pub mod codec;
pub mod columns;
pub mod events;
#[cfg(unix)]
pub mod fence;
pub mod foreign;
pub mod guarded;
pub mod hash;
pub mod inputs;
pub mod json;
pub mod pack;
pub mod reference;
pub mod sets;
pub mod typed;
pub mod zip;
