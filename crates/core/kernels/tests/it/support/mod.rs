//! Helpers that several test modules share.

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
pub mod this_program;
pub mod typed;
