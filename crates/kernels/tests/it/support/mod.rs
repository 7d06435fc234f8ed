//! What several of the test modules need.

pub mod alloc;
pub mod columns;
#[cfg(unix)]
pub mod fence;
pub mod guarded;
pub mod hash;
pub mod inputs;
pub mod json;
pub mod reference;
pub mod sets;
pub mod typed;
