//! Helpers that several test modules share.

pub mod alloc;
pub mod columns;
pub mod fence;
pub mod hash;
pub mod inputs;
pub mod json;
pub mod reference;
pub mod sets;
pub mod this_program;
pub mod typed;
