//! What fuzz targets share. Each target is a file of `targets`, and says there what must hold for every
//! input; `make fuzz` runs them.
//!
//! | module | holds |
//! |---|---|
//! | [`alloc`] | an allocator that counts, so that a call that takes too much is a finding |
//! | [`memory`] | bytes as a file |
//! | [`split`] | an input as the parts that a call takes |

pub mod alloc;
pub mod memory;
pub mod split;
